# shellcheck shell=bash
# Makes a fresh Debian in a folder, to try packages, wheels and portable folders. Needs root, common.sh and
# packages.sh.

FRESH=$ROOT/build/fresh-debian
EMULATED=''

# emulate ARCHITECTURE: makes the kernel run programs of that architecture by qemu, in all roots. The package registers qemu where
# systemd runs; elsewhere, as in a container, this does it until stop_emulating.
emulate() {
  local formats=/proc/sys/fs/binfmt_misc settings=/usr/lib/binfmt.d/qemu-$1.conf
  [[ $1 != "$(uname -m)" ]] || return 0
  require_packages qemu-user-static
  [[ -e $formats/register ]] || mount -t binfmt_misc binfmt_misc "$formats" || die 2 "programs for $1 cannot run: no binfmt_misc here"
  [[ ! -e $formats/qemu-$1 ]] || return 0
  grep -v '^#' "$settings" >"$formats/register" || die 2 "programs for $1 cannot run: the kernel refuses $settings"
  EMULATED=$formats/qemu-$1
}

stop_emulating() {
  [[ ! $EMULATED ]] || echo -1 >"$EMULATED"
  EMULATED=''
}

# in_fresh COMMAND...: in the fresh system.
in_fresh() { env -i PATH=/usr/sbin:/usr/bin:/sbin:/bin HOME=/root LC_ALL=C.UTF-8 chroot "$FRESH" "$@"; }

unmount_fresh() { umount "$FRESH/proc" "$FRESH/sys" "$FRESH/dev/pts" 2>/dev/null || true; }

# fresh_base RELEASE ARCHITECTURE: prints the path of the packed system as debootstrap makes it; makes it again after a week.
fresh_base() {
  local base=$ROOT/build/fresh-base/$1-$2.tar script=/usr/share/debootstrap/scripts/$1
  if [[ ! $(find "$base" -mtime -7 2>/dev/null) ]]; then
    # debootstrap has no script for releases newer than itself; the one of sid makes them.
    [[ -e $script ]] || script=/usr/share/debootstrap/scripts/sid
    quietly "$LOGS/package.log" debootstrap --variant=minbase --arch="$(debian_name "$2")" "$1" "$FRESH" "$(debian_mirror)" "$script" ||
      die 2 "debootstrap failed"
    mkdir -p "$(dirname "$base")"
    rm -rf "$FRESH/var/cache/apt/archives"/*.deb
    tar --numeric-owner --xattrs -C "$FRESH" -cf "$base.new" . || die 2 "the fresh system could not be packed"
    mv "$base.new" "$base"
    rm -rf "$FRESH"
  fi
  printf '%s\n' "$base"
}

# make_fresh RELEASE [ARCHITECTURE]. Drivers look for the machine in /proc and /sys, and tests open terminals in /dev/pts; where
# these cannot be mounted, programs that need them report it.
make_fresh() {
  local release=$1 architecture=${2:-$(uname -m)} base
  ((EUID == 0)) || die 2 "a fresh Debian needs root"
  require_packages debootstrap
  emulate "$architecture"
  unmount_fresh
  rm -rf "$FRESH"
  say "a fresh Debian ($release, $architecture) in $(short "$FRESH")"
  base=$(fresh_base "$release" "$architecture") || exit
  mkdir -p "$FRESH"
  tar --numeric-owner --xattrs -C "$FRESH" -xf "$base" || die 2 "the fresh system could not be unpacked"
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

# expect_in_fresh TEXT COMMAND...: the command succeeds, and prints the text.
expect_in_fresh() { expect_code_in_fresh 0 "$@"; }

# expect_code_in_fresh CODE TEXT COMMAND...
expect_code_in_fresh() {
  local wanted_code=$1 wanted=$2 code=0 got
  shift 2
  got=$(in_fresh "$@" 2>&1) || code=$?
  ((code == wanted_code)) || die 1 "in the fresh system: $* ended with $code, not $wanted_code: $got"
  [[ $got == *"$wanted"* ]] || die 1 "in the fresh system: the output of $* lacks '$wanted': $got"
  say "$*: $wanted"
}
