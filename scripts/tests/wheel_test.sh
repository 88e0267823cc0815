#!/usr/bin/env bash
# Tests that defects injected into a portable folder and a wheel are found. Their program is a stand-in, so that no build is needed.
# Its wheel is smaller than a real one but has the same structure.
set -euo pipefail
# shellcheck source=../lib/common.sh
source "$(dirname "${BASH_SOURCE[0]}")/../lib/common.sh"
for part in packages fresh debian_libraries wheel_libraries portable portable_check wheel_check; do
  # shellcheck disable=SC1090  # each is checked by itself
  source "$ROOT/scripts/lib/$part.sh"
done

for tool in cc readelf unzip; do command -v "$tool" >/dev/null || { warn "no $tool here" && exit 77; }; done
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
made=$scratch/made folder=$scratch/folder wheel=''
# shellcheck disable=SC2034  # used by the sourced files
LOGS=$scratch

# link_program FILE CC-ARGUMENT...: links a program without libc, which needs no version of glibc.
link_program() {
  local file=$1
  shift
  echo 'void _start(void) { for (;;) {} }' | cc -x c - -x none -nostdlib -pie -fPIE -Wl,--build-id -Wl,--disable-new-dtags -o "$file" "$@"
}

# make_folder: makes a folder like assemble_portable does, around the stand-in.
make_folder() {
  local name
  mkdir -p "$made/bin" "$made/lib/classay" "$made/share/classay" "$made/licences"
  echo 'int gmp(void) { return 1; }' | cc -x c - -x none -nostdlib -shared -fPIC -Wl,-soname,libgmp.so.10 -o "$made/lib/classay/libgmp.so.10"
  # shellcheck disable=SC2016  # the linker's variable
  link_program "$made/bin/classay" -Wl,--no-as-needed "$made/lib/classay/libgmp.so.10" '-Wl,-rpath,$ORIGIN/../lib/classay'
  cp "$made/bin/classay" "$made/bin/classay_clspv"
  echo 0x1p0 >"$made/share/classay/inputs.txt"
  printf 'gmp 1 source\nziglang 2 pypi\n' >"$made/licences/packages.txt"
  echo 'libgmp.so.10 gmp' >"$made/licences/libraries.txt"
  for name in gmp ziglang; do echo 'Permission is granted.' >"$made/licences/$name.txt"; done
  cp "$ROOT/LICENSE" "$ROOT/NOTICE" "$made/"
  "$ROOT/scripts/sbom.py" "$made/sbom.cdx.json" classay 1 --debian "$made/licences/packages.txt" --libraries "$made/lib/classay" \
    "$made/licences/libraries.txt"
}

expect() { [[ $1 == "$2" ]] || die 1 "expected '$1', got '$2'"; }
# fresh_copy: makes a copy of the folder, into which a defect can be injected.
fresh_copy() { rm -rf "$folder" && cp -r "$made" "$folder"; }
# finds TEXT: checks that the folder's problems contain the text.
finds() { [[ $(portable_problems "$folder") == *"$1"* ]] || die 1 "not found in the folder: $1"; }
# finds_in_wheel TEXT: checks the problems of $wheel, or of a wheel made from the folder.
finds_in_wheel() {
  [[ $wheel ]] || wheel=$("$python" "$ROOT/scripts/make_wheel.py" "$folder" "$(uname -m)" "$scratch")
  [[ $(wheel_problems "$wheel") == *"$1"* ]] || die 1 "not found in the wheel: $1"
  wheel=''
}
# rewrite_wheel PYTHON: runs the code for each `name` and `data` of the wheel; data = None removes the file.
rewrite_wheel() {
  wheel=$("$python" "$ROOT/scripts/make_wheel.py" "$folder" "$(uname -m)" "$scratch")
  "$python" - "$wheel" "$1" <<'EOF'
import sys, zipfile
file, lines = sys.argv[1:]
with zipfile.ZipFile(file) as old:
    entries = [(entry, old.read(entry)) for entry in old.infolist()]
with zipfile.ZipFile(file, "w") as new:
    for entry, data in entries:
        scope = {"name": entry.filename, "data": data, "entry": entry}
        exec(lines, scope)
        if scope["data"] is not None:
            new.writestr(entry, scope["data"])
EOF
}

python=$(python_311)
make_folder
fresh_copy
expect '' "$(portable_problems "$folder")"
wheel=$("$python" "$ROOT/scripts/make_wheel.py" "$folder" "$(uname -m)" "$scratch")
expect '' "$(wheel_problems "$wheel")"
sum=$(sha256sum <"$wheel")
"$python" "$ROOT/scripts/make_wheel.py" "$folder" "$(uname -m)" "$scratch" >/dev/null
expect "$sum" "$(sha256sum <"$wheel")"
[[ $(unzip -p "$wheel" '*/METADATA') == *"Version: $(sed -n 's/^__version__ = "\(.*\)"/\1/p' "$ROOT/reports/classay_report/__init__.py")"* ]] ||
  die 1 "the wheel has a version of its own"
