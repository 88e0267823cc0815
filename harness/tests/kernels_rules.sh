#!/usr/bin/env bash
# Runs launches of every kind of kernel under Oclgrind, which watches each of their accesses, and wants it to find nothing.
# Then a kernel that breaks rules, and wants it to find that.
#
#   kernels_rules.sh TEST-PROGRAM RULE-BREAKER
#
# Exit codes: 0 nothing was found, 1 something was, 77 there is no Oclgrind.
set -euo pipefail

program=$1 breaker=$2
if ! command -v oclgrind >/dev/null; then
  echo "skipped: oclgrind is not installed (apt-get install oclgrind)"
  exit 77
fi

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT

# watched OPTION PROGRAM...: what Oclgrind finds goes to $folder/found, what the program says to $folder/said. Not optimised:
# then the bitcode is the kernel as it is written, and has none of the `freeze` that Oclgrind 21.10 does not know.
watched() {
  : >"$folder/found"
  oclgrind --check-api "$1" --build-options -cl-opt-disable --log "$folder/found" "${@:2}" >"$folder/said" 2>&1
}

findings() {
  cat "$folder/found"
  # Queries that an older device does not know are made too; they return an error by design.
  grep -A1 'runtime error detected' "$folder/said" | grep 'Function:' | grep -v clGetDeviceInfo || true
}

fail() {
  printf '%s\n' "$@"
  exit 1
}

# clean TEST OPTION: the test passes, and nothing is found.
clean() {
  watched "$2" "$program" "--gtest_filter=KernelRulesTest.$1" || fail "$(cat "$folder/said")" "$1 failed under Oclgrind $2"
  grep -q 'PASSED.* 1 test' "$folder/said" || fail "$(cat "$folder/said")" "no test ran under Oclgrind $2"
  if grep -q SKIPPED "$folder/said"; then fail "$(cat "$folder/said")" "no device under Oclgrind"; fi
  local found
  found=$(findings)
  [[ -z $found ]] || fail "${found:0:6000}" "Oclgrind $2 found something"
}

clean ClassesOfValuesRun --data-races
clean ClassesThatGoThroughMemoryRun --data-races
clean ClassesOfJoinedLanesRun --data-races
# Oclgrind 21.10 can not follow where values come from through a builtin that writes to memory, and falls over a vector that
# is joined from lanes of others (a shuffle of theirs, some of its elements undefined), so only what is neither.
clean ClassesOfValuesRun --uninitialized

watched --uninitialized "$breaker" || true
found=$(findings)
for wrong in 'Invalid write' 'Uninitialized'; do
  grep -qi "$wrong" <<<"$found" || fail "$found" "Oclgrind did not say of a wrong kernel: $wrong"
done
echo "nothing found"
