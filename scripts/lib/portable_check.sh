# shellcheck shell=bash
# Tries a portable folder in roots that have nothing else: one with glibc alone, and, of this machine's architecture, a fresh Debian
# with a driver. As root. Needs common.sh, packages.sh, sysroot.sh, portable.sh and fresh.sh.

BARE=$ROOT/build/bare-root

unmount_bare() { umount "$BARE/proc" 2>/dev/null || true; }

# make_bare ARCHITECTURE FOLDER: a root with glibc's own files, the folder as /classay, and nothing else; of another architecture the
# emulator, too, which is static.
make_bare() {
  local system name interpreter
  ((EUID == 0)) || die 2 "an empty root needs root"
  system=$(system_of "$1")
  unmount_bare
  rm -rf "$BARE"
  mkdir -p "$BARE/lib/$1-linux-gnu" "$BARE/tmp" "$BARE/proc" "$BARE/dev"
  for name in libc.so.6 libm.so.6 libdl.so.2 libpthread.so.0 librt.so.1; do
    cp -L "$system$(library_file "$1" "$name")" "$BARE/lib/$1-linux-gnu/"
  done
  interpreter=$(readelf -l "$2/bin/classay" | sed -n 's/.*interpreter: \(.*\)\]$/\1/p')
  mkdir -p "$BARE$(dirname "$interpreter")"
  cp -L "$system$interpreter" "$BARE$interpreter"
  : >"$BARE/dev/null"
  if ! is_native "$1"; then
    require_packages qemu-user-static
    cp "$(command -v "qemu-$1-static")" "$BARE/emulator"
  fi
  cp -r "$2" "$BARE/classay"
  mount -t proc proc "$BARE/proc" || die 2 "no /proc can be mounted in an empty root"
}

# in_bare WORD...: the program there.
in_bare() {
  local emulator=()
  [[ ! -e $BARE/emulator ]] || emulator=(/emulator)
  env -i PATH=/usr/sbin:/usr/bin:/sbin:/bin HOME=/tmp chroot "$BARE" "${emulator[@]}" /classay/bin/classay "$@" </dev/null
}

# expect_in_bare CODE TEXT WORD...
expect_in_bare() {
  local wanted_code=$1 wanted=$2 code=0 got
  shift 2
  got=$(in_bare "$@" 2>&1) || code=$?
  ((code == wanted_code)) || die 1 "with glibc alone: classay $* ended with $code, not $wanted_code: $got"
  [[ $got == *"$wanted"* ]] || die 1 "with glibc alone: classay $* said nothing of '$wanted': $got"
  say "with glibc alone: classay $*: $wanted"
}

check_portable() {
  local architecture=$1 folder=$2
  make_bare "$architecture" "$folder"
  expect_in_bare 0 MPFR --version
  expect_in_bare 0 'exact value' oracle cos f64 0x1.d10000000074p+380
  expect_in_bare 1 'is farther from the exact value' judge exp f32 1 = 0x1.5bf0b0p+1
  expect_in_bare 0 clc/math/sin/f32/default/v16 list --filter 'clc/math/sin/f32/default/*'
  expect_in_bare 0 'OpenCL can not be loaded' list-devices
  ! is_native "$architecture" || check_portable_here "$folder"
  unmount_bare
}

# What starts other processes, and asks a device. cbrt of f64 has hard inputs, which are beside the program.
check_portable_here() {
  expect_in_bare 5 'an ICD loader' devices
  make_fresh bookworm
  quietly "$LOGS/package.log" in_fresh apt-get update
  quietly "$LOGS/package.log" in_fresh apt-get install -y --no-install-recommends pocl-opencl-icd ocl-icd-libopencl1 || die 1 "PoCL does not install"
  cp -r "$1" "$FRESH/opt/classay"
  expect_in_fresh 'Portable Computing Language' /opt/classay/bin/classay devices
  expect_in_fresh '1 pass' /opt/classay/bin/classay run --tier smoke --filter 'clc/math/cbrt/f64/default/v1' --out /root/run
}
