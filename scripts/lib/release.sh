# shellcheck shell=bash
# Checks a tree for a release, and makes its notes and its source archive. Needs no other library.

# shellcheck disable=SC2034  # used by those who source this
readonly RELEASE_ARCHITECTURES='x86_64 aarch64'

# version_in TREE: CMakeLists.txt reads the same line.
version_in() { sed -n 's/^__version__ = "\(.*\)"$/\1/p' "$1/reports/classay_report/__init__.py"; }

# release_notes CHANGELOG VERSION: prints the text of its section; fails if the section is missing.
release_notes() {
  awk -v heading="## [$2]" '
    index($0, heading) == 1 { found = 1; next }
    /^## / { if (found) exit }
    found && (started || NF) { started = 1; print }
    END { exit !found }' "$1"
}

# release_problems TREE VERSION: prints the reasons why it cannot be released, one per line.
release_problems() {
  local tagged
  [[ -z $(git -C "$1" status --porcelain) ]] || printf '%s\n' 'files are changed or not committed (git status)'
  grep -qE "^## \[${2//./\\.}\] - [0-9]{4}-[0-9]{2}-[0-9]{2}\$" "$1/CHANGELOG.md" ||
    printf '%s\n' "CHANGELOG.md has no section '## [$2] - YYYY-MM-DD'"
  tagged=$(git -C "$1" rev-list -n 1 "v$2" 2>/dev/null || true)
  [[ -z $tagged || $tagged == "$(git -C "$1" rev-parse HEAD)" ]] || printf '%s\n' "the tag v$2 is on another commit"
}

# source_time TREE: the time of its commit, in seconds since 1970. `git archive` gives it to the files of a source archive.
source_time() { git -C "$1" log -1 --format=%ct 2>/dev/null || stat --format=%Y "$1/CHANGELOG.md"; }

# source_archive TREE VERSION FOLDER: the committed files, the same bytes for the same commit.
source_archive() {
  git -C "$1" archive --format=tar --prefix="classay-$2/" HEAD | gzip -9n >"$3/classay-$2.tar.gz"
}

# files_of_release VERSION: the names that the folder of a release has, one per line.
files_of_release() {
  local architecture name
  for name in classay classay-report classay-farm; do
    case $name in
      classay) architecture=amd64 ;;
      *) architecture=all ;;
    esac
    printf '%s\n' "${name}_$1_$architecture.deb" "${name}_$1_$architecture.deb.cdx.json"
  done
  for architecture in $RELEASE_ARCHITECTURES; do
    name=classay-$1-py3-none-manylinux_2_28_$architecture.whl
    printf '%s\n' "$name" "$name.cdx.json" "classay-$1-$architecture.tar.gz"
  done
  printf '%s\n' "classay-$1.tar.gz" SHA256SUMS notes.txt
}

# folder_problems FOLDER VERSION: prints what is wrong with the folder of a release, one problem per line.
folder_problems() {
  local name
  comm -3 <(files_of_release "$2" | sort) <(ls "$1") | sed -e 's/^\t\(.*\)/\1 does not belong to a release/;t' -e 's/$/ is missing/'
  (cd "$1" && sha256sum --check --strict --quiet SHA256SUMS 2>&1) || true
  for name in "$1"/*; do
    [[ -s $name ]] || printf '%s\n' "${name##*/} is empty"
    [[ $name == */SHA256SUMS ]] || grep -q " ${name##*/}\$" "$1/SHA256SUMS" || printf '%s\n' "SHA256SUMS does not have ${name##*/}"
  done
}
