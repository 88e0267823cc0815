#!/usr/bin/env bash
# A night's run: asks the device, takes the journal into the trend, publishes pages, and ends with a code that says how it went.
#
#   nightly.sh [SETTINGS-FILE]    a file of NAME=VALUE lines, see nightly.conf; the environment counts where it says nothing
#
# In $CLASSAY_NIGHTLY are then: runs/DATE, the journal, with junit.xml, summary.md, news.txt and news.json beside it; trend.sqlite;
# and www, to be published as it is: www/last (the report of this run), www/diff.html (what changed since the run before),
# www/trend, www/badge.svg. Where there is news, and only then, $CLASSAY_TELL is a command of the shell that gets it to read.
# Journals of nights before the last $CLASSAY_PLAIN_NIGHTS are packed, and none is removed.
# Where $CLASSAY_FARM names the program `farm`, a night is one of all devices of the machine, or of a farm ($CLASSAY_FARM_OPTIONS are
# words of `farm run`): each device has a journal, runs/DATE/DEVICE/run, and www/diff-DEVICE.html.
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
farm=${CLASSAY_FARM:-}
# Options are words separated by blanks.
read -ra run_options <<<"${CLASSAY_RUN_OPTIONS:---tier quick}"
read -ra farm_options <<<"${CLASSAY_FARM_OPTIONS:---all-devices}"

[[ -z $farm || -z $baseline$waivers ]] || {
  warn 'a baseline is that of one device, and a farm asks several'
  exit 2
}

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

# What is new in the night; both files are empty where nothing is. Code 1: something is worse, which verdicts say already.
write_news() {
  local told=0
  "$report" trend news "${runs[@]}" --db "$database" >"$night/news.txt" || told=$?
  ((told > 1)) || "$report" trend news "${runs[@]}" --json --db "$database" >"$night/news.json" || told=$?
  ((told <= 1)) || return "$told"
  [[ -z $tell || ! -s $night/news.txt ]] || bash -c "$tell" <"$night/news.txt"
}

# A journal packs to a tenth or less, and every report reads it packed. gzip leaves what it can not pack.
pack_old() {
  local nights=("$folder"/runs/*/) old
  old=$((${#nights[@]} > plain ? ${#nights[@]} - plain : 0))
  ((old == 0)) || find "${nights[@]:0:old}" -name journal.jsonl -exec gzip {} +
}

# The journals of a night, packed or not: of one run, or of each device of a farm.
journals_of() { find "$1" -path "$1/journal.jsonl*" -o -path "$1/*/run/journal.jsonl*"; }

# Two nights of a device. Code 1: something got worse, which is for people to read; whether it is wrong, the verdicts say.
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

# The newest night that has a journal; names are dates, so the last one.
last=
for before in "$folder"/runs/*; do
  [[ ! -d $before || -z $(journals_of "$before") ]] || last=$before
done

night=$folder/runs/$(date --utc +%Y-%m-%dT%H%M%SZ)
ask=("$classay" run "${run_options[@]}" --out "$night")
[[ -z $farm ]] || ask=("$farm" run --out "$night" "${farm_options[@]}" -- "${run_options[@]}")
ran=0
# The lock is this script's: a worker that outlives the night must not hold it.
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
