#!/usr/bin/env bash
# Tests that a tree that is not ready for a release is refused, that notes are found, that source archives are reproducible, and that
# files which are missing, damaged or not of the release are found.
set -euo pipefail
# shellcheck source=../lib/common.sh
source "$(dirname "${BASH_SOURCE[0]}")/../lib/common.sh"
# shellcheck source=../lib/release.sh
source "$ROOT/scripts/lib/release.sh"

command -v git >/dev/null || { warn "no git here" && exit 77; }
expect() { [[ $1 == "$2" ]] || die 1 "expected '$1', got '$2'"; }
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
tree=$scratch/tree
export GIT_CONFIG_GLOBAL=/dev/null GIT_AUTHOR_NAME=test GIT_AUTHOR_EMAIL=test@classay.invalid
export GIT_COMMITTER_NAME=test GIT_COMMITTER_EMAIL=test@classay.invalid
commit() { git -C "$tree" add --all && git -C "$tree" commit --quiet --allow-empty --message test; }

mkdir -p "$tree/reports/classay_report"
git -C "$tree" init --quiet
echo '__version__ = "1.2.0"' >"$tree/reports/classay_report/__init__.py"
printf '%s\n' '# Changelog' '' '## [1.2.0] - 2030-01-02' '' '### Added' '- this' '' '## [1.1.0] - 2029-01-02' '- that' >"$tree/CHANGELOG.md"
commit
expect 1.2.0 "$(version_in "$tree")"
expect '' "$(release_problems "$tree" 1.2.0)"
expect $'### Added\n- this' "$(release_notes "$tree/CHANGELOG.md" 1.2.0)"
expect '- that' "$(release_notes "$tree/CHANGELOG.md" 1.1.0)"
! release_notes "$tree/CHANGELOG.md" 1.0.0 || die 1 "notes of a version that CHANGELOG.md does not have"

mkdir "$scratch/a" "$scratch/b"
source_archive "$tree" 1.2.0 "$scratch/a"
sleep 1.1  # a time stamp would differ
source_archive "$tree" 1.2.0 "$scratch/b"
expect "$(git -C "$tree" log -1 --format=%ct)" "$(source_time "$tree")"
# An image or a source archive has no git.
tar -xzf "$scratch/a/classay-1.2.0.tar.gz" -C "$scratch/a"
expect "$(source_time "$tree")" "$(source_time "$scratch/a/classay-1.2.0")"
cmp "$scratch/a/classay-1.2.0.tar.gz" "$scratch/b/classay-1.2.0.tar.gz" || die 1 "two archives of a commit differ"

git -C "$tree" tag v1.2.0
expect '' "$(release_problems "$tree" 1.2.0)"
commit
expect 'the tag v1.2.0 is on another commit' "$(release_problems "$tree" 1.2.0)"
expect "CHANGELOG.md has no section '## [1.3.0] - YYYY-MM-DD'" "$(release_problems "$tree" 1.3.0)"
sed -i 's/2030-01-02/unreleased/' "$tree/CHANGELOG.md"
commit
[[ $(release_problems "$tree" 1.2.0) == *"'## [1.2.0] - YYYY-MM-DD'"* ]] || die 1 "a version without a date is released"
touch "$tree/new"
[[ $(release_problems "$tree" 1.2.0) == *'not committed'* ]] || die 1 "a file that is not committed is released"

# fill_folder: makes a complete folder of a release, with a word in each file.
fill_folder() {
  local name
  rm -rf "$scratch/folder"
  mkdir "$scratch/folder"
  for name in $(files_of_release 1.2.0); do echo "$name" >"$scratch/folder/$name"; done
  (cd "$scratch/folder" && rm SHA256SUMS && sha256sum -- * >"$scratch/sums" && mv "$scratch/sums" SHA256SUMS)
}
# finds_in_folder TEXT
finds_in_folder() { [[ $(folder_problems "$scratch/folder" 1.2.0) == *"$1"* ]] || die 1 "not found in the folder: $1"; }
fill_folder
expect '' "$(folder_problems "$scratch/folder" 1.2.0)"
rm "$scratch/folder/classay-1.2.0-py3-none-manylinux_2_28_aarch64.whl"
finds_in_folder 'classay-1.2.0-py3-none-manylinux_2_28_aarch64.whl is missing'
fill_folder
echo more >>"$scratch/folder/classay_1.2.0_amd64.deb"
finds_in_folder 'classay_1.2.0_amd64.deb: FAILED'
fill_folder
: >"$scratch/folder/notes.txt"
finds_in_folder 'notes.txt is empty'
fill_folder
sed -i '/aarch64.tar.gz/d' "$scratch/folder/SHA256SUMS"
finds_in_folder 'SHA256SUMS does not have classay-1.2.0-aarch64.tar.gz'
fill_folder
touch "$scratch/folder/classay-1.1.0.tar.gz"
finds_in_folder 'classay-1.1.0.tar.gz does not belong to a release'
