# shellcheck shell=bash
# Tries a portable folder in roots that have nothing else: one with Debian 11's glibc only and, for this machine's architecture, a
# fresh Debian with a driver. As root. Needs common.sh, packages.sh, wheel_libraries.sh, portable.sh and fresh.sh.

BARE=$ROOT/build/bare-root

unmount_bare() { umount "$BARE/proc" 2>/dev/null || true; }

# make_bare ARCHITECTURE FOLDER: a root with glibc, the folder as /classay, and nothing else; of another architecture the emulator,
# too, which is static.
make_bare() {
  ((EUID == 0)) || die 2 "an empty root needs root"
  unmount_bare
  rm -rf "$BARE"
  mkdir -p "$BARE/tmp" "$BARE/proc" "$BARE/dev"
  fetch_glibc "$1" "$BARE"
  : >"$BARE/dev/null"
  if [[ $1 != "$(uname -m)" ]]; then
    require_packages qemu-user-static
    cp "$(command -v "qemu-$1-static")" "$BARE/emulator"
  fi
  cp -r "$2" "$BARE/classay"
  mount -t proc proc "$BARE/proc" || die 2 "no /proc can be mounted in an empty root"
}

# in_bare WORD...: runs the program there.
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
  [[ $got == *"$wanted"* ]] || die 1 "with glibc alone: the output of classay $* lacks '$wanted': $got"
  say "with glibc alone: classay $*: $wanted"
}

# sets_of_processor ARCHITECTURE [CPUINFO]: the instruction sets that selfcheck has to list, as the kernel reports them. An emulated
# processor has the baseline.
sets_of_processor() {
  local flags sets=baseline flag
  flags=" $(sed -n 's/^flags[^:]*: *//p' "${2:-/proc/cpuinfo}" | head -n 1) "
  if [[ $1 == x86_64 && $(uname -m) == x86_64 && $flags == *' avx2 '* && $flags == *' fma '* ]]; then
    sets+=', avx2'
    for flag in avx512f avx512bw avx512dq avx512vl ''; do [[ $flags == *" $flag "* ]] || break; done
    [[ $flag ]] || sets+=', avx512'
  fi
  printf '%s\n' "$sets"
}

check_portable() {
  local architecture=$1 folder=$2
  make_bare "$architecture" "$folder"
  expect_in_bare 0 MPFR --version
  expect_in_bare 0 'exact value' oracle cos f64 0x1.d10000000074p+380
  expect_in_bare 1 'is farther from the exact value' judge exp f32 1 = 0x1.5bf0b0p+1
  expect_in_bare 0 "$(sets_of_processor "$architecture")" selfcheck
  expect_in_bare 0 clc/math/sin/f32/default/v16 list --filter 'clc/math/sin/f32/default/*'
  expect_in_bare 0 'OpenCL cannot be loaded' list-devices
  [[ $architecture != "$(uname -m)" ]] || check_portable_here "$folder"
  unmount_bare
}

# The commands that start other processes, and those that run on a device. cbrt of f64 has hard inputs, which are in the folder.
check_portable_here() {
  expect_in_bare 5 'an ICD loader' devices
  make_fresh bookworm
  install_in_fresh pocl-opencl-icd ocl-icd-libopencl1
  cp -r "$1" "$FRESH/opt/classay"
  expect_in_fresh 'Portable Computing Language' /opt/classay/bin/classay devices
  expect_in_fresh '1 pass' /opt/classay/bin/classay run --tier smoke --filter 'clc/math/cbrt/f64/default/v1' --out /root/run
}
