// Declares the loops of f64 models, whose values have two parts, head and tail. They are compiled for several instruction
// sets with equal results, as in simd/kernels.h.
#pragma once

#include <cstddef>
#include <cstdint>

namespace classay::certified {

struct Angle;
struct AngleTable;

// A window: input i is the pattern first + ((pool[i] ^ key) >> shift), one of 2^(64 - shift) consecutive patterns. `first`
// includes the sign.
struct Window {
  std::uint64_t first = 0;
  std::uint64_t key = 0;
  int shift = 63;
};

inline constexpr int kWideDegree = 8;  // D
inline constexpr int kWideHeads = 3;   // H: coefficients with a smaller index have two parts

// p(t) with t = (index - centre) * pace, for the index of an input in its window. The computation of t is exact.
struct WidePolynomial {
  double b[kWideDegree + 1] = {};
  double l[kWideHeads] = {};  // the tails of b[0], b[1], b[2]
  double centre = 0;          // an integer below 2^53 in magnitude, possibly outside the window
  double pace = 1;            // a power of two
  bool is_reciprocal = false;
};

struct WideKernels {
  void (*inputs)(const Window& window, const std::uint64_t* pool, std::size_t count, std::uint64_t* bits);
  void (*polynomial)(const WidePolynomial& p, const Window& window, const std::uint64_t* pool, std::size_t count,
                     double* head, double* tail);
  // sin, cos or tan of centre + table[i]. Returns the number of results below kLeastWideSine, for which the bound does not
  // hold; their heads are 0. For tan, both parts of the quotient are checked.
  std::size_t (*sine)(const Angle& centre, const AngleTable& table, std::size_t count, double* head, double* tail);
  std::size_t (*cosine)(const Angle& centre, const AngleTable& table, std::size_t count, double* head, double* tail);
  std::size_t (*tangent)(const Angle& centre, const AngleTable& table, std::size_t count, double* head, double* tail);
};

inline constexpr double kLeastWideSine = 0x1p-24;

}  // namespace classay::certified
