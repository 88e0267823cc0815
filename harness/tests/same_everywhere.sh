#!/usr/bin/env bash
# A simulated device has the same results on two machines, to the last bit: verdicts, counts, worst inputs and errors, histograms,
# samples, hashes of plans and answers. Arguments: simulated_run built for this machine, and how to call the one for another.
set -euo pipefail
native=$1
shift
[[ -x $native ]] || { echo "SKIPPED: $native is not built" && exit 77; }

# What judges by values and what goes to the oracle, all formats, several arguments, two results, relaxed derivations, hard inputs,
# conversions that saturate, lanes that belong together, integers.
readonly CASES=('clc/math/exp/f32/default/*' 'clc/math/pow/f32/default/v1' 'clc/math/sin/f64/default/v1' 'clc/math/cbrt/f64/default/v4'
  'clc/math/sqrt/f16/default/*' 'clc/math/remquo/f32/default/v1' 'clc/math/frexp/f64/default/v1' 'clc/math/sincos/f32/default/v1'
  'clc/math/lgamma/f32/default/v1' 'clc/math/exp/f32/relaxed/*' 'clc/math/tan/f32/relaxed/v1' 'clc/math/fma/f32/default/v1'
  'clc/conversion/convert_char_sat/f32/default/v1' 'clc/integer/mad_sat/i32/default/v1' 'clc/geometric/dot/f32/default/v4')

scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
# difference SEED: of the two machines, the other one with this seed; nothing where there is none.
difference() { diff "$scratch/native" <("${@:2}" "$1" "${CASES[@]}"); }

"$native" 1 "${CASES[@]}" >"$scratch/native"
lines=$(wc -l <"$scratch/native")
((lines >= ${#CASES[@]})) || { echo "only $lines results of ${#CASES[@]} cases" && exit 1; }
grep -q '"verdict":"fail"' "$scratch/native" || { echo "the device does not err" && exit 1; }
if ! difference 1 "$@" >"$scratch/difference"; then
  head -c 4000 "$scratch/difference"
  echo "the two machines differ"
  exit 1
fi
# The comparison can fail.
"$native" 2 "${CASES[0]}" | cmp -s - <(head -n 1 "$scratch/native") && { echo "another seed gives the same" && exit 1; }
echo "$lines results are the same"
