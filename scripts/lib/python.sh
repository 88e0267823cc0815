# shellcheck shell=bash
# Installs the pinned Python tools in a virtual environment inside the tree, and runs the tests of reports/ and farm/. Needs common.sh.

VENV=$ROOT/.venv

# Makes .venv, or makes it again if requirements-dev.txt or the interpreter has changed.
require_venv() {
  local stamp=$VENV/made-from interpreter wanted
  interpreter=$(python3 --version) || die 2 "python3 does not run"
  wanted=$interpreter$'\n'$(<"$ROOT/requirements-dev.txt")
  [[ -x $VENV/bin/ruff && -f $stamp && $(<"$stamp") == "$wanted" ]] && return 0
  say "making .venv with the Python tools (log: $(short "$LOGS/venv.log"))"
  quietly "$LOGS/venv.log" python3 -m venv --clear "$VENV" ||
    die 2 "could not make a virtual environment; on Debian the package is python3-venv"
  quietly "$LOGS/venv.log" "$VENV/bin/pip" install --disable-pip-version-check --require-hashes --requirement "$ROOT/requirements-dev.txt" ||
    die 2 "could not install the Python tools of requirements-dev.txt"
  printf '%s\n' "$wanted" >"$stamp"
}

# clang-tidy, also in .venv: Debian's version checks every system header, and takes three times as long.
require_tidy() {
  local stamp=$VENV/made-from-tidy
  require_venv
  if [[ ! -x $VENV/bin/clang-tidy || ! -f $stamp ]] || ! cmp -s "$stamp" "$ROOT/requirements-tidy.txt"; then
    say "installing clang-tidy (log: $(short "$LOGS/venv.log"))"
    quietly "$LOGS/venv.log" "$VENV/bin/pip" install --disable-pip-version-check --require-hashes --requirement "$ROOT/requirements-tidy.txt" ||
      die 2 "could not install clang-tidy from requirements-tidy.txt"
    cp "$ROOT/requirements-tidy.txt" "$stamp"
  fi
}

# The folder of results of the tests of reports/.
readonly REPORTS_JUNIT=$ROOT/build/reports/junit.xml

# run_reports_tests: prints what failed.
run_reports_tests() {
  rm -f "$REPORTS_JUNIT"
  require_venv
  say "testing reports (log: $(short "$LOGS/reports-test.log"))"
  # Tests send SIGINT to their children. A caller that runs this in the background may have set it to be ignored.
  (cd "$ROOT" && env --default-signal=INT,HUP "$VENV/bin/pytest" -q --junit-xml "$REPORTS_JUNIT" -o cache_dir="$ROOT/build/reports/cache") \
    </dev/null >"$LOGS/reports-test.log" 2>&1 && return
  local code=$?
  cat "$LOGS/reports-test.log"
  return "$code"
}
