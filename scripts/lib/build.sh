# shellcheck shell=bash
# Builds a preset and runs its tests. Needs common.sh.

has_preset() { (cd "$ROOT" && cmake --list-presets=configure) | grep -q "^ *\"$1\""; }

# configure PRESET [CMAKE-ARGUMENT...]. CLASSAY_WERROR=ON makes warnings errors.
configure() {
  local preset=$1
  shift
  cd "$ROOT" || return
  quietly "$LOGS/$preset.log" cmake --preset "$preset" ${CLASSAY_WERROR:+"-DCLASSAY_WERROR=$CLASSAY_WERROR"} "$@"
}

# build PRESET [TARGET...]: configures, and builds the targets (default: everything).
build() {
  local preset=$1 started=$SECONDS log=$LOGS/$1.log
  shift
  local targets=()
  (($# == 0)) || targets=(--target "$@")
  rm -f "$log"
  say "building $preset with $JOBS jobs (log: $(short "$log"))"
  configure "$preset" || return
  quietly "$log" cmake --build --preset "$preset" --parallel "$JOBS" "${targets[@]}" || return
  say "built $preset in $((SECONDS - started)) s"
}

# The folder of test results of a preset.
junit_of() { printf '%s/build/%s/junit.xml' "$ROOT" "$1"; }

# Tests, as ctest's expression, that sweep a complete small format or compare many inputs with a second implementation. Instrumented or
# emulated they take many minutes, and other tests run the same code.
# shellcheck disable=SC2034  # used by those who source this
readonly SWEEPS='AllOfF16|_f16|EveryHalf|EveryF16|EveryOtherType|BigIntegers|AgreesWithMpfr|AnotherWay|IsSeen'

# run_tests PRESET [CTEST-ARGUMENT...]: returns ctest's exit code; prints the output of failed tests.
run_tests() {
  local preset=$1 junit log
  shift
  junit=$(junit_of "$preset")
  log=$LOGS/$preset-test.log
  rm -f "$junit" "$log"
  mkdir -p "$LOGS"
  cd "$ROOT" || return
  say "testing $preset (log: $(short "$log"))"
  # The log has a line per test. Readers need those that failed, which ctest also prints with their output.
  # Tests send SIGINT to their children. A caller that runs this in the background may have set it to be ignored.
  env --default-signal=INT,HUP ctest --preset "$preset" --parallel "$JOBS" --output-junit "$junit" --no-tests=error "$@" </dev/null 2>&1 |
    tee "$log" | grep -Ev '^ *(Start +[0-9]+:|[0-9]+/[0-9]+ Test +#[0-9]+:.* +(Passed|\*\*\*Skipped) )|^Test project '
  return "${PIPESTATUS[0]}"
}

# count_tests JUNIT-FILE...: prints the sums "PASSED FAILED SKIPPED"; a missing file counts nothing. Cases are counted one by one,
# because ctest's own sums count a test whose program is missing as "skipped"; here it has failed. pytest writes no status, but an
# element inside the case if it did not pass.
count_tests() {
  local file present=()
  for file in "$@"; do
    [[ ! -f $file ]] || present+=("$file")
  done
  ((${#present[@]})) || {
    echo 0 0 0
    return
  }
  awk -v RS='<' '
    /^testcase / {
      status = match($0, / status="[a-z]+"/) ? substr($0, RSTART + 9, RLENGTH - 10) : "none"
      if (status == "run" || status == "none") passed++
      else if (status == "disabled") skipped++
      else failed++
    }
    /^\/testcase/ { status = "" }
    # Skipped by the test itself, with SKIP_RETURN_CODE or SKIP_REGULAR_EXPRESSION.
    status == "notrun" && /^skipped message="SKIP_/ { failed--; skipped++; status = "" }
    status == "none" && /^(failure|error)[ >]/ { passed--; failed++; status = "" }
    status == "none" && /^skipped[ >]/ { passed--; skipped++; status = "" }
    END { printf "%d %d %d\n", passed, failed, skipped }
  ' "${present[@]}"
}

# tally PASSED FAILED SKIPPED: prints the last line of a test run, for readers and programs.
tally() {
  local skipped=''
  (($3 == 0)) || skipped=", $3 skipped"
  printf '%d passed, %d failed%s\n' "$1" "$2" "$skipped"
}
