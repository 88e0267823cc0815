// Defines blocks of f64 inputs, with values in two parts and a proven bound. f64 cannot be tested exhaustively. Inputs
// therefore come in blocks of random numbers that are cheap together: up to 4,096 numbers from a window with one polynomial,
// or large angles that are sums of a few. A block is a pure function of the function, a seed and a number. It also depends
// on Arb's version, which determines the width of windows; reports therefore name inputs and not blocks.
//
// How a plan uses blocks:
// - model.block(seed, number) for number = 0, 1, ... returns blocks that are spread evenly over signs and binades
//   (wide/plan.h).
// - inputs(block), or the few words of its window, go to the device. One xor and one shift make an input from a random
//   number.
// - With the results, model.values(block) and errors_of (wide/errors.h) return errors in ulp with their uncertainty.
// - Results that remain undecided go to model.single or to the MPFR fallback.
// A block is small, so it may be kept meanwhile or made again.
//
// Guarantees for a value (head, tail) of a block, v = (head + tail) * 2^scale:
//
//   tail is NaN   nothing is known: a specification prescribes a finite result, or Arb found no enclosure
//   head is NaN   f(x) is NaN
//   head is ±inf  f(x) is that infinity, or |f(x)| > 2^1025 with that sign, which an infinite f64 represents
//   head is ±0    f(x) is exactly zero; a prescribed sign is this one
//   else          |v - f(x)| <= epsilon * max(|f(x)|, 2^-1022), head = RN(head + tail), f(x) has the sign of head
//
// Values are scaled, because f(x) may be outside the range of f64: subnormal results keep all bits, and results just beyond
// overflow are numbers.
#pragma once

#include <limits>
#include <memory>
#include <span>
#include <vector>

#include "reference/certified/simd/kernels.h"
#include "reference/number/format.h"

namespace classay::certified {

inline constexpr std::size_t kWideCount = 4096;  // maximum number of inputs of a block
inline constexpr double kWideEpsilon = 0x1p-75;  // 2^-22 ulp
inline constexpr int kWideOver = 1025;           // larger |f| are represented by an infinite f64
inline constexpr int kWideTiny = -1097;          // a smaller error is insignificant: 2^-1097 = 2^-75 * 2^-1022

// Angles as sums: input 64 p + q has the pattern `base` + far[p] + near[q].
struct WideAngles {
  static constexpr std::size_t kSide = 64;
  Bits base = 0;
  Bits far[kSide] = {};
  Bits near[kSide] = {};
  Angle far_angles[kSide];
  // The sines and cosines of `near`, split into arrays.
  double sine_high[kSide] = {};
  double sine_low[kSide] = {};
  double cosine_high[kSide] = {};
  double cosine_low[kSide] = {};
};

struct WideBlock {
  enum class Kind : std::uint8_t {
    constant,     // one value for all inputs
    polynomial,   // one polynomial for all inputs
    angles,       // sums of angles
    period,       // one of the 256 values of a period of two
    alternating,  // a constant, positive where floor(x) is even, and NaN at integers
    single,       // each input by itself
  };
  Kind kind = Kind::single;
  std::size_t count = kWideCount;
  Window window;                             // the inputs, except for angles
  double epsilon = kWideEpsilon;             // see above
  int scale = 0;                             // see above
  bool is_negated = false;                   // the inputs are negative, the function is odd, and all fields below are for -x
  double value = 0;                          // for `constant`
  WidePolynomial polynomial;                 // multiplied by 2^scale
  std::shared_ptr<const WideAngles> angles;  // for `angles`
  Bits exact_at = kNowhere;                  // the input at which f, or 1 / f, is exactly zero or a number is prescribed
  double exact_value = 0;                    // the value of f there
  double exact_tail = 0;                     // NaN: rules decide

  static constexpr Bits kNowhere = ~Bits{0};  // a NaN, which is never an input
};

// Computes the inputs of a block; `bits` has `count` elements.
void inputs(const WideBlock& block, std::span<Bits> bits);

// The value at a single input. Its bound is relative, except for values below 2^-1097.
struct WideValue {
  double head = 0;
  double tail = 0;
  int scale = 0;
  double epsilon = 0;
};

// Values of f after overflow, |f| > 2^1025, or underflow, |f| < 2^-1097, with this sign.
constexpr WideValue wide_over(int sign) { return {.head = sign * std::numeric_limits<double>::infinity()}; }
constexpr WideValue wide_tiny(int sign) {
  // The error of 2^-1098 is less than 2^-1097 = 2^-75 * 2^-1022.
  return {.head = static_cast<double>(sign), .scale = kWideTiny - 1, .epsilon = kWideEpsilon};
}

}  // namespace classay::certified
