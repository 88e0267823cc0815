// Judges the results for many inputs by values with proven bounds, in about a nanosecond each. The tally equals that of
// judging each input with MPFR. A verdict or a bin is counted only if it is certain. All other lanes, and those whose exact
// error the tally keeps, go to the MPFR fallback (`SlowJudge`).
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

// The arguments of a call; unused arguments are 0.
using BulkArguments = std::array<Bits, 3>;

using SlowJudge = std::function<Judged(std::uint64_t index, const BulkArguments& arguments, Bits got)>;

// Inputs, and the results of a device as contiguous elements of the format's width. The inputs are a range, or lists of
// arguments. In a range, one argument takes consecutive patterns and the others are fixed.
struct BulkInputs {
  std::uint64_t first_index = 0;  // index of the first input in the plan
  BulkArguments first{};          // the first input of a range, or the arguments without a list
  std::size_t varies = 0;         // the index of the argument that varies in a range
  std::span<const std::byte> results;
  std::array<const Bits*, 3> lists{};  // replace a range if any list exists
  bool is_one_binade = false;          // for lists: all first arguments have one sign and one exponent

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
  // The number by which Values identify input i: the pattern of the varying argument, or the index in the lists.
  std::uint64_t number(std::uint64_t i) const { return is_run() ? first[varies] + i : i; }
};

struct BulkTally {
  Tally tally;
  std::uint64_t asked_slowly = 0;  // number of lanes that went to the fallback
};

// Thrown if the fallback contradicts the finding that the values gave for a lane.
class ValuesContradicted : public std::logic_error {
 public:
  using std::logic_error::logic_error;
};

namespace bulk {
struct Loops;
}

class BulkJudge {
 public:
  // `known` is an optional tally of inputs with smaller indices. The resulting tally then keeps only the samples that can
  // survive a merge with `known`; the merged tally is complete. `loops` selects an instruction set for tests. All arguments
  // but `loops` must outlive the judge.
  BulkJudge(const BulkPromise& promise, const SlowJudge& slow, const Tally* known = nullptr,
            const bulk::Loops* loops = nullptr);
  ~BulkJudge();
  BulkJudge(const BulkJudge&) = delete;
  BulkJudge& operator=(const BulkJudge&) = delete;

  // Adds inputs with larger indices than the previous ones. `values` is not used after the call. Precondition: the last
  // pattern of a range belongs to the format.
  void add(const Values& values, const BulkInputs& inputs);

  // Adds inputs whose values are known already: one per result, all with this bound.
  void add(std::span<const double> values, const Known& known, const BulkInputs& inputs);

  // Adds calls with a second result under the same promise. Both results must be right, and the larger error counts.
  // `inputs` and the tally contain the first results. The fallback receives the first results and judges both. Precondition:
  // has_other_ways.
  struct Second {
    const Values& values;
    std::span<const std::byte> results;  // as many as first results
  };
  void add(const Values& values, const Second& second, const BulkInputs& inputs);

  // Returns the tally of the added inputs. Call it once. Throws ValuesContradicted.
  BulkTally tally();

 private:
  class State;
  std::unique_ptr<State> state_;
};

// Judges one range, or one list of inputs.
BulkTally judge_in_bulk(const Values& values, const BulkPromise& promise, const BulkInputs& inputs, const SlowJudge& slow,
                        const Tally* known = nullptr, const bulk::Loops* loops = nullptr);

}  // namespace classay
