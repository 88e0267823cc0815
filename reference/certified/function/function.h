// The real functions of one argument that models are made of: how to expand them, and what is known of them on parts of the
// line, so that no model is asked where the answer is a rule.
#pragma once

#include <limits>
#include <span>
#include <string_view>

#include "reference/certified/function/series.h"
#include "reference/certified/narrow/taylor.h"
#include "reference/truth/truth.h"

namespace classay::certified {

// On low <= x <= high the function is `value` with the bound `epsilon`, as bulk/values.h means them.
struct Region {
  double low;
  double high;
  double value;
  double epsilon;
  bool same_gap = false;
};

// On low <= x <= high |f(x)| is less than that of `power`, a power of two, and nearer to it than half the spacing of f32
// below it.
struct BelowPower {
  double low;
  double high;
  double power;
};

// The side of x on which f(x) lies near zero: nearer to zero, farther from it, greater or less. none: f(x) is not next to x.
enum class Beside : std::uint8_t { none, inside, outside, above, below };

enum class Parity : std::uint8_t { none, odd, even };  // odd and even functions are planned for positive arguments only

// How a function repeats far from zero, where blocks would get too small.
enum class Far : std::uint8_t {
  smooth,      // it does not
  angle,       // sin, cos, tan: by rotation
  half_turns,  // sinpi, cospi, tanpi: binades are periodic, and all is an integer in the end
  poles,       // tgamma and lgamma, for negative arguments
};

struct Function {
  using Log = std::function<arb::Ball(const arb::Ball& x)>;

  std::string_view name;
  Evaluate truth;  // the oracle's, which says what function it is
  Series series;
  Series reciprocal = nullptr;  // of 1 / f, for where f has poles
  Parity parity = Parity::none;
  bool analytic_at_zero = false;  // f, or 1 / f where it has a pole
  Far far = Far::smooth;
  std::span<const Region> regions = {};  // the first one that contains x counts
  std::span<const BelowPower> below_power = {};
  Beside beside = Beside::none;
  // The value where f, or 1 / f, is exactly zero: a zero with the prescribed sign, or what the pole is.
  double (*at_zero)(double x) = [](double) { return 0.0; };
  double (*at_pole)(double x) = [](double) { return std::numeric_limits<double>::quiet_NaN(); };
  Log log = nullptr;      // log f over a ball, of positive functions that leave every range faster than a ball can follow
  bool has_zeros = true;  // false: no block is tried around one
};

std::span<const Function> functions();

// The function whose truth this is, or null: not every builtin has models.
const Function* function_of(Evaluate truth);
const Function* function_named(std::string_view name);

}  // namespace classay::certified
