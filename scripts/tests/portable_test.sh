#!/usr/bin/env bash
# A portable folder holds all that it needs, and one that does not is found out. Argument: the build folder.
set -euo pipefail
# shellcheck source=../lib/common.sh
source "$(dirname "${BASH_SOURCE[0]}")/../lib/common.sh"
# shellcheck source=../lib/packages.sh
source "$ROOT/scripts/lib/packages.sh"
# shellcheck source=../lib/sysroot.sh
source "$ROOT/scripts/lib/sysroot.sh"
# shellcheck source=../lib/portable.sh
source "$ROOT/scripts/lib/portable.sh"

build=$1
command -v dpkg-query >/dev/null || { warn "no dpkg here, which knows whose a library is" && exit 77; }
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
made=$scratch/made folder=$scratch/folder
assemble_portable "$(uname -m)" "$build" "$made" 1

expect() { [[ $1 == "$2" ]] || die 1 "expected '$1', got '$2'"; }
# spoil: a fresh copy, to be made wrong.
spoil() { rm -rf "$folder" && cp -r "$made" "$folder"; }
# finds TEXT: it is among the folder's problems.
finds() { [[ $(portable_problems "$folder") == *"$1"* ]] || die 1 "not found: $1"; }

spoil
expect '' "$(portable_problems "$folder")"
[[ $("$folder/bin/classay" oracle sqrt f32 4) == *'exact value'* ]] || die 1 "the program does not answer"
mapped=$(LD_TRACE_LOADED_OBJECTS=1 "$folder/bin/classay" | awk '$3 ~ /^\// { print $3 }')
for file in $mapped; do
  [[ $file == "$folder"/* ]] || is_of_glibc "$(basename "$file")" || die 1 "$file is not of the folder"
done
[[ $(least_glibc "$folder") =~ ^2\.[0-9]+$ ]] || die 1 "which glibc it needs is not known: $(least_glibc "$folder")"
grep -q "glibc $(least_glibc "$folder") or newer" "$folder/README.txt" || die 1 "the readme does not say which glibc it needs"

rm "$folder/lib/libmpfr.so.6"
finds 'bin/classay needs libmpfr.so.6, which is not in lib'
finds 'lib/libflint.so.17 needs libmpfr.so.6, which is not in lib'

spoil
rm "$folder/licences/libmpfr6.txt"
finds 'licences/libmpfr6.txt is missing'

# The other program is built to take the system's libraries.
spoil
cp "$build/classay" "$folder/bin/classay"
finds 'bin/classay does not look for libraries in ../lib'

# Byte 18 of an ELF file is the machine that it is for.
spoil
printf '\x01' | dd of="$folder/lib/libgmp.so.10" bs=1 seek=18 conv=notrunc status=none
finds 'lib/libgmp.so.10 is for '
