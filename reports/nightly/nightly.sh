#!/usr/bin/env bash
# Runs the nightly test: runs classay, imports the journal into the trend, writes pages, and returns an exit code.
#
#   nightly.sh [SETTINGS-FILE]    NAME=VALUE lines as in nightly.conf; environment variables apply where the file sets nothing
#
# Writes to $CLASSAY_NIGHTLY:
#
#   runs/DATE          journal, junit.xml, summary.md, news.txt and news.json
#   trend.sqlite       the history
#   www/last           pages of this run
#   www/diff.html      changes since the previous run
#   www/trend          pages of the history
#   www/badge.svg      badge with the verdict
#
# If something changed, the shell command $CLASSAY_TELL gets the changes on standard input. Journals older than
# $CLASSAY_PLAIN_NIGHTS nights are compressed; none is removed. With $CLASSAY_FARM (the path of classay-farm), all devices of the
# machine or of a farm are tested; $CLASSAY_FARM_OPTIONS are options of `classay-farm run`. Each device then has its journal,
# runs/DATE/DEVICE/run, and its changes, www/diff-DEVICE.html.
#
# Exit codes: the highest of `classay run` and all reports; with a baseline, 1 only for unexpected results. 3 also if the previous
# night is still running, 4 also if a report could not be made.
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
      warn "$1: no such settings file"
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
farm=${CLASSAY_FARM:-}
# Options are words separated by blanks.
read -ra run_options <<<"${CLASSAY_RUN_OPTIONS:---tier quick}"
read -ra farm_options <<<"${CLASSAY_FARM_OPTIONS:---all-devices}"

[[ -z $farm || -z $baseline$waivers ]] || {
  warn 'CLASSAY_BASELINE and CLASSAY_WAIVERS cannot be used with CLASSAY_FARM: a baseline belongs to one device'
  exit 2
}

code=0
# The highest code counts.
raise() { (($1 <= code)) || code=$1; }

# make WHAT COMMAND...: makes one report. A failure is printed, and the other reports are still made.
make() {
  local what=$1 made=0
  shift
  "$@" || made=$?
  ((made == 0)) || {
    warn "$what failed with exit code $made"
    raise 4
  }
}

# Both files are empty if nothing changed. Exit code 1 means that a result became worse, which the verdicts report already.
write_news() {
  local told=0
  "$report" trend news "${runs[@]}" --db "$database" >"$night/news.txt" || told=$?
  ((told > 1)) || "$report" trend news "${runs[@]}" --json --db "$database" >"$night/news.json" || told=$?
  ((told <= 1)) || return "$told"
  [[ -z $tell || ! -s $night/news.txt ]] || bash -c "$tell" <"$night/news.txt"
}

# All reports read compressed journals, which have a tenth of the size.
pack_old() {
  local nights=("$folder"/runs/*/) old
  old=$((${#nights[@]} > plain ? ${#nights[@]} - plain : 0))
  ((old == 0)) || find "${nights[@]:0:old}" -name journal.jsonl -exec gzip {} +
}

# The journals of a night, compressed or not: one of a run, or one for each device of a farm.
journals_of() { find "$1" -path "$1/journal.jsonl*" -o -path "$1/*/run/journal.jsonl*"; }

# Compares two nights of a device. Exit code 1 means that a result became worse, which does not fail the night.
compare_with() {
  local device=${1#"$night"} compared=0 page
  page=${device%/run}
  [[ -d $last$device ]] || return 0
  "$report" diff "$last$device" "$1" --html "$folder/www/diff${page/\//-}.html" || compared=$?
  ((compared <= 1)) || return "$compared"
}

mkdir -p "$folder/runs" "$folder/www"
exec 9>"$folder/lock"
flock --nonblock 9 || {
  warn "the night before is still running in $folder"
  exit 3
}

# The newest night with a journal. Names are dates, so it is the last one.
last=
for before in "$folder"/runs/*; do
  [[ ! -d $before || -z $(journals_of "$before") ]] || last=$before
done

night=$folder/runs/$(date --utc +%Y-%m-%dT%H%M%SZ)
ask=("$classay" run "${run_options[@]}" --out "$night")
[[ -z $farm ]] || ask=("$farm" run --out "$night" "${farm_options[@]}" -- "${run_options[@]}")
ran=0
# The run does not inherit the lock: a worker that outlives this script must not hold it.
"${ask[@]}" 9>&- || ran=$?
runs=()
[[ ! -d $night ]] || mapfile -t runs < <(journals_of "$night" | sort | xargs -r -d '\n' dirname)
if ((${#runs[@]} == 0)); then
  warn "${ask[*]:0:2} ended with code $ran and left no journal"
  exit "$((ran > 0 ? ran : 3))"
fi

if [[ -n $baseline || -n $waivers ]] && ((ran <= 1)); then
  checked=0
  expected=("${runs[@]}")
  [[ -z $baseline ]] || expected+=("$baseline")
  [[ -z $waivers ]] || expected+=(--waivers "$waivers")
  "$report" baseline check "${expected[@]}" || checked=$?
  raise "$checked"
else
  raise "$ran"
fi

make 'the import into the trend' "$report" trend import "${runs[@]}" --db "$database"
make 'the pages of the trend' "$report" trend pages "$folder/www/trend" --db "$database"
make 'the news' write_news
make 'the badge' "$report" trend badge "$folder/www/badge.svg" --db "$database"
make 'the report of the run' "$report" html "$folder/www/last" "${runs[@]}" --exit-zero
make 'junit.xml' "$report" junit "${runs[@]}" --out "$night/junit.xml" --exit-zero
make 'summary.md' "$report" markdown "${runs[@]}" --out "$night/summary.md" --exit-zero
if [[ -n $last ]]; then
  for run in "${runs[@]}"; do make "the comparison with $last" compare_with "$run"; done
fi
make 'the packing of older journals' pack_old
exit "$code"
