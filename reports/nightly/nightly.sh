#!/usr/bin/env bash
# A night's run: asks the device, takes the journal into the trend, publishes pages, and ends with a code that says how it went.
#
#   nightly.sh [SETTINGS-FILE]    a file of NAME=VALUE lines, see nightly.conf; the environment counts where it says nothing
#
# In $CLASSAY_NIGHTLY are then: runs/DATE, the journal, with junit.xml, summary.md, news.txt and news.json beside it; trend.sqlite;
# and www, to be published as it is: www/last (the report of this run), www/diff.html (what changed since the run before),
# www/trend, www/badge.svg. Where there is news, and only then, $CLASSAY_TELL is a command of the shell that gets it to read.
# Journals of nights before the last $CLASSAY_PLAIN_NIGHTS are packed, and none is removed.
#
# Exit codes: those of `classay run`, the highest of all steps; with a baseline 1 means that something is unexpected, and what is
# known to fail is not. 3 also when the night before is still running, 4 when a report could not be made.
set -euo pipefail

warn() { printf 'nightly: %s\n' "$*" >&2; }

case ${1:-} in
  -h | --help)
    awk 'NR > 1 { if (!/^#/) exit; sub(/^# ?/, ""); print }' "$0"
    exit
    ;;
  '') ;;
  *)
    [[ -f $1 ]] || {
      warn "there is no file $1 with settings"
      exit 2
    }
    # shellcheck source=/dev/null
    source "$1"
    ;;
esac

classay=${CLASSAY:-classay}
report=${CLASSAY_REPORT:-classay-report}
folder=${CLASSAY_NIGHTLY:-/var/lib/classay}
database=${CLASSAY_TREND:-$folder/trend.sqlite}
baseline=${CLASSAY_BASELINE:-}
waivers=${CLASSAY_WAIVERS:-}
tell=${CLASSAY_TELL:-}
plain=${CLASSAY_PLAIN_NIGHTS:-7}
# Options are words separated by blanks.
read -ra run_options <<<"${CLASSAY_RUN_OPTIONS:---tier quick}"

code=0
# The highest code counts.
raise() { (($1 <= code)) || code=$1; }

# make WHAT COMMAND...: a report that can not be made is told, and does not keep the others from being made.
make() {
  local what=$1 made=0
  shift
  "$@" || made=$?
  ((made == 0)) || {
    warn "$what failed with exit code $made"
    raise 4
  }
}

# What is new in the run; both files are empty where nothing is. Code 1: something is worse, which verdicts say already.
write_news() {
  local told=0
  "$report" trend news "$run" --db "$database" >"$run/news.txt" || told=$?
  ((told > 1)) || "$report" trend news "$run" --json --db "$database" >"$run/news.json" || told=$?
  ((told <= 1)) || return "$told"
  [[ -z $tell || ! -s $run/news.txt ]] || bash -c "$tell" <"$run/news.txt"
}

# A journal packs to a tenth or less, and every report reads it packed. gzip leaves what it can not pack.
pack_old() {
  local journals=("$folder"/runs/*/journal.jsonl) failed=0 journal
  for journal in "${journals[@]:0:$((${#journals[@]} > plain ? ${#journals[@]} - plain : 0))}"; do
    gzip "$journal" || failed=$?
  done
  return "$failed"
}

mkdir -p "$folder/runs" "$folder/www"
exec 9>"$folder/lock"
flock --nonblock 9 || {
  warn "the night before is still running in $folder"
  exit 3
}

# The newest run that has a journal; names are dates, so the last one.
before=
for journal in "$folder"/runs/*/journal.jsonl*; do
  [[ ! -f $journal ]] || before=$(dirname "$journal")
done

run=$folder/runs/$(date --utc +%Y-%m-%dT%H%M%SZ)
ran=0
# The lock is this script's: a worker that outlives the night must not hold it.
"$classay" run "${run_options[@]}" --out "$run" 9>&- || ran=$?
if [[ ! -f $run/journal.jsonl ]]; then
  warn "classay run ended with code $ran and left no journal"
  exit "$((ran > 0 ? ran : 3))"
fi

if [[ -n $baseline || -n $waivers ]] && ((ran <= 1)); then
  checked=0
  expected=("$run")
  [[ -z $baseline ]] || expected+=("$baseline")
  [[ -z $waivers ]] || expected+=(--waivers "$waivers")
  "$report" baseline check "${expected[@]}" || checked=$?
  raise "$checked"
else
  raise "$ran"
fi

make 'the import into the trend' "$report" trend import "$run" --db "$database"
make 'the pages of the trend' "$report" trend pages "$folder/www/trend" --db "$database"
make 'the news' write_news
make 'the badge' "$report" trend badge "$folder/www/badge.svg" --db "$database"
make 'the report of the run' "$report" html "$folder/www/last" "$run"
make 'junit.xml' "$report" junit "$run" --out "$run/junit.xml"
make 'summary.md' "$report" markdown "$run" --out "$run/summary.md"
if [[ -n $before ]]; then
  # 1: something got worse, which is for people to read; whether it is wrong, the verdicts say.
  compared=0
  "$report" diff "$before" "$run" --html "$folder/www/diff.html" || compared=$?
  ((compared <= 1)) || {
    warn "the comparison with $before failed with exit code $compared"
    raise 4
  }
fi
make 'the packing of older journals' pack_old
exit "$code"
