// The inner loops of the bulk judge, compiled once for each instruction set. They give the same answers on all of them:
// every operation in them is exact in integers, or one rounding of IEEE 754 in doubles.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "reference/bulk/ruler.h"
#include "reference/bulk/wide_errors.h"
#include "reference/cpu/instruction_set.h"
#include "reference/number/format.h"

namespace classay::bulk {

// Lanes that are looked at together.
inline constexpr int kBlock = 512;
inline constexpr int kBins = 92;                 // of a tally's histogram
inline constexpr std::uint8_t kOpenBin = kBins;  // of a lane that is not settled

struct Block {
  const double* values = nullptr;
  const std::byte* results = nullptr;  // `count` patterns of the format
  int count = 0;                       // at most kBlock
};

// Of f64: values (wide_values.h) and results.
struct WideLanes {
  const std::uint64_t* results = nullptr;
  const double* head = nullptr;
  const double* tail = nullptr;
  int count = 0;  // at most kBlock
};

// An error that is uncertain by more is not looked at in fixed point; a power of two.
inline constexpr double kLargestUncertainty = 0x1p-20;

// What a loop leaves of the lanes that it settled: each is right, and its bin is certain.
struct Settled {
  std::uint8_t* bins = nullptr;    // of each lane
  std::int32_t* errors = nullptr;  // of each lane: e, with a sign, in 2^-kErrorBits ulp, to within the ruler's margin
  std::int32_t largest = 0;        // no settled lane has an error of a larger magnitude
};

// Of errors of any size.
struct FarLimit {
  double limit = 0;              // in ulp; infinity: there is none
  bool is_wrong_beyond = false;  // what is beyond it is wrong, and not perhaps right in another way
};

struct FarSettled {
  std::uint8_t* bins = nullptr;  // of each lane
  double* errors = nullptr;      // of each settled lane: no smaller than its error, without a sign
  double largest = 0;            // of these
  std::int32_t wrong = 0;        // so many settled lanes are wrong; the others are right
};

// Of some values, what is least and what is largest without its sign, a NaN being beyond an infinity.
struct Magnitudes {
  double least = 0;
  double largest = 0;
};

// In the order of OfFormat::exact.
enum class ExactFunction : std::uint8_t {
  ceil,
  floor,
  rint,
  round,
  trunc,
  fabs,
  logb,
  fraction_above_floor,  // the first results of fract,
  fraction,              // modf
  significand,           // and frexp
  exponent,              // and the second of frexp
  sign_of_gamma,         // the second of lgamma_r
};
inline constexpr std::size_t kExactFunctions = 12;

struct Loops {
  // True if all lanes are settled. Precondition: is_fixed_point, and a tolerance that is not negative.
  using Settle = bool (*)(const Block& block, const Ruler& ruler, Settled& settled);
  InstructionSet set;
  struct Settling {
    // Where values and results are numbers in the middle of their binades. If not all lanes are settled, none is.
    Settle plain;
    // NaN, zeros, results beyond the largest number, and values near a power of two among the others.
    Settle special;
  };
  struct OfFormat {
    Settling within;    // a limit in ulp
    Settling rounding;  // the nearest number is right
    // Where errors are large: lanes whose values and results are numbers, and neither a zero, values in the middle of their
    // binades. True if all lanes are settled; those that are not are open.
    bool (*far)(const Block& block, const Ruler& ruler, const FarLimit& limit, FarSettled& settled);
    // Values that are exact, and results that are these, bit by bit, or any NaN for a NaN.
    Settle equal;
    // Are all results their values, which are exact, bit by bit, or any NaN for a NaN?
    bool (*exactly)(const double* values, const std::byte* results, std::size_t count);
    // Are all results the same bits, or all of them NaN?
    bool (*alike)(const std::byte* results, std::size_t count);
    // The values of an exact function at the patterns from `first` on.
    using Exact = void (*)(Bits first, double* values, int count);
    Exact exact[kExactFunctions];
  };
  OfFormat f16;
  OfFormat f32;
  struct Wide {
    WideErrors errors;
    // True if all lanes are settled. `error` and `uncertainty` have room for kBlock numbers; what is left there is nothing.
    using Settle = bool (*)(const WideScale& scale, const WideLanes& lanes, const Ruler& ruler, double* error,
                            double* uncertainty, Settled& settled);
    Settle within;    // a limit in ulp
    Settle rounding;  // the nearest number is right
  };
  Wide wide;
  Magnitudes (*magnitudes)(const double* values, std::size_t count);  // precondition: count > 0
  // Adds the numbers of the lanes in each bin, but for those that are open. `bins` holds `count` of them, and has room for
  // 63 more, `counts` kBins.
  void (*count)(std::uint8_t* bins, std::size_t count, std::uint64_t* counts);

  // Precondition: is_narrow(f). (Not checked: reference/bulk/formats.h is not for code of one instruction set.)
  const OfFormat& of(const Format& f) const { return f == kF16 ? f16 : f32; }

  static const Loops baseline, avx2, avx512;  // versions.h
};

}  // namespace classay::bulk
