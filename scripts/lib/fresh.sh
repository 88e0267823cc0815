# shellcheck shell=bash
# Makes a fresh Debian in a folder, to try packages, wheels and portable folders. Needs root, common.sh and
# packages.sh.

FRESH=$ROOT/build/fresh-debian

# in_fresh COMMAND...: in the fresh system.
in_fresh() { env -i PATH=/usr/sbin:/usr/bin:/sbin:/bin HOME=/root LC_ALL=C.UTF-8 chroot "$FRESH" "$@"; }

unmount_fresh() { umount "$FRESH/proc" "$FRESH/sys" "$FRESH/dev/pts" 2>/dev/null || true; }

# make_fresh RELEASE. Drivers look for the machine in /proc and /sys, and tests open terminals in /dev/pts; where these cannot be
# mounted, programs that need them report it.
make_fresh() {
  local release=$1
  ((EUID == 0)) || die 2 "a fresh Debian needs root"
  require_packages debootstrap
  unmount_fresh
  rm -rf "$FRESH"
  say "a fresh Debian ($release) in $(short "$FRESH")"
  # debootstrap has no script for releases newer than itself; the one of sid makes them.
  local script=/usr/share/debootstrap/scripts/$release
  [[ -e $script ]] || script=/usr/share/debootstrap/scripts/sid
  quietly "$LOGS/package.log" debootstrap --variant=minbase "$release" "$FRESH" "$(debian_mirror)" "$script" || die 2 "debootstrap failed"
  mount -t proc proc "$FRESH/proc" || warn "no /proc in the fresh system"
  mount -t sysfs sysfs "$FRESH/sys" || warn "no /sys in the fresh system"
  mount -t devpts -o gid=5,mode=620,ptmxmode=666 devpts "$FRESH/dev/pts" || warn "no /dev/pts in the fresh system"
  cp /etc/apt/apt.conf.d/* "$FRESH/etc/apt/apt.conf.d/" 2>/dev/null || true  # proxies, if there are any
  mkdir -p "$FRESH/usr/local/share/ca-certificates"
  cp /usr/local/share/ca-certificates/*.crt "$FRESH/usr/local/share/ca-certificates/" 2>/dev/null || true  # the same
  cp /etc/resolv.conf "$FRESH/etc/" 2>/dev/null || true
}

# install_in_fresh NAME...: packages of the fresh system's Debian.
install_in_fresh() {
  quietly "$LOGS/package.log" in_fresh apt-get update
  quietly "$LOGS/package.log" in_fresh apt-get install -y --no-install-recommends "$@" || die 1 "cannot be installed in the fresh system: $*"
}

expect_in_fresh() {
  local wanted=$1 got
  shift
  got=$(in_fresh "$@" 2>&1) || die 1 "in the fresh system: $* ended with $?: $got"
  [[ $got == *"$wanted"* ]] || die 1 "in the fresh system: $* said: $got"
  say "$*: $wanted"
}
