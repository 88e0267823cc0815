# shellcheck shell=bash
# Makes a folder and a zip with the program for Windows and its libraries, and tries them in an empty prefix of wine. Needs common.sh,
# packages.sh, debian_libraries.sh, wheel_libraries.sh and windows_libraries.sh.

readonly WINDOWS_PROGRAM=(classay.exe classay_plant.dll)
# A user may replace the libraries; libwinpthread belongs to the compiler.
readonly WINDOWS_SHARED=(libgmp-10.dll:gmp libmpfr-6.dll:mpfr4 libflint-17.dll:flint libarb-2.dll:flint-arb
  libwinpthread-1.dll:mingw-w64-x86-64-dev)
# The program contains run-time libraries of the compiler and of MinGW-w64.
readonly WINDOWS_RUNTIME=(gcc-mingw-w64-x86-64-posix-runtime mingw-w64-x86-64-dev)
# Part of Windows.
readonly OF_WINDOWS='ADVAPI32|CRYPT32|KERNEL32|SHELL32|USER32|WS2_32|bcrypt|msvcrt'

# imports_of FILE: the libraries that a program or library for Windows needs, one per line.
imports_of() { "$WINDOWS_HOST-objdump" -p "$1" | sed -n 's/.*DLL Name: //p'; }

# bring_windows_licences FOLDER: the licences of all that is in it, as in the portable folder.
bring_windows_licences() {
  local entry name licences=$1/licences
  bring_compiled_licences "$licences" || return
  : >"$licences/libraries.txt"
  for entry in "${WINDOWS_SHARED[@]}"; do printf '%s %s\n' "${entry%%:*}" "${entry#*:}" >>"$licences/libraries.txt"; done
  for name in "${WINDOWS_RUNTIME[@]}"; do bring_licence "$name" "$licences" || return; done
}

# assemble_windows BUILT FOLDER VERSION: makes the folder from the one that scripts/windows --build leaves.
assemble_windows() {
  local entry
  rm -rf "$2"
  mkdir -p "$2/share/classay" || return
  for entry in "${WINDOWS_PROGRAM[@]}" "${WINDOWS_SHARED[@]}"; do "$WINDOWS_HOST-strip" -o "$2/${entry%%:*}" "$1/${entry%%:*}" || return; done
  cp -r "$ROOT/data/hard-inputs" "$ROOT/data/planted" "$2/share/classay/" || return
  cp "$ROOT/LICENSE" "$ROOT/NOTICE" "$2/" || return
  bring_windows_licences "$2" || return
  sed "s/@VERSION@/$3/" "$ROOT/scripts/windows-readme.txt" | sed 's/$/\r/' >"$2/README.txt" || return
  "$ROOT/scripts/sbom.py" "$2/sbom.cdx.json" classay-windows-x86_64 "$3" --artifact "$2/classay.exe" --debian "$2/licences/packages.txt" \
    --libraries "$2" "$2/licences/libraries.txt"
}

# windows_problems FOLDER: prints the reasons why it would not work on a different machine, one per line.
windows_problems() {
  local file name
  for file in "$1"/*.exe "$1"/*.dll; do
    [[ -f $file ]] || continue
    for name in $(imports_of "$file"); do
      [[ -f $1/$name || $name =~ ^($OF_WINDOWS)\.dll$ ]] || printf '%s\n' "${file#"$1"/} needs $name, which is not in the folder"
    done
  done
  for name in "${WINDOWS_PROGRAM[@]}"; do [[ -s $1/$name ]] || printf '%s\n' "$name is missing"; done
  while read -r name _; do
    [[ -s $1/licences/$name.txt ]] || printf '%s\n' "licences/$name.txt is missing"
    grep -q "\"name\": \"$name\"" "$1/sbom.cdx.json" || printf '%s\n' "sbom.cdx.json does not have $name"
  done <"$1/licences/packages.txt"
}

# pack_windows_folder FOLDER: FOLDER.zip. Equal files give equal bytes.
pack_windows_folder() {
  rm -f "$1.zip"
  find "$1" -exec touch --date=1980-01-01T00:00Z {} +
  (cd "$(dirname "$1")" && find "$(basename "$1")" -type f | sort | TZ=UTC zip -q -X -9 -@ "$1.zip")
}

# begin_below_wine FOLDER PROGRAM: an empty prefix of wine in the folder, in which expect_below_wine runs the program. Programs see
# nothing outside the folder, such as the data of this tree.
begin_below_wine() {
  work_below_wine=$1 below_wine=$2
  export WINEPREFIX=$1/prefix WINEDEBUG=-all
  unset WINEPATH CLASSAY_DATA
  (cd "$1" && wine cmd /c exit) >>"$LOGS/package.log" 2>&1 || die 1 "no prefix of wine could be made; see $LOGS/package.log"
  ln -sfn "$1" "$WINEPREFIX/dosdevices/z:"
}

# expect_below_wine CODE TEXT WORD...
expect_below_wine() {
  local wanted_code=$1 wanted=$2 code=0 got
  shift 2
  got=$(cd "$work_below_wine" && wine "$below_wine" "$@" 2>&1 </dev/null) || code=$?
  ((code == wanted_code)) || die 1 "under wine: classay $* ended with $code, not $wanted_code: $got"
  [[ $got == *"$wanted"* ]] || die 1 "under wine: the output of classay $* lacks '$wanted': $got"
  say "under wine: classay $*: $wanted"
}

# check_windows_zip ZIP: with an empty prefix. cbrt of f64 has hard inputs, which are in the zip. Wine's OpenCL.dll uses this machine's.
check_windows_zip() {
  local unpacked
  unpacked=$(mktemp -d)
  unzip -q "$1" -d "$unpacked"
  begin_below_wine "$unpacked" "$(echo "$unpacked"/*/classay.exe)"
  expect_below_wine 0 MPFR --version
  expect_below_wine 0 'exact value' oracle cos f64 0x1.d10000000074p+380
  expect_below_wine 1 'is farther from the exact value' judge exp f32 1 = 0x1.5bf0b0p+1
  expect_below_wine 0 passed selfcheck
  expect_below_wine 0 clc/math/sin/f32/default/v16 list --filter 'clc/math/sin/f32/default/*'
  expect_below_wine 0 'Portable Computing Language' devices
  expect_below_wine 0 '1 pass' run --tier smoke --filter clc/math/cbrt/f64/default/v1 --out run
  wineserver -k || true
  rm -rf "$unpacked"
}
