#!/usr/bin/env bash
# Tests that an installation works outside the tree. Arguments: the build folder, and the prefix to install to.
set -euo pipefail
# shellcheck source=../lib/common.sh
source "$(dirname "${BASH_SOURCE[0]}")/../lib/common.sh"

build=$1 prefix=$2
rm -rf "$prefix" "$prefix.elsewhere"
cmake --install "$build" --prefix "$prefix" >/dev/null
# Moved, so that it cannot depend on the place of installation.
mv "$prefix" "$prefix.elsewhere"
prefix=$prefix.elsewhere
program=$prefix/bin/classay

"$program" oracle sqrt f32 4 | grep 'exact value' >/dev/null || die 1 "the installed program does not answer"

# The man page and the completions contain every command, and every option of run.
commands=$("$program" --help | sed -n '/^Commands:/,/^$/s/^  \([a-z]*\) .*/\1/p')
[[ $commands == *run* && $commands == *oracle* ]] || die 1 "no commands in the help: $commands"
options=$("$program" run --help | grep -oE '^  (-[a-z], )?--[a-z-]+' | grep -oE -e '--.*')
for word in $commands $options; do
  for file in share/man/man1/classay.1 share/bash-completion/completions/classay share/zsh/vendor-completions/_classay \
    share/fish/vendor_completions.d/classay.fish; do
    shown=${word#--}
    [[ $file != *.1 ]] || shown=${shown//-/\\\\-}
    grep -q -e "$shown" "$prefix/$file" || die 1 "$file does not know $word"
  done
done

# complete WORD...: prints bash's completions of the last word.
complete_words() {
  bash -c 'source "$1"; shift; COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); _classay; printf "%s " "${COMPREPLY[@]}"' - \
    "$prefix/share/bash-completion/completions/classay" "$@"
}
expect() { [[ $1 == "$2" ]] || die 1 "expected '$1', got '$2'"; }
expect 'repro resume ' "$(complete_words classay re | tr ' ' '\n' | sort | tr '\n' ' ' | sed 's/^ //')"
expect '--tier --time-budget --timeout ' "$(complete_words classay run --ti)"
expect 'certify ' "$(complete_words classay run --tier ce)"

if command -v groff >/dev/null; then
  complaints=$(groff -man -Tutf8 -ww "$prefix/share/man/man1/classay.1" 2>&1 >/dev/null)
  expect '' "$complaints"
fi

# The program reads the installed hard inputs: it reports the path of a file that cannot be read.
echo 'no numbers' >"$prefix/share/classay/hard-inputs/cbrt.f64.txt"
complaint=$("$program" search cbrt f64 --device 'Portable Computing Language' 2>&1) && die 1 "a search with hard inputs that are none"
[[ $complaint == *"$prefix"* ]] || die 1 "other hard inputs were read: $complaint"
rm -rf "$prefix"
