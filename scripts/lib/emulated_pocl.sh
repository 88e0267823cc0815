# shellcheck shell=bash
# PoCL of another architecture, run by qemu's user mode on this machine: driver, its compiler and classay are that architecture's, and
# only the linker that PoCL starts is this machine's cross linker, since a child process of qemu is this machine's. Needs common.sh,
# packages.sh and sysroot.sh; require_packages of packages-ARCHITECTURE.txt before.

# emulated_pocl ARCHITECTURE: the folder in which all of it lies.
emulated_pocl() { echo "$SYSROOTS/$1-pocl"; }

# require_emulated_pocl ARCHITECTURE: unpacks it, 0.6 GB, and writes what the driver and its compiler look for.
require_emulated_pocl() {
  local folder name packages libraries driver linker
  folder=$(emulated_pocl "$1")
  mapfile -t packages < <(sysroot_packages)
  packages+=(pocl-opencl-icd ocl-icd-libopencl1)
  if [[ ! -f $folder/made-from || $(<"$folder/made-from") != "${packages[*]}" ]]; then
    say "unpacking PoCL of $1 (log: $(short "$LOGS/sysroot-$1.log"))"
    unpack_packages "$1" "$folder" "${packages[@]}"
    printf '%s\n' "${packages[*]}" >"$folder/made-from"
  fi
  name=$1-linux-gnu
  libraries=$folder/usr/lib/$name
  # PoCL finds its library of builtins relative to the path that it was loaded from; by this one it is seen outside of qemu, too.
  mkdir -p "$folder/vendors" "$folder/bin"
  driver=$(cat "$folder"/etc/OpenCL/vendors/pocl.icd)
  printf '%s\n' "$libraries/$driver" >"$folder/vendors/pocl.icd"
  # The first name under which clang looks for a linker on PATH.
  linker=$folder/bin/$1-unknown-linux-gnu-ld
  printf '#!/bin/sh\nexec %q -L %q "$@"\n' "$(command -v "$name-ld")" "$(dirname "$("$name-gcc" -print-libgcc-file-name)")" >"$linker"
  chmod +x "$linker"
}

# write_emulated ARCHITECTURE PROGRAM FILE: a script that runs PROGRAM of that architecture with its PoCL in sight.
write_emulated() {
  local folder
  folder=$(emulated_pocl "$1")
  # shellcheck disable=SC2016  # the script expands them
  printf '#!/bin/sh\nexport OCL_ICD_VENDORS=%q QEMU_LD_PREFIX=%q\nPATH=%q:$PATH exec qemu-%s %q "$@"\n' \
    "$folder/vendors" "$folder" "$folder/bin" "$1" "$2" >"$3"
  chmod +x "$3"
}
