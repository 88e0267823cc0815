// Judges the results for many inputs by values with proven bounds, about a nanosecond each, and makes the tally that judging
// them one by one would make: every verdict and every bin that is counted is certain, and what is not is asked of the slow
// judge, as is everything that a tally keeps with its exact error.
#pragma once

#include <array>
#include <functional>
#include <memory>
#include <span>
#include <stdexcept>

#include "reference/bulk/bulk_promise.h"
#include "reference/bulk/values.h"
#include "reference/judge/judged.h"

namespace classay {

// The arguments of a call; those that are not there are 0.
using BulkArguments = std::array<Bits, 3>;

using SlowJudge = std::function<Judged(std::uint64_t index, const BulkArguments& arguments, Bits got)>;

// Inputs, and what a device gave for them, element after element in the format's width. The inputs are a run, consecutive
// patterns of one argument while the others do not change; or lists of arguments.
struct BulkInputs {
  std::uint64_t first_index = 0;  // in the plan
  BulkArguments first{};          // of a run: its first input
  std::size_t varies = 0;         // of a run: the number of the argument that varies
  std::span<const std::byte> results;
  std::array<const Bits*, 3> lists{};  // instead of a run, if there is one; arguments without a list are those in `first`
  bool is_one_binade = false;          // of lists: all first arguments have one sign and one exponent

  bool is_run() const { return lists[0] == nullptr && lists[1] == nullptr && lists[2] == nullptr; }
  BulkArguments at(std::uint64_t i) const {
    BulkArguments a = first;
    if (is_run()) {
      a[varies] += i;
      return a;
    }
    for (std::size_t k = 0; k < a.size(); ++k) {
      if (lists[k] != nullptr) a[k] = lists[k][i];
    }
    return a;
  }
  // What Values know input i as: the pattern of what varies, or the place in the lists.
  std::uint64_t number(std::uint64_t i) const { return is_run() ? first[varies] + i : i; }
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

class BulkJudge {
 public:
  // `known`, if any: of inputs whose indices are smaller than all that come. The tally then holds only what may stand in one
  // that is merged with it: to be merged, and then the same. `loops`: those of another instruction set than the best, for
  // tests. All but `loops` outlive the judge.
  BulkJudge(const BulkPromise& promise, const SlowJudge& slow, const Tally* known = nullptr,
            const bulk::Loops* loops = nullptr);
  ~BulkJudge();
  BulkJudge(const BulkJudge&) = delete;
  BulkJudge& operator=(const BulkJudge&) = delete;

  // Inputs with larger indices than those before. `values` are not needed any more afterwards.
  // Precondition: the last of a run is a pattern of the format.
  void add(const Values& values, const BulkInputs& inputs);

  // With values that somebody has asked for already, one for each result, all with this bound.
  void add(std::span<const double> values, const Known& known, const BulkInputs& inputs);

  // The same of calls with a second result, under the same promise: both have to be right, and the larger error counts. What
  // is in `inputs`, what a tally keeps and what the slow judge is told are the first results; it judges both.
  // Precondition: has_other_ways.
  struct Second {
    const Values& values;
    std::span<const std::byte> results;  // as many as there are first ones
  };
  void add(const Values& values, const Second& second, const BulkInputs& inputs);

  // What has been added, once. Throws ValuesContradicted.
  BulkTally tally();

 private:
  class State;
  std::unique_ptr<State> state_;
};

// One run, or one list of inputs.
BulkTally judge_in_bulk(const Values& values, const BulkPromise& promise, const BulkInputs& inputs, const SlowJudge& slow,
                        const Tally* known = nullptr, const bulk::Loops* loops = nullptr);

}  // namespace classay