wheel=''

rm "$folder/lib/classay/libgmp.so.10"
finds 'bin/classay needs libgmp.so.10, which is not in lib/classay'

fresh_copy
rm "$folder/licences/gmp.txt"
finds 'licences/gmp.txt is missing'
finds_in_wheel 'licences/gmp.txt is missing'

fresh_copy
link_program "$folder/bin/classay" -Wl,--no-as-needed "$made/lib/classay/libgmp.so.10" '-Wl,-rpath,/usr/local/lib'
finds 'bin/classay does not look for libraries in ../lib/classay'
finds_in_wheel 'bin/classay does not look for libraries in ../lib/classay'

# shellcheck disable=SC2016  # the linker's variable
link_program "$folder/bin/classay" -Wl,--build-id=none '-Wl,-rpath,$ORIGIN/../lib/classay'
finds 'bin/classay has no build id'

# A stand-in for a libc.so.6 with a version that no glibc has yet.
fresh_copy
echo 'int newest(void) { return 1; }' | cc -x c - -x none -nostdlib -shared -fPIC -Wl,-soname,libc.so.6 -o "$scratch/libc.so.6" \
  -Wl,--version-script=<(echo 'GLIBC_2.99 { newest; };')
echo 'int newest(void); int call(void) { return newest(); }' | cc -x c - -x none -nostdlib -shared -fPIC -o "$folder/lib/classay/libgmp.so.10" \
  "$scratch/libc.so.6"
finds 'needs glibc 2.99, which is newer than 2.28'
finds_in_wheel 'needs glibc 2.99, which is newer than 2.28'

# Byte 18 of an ELF file identifies the machine type.
fresh_copy
printf '\x01' | dd of="$folder/lib/classay/libgmp.so.10" bs=1 seek=18 conv=notrunc status=none
finds 'lib/classay/libgmp.so.10 is for '
finds_in_wheel 'lib/classay/libgmp.so.10 is for '

fresh_copy
echo 'mpfr4 1 source' >>"$folder/licences/packages.txt"
finds 'sbom.cdx.json does not have mpfr4'

fresh_copy
chmod -x "$folder/bin/classay"
finds_in_wheel 'bin/classay cannot be executed'

fresh_copy
rewrite_wheel 'if name == "classay_farm/cli.py": data = None'
finds_in_wheel 'the package classay_farm is missing'
rewrite_wheel 'if name == "classay_report/cli.py": data += b"#"'
finds_in_wheel 'classay_report/cli.py differs from its checksum in RECORD'
rewrite_wheel 'if name.endswith("/sboms/classay.cdx.json"): data = None'
finds_in_wheel 'sbom.cdx.json does not have gmp'
rewrite_wheel 'if name.endswith("/licenses/NOTICE"): data = None'
finds_in_wheel 'NOTICE is missing'

# The check requires the instruction sets of this machine.
if [[ $(uname -m) == x86_64 ]]; then
  sets() {
    echo "flags		: sse2 $1 lm" >"$scratch/cpuinfo"
    sets_of_processor "${2:-x86_64}" "$scratch/cpuinfo"
  }
  expect 'baseline, avx2, avx512' "$(sets 'avx2 fma avx512f avx512bw avx512dq avx512vl')"
  expect 'baseline, avx2' "$(sets 'fma avx2 avx512f avx512dq')"
  expect 'baseline' "$(sets 'avx2 avx512f avx512bw avx512dq avx512vl')"
  expect 'baseline' "$(sets 'fma avx2' aarch64)"
fi

# Two folders of the tree look for SPIRV-Tools.
if command -v cmake >/dev/null && command -v ninja >/dev/null; then
  write_spirv_tools_config "$scratch/cmake"
  mkdir "$scratch/project"
  printf '%s\n' 'cmake_minimum_required(VERSION 3.25)' 'project(twice LANGUAGES NONE)' 'find_package(SPIRV-Tools REQUIRED CONFIG)' \
    'find_package(SPIRV-Tools REQUIRED CONFIG)' >"$scratch/project/CMakeLists.txt"
  cmake -G Ninja -DSPIRV-Tools_DIR="$scratch/cmake" -S "$scratch/project" -B "$scratch/project/build" >"$scratch/cmake.log" 2>&1 ||
    die 1 "SPIRV-Tools cannot be found twice: $(<"$scratch/cmake.log")"
fi
