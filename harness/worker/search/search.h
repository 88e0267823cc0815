// Searches for the input with the largest error, without knowledge of the function. It starts with random inputs everywhere,
// and with inputs that are known to be bad. Then it repeatedly narrows the best regions to a quarter of their width, with as
// many inputs as before. A region ends when all its inputs are measured. All this is repeated several times.
//
// The error of a good library has two parts: that of an approximation, which is smooth, and the noise of the last rounding.
// Where the smooth part is large, the largest error of some random inputs is large too, which guides the search. Without a
// smooth part, a search finds no more than as many random inputs would.
#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <vector>

#include "reference/number/type.h"
#include "suites/plan.h"

namespace classay {

// Arranges the inputs of a builtin in a space. Along an axis the patterns of one argument are ordered from the least to the
// greatest number, so that neighbours behave alike. Infinities and NaNs are excluded; tables contain them.
class Axis {
 public:
  explicit Axis(Type type);

  // Returns the last place; places are 0 to last().
  std::uint64_t last() const { return last_; }
  Bits at(std::uint64_t place) const;  // precondition: place <= last()
  // For bits outside of the axis, returns the nearest end.
  std::uint64_t place(Bits bits) const;

 private:
  Type type_;
  std::uint64_t last_;
};

// All places of each argument within 2^reach of the middle; a reach of 64 is the whole axis.
struct Box {
  Tuple middle{};
  int reach = 64;
  bool operator==(const Box&) const = default;
};

class Space {
 public:
  explicit Space(std::span<const Type> arguments);

  std::size_t dimensions() const { return axes_.size(); }
  // Returns the number of inputs in the box, limited to the largest number.
  std::uint64_t size(const Box& box) const;
  // Returns input i of the box, in a fixed order; precondition: i < size(box).
  Tuple input(const Box& box, std::uint64_t i) const;
  // Returns a random input, uniform in places.
  Tuple random(const Box& box, std::uint64_t seed, std::uint64_t i) const;
  // Returns whether all arguments differ by at most 2^reach places: two such regions count as one.
  bool are_close(const Tuple& a, const Tuple& b, int reach) const;

 private:
  struct Interval {
    std::uint64_t first;
    std::uint64_t last;
  };
  Interval interval(const Box& box, std::size_t axis) const;

  std::vector<Axis> axes_;
};

// One input with the magnitude of its error in ulp; infinite for errors without a size, such as a number in place of a NaN.
struct Find {
  Tuple input{};
  double error = 0;
  bool operator==(const Find&) const = default;
};

// Returns the errors for inputs, one for each. A NaN counts as zero: the measure decides how bad a NaN result is.
using Measure = std::function<std::vector<double>(std::span<const Tuple>)>;

struct SearchEffort {
  std::uint64_t inputs = std::uint64_t{1} << 20;  // total number of inputs measured; the last step may exceed it slightly
  std::uint64_t seed = 1;
  std::size_t inputs_each = 48;  // per region, before it is narrowed
  std::size_t passes = 6;        // minimum number of passes from everywhere to single inputs
  double everywhere = 0.4;       // the share of inputs outside of regions
};

struct SearchResult {
  std::vector<Find> worst;     // largest error first, of equal ones the first found; no two are close
  std::uint64_t measured = 0;  // inputs
};

inline constexpr std::size_t kFindsKept = 16;

// `known`: inputs to begin with; inputs outside of the space are moved into it. Calls `progress` after each step.
SearchResult find_worst(std::span<const Type> arguments, const Measure& measure, const SearchEffort& effort,
                        std::span<const Tuple> known, const std::function<void(const SearchResult&)>& progress = {});

// Measures as many random inputs, binade by binade, for comparison with a search.
SearchResult plain_sampling(std::span<const Type> arguments, const Measure& measure, std::uint64_t inputs,
                            std::uint64_t seed);

}  // namespace classay
