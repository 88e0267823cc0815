# shellcheck shell=bash
# Building a preset and running its tests. Needs common.sh.

has_preset() { (cd "$ROOT" && cmake --list-presets=configure) | grep -q "^ *\"$1\""; }

# configure PRESET [CMAKE-ARGUMENT...]. CLASSAY_WERROR=ON makes warnings errors.
configure() {
  local preset=$1
  shift
  cd "$ROOT" || return
  quietly "$LOGS/$preset.log" cmake --preset "$preset" ${CLASSAY_WERROR:+"-DCLASSAY_WERROR=$CLASSAY_WERROR"} "$@"
}

# build PRESET [TARGET...]: configures and builds; everything when no target is named.
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

# Where the tests of a preset leave their results.
junit_of() { printf '%s/build/%s/junit.xml' "$ROOT" "$1"; }

# Tests, as ctest's expression, that sweep all of a small format or hold many inputs against a second implementation. Instrumented
# or emulated they take many minutes, for the code that the tests beside them run too.
# shellcheck disable=SC2034  # used by those who source this
readonly SWEEPS='AllOfF16|_f16|EveryHalf|EveryF16|EveryOtherType|BigIntegers|AgreesWithMpfr|AnotherWay|IsSeen'

# run_tests PRESET [CTEST-ARGUMENT...]: the exit code is ctest's; output of failed tests is shown.
run_tests() {
  local preset=$1 junit log
  shift
  junit=$(junit_of "$preset")
  log=$LOGS/$preset-test.log
  rm -f "$junit" "$log"
  mkdir -p "$LOGS"
  cd "$ROOT" || return
  say "testing $preset (log: $(short "$log"))"
  # The log has a line for each test; people want those that failed, which ctest also prints with their output.
  # Tests interrupt what they start, which may be ignored by whoever runs this in the background.
  env --default-signal=INT,HUP ctest --preset "$preset" --parallel "$JOBS" --output-junit "$junit" --no-tests=error "$@" </dev/null 2>&1 |
    tee "$log" | grep -Ev '^ *(Start +[0-9]+:|[0-9]+/[0-9]+ Test +#[0-9]+:.* +(Passed|\*\*\*Skipped) )|^Test project '
  return "${PIPESTATUS[0]}"
}

# count_tests JUNIT-FILE...: "PASSED FAILED SKIPPED", summed; a file that is missing counts nothing. Cases are counted one by
# one because ctest's own sums call a test whose program is missing "skipped": here it has failed. pytest writes no status, but
# an element inside the case when it did not pass.
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
    # Asked for by the test itself, with SKIP_RETURN_CODE or SKIP_REGULAR_EXPRESSION.
    status == "notrun" && /^skipped message="SKIP_/ { failed--; skipped++; status = "" }
    status == "none" && /^(failure|error)[ >]/ { passed--; failed++; status = "" }
    status == "none" && /^skipped[ >]/ { passed--; skipped++; status = "" }
    END { printf "%d %d %d\n", passed, failed, skipped }
  ' "${present[@]}"
}

# tally PASSED FAILED SKIPPED: the line that ends a test run, for people and for programs.
tally() {
  local skipped=''
  (($3 == 0)) || skipped=", $3 skipped"
  printf '%d passed, %d failed%s\n' "$1" "$2" "$skipped"
}
