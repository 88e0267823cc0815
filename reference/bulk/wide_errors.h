// Errors of f64 results in ulp of the exact value as the documents measure it, from values in two parts (wide_values.h),
// with what they are uncertain by: docs/certified-reference-f64.md, "Errors in ulp", has the terms. Light: inner loops
// include it.
#pragma once

#include <cstddef>
#include <cstdint>

namespace classay::bulk {

// What results are compared with: values (head + tail) * 2^scale with a relative bound, as wide_values.h has them.
struct WideScale {
  double down_1 = 1;  // 2^-scale in two factors, neither of which over- or underflows
  double down_2 = 1;
  double floor = 0;  // 2^-1022 * 2^-scale: below it, bounds are absolute and the ulp gets no smaller
  double top = 0;    // 2^1023 * 2^-scale: beyond it, the ulp gets no larger
  double epsilon = 0;
};

inline constexpr double kFarInUlps = 0x1p200;

// error[i] is at most uncertainty[i] off results[i] minus the exact value in ulp of the exact value. A NaN where a number
// is right has an infinite error, and so has what is kFarInUlps away or more; where head is not a number, or zero, the
// error is 0 for the same bits and else of infinite uncertainty, which it is too where the tail is NaN.
using WideErrors = void (*)(const WideScale& scale, const std::uint64_t* results, const double* head, const double* tail,
                            std::size_t count, double* error, double* uncertainty);

WideScale wide_scale(int scale, double epsilon);

}  // namespace classay::bulk
