# shellcheck shell=bash
# Installs PoCL for a different architecture, to be run by qemu's user mode. Driver, compiler and classay are of that architecture.
# Only the linker that PoCL starts is this machine's cross linker, because children of qemu run natively. Needs common.sh, packages.sh
# and sysroot.sh, and a call of require_packages with packages-ARCHITECTURE.txt.

# emulated_pocl ARCHITECTURE: the folder of the installation.
emulated_pocl() { echo "$SYSROOTS/$1-pocl"; }

# require_emulated_pocl ARCHITECTURE: unpacks it (0.6 GB), and writes the files that the driver and its compiler look for.
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
  # PoCL finds its library of builtins relative to its own path. This path is valid outside of qemu, too.
  mkdir -p "$folder/vendors" "$folder/bin"
  driver=$(cat "$folder"/etc/OpenCL/vendors/pocl.icd)
  printf '%s\n' "$libraries/$driver" >"$folder/vendors/pocl.icd"
  # The first name under which clang looks for a linker on PATH.
  linker=$folder/bin/$1-unknown-linux-gnu-ld
  printf '#!/bin/sh\nexec %q -L %q "$@"\n' "$(command -v "$name-ld")" "$(dirname "$("$name-gcc" -print-libgcc-file-name)")" >"$linker"
  chmod +x "$linker"
}

# write_emulated ARCHITECTURE PROGRAM FILE: writes a script that runs PROGRAM of that architecture with its PoCL.
write_emulated() {
  local folder
  folder=$(emulated_pocl "$1")
  # shellcheck disable=SC2016  # the script expands them
  printf '#!/bin/sh\nexport OCL_ICD_VENDORS=%q QEMU_LD_PREFIX=%q\nPATH=%q:$PATH exec qemu-%s %q "$@"\n' \
    "$folder/vendors" "$folder" "$folder/bin" "$1" "$2" >"$3"
  chmod +x "$3"
}
