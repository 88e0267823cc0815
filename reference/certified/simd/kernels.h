// The loops over inputs, compiled for several instruction sets and chosen when the program runs. Every set gives the same
// bits: the operations are IEEE 754's, in the same order, and an fma is one rounding everywhere.
#pragma once

#include <cstddef>

#include "reference/certified/wide/kernels.h"
#include "reference/cpu/instruction_set.h"

namespace classay::certified {

// Only what a loop needs is used here: no function of a library may be compiled for a newer machine than the program is for.

// A number as the sum of two doubles, the second at most half an ulp of the first.
struct DoubleDouble {
  double high = 0;
  double low = 0;
};

struct Angle {
  DoubleDouble sine;
  DoubleDouble cosine;
};

// Sines and cosines of consecutive small angles, by parts, as vector code wants them.
struct AngleTable {
  const double* sine_high;
  const double* sine_low;
  const double* cosine_high;
  const double* cosine_low;
};

struct Kernels {
  InstructionSet set;
  // out[i] = p(start + i * pace), or its reciprocal. b: degree + 1 coefficients; degree even, from 2 to 10.
  void (*polynomial)(int degree, const double* b, double start, double pace, bool is_reciprocal, std::size_t count,
                     double* out);
  // out[i] for x = start + i * pace: NaN where x is an integer, else `size` with the sign + where floor(x) is even.
  void (*alternating)(double start, double pace, double size, std::size_t count, double* out);
  // out[i] = sin, cos or tan of centre + table[i]. The number of results (of either quotient's part, for tan) that are
  // below kLeastSine, for which the bound does not hold.
  std::size_t (*sine)(const Angle& centre, const AngleTable& table, std::size_t count, double* out);
  std::size_t (*cosine)(const Angle& centre, const AngleTable& table, std::size_t count, double* out);
  std::size_t (*tangent)(const Angle& centre, const AngleTable& table, std::size_t count, double* out);
  WideKernels wide;  // for f64

  static const Kernels baseline, avx2, avx512;  // versions.h
};

inline constexpr double kLeastSine = 0x1p-48;

}  // namespace classay::certified
