// Judges the results for consecutive inputs by values with proven bounds, about a nanosecond each, and makes the tally that
// judging them one by one would make: every verdict and every bin that is counted is certain, and what is not is asked of
// the slow judge, as is everything that a tally keeps with its exact error.
#pragma once

#include <functional>
#include <span>
#include <stdexcept>

#include "reference/bulk/bulk_promise.h"
#include "reference/bulk/values.h"
#include "reference/judge/judged.h"

namespace classay {

using SlowJudge = std::function<Judged(std::uint64_t index, Bits input, Bits got)>;

// Inputs first, first + 1, ... and what a device gave for them, element after element in the format's width.
struct BulkInputs {
  std::uint64_t first_index = 0;  // in the plan
  Bits first = 0;
  std::span<const std::byte> results;
};

struct BulkTally {
  Tally tally;
  std::uint64_t asked_slowly = 0;  // how many lanes the slow judge was asked about
};

// The slow judge was asked about a lane for whom the values had an answer, and has another one.
class ValuesContradicted : public std::logic_error {
 public:
  using std::logic_error::logic_error;
};

namespace bulk {
struct Loops;
}

// `known`, if any: of inputs whose indices are smaller. The tally then holds only what may stand in one that is merged with
// it: to be merged, and then the same. `loops`: those of another instruction set than the best, for tests.
// Precondition: first + count - 1 is a pattern of the format. Throws ValuesContradicted.
BulkTally judge_in_bulk(const Values& values, const BulkPromise& promise, const BulkInputs& inputs, const SlowJudge& slow,
                        const Tally* known = nullptr, const bulk::Loops* loops = nullptr);

}  // namespace classay
