// Declares the inner loops of the bulk judge, which are compiled once per instruction set. All instruction sets give the
// same results, because every operation is exact on integers, or one IEEE 754 rounding in double.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "reference/bulk/ruler.h"
#include "reference/bulk/wide_errors.h"
#include "reference/cpu/instruction_set.h"
#include "reference/number/format.h"

namespace classay::bulk {

// Number of lanes per block.
inline constexpr int kBlock = 512;
inline constexpr int kBins = 92;                 // bins of a tally's histogram
inline constexpr std::uint8_t kOpenBin = kBins;  // marks a lane that is not settled

struct Block {
  const double* values = nullptr;
  const std::byte* results = nullptr;  // `count` patterns of the format
  int count = 0;                       // at most kBlock
};

// Values (wide_values.h) and results of f64.
struct WideLanes {
  const std::uint64_t* results = nullptr;
  const double* head = nullptr;
  const double* tail = nullptr;
  int count = 0;  // at most kBlock
};

// A lane with a larger uncertainty does not use fixed point. A power of two.
inline constexpr double kLargestUncertainty = 0x1p-20;

// The output of a loop: each settled lane is right, and its bin is certain.
struct Settled {
  std::uint8_t* bins = nullptr;    // for each lane
  std::int32_t* errors = nullptr;  // for each lane: the signed error in 2^-kErrorBits ulp, to within the ruler's margin
  std::int32_t largest = 0;        // upper bound of the magnitudes of settled errors
};

// For errors of any size.
struct FarLimit {
  double limit = 0;              // in ulp; infinity: no limit
  bool is_wrong_beyond = false;  // a result beyond the limit is wrong; if false, it may be right for a different reason
};

struct FarSettled {
  std::uint8_t* bins = nullptr;  // for each lane
  double* errors = nullptr;      // for each settled lane: an upper bound of the unsigned error
  double largest = 0;            // the largest of these bounds
  std::int32_t wrong = 0;        // number of wrong settled lanes; the other settled lanes are right
};

// The smallest and the largest magnitude of some values. A NaN counts as larger than an infinity.
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
  sign,
  negate,
  same,                  // assignment
  fraction_above_floor,  // first result of fract
  fraction,              // first result of modf
  significand,           // first result of frexp
  exponent,              // second result of frexp
  sign_of_gamma,         // second result of lgamma_r
};
inline constexpr std::size_t kExactFunctions = 15;

struct Loops {
  // Returns true if all lanes are settled. Preconditions: is_fixed_point, and a tolerance that is not negative.
  using Settle = bool (*)(const Block& block, const Ruler& ruler, Settled& settled);
  InstructionSet set;
  struct Settling {
    // For values and results that are numbers inside their binades. Either all lanes are settled, or none.
    Settle plain;
    // For blocks that also contain NaN, zeros, results beyond the largest number, or values near a power of two.
    Settle special;
  };
  struct OfFormat {
    Settling within;    // a limit in ulp
    Settling rounding;  // only the nearest number is right
    // For large errors. Settles lanes whose value and result are nonzero numbers, if the value is inside its binade. Returns
    // true if all lanes are settled; the remaining lanes are open.
    bool (*far)(const Block& block, const Ruler& ruler, const FarLimit& limit, FarSettled& settled);
    // For exact values. The results must equal them bit by bit, or be any NaN for a NaN.
    Settle equal;
    // Returns whether all results equal their exact values bit by bit, or are any NaN for a NaN.
    bool (*exactly)(const double* values, const std::byte* results, std::size_t count);
    // Returns whether all results have the same bits, or all are NaN.
    bool (*alike)(const std::byte* results, std::size_t count);
    // Computes the values of an exact function at the patterns from `first` on.
    using Exact = void (*)(Bits first, double* values, int count);
    Exact exact[kExactFunctions];
  };
  OfFormat f16;
  OfFormat f32;
  struct Wide {
    WideErrors errors;
    // Returns true if all lanes are settled. `error` and `uncertainty` are scratch buffers for kBlock numbers.
    using Settle = bool (*)(const WideScale& scale, const WideLanes& lanes, const Ruler& ruler, double* error,
                            double* uncertainty, Settled& settled);
    Settle within;    // a limit in ulp
    Settle rounding;  // only the nearest number is right
  };
  Wide wide;
  // Takes the larger error of each lane of `settled` and `second`, and its bin. Two errors of similar size with different
  // bins, such as errors of opposite sign, leave the lane open. Returns true if all lanes are settled.
  bool (*join)(int count, std::int32_t margins, Settled& settled, const Settled& second);
  Magnitudes (*magnitudes)(const double* values, std::size_t count);  // precondition: count > 0
  // Adds the number of lanes in each bin to `counts`, except open lanes. `bins` has `count` elements and room for 63 more;
  // `counts` has kBins.
  void (*count)(std::uint8_t* bins, std::size_t count, std::uint64_t* counts);

  // Precondition: is_narrow(f). It is not checked, because code of one instruction set must not include
  // reference/bulk/formats.h.
  const OfFormat& of(const Format& f) const { return f == kF16 ? f16 : f32; }

  static const Loops baseline, avx2, avx512;  // versions.h
};

}  // namespace classay::bulk
