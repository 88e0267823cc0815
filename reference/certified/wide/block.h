// Values of functions at f64 inputs, in two parts with a proven bound. No one asks for all of f64, so that inputs come in
// blocks of random ones which are cheap together: up to 4096 numbers from a window that one polynomial serves, or big angles
// that are sums of few. A block is a pure function of the function, a seed and a number (and of Arb's version, which decides
// how wide a window may be; a report names inputs, not blocks).
//
// How a plan uses it: model.block(seed, number) for number = 0, 1, ... gives blocks spread evenly over signs and binades
// (wide/plan.h says how); inputs(block) goes to the device, or the few words of its window do, as one xor and one shift make
// an input of a random number; when the results are there, model.values(block) and errors_of (wide/errors.h) give errors in
// ulp and what they are uncertain by, and what that leaves undecided goes to model.single or to the slow judge. A block may
// be kept meanwhile (it is small) or made again.
//
// What is promised of a value (head, tail) of a block, v = (head + tail) * 2^scale:
//
//   tail is NaN   nothing is known: a document prescribes a finite result, or Arb gave up
//   head is NaN   f(x) is NaN
//   head is ±inf  f(x) is that infinity, or |f(x)| > 2^1025 with that sign: beyond what an infinite f64 stands for
//   head is ±0    f(x) is exactly zero, and where a sign is prescribed for it, it is this one
//   else          |v - f(x)| <= epsilon * max(|f(x)|, 2^-1022), head = RN(head + tail), f(x) has the sign of head
//
// Values are scaled because f(x) need be no f64: subnormal results keep all bits, and those just past overflow are numbers.
#pragma once

#include <limits>
#include <memory>
#include <span>
#include <vector>

#include "reference/certified/simd/kernels.h"
#include "reference/number/format.h"

namespace classay::certified {

inline constexpr std::size_t kWideCount = 4096;  // inputs of a block, at most
inline constexpr double kWideEpsilon = 0x1p-75;  // 2^-22 ulp
inline constexpr int kWideOver = 1025;           // |f| > 2^1025 is beyond what an infinite f64 stands for
inline constexpr int kWideTiny = -1097;          // an error of less than 2^-1097 = 2^-75 * 2^-1022 is nothing

// Angles as sums: input 64 p + q is `base` + far[p] + near[q], in patterns.
struct WideAngles {
  static constexpr std::size_t kSide = 64;
  Bits base = 0;
  Bits far[kSide] = {};
  Bits near[kSide] = {};
  Angle far_angles[kSide];
  // Those of `near`, by parts.
  double sine_high[kSide] = {};
  double sine_low[kSide] = {};
  double cosine_high[kSide] = {};
  double cosine_low[kSide] = {};
};

struct WideBlock {
  enum class Kind : std::uint8_t {
    constant,     // one value for all
    polynomial,   // one polynomial for all
    angles,       // sums of angles
    period,       // one of the 256 values of a period of two
    alternating,  // a constant, with the sign + where floor(x) is even, and no number at integers
    single,       // each by itself
  };
  Kind kind = Kind::single;
  std::size_t count = kWideCount;
  Window window;                             // the inputs, but of angles
  double epsilon = kWideEpsilon;             // as above
  int scale = 0;                             // as above
  bool is_negated = false;                   // the inputs are negative, the function is odd, and all below is of -x
  double value = 0;                          // of a constant
  WidePolynomial polynomial;                 // times 2^scale
  std::shared_ptr<const WideAngles> angles;  // of `angles`
  Bits exact_at = kNowhere;                  // where f, or 1 / f, is exactly zero, or a document prescribes a number, and
  double exact_value = 0;                    // what f is there
  double exact_tail = 0;                     // NaN: it is for rules to say

  static constexpr Bits kNowhere = ~Bits{0};  // a NaN, and no input
};

// The inputs of a block, `count` of them.
void inputs(const WideBlock& block, std::span<Bits> bits);

// One value by itself. Here the floor of 2^-1022 is not made use of but for what is below 2^-1097.
struct WideValue {
  double head = 0;
  double tail = 0;
  int scale = 0;
  double epsilon = 0;
};

// f beyond what is told apart, |f| > 2^1025 or |f| < 2^-1097, with this sign.
constexpr WideValue wide_over(int sign) { return {.head = sign * std::numeric_limits<double>::infinity()}; }
constexpr WideValue wide_tiny(int sign) {
  // 2^-1098 is off by less than 2^-1097 = 2^-75 * 2^-1022.
  return {.head = static_cast<double>(sign), .scale = kWideTiny - 1, .epsilon = kWideEpsilon};
}

}  // namespace classay::certified
