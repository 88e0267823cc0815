#!/usr/bin/env bash
# Tests the script `qualify` of the GPU kit, with a stand-in for classay. Argument: a folder to work in.
#
# Expected: steps run in order and within the time; results stay if it is stopped; a journal of any size, and a program that hangs,
# crashes or finds no device, give the exit code that --help states; a driver without an .icd file is found.
set -euo pipefail
# shellcheck source=../lib/common.sh
source "$(dirname "${BASH_SOURCE[0]}")/../lib/common.sh"

folder=$1/gpu-kit-test
rm -rf "$folder"
mkdir -p "$folder/kit/bin" "$folder/kit/loaders" "$folder/drivers" "$folder/vendors"
cp "$ROOT/scripts/kit/qualify" "$folder/kit/"
cat >"$folder/kit/bin/classay" <<'STUB'
#!/usr/bin/env bash
# Prints the output of the real program. FAKE_* select failures.
out='' previous=''
for word in "$@"; do
  [[ $previous != --out ]] || out=$word
  previous=$word
done
printf '%s\n' "$*" >>"$FAKE_LOG"
hang_if_asked() {
  [[ ${FAKE_HANG:-} ]] || return 0
  sleep 600 &
  trap 'kill %1; exit 130' TERM
  wait
}
case $1 in
  devices)
    [[ ! ${FAKE_NO_DEVICE:-} ]] || exit 5
    [[ $* != *--json* ]] || printf '%s\n' '{"backend":"opencl","address":"0:0","short_name":"pocl","name":"a processor","shares_memory":true}' \
      '{"backend":"opencl","address":"1:0","short_name":"card","name":"a card","shares_memory":false}'
    cat "$OCL_ICD_VENDORS"/*.icd >>"$FAKE_LOG" 2>/dev/null
    ;;
  run)
    mkdir -p "$out"
    if [[ ${FAKE_LARGE:-} ]]; then head -c 30000000 /dev/urandom >"$out/journal.jsonl"; else echo '{"kind":"run"}' >"$out/journal.jsonl"; fi
    echo '3 pass, 1 fail'
    hang_if_asked
    [[ ! ${FAKE_CRASH:-} ]] || kill -SEGV $$
    exit "${FAKE_CODE:-0}"
    ;;
  bench) hang_if_asked ;;
esac
STUB
chmod +x "$folder/kit/bin/classay"
export FAKE_LOG=$folder/log
vendors=(OCL_ICD_VENDORS="$folder/vendors")

# qualify CODE ARGUMENT...: runs it in an empty folder for results, and checks its exit code.
qualify() {
  local expected=$1 code=0
  shift
  rm -rf "$folder/results" "$FAKE_LOG"
  env "${vendors[@]}" LD_LIBRARY_PATH="$folder/drivers" "$folder/kit/qualify" --out "$folder/results" "$@" \
    >"$folder/printed" 2>&1 </dev/null || code=$?
  ((code == expected)) || die 1 "qualify $*: expected exit code $expected, got $code: $(cat "$folder/printed")"
}
has() { grep -qF -e "$2" "$folder/$1" || die 1 "$1 does not contain '$2': $(cat "$folder/$1")"; }

qualify 2 --minutes none
has printed "'none' is not a number of minutes"
qualify 2 --steps smoke,everything
has printed "unknown step 'everything'"
qualify 0 --help
has printed '--minutes N'
qualify 0 --list
has printed 'floats'

# Each step runs once, in the order of --list. The GPU is chosen before the processor.
qualify 0 --minutes 2
steps=$(grep -oE '^(run|bench|selfcheck) .*--out [^ ]*/([a-z0-9-]+)' "$FAKE_LOG" | sed 's|.*/||' | tr '\n' ' ')
[[ $steps == 'smoke floats compare-host compare-device pairs f64 relaxed spirv unary ' ]] || die 1 "the steps were: $steps"
has log 'run --device 1:0 --tier smoke'
has results/summary.txt 'exit code 0, 0 s: 3 pass, 1 fail'
has results/summary.txt 'no device'
gzip -dc "$folder/results/03-smoke.jsonl.gz" | grep -q '"kind":"run"' || die 1 'no journal was kept'
[[ ! $(find "$folder/results" -name '.work*') ]] || die 1 'the working folder was left behind'
qualify 2 --minutes 1 --out "$folder/kit"
has printed 'is not empty'

FAKE_CODE=1 qualify 1 --steps smoke --device mine
has log 'run --device mine'
FAKE_CODE=4 qualify 4 --steps smoke
FAKE_CRASH=1 qualify 4 --steps smoke
FAKE_NO_DEVICE=1 qualify 5
has results/summary.txt 'no OpenCL device was found'

# The parts of a large journal can be joined.
FAKE_LARGE=1 qualify 0 --steps smoke
cat "$folder"/results/03-smoke.jsonl.gz.* | gzip -t || die 1 'the parts of a journal do not make a whole'
for part in "$folder"/results/*.gz*; do (($(stat -c %s "$part") <= 14 * 1024 * 1024)) || die 1 "$part is too large"; done

# A driver without an .icd file is found, unless the user has chosen drivers.
: >"$folder/drivers/libnvidia-opencl.so.1"
qualify 0 --steps smoke
! grep -qF libnvidia "$FAKE_LOG" || die 1 'OCL_ICD_VENDORS was not left alone'
[[ ! $(ls "$folder/vendors") ]] || die 1 "an .icd file was written to the user's folder"
vendors=(-u OCL_ICD_VENDORS)
qualify 0 --steps smoke
has log "$folder/drivers/libnvidia-opencl.so.1"
rm "$folder/drivers/libnvidia-opencl.so.1"

# stop_when FILE: stops qualify when the file has content.
stop_when() {
  rm -rf "$folder/results"
  (
    while [[ ! -s $folder/results/$1 ]]; do sleep 0.1; done
    pkill -TERM -f "$folder/kit/qualify --out"
  ) &
}

# When stopped, it keeps existing results and starts no further step.
stop_when 03-smoke.txt
FAKE_HANG=1 qualify 130 --minutes 1 --steps smoke,floats
has results/summary.txt 'not run: interrupted'
[[ -s $folder/results/03-smoke.jsonl.gz ]] || die 1 'the journal of the step that was stopped is lost'
stop_when 05-bench.txt
FAKE_HANG=1 qualify 130 --minutes 1 --steps bench
[[ $(grep -c 'bench --device' "$FAKE_LOG") == 1 ]] || die 1 "a measurement began after the stop: $(cat "$FAKE_LOG")"
rm -rf "$folder"
