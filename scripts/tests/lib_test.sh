#!/usr/bin/env bash
# Tests the functions that scripts share. Each function test_... runs in its own folder. Arguments select the tests to run.
set -euo pipefail
# shellcheck source=../lib/common.sh
source "$(dirname "${BASH_SOURCE[0]}")/../lib/common.sh"
# shellcheck source=../lib/build.sh
source "$ROOT/scripts/lib/build.sh"
# shellcheck source=../lib/packages.sh
source "$ROOT/scripts/lib/packages.sh"
# shellcheck source=../lib/drivers.sh
source "$ROOT/scripts/lib/drivers.sh"

# expect WANTED GOT
expect() { [[ $1 == "$2" ]] || die 1 "${FUNCNAME[1]}: expected '$1', got '$2'"; }

# add_test_here NAME COMMAND...: adds a test to the folder's tests.
add_test_here() { printf 'add_test(%s)\n' "$*" >>CTestTestfile.cmake; }

# results_here: runs the tests and writes the results to ctest.xml.
results_here() { ctest --output-junit "$PWD/ctest.xml" >ctest.log 2>&1 || true; }

test_counts_what_passed_failed_and_was_skipped() {
  add_test_here good true
  add_test_here bad false
  add_test_here skips sh -c '"exit 77"'
  add_test_here skips_aloud echo SKIPPED
  add_test_here off true
  echo 'set_tests_properties(skips PROPERTIES SKIP_RETURN_CODE 77)
    set_tests_properties(skips_aloud PROPERTIES SKIP_REGULAR_EXPRESSION SKIPPED)
    set_tests_properties(off PROPERTIES DISABLED TRUE)' >>CTestTestfile.cmake
  results_here
  expect '1 1 3' "$(count_tests ctest.xml)"
}

test_names_architectures_as_dpkg_does() {
  expect arm64 "$(debian_name aarch64)"
  expect amd64 "$(debian_name x86_64)"
}

test_a_test_without_its_program_has_failed() {
  add_test_here absent ./no-such-program
  add_test_here good true
  results_here
  expect '1 1 0' "$(count_tests ctest.xml)"
}

test_a_test_that_prints_results_counts_once() {
  add_test_here bait echo '[[<testcase name="a" status="fail"/>]]'
  results_here
  grep -q '&lt;testcase' ctest.xml || die 1 "the bait is not in the results: $(<ctest.xml)"
  expect '1 0 0' "$(count_tests ctest.xml)"
}

test_counts_what_pytest_writes() {
  printf '%s' '<testsuites><testsuite tests="4"><testcase classname="a" name="good" time="0.1" />' \
    '<testcase name="bad"><failure message="no">E &lt;testcase </failure></testcase>' \
    '<testcase name="broken"><error message="no">E</error></testcase>' \
    '<testcase name="skips"><skipped type="pytest.skip" message="none">x</skipped></testcase></testsuite></testsuites>' >pytest.xml
  expect '1 2 1' "$(count_tests pytest.xml)"
}

test_sums_over_files_and_leaves_out_those_that_are_missing() {
  add_test_here good true
  add_test_here bad false
  results_here
  expect '2 2 0' "$(count_tests ctest.xml missing.xml ctest.xml)"
  expect '0 0 0' "$(count_tests missing.xml)"
}

test_tally_names_skipped_tests_only_when_there_are_any() {
  expect '3 passed, 0 failed' "$(tally 3 0 0)"
  expect '3 passed, 1 failed, 2 skipped' "$(tally 3 1 2)"
}

test_package_lists_have_comments() {
  printf '# about\ncmake\n\nccache  # why\nold | new  # its name in another release\n' >list.txt
  expect $'cmake\nccache\nold|new' "$(package_list list.txt)"
}

test_of_two_names_one_is_enough() {
  command -v dpkg-query >/dev/null || return 0
  expect '' "$(missing_packages 'no-such-package-anywhere|dpkg' 'dpkg|no-such-package-anywhere')"
  expect 'no-such-package|none-either' "$(missing_packages 'no-such-package|none-either' dpkg)"
}

test_of_two_names_the_one_is_installed_that_apt_knows() {
  # shellcheck disable=SC2317
  apt-cache() {
    case $2 in
      new | plain) echo '  Candidate: 1.0' ;;
      *) echo '  Candidate: (none)' ;;
    esac
  }
  expect $'new\nnew\nplain\nold' "$(names_here 'old|new' 'new|old' plain 'old|older')"
}

