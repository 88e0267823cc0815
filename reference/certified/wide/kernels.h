// The loops of f64 models: values in two parts, head and tail, and how far a device's results are from them. Compiled for
// several instruction sets as kernels.h says, with the same bits from each.
#pragma once

#include <cstddef>
#include <cstdint>

namespace classay::certified {

struct Angle;
struct AngleTable;

// A window: input i is the pattern first + ((pool[i] ^ key) >> shift), so that 2^(64 - shift) consecutive patterns are drawn
// from. first carries the sign.
struct Window {
  std::uint64_t first = 0;
  std::uint64_t key = 0;
  int shift = 63;
};

inline constexpr int kWideDegree = 8;  // D
inline constexpr int kWideHeads = 3;   // H: coefficients below this one are in two parts

// p(t), t = (index - centre) * pace for the index of an input in its window. Everything up to t is exact.
struct WidePolynomial {
  double b[kWideDegree + 1] = {};
  double l[kWideHeads] = {};  // the tails of b[0], b[1], b[2]
  double centre = 0;          // an integer below 2^53 in magnitude: the window need not contain it
  double pace = 1;            // a power of two
  bool is_reciprocal = false;
};

// What results are compared with: values (head + tail) * 2^scale with a relative bound, as block.h has them.
struct WideScale {
  double down_1 = 1;  // 2^-scale in two factors, neither of which over- or underflows
  double down_2 = 1;
  double floor = 0;  // 2^-1022 * 2^-scale: below it, bounds are absolute and the ulp gets no smaller
  double top = 0;    // 2^1023 * 2^-scale: beyond it, the ulp gets no larger
  double epsilon = 0;
};

struct WideKernels {
  void (*inputs)(const Window& window, const std::uint64_t* pool, std::size_t count, std::uint64_t* bits);
  void (*polynomial)(const WidePolynomial& p, const Window& window, const std::uint64_t* pool, std::size_t count,
                     double* head, double* tail);
  // sin, cos or tan of centre + table[i]. The number of them (of either quotient's part, for tan) that are below
  // kLeastWideSine, for which the bound does not hold: their heads are 0.
  std::size_t (*sine)(const Angle& centre, const AngleTable& table, std::size_t count, double* head, double* tail);
  std::size_t (*cosine)(const Angle& centre, const AngleTable& table, std::size_t count, double* head, double* tail);
  std::size_t (*tangent)(const Angle& centre, const AngleTable& table, std::size_t count, double* head, double* tail);
  // error[i] is at most uncertainty[i] off results[i] minus the exact value in ulp of the exact value. A NaN where a number
  // is right has an infinite error, and so has what is kFarInUlps away or more; where head is not a number, or zero, the
  // error is 0 for the same bits and else of infinite uncertainty, which it is too where the tail is NaN.
  void (*errors)(const WideScale& scale, const std::uint64_t* results, const double* head, const double* tail,
                 std::size_t count, double* error, double* uncertainty);
};

inline constexpr double kLeastWideSine = 0x1p-24;
inline constexpr double kFarInUlps = 0x1p200;

}  // namespace classay::certified
