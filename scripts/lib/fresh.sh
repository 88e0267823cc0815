# shellcheck shell=bash
# A fresh Debian 12 in a folder of its own, to try in what is handed out. As root. Needs common.sh and packages.sh.

FRESH=$ROOT/build/fresh-debian

# in_fresh COMMAND...: in the fresh system.
in_fresh() { env -i PATH=/usr/sbin:/usr/bin:/sbin:/bin HOME=/root LC_ALL=C.UTF-8 chroot "$FRESH" "$@"; }

unmount_fresh() { umount "$FRESH/proc" "$FRESH/sys" 2>/dev/null || true; }

# Drivers look for the machine in /proc and /sys; without the right to mount there, what needs it says so.
make_fresh() {
  ((EUID == 0)) || die 2 "a fresh Debian needs root"
  require_packages debootstrap
  unmount_fresh
  rm -rf "$FRESH"
  say "a fresh Debian 12 in $(short "$FRESH")"
  local mirror
  # The first that this system has, in either form of such files; one of the two is missing as a rule.
  mirror=$(cat /etc/apt/sources.list /etc/apt/sources.list.d/*.{list,sources} 2>/dev/null |
    awk '$1 == "deb" { for (i = 2; i <= NF; i++) if ($i ~ /^https?:/) { print $i; exit } }
         $1 == "URIs:" { print $2; exit }') || true
  quietly "$LOGS/package.log" debootstrap --variant=minbase bookworm "$FRESH" "$mirror" || die 2 "debootstrap failed"
  mount -t proc proc "$FRESH/proc" || warn "no /proc in the fresh system"
  mount -t sysfs sysfs "$FRESH/sys" || warn "no /sys in the fresh system"
  cp /etc/apt/apt.conf.d/* "$FRESH/etc/apt/apt.conf.d/" 2>/dev/null || true  # proxies, if there are any
  cp /etc/resolv.conf "$FRESH/etc/" 2>/dev/null || true
}

expect_in_fresh() {
  local wanted=$1 got
  shift
  got=$(in_fresh "$@" 2>&1) || die 1 "in the fresh system: $* ended with $?: $got"
  [[ $got == *"$wanted"* ]] || die 1 "in the fresh system: $* said: $got"
  say "$*: $wanted"
}
