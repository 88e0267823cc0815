// The loops of f64 models: values in two parts, head and tail. Compiled for several instruction sets as kernels.h says, with
// the same bits from each.
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

struct WideKernels {
  void (*inputs)(const Window& window, const std::uint64_t* pool, std::size_t count, std::uint64_t* bits);
  void (*polynomial)(const WidePolynomial& p, const Window& window, const std::uint64_t* pool, std::size_t count,
                     double* head, double* tail);
  // sin, cos or tan of centre + table[i]. The number of them (of either quotient's part, for tan) that are below
  // kLeastWideSine, for which the bound does not hold: their heads are 0.
  std::size_t (*sine)(const Angle& centre, const AngleTable& table, std::size_t count, double* head, double* tail);
  std::size_t (*cosine)(const Angle& centre, const AngleTable& table, std::size_t count, double* head, double* tail);
  std::size_t (*tangent)(const Angle& centre, const AngleTable& table, std::size_t count, double* head, double* tail);
};

inline constexpr double kLeastWideSine = 0x1p-24;

}  // namespace classay::certified
