#!/usr/bin/env bash
# Tests that defects injected into the folder and the wheel for Windows are found. Their program is a stand-in, so that no build is
# needed.
set -euo pipefail
# shellcheck source=../lib/common.sh
source "$(dirname "${BASH_SOURCE[0]}")/../lib/common.sh"
for part in packages python debian_libraries wheel_libraries wheel_check windows_libraries windows_package windows_wheel; do
  # shellcheck disable=SC1090  # each is checked by itself
  source "$ROOT/scripts/lib/$part.sh"
done

readonly COMPILER=$WINDOWS_HOST-gcc-posix
for tool in "$COMPILER" unzip; do command -v "$tool" >/dev/null || { warn "no $tool here" && exit 77; }; done
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
made=$scratch/made folder=$scratch/folder wheel=''
# shellcheck disable=SC2034  # used by the sourced files
LOGS=$scratch

# make_folder: makes a folder like assemble_windows does, around the stand-in.
make_folder() {
  local name
  mkdir -p "$made/share/classay/hard-inputs" "$made/licences"
  echo '__declspec(dllexport) int gmp(void) { return 1; }' | "$COMPILER" -x c - -shared -o "$made/libgmp-10.dll"
  echo '__declspec(dllimport) int gmp(void); int main(void) { return gmp(); }' |
    "$COMPILER" -x c - -x none "$made/libgmp-10.dll" -o "$made/classay.exe"
  cp "$made/libgmp-10.dll" "$made/classay_plant.dll"
  echo 0x1p0 >"$made/share/classay/hard-inputs/sin.f32.txt"
  printf 'gmp 1 source\nmingw-w64-x86-64-dev 2\n' >"$made/licences/packages.txt"
  echo 'libgmp-10.dll gmp' >"$made/licences/libraries.txt"
  for name in gmp mingw-w64-x86-64-dev; do echo 'Permission is granted.' >"$made/licences/$name.txt"; done
  cp "$ROOT/LICENSE" "$ROOT/NOTICE" "$made/"
  "$ROOT/scripts/sbom.py" "$made/sbom.cdx.json" classay 1 --debian "$made/licences/packages.txt" --libraries "$made" "$made/licences/libraries.txt"
}

expect() { [[ $1 == "$2" ]] || die 1 "expected '$1', got '$2'"; }
# fresh_copy: makes a copy of the folder, into which a defect can be injected.
fresh_copy() { rm -rf "$folder" && cp -r "$made" "$folder"; }
make_wheel() { wheel=$("$python" "$ROOT/scripts/make_wheel.py" "$folder" windows-x86_64 "$scratch"); }
# finds TEXT: checks that the folder's problems contain the text.
finds() { [[ $(windows_problems "$folder") == *"$1"* ]] || die 1 "not found in the folder: $1"; }
# finds_in_wheel TEXT: checks the problems of $wheel.
finds_in_wheel() { [[ $(windows_wheel_problems "$wheel") == *"$1"* ]] || die 1 "not found in the wheel: $1"; }
# rewrite_wheel PYTHON: makes a wheel and runs the code for each `name` and `data` in it; data = None removes the file.
rewrite_wheel() {
  make_wheel
  "$python" - "$wheel" "$1" <<'PYTHON'
import sys, zipfile
file, lines = sys.argv[1:]
with zipfile.ZipFile(file) as old:
    entries = [(entry, old.read(entry)) for entry in old.infolist()]
with zipfile.ZipFile(file, "w") as new:
    for entry, data in entries:
        scope = {"name": entry.filename, "data": data}
        exec(lines, scope)
        if scope["data"] is not None:
            new.writestr(scope["name"], scope["data"])
PYTHON
}

python=$(python_311)
make_folder
fresh_copy
expect '' "$(windows_problems "$folder")"
make_wheel
expect '' "$(windows_wheel_problems "$wheel")"
sum=$(sha256sum <"$wheel")
make_wheel
expect "$sum" "$(sha256sum <"$wheel")"
[[ $(unzip -p "$wheel" '*/METADATA') != *farm\'* ]] || die 1 "the wheel for Windows has the extra 'farm'"

rm "$folder/libgmp-10.dll"
finds 'classay.exe needs libgmp-10.dll, which is not in the folder'

fresh_copy
rm "$folder/classay_plant.dll"
finds 'classay_plant.dll is missing'

fresh_copy
rm "$folder/licences/gmp.txt"
finds 'licences/gmp.txt is missing'
make_wheel
finds_in_wheel 'licences/gmp.txt is missing'

fresh_copy
printf 'int main(void) { return 0; }' | "$COMPILER" -x c++ - -o "$folder/classay.exe" -lstdc++ -Wl,--require-defined=_ZSt9terminatev
finds 'classay.exe needs libstdc++-6.dll, which is not in the folder'

fresh_copy
rewrite_wheel 'if name.endswith("/scripts/libgmp-10.dll"): data = None'
finds_in_wheel 'classay.exe needs libgmp-10.dll, which is not in the folder'
finds_in_wheel 'libgmp-10.dll is in RECORD but not in the wheel'
rewrite_wheel 'if name.endswith("/scripts/classay.exe"): data = None'
finds_in_wheel 'classay.exe is missing'
rewrite_wheel 'if name.endswith("sin.f32.txt"): data = None'
finds_in_wheel 'the hard inputs are missing'
rewrite_wheel 'if name == "classay_report/cli.py": data = None'
finds_in_wheel 'the package classay_report is missing'
rewrite_wheel 'if name == "classay_report/cli.py": data += b"#"'
finds_in_wheel 'classay_report/cli.py differs from its checksum in RECORD'
rewrite_wheel 'name = name.replace("classay_report/trend", "classay_farm")'
finds_in_wheel 'the package classay_farm is for Linux'
rewrite_wheel 'if name.endswith("/entry_points.txt"): data = b"[console_scripts]\n"'
finds_in_wheel 'the command classay-report is missing'
rewrite_wheel 'if name.endswith("/WHEEL"): data = data.replace(b"win_amd64", b"any")'
finds_in_wheel 'the tag is not win_amd64'
rewrite_wheel 'if name.endswith("/sboms/classay.cdx.json"): data = None'
finds_in_wheel 'sbom.cdx.json does not have gmp'
rewrite_wheel 'if name.endswith("/licenses/NOTICE"): data = None'
finds_in_wheel 'NOTICE is missing'
