// Computes errors of f64 results in ulp of the exact value, as the specifications measure them, with their uncertainty. The
// values have two parts (wide_values.h). docs/certified-reference-f64.md, "Errors in ulp", derives the terms. The header is
// small, because the inner loops include it.
#pragma once

#include <cstddef>
#include <cstdint>

namespace classay::bulk {

// The scale of values (head + tail) * 2^scale with a relative bound (wide_values.h).
struct WideScale {
  double down_1 = 1;  // 2^-scale in two factors that neither overflow nor underflow
  double down_2 = 1;
  double floor = 0;  // 2^-1022 * 2^-scale: below it, bounds are absolute and the ulp is constant
  double top = 0;    // 2^1023 * 2^-scale: beyond it, the ulp is constant
  double epsilon = 0;
};

inline constexpr double kFarInUlps = 0x1p200;

// error[i] differs by at most uncertainty[i] from (results[i] - exact value) in ulp of the exact value. The error is
// infinite for a NaN in place of a number, and for a result that is at least kFarInUlps away. If head is zero or not a
// number, the error is 0 for the same bits, and has infinite uncertainty for all others. A NaN tail also makes the
// uncertainty infinite.
using WideErrors = void (*)(const WideScale& scale, const std::uint64_t* results, const double* head, const double* tail,
                            std::size_t count, double* error, double* uncertainty);

WideScale wide_scale(int scale, double epsilon);

}  // namespace classay::bulk