test_an_optional_package_that_apt_does_not_know_is_left_out() {
  # shellcheck disable=SC2317
  apt-cache() { [[ $2 == known ]] && echo '  Candidate: 1:2.3-4'; }
  expect $'known\nneeded' "$(names_here 'known?' 'unknown?' needed)"
  expect 2.3 "$(candidate known)"
  command -v dpkg-query >/dev/null || return 0
  expect 'no-such-package-anywhere?' "$(missing_packages 'dpkg?' 'no-such-package-anywhere?')"
  # shellcheck disable=SC2317
  as_root() { die 1 "apt was started: $*"; }
  # shellcheck disable=SC2317
  version_here() { :; }
  expect 'classay: continuing without no-such-package-anywhere, which apt does not know here' \
    "$(require_packages dpkg 'no-such-package-anywhere?' 2>&1)"
}

test_versions_that_are_too_old_are_refused_in_one_sentence() {
  local code=0
  # shellcheck disable=SC2317
  ubuntu_22() {
    case $1 in
      cmake) echo 3.22.1 ;;
      c++) echo 11.2.0 ;;
      mpfr) echo 4.1.0 ;;
      python3) ;;
    esac
  }
  (refuse_old ubuntu_22) 2>log || code=$?
  expect 2 "$code"
  grep -q 'too old here to build classay: CMake 3.22.1 (needed: 3.25), GCC 11.2.0 (needed: 12), MPFR 4.1.0 (needed: 4.2). ' log ||
    die 1 "not said: $(<log)"
  # shellcheck disable=SC2317
  enough() { case $1 in cmake) echo 3.25.0 ;; c++) echo 12 ;; mpfr) echo 4.10 ;; python3) echo 3.13.5 ;; esac }
  refuse_old enough
}

test_other_distributions_have_names_for_all_packages() {
  local -x OS_RELEASE=$PWD/os-release
  local name column
  mapfile -t names < <(cd "$ROOT/scripts" && package_list packages.txt packages-libraries.txt | tr '|' '\n' | sed 's/?$//')
  for name in "${names[@]}"; do
    for column in 2 3 4; do
      [[ $(awk -v name="$name" -v column=$column '$1 == name { print $column }' "$ROOT/scripts/packages-elsewhere.txt") ]] ||
        die 1 "packages-elsewhere.txt has no name for $name in column $column"
    done
  done
  printf 'ID=fedora\n' >os-release
  expect 'dnf install gcc-c++ flint-devel ccache' "$(install_elsewhere g++ 'libflint-arb-dev|libflint-dev' libflint-dev 'ccache?')"
  printf 'ID=manjaro\nID_LIKE=arch\n' >os-release
  expect 'pacman -S --needed ninja' "$(install_elsewhere ninja-build)"
  printf 'ID="opensuse-tumbleweed"\nID_LIKE="opensuse suse"\n' >os-release
  expect 'zypper install gcc-c++' "$(install_elsewhere g++)"
  printf 'ID=unknown\n' >os-release
  expect '' "$(install_elsewhere g++)"
}

test_without_apt_the_command_of_the_distribution_is_printed() {
  local code=0
  local -x OS_RELEASE=$PWD/os-release
  printf 'ID=fedora\n' >os-release
  # shellcheck disable=SC2317
  command() { [[ $2 != ninja && $2 != apt-get ]]; }
  (require_packages g++ ninja-build) >log 2>&1 || code=$?
  expect 2 "$code"
  [[ $(<log) == *'missing: ninja. As root, run:'*$'\n  dnf install gcc-c++ ninja-build' ]] || die 1 "not said: $(<log)"
}

test_a_package_that_nobody_has_is_missing() {
  command -v dpkg-query >/dev/null || return 0
  expect no-such-package-anywhere "$(missing_packages dpkg no-such-package-anywhere dpkg)"
  expect '' "$(missing_packages dpkg)"
}

# note_package NAME ARCHITECTURE STATUS MULTI-ARCH: makes the folder's dpkg know the package.
note_package() {
  printf '%s\n' "Package: $1" "Architecture: $2" "Status: install ok $3" "Multi-Arch: $4" 'Version: 1' \
    'Maintainer: nobody' 'Description: for a test' '' >>dpkg/status
}

