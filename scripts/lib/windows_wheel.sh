# shellcheck shell=bash
# Checks the wheel for Windows, and tries it in an empty prefix of wine. Needs common.sh, python.sh, wheel_check.sh and
# windows_package.sh.

# windows_wheel_problems WHEEL: prints the reasons why it would not work on a different machine: those of the folder, and its own.
windows_wheel_problems() {
  local unpacked folder info name
  unpacked=$(mktemp -d)
  if ! unpack_wheel "$1" "$unpacked"; then
    rm -rf "$unpacked"
    return
  fi
  folder=$unpacked/windows
  mkdir "$folder"
  mv "$unpacked"/*.data/*/* "$folder/" 2>/dev/null || true  # missing files are found below
  restore_metadata "$folder"
  windows_problems "$folder"
  for name in LICENSE NOTICE; do [[ -s $info/licenses/$name ]] || printf '%s\n' "$name is missing"; done
  compgen -G "$folder/share/classay/hard-inputs/*.txt" >/dev/null || printf '%s\n' 'the hard inputs are missing'
  [[ -s $unpacked/classay_report/cli.py ]] || printf '%s\n' 'the package classay_report is missing'
  [[ ! -e $unpacked/classay_farm ]] || printf '%s\n' 'the package classay_farm is for Linux'
  grep -qx 'classay-report = classay_report.cli:main' "$info/entry_points.txt" || printf '%s\n' 'the command classay-report is missing'
  [[ $1 == *-py3-none-win_amd64.whl ]] && grep -qx 'Tag: py3-none-win_amd64' "$info/WHEEL" || printf '%s\n' 'the tag is not win_amd64'
  "$(python_311)" "$ROOT/scripts/check-record.py" "$1"
  rm -rf "$unpacked"
}

# pip_for PLATFORM FOLDER WHEEL: installs the wheel in the folder as on that platform.
pip_for() {
  "$VENV/bin/pip" install --disable-pip-version-check --quiet --no-index --no-deps --only-binary=:all: --platform "$1" --target "$2" "$3"
}

# check_windows_wheel WHEEL: pip of Linux installs it, as Python for Windows cannot run here. Its reports then run with Python of Linux.
check_windows_wheel() {
  local unpacked code=0
  unpacked=$(mktemp -d)
  require_venv
  quietly "$LOGS/package.log" pip_for win_amd64 "$unpacked/python" "$1" || die 1 "pip does not install the wheel for win_amd64"
  ! pip_for manylinux_2_28_x86_64 "$unpacked/linux" "$1" >>"$LOGS/package.log" 2>&1 || die 1 "pip installs the wheel on Linux, too"
  begin_below_wine "$unpacked" "$unpacked/python/bin/classay.exe"
  expect_below_wine 0 MPFR --version
  expect_below_wine 0 'exact value' oracle cos f64 0x1.d10000000074p+380
  expect_below_wine 0 passed selfcheck
  expect_below_wine 0 'Portable Computing Language' devices
  # cbrt of f64 has hard inputs, which were installed with the program.
  expect_below_wine 0 '1 pass' run --tier smoke --filter clc/math/cbrt/f64/default/v1 --out run
  # A user's installation on Windows has Python311/Scripts/classay.exe and share/classay.
  mkdir -p "$unpacked/user/Python311"
  cp -r "$unpacked/python/share" "$unpacked/user/"
  mv "$unpacked/python/bin" "$unpacked/user/Python311/Scripts"
  begin_below_wine "$unpacked" "$unpacked/user/Python311/Scripts/classay.exe"
  make_report_stand_in "$unpacked/user/Python311/Scripts/classay-report.exe"
  expect_below_wine 0 'html\index.html' run --tier smoke --filter clc/math/cbrt/f64/default/v1 --out pages --html
  [[ $(<"$unpacked/pages/html/index.html") == *'pages --exit-zero' ]] || die 1 "classay-report got other words than 'html FOLDER RUN --exit-zero'"
  (cd "$unpacked" && PYTHONPATH=$unpacked/python "$VENV/bin/python" -m classay_report html site run >>"$LOGS/package.log") || code=$?
  ((code == 0)) || die 1 "the reports of the wheel end with $code"
  [[ -s $unpacked/site/index.html ]] || die 1 "the reports of the wheel wrote no pages"
  wineserver -k || true
  rm -rf "$unpacked"
}

# make_report_stand_in FILE: a program in the place of classay-report, which pip makes on Windows only. It writes its words as a page.
make_report_stand_in() {
  "$WINDOWS_HOST-gcc-posix" -x c - -o "$1" <<'C' || die 1 "the stand-in for classay-report does not compile"
#include <direct.h>
#include <stdio.h>
int main(int argc, char** argv) {
  if (argc < 4) return 0; /* --help */
  char name[1024];
  _mkdir(argv[2]);
  snprintf(name, sizeof name, "%s/index.html", argv[2]);
  FILE* page = fopen(name, "wb");
  for (int i = 1; i < argc; ++i) fprintf(page, i == 1 ? "%s" : " %s", argv[i]);
  return fclose(page);
}
C
}
