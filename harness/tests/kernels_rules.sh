#!/usr/bin/env bash
# Runs one launch of every kind of kernel under Oclgrind, which watches each of its accesses, and wants it to find nothing.
# Then a kernel that breaks rules, and wants it to find that.
#
#   kernels_rules.sh TEST-PROGRAM
#
# Exit codes: 0 nothing was found, 1 something was, 77 there is no Oclgrind.
set -euo pipefail

program=$1
if ! command -v oclgrind >/dev/null; then
  echo "skipped: oclgrind is not installed (apt-get install oclgrind)"
  exit 77
fi

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT

# watched NAME: runs one test; what Oclgrind finds goes to $folder/found.
watched() {
  : >"$folder/found"
  oclgrind --check-api --data-races --uninitialized --log "$folder/found" \
    "$program" --gtest_also_run_disabled_tests "--gtest_filter=$1" >"$folder/said" 2>&1
}

if ! watched KernelRulesTest.EverySignatureClassRuns || ! grep -q 'PASSED.* 1 test' "$folder/said"; then
  cat "$folder/said"
  echo "the test did not pass under Oclgrind"
  exit 1
fi
if grep -q SKIPPED "$folder/said"; then
  cat "$folder/said"
  echo "the test found no device under Oclgrind"
  exit 1
fi
if [[ -s $folder/found ]]; then
  head -n 60 "$folder/found"
  echo "Oclgrind found something"
  exit 1
fi

watched KernelRulesTest.DISABLED_AKernelThatBreaksRules || true
for finding in 'Invalid write' 'Uninitialized'; do
  if ! grep -qi "$finding" "$folder/found"; then
    cat "$folder/found"
    echo "Oclgrind did not find what is wrong with a wrong kernel: $finding"
    exit 1
  fi
done
echo "nothing found"