test_a_package_of_another_architecture_is_not_the_one_that_is_needed() {
  command -v dpkg-query >/dev/null || return 0
  local -x DPKG_ADMINDIR=$PWD/dpkg
  local native foreign=arm64
  native=$(dpkg --print-architecture)
  [[ $native != arm64 ]] || foreign=amd64
  mkdir -p dpkg/info dpkg/updates
  printf '%s\n' "$native" "$foreign" >dpkg/arch
  note_package only-foreign "$foreign" installed same
  note_package only-native "$native" installed no
  note_package both "$native" installed same
  note_package both "$foreign" installed same
  note_package half "$native" half-installed same
  note_package half "$foreign" installed same
  note_package foreign-tool "$foreign" installed foreign
  note_package for-all all installed foreign
  dpkg-query --show only-foreign >/dev/null || die 1 "the bait is not installed"
  expect $'only-foreign\nhalf\nforeign-tool' \
    "$(missing_packages only-foreign only-native both half foreign-tool for-all)"
}

test_without_root_it_says_what_to_install() {
  local code=0
  # shellcheck disable=SC2317
  (may_become_root() { return 1; } && require_packages dpkg no-such-package-anywhere) >log 2>&1 || code=$?
  command -v apt-get >/dev/null || return 0
  expect 2 "$code"
  grep -q 'apt-get install --no-install-recommends no-such-package-anywhere$' log || die 1 "not said: $(<log)"
}

test_a_quiet_command_is_heard_when_it_fails() {
  local code=0
  quietly "$PWD/log" echo one >out 2>&1
  expect '' "$(<out)"
  quietly "$PWD/log" sh -c 'echo the reason; exit 3' >out 2>&1 || code=$?
  expect 3 "$code"
  grep -q 'the reason' out || die 1 "the reason is not shown: $(<out)"
}

test_help_is_the_comment_at_the_top() {
  printf '%s\n' '#!/bin/sh' '# One.' '#' '#   Two.' 'set -e' '# Not this.' >script
  expect $'One.\n\n  Two.' "$(help script)"
}

# said_by SCRIPT ARGUMENTS...: prints the script's output, with a classay that only prints its arguments.
said_by() {
  printf '#!/bin/sh\necho "called: $*" >&2\nexit 3\n' >classay
  chmod +x classay
  "$ROOT/scripts/$1" --classay "$PWD/classay" "${@:2}" 2>&1 || true
}

test_scripts_in_python_ask_the_device_that_they_are_told() {
  command -v python3 >/dev/null || return 0
  local words
  for words in 'check-verdicts.py sqrt' 'search-table.py f32'; do
    # Each entry has two words.
    # shellcheck disable=SC2086
    said_by $words --device 'a device' >log
    grep -q -- 'called: .* --device a device' log || die 1 "$words uses a different device: $(<log)"
    # shellcheck disable=SC2086
    said_by $words >log
    grep -q 'called: ' log || die 1 "$words did not call classay: $(<log)"
    if grep -q -- --device log; then die 1 "$words asks one that it was not told: $(<log)"; fi
  done
}

# A vendor file that is rewritten while a loader reads it makes a driver vanish for a moment.
test_a_vendor_file_is_written_once_and_whole() {
  DRIVERS=$PWD/drivers
  mkdir -p drivers/intel/lib
  touch drivers/intel/lib/libintelocl.so
  name_drivers
  expect "$(readlink -f drivers/intel/lib/libintelocl.so)" "$(<drivers/vendors/intel.icd)"
  local before
  before=$(stat -c '%i %y' drivers/vendors/intel.icd)
  name_drivers
  expect "$before" "$(stat -c '%i %y' drivers/vendors/intel.icd)"
  echo /elsewhere/libintelocl.so >drivers/vendors/intel.icd
  exec 3<drivers/vendors/intel.icd
  name_drivers
  expect /elsewhere/libintelocl.so "$(cat <&3)"
  expect "$(readlink -f drivers/intel/lib/libintelocl.so)" "$(<drivers/vendors/intel.icd)"
  expect intel.icd "$(ls drivers/vendors)"
}

mapfile -t tests < <(compgen -A function test_)
(($# == 0)) || tests=("$@")
((${#tests[@]})) || die 1 "there are no tests"
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
for name in "${tests[@]}"; do
  mkdir "$scratch/$name"
  (cd "$scratch/$name" && "$name")
done
