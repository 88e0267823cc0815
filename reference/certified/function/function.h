// Describes the real functions of one argument that have models: their series, and their known values on parts of the axis,
// where a rule replaces the model. Sources that only name a function need not include the headers of Arb and MPFR.
#pragma once

#include <cstdint>
#include <functional>
#include <limits>
#include <span>
#include <string_view>

#include "reference/truth/call.h"

namespace classay::arb {
class Ball;  // reference/arb/ball.h
}

namespace classay::certified {

class PowerSeries;  // series.h

// Returns the first n coefficients of f(x(t)). x has at most two coefficients. A second argument of f is fixed. The numbers
// are Arb's slong.
using Series = std::function<PowerSeries(const PowerSeries& x, std::intptr_t n, std::intptr_t precision)>;

// On low <= x <= high the function is `value` with the bound `epsilon`, as defined in bulk/values.h.
struct Region {
  double low;
  double high;
  double value;
  double epsilon;
  bool same_gap = false;
};

// On low <= x <= high |f(x)| is less than the magnitude of `power`, a power of two, by less than half the f32 spacing below
// it.
struct BelowPower {
  double low;
  double high;
  double power;
};

// The side of x on which f(x) lies near zero: nearer to or farther from zero, greater, or less. none: f(x) is not near x.
enum class Beside : std::uint8_t { none, inside, outside, above, below };

enum class Parity : std::uint8_t { none, odd, even };  // odd and even functions are planned for positive arguments only

// The behaviour of a function far from zero, where blocks would become too small.
enum class Far : std::uint8_t {
  smooth,      // no repetition
  angle,       // sin, cos, tan: by rotation
  half_turns,  // sinpi, cospi, tanpi: binades are periodic, and large numbers are integers
  poles,       // tgamma and lgamma with negative arguments
};

struct Function {
  using Log = std::function<arb::Ball(const arb::Ball& x)>;

  std::string_view name;
  Evaluate truth;  // the oracle's function, which identifies the builtin
  Series series;
  Series reciprocal = nullptr;  // series of 1 / f, used near poles of f
  Parity parity = Parity::none;
  bool analytic_at_zero = false;  // applies to f, or to 1 / f if f has a pole there
  Far far = Far::smooth;
  std::span<const Region> regions = {};  // the first region that contains x counts
  std::span<const BelowPower> below_power = {};
  Beside beside = Beside::none;
  // The value where f is exactly zero (a zero with the prescribed sign), and the value where 1 / f is (a pole).
  double (*at_zero)(double x) = [](double) { return 0.0; };
  double (*at_pole)(double x) = [](double) { return std::numeric_limits<double>::quiet_NaN(); };
  Log log = nullptr;      // log f over a ball; for positive functions that overflow and underflow too fast for balls of f
  bool has_zeros = true;  // false: no block is centred at a zero
};

std::span<const Function> functions();

// Returns the function with this reference function, or null: not every builtin has models.
const Function* function_of(Evaluate truth);
const Function* function_named(std::string_view name);

}  // namespace classay::certified
