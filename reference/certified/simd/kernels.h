// Declares the loops over inputs, which are compiled for several instruction sets and selected at run time. All sets give
// the same bits: the operations are those of IEEE 754, in the same order, and an fma rounds once.
#pragma once

#include <cstddef>

#include "reference/certified/wide/kernels.h"
#include "reference/cpu/instruction_set.h"

namespace classay::certified {

// Includes only types: no library function may be compiled for a newer machine than the program's target.

// A number as the sum of two doubles; the second is at most half an ulp of the first.
struct DoubleDouble {
  double high = 0;
  double low = 0;
};

struct Angle {
  DoubleDouble sine;
  DoubleDouble cosine;
};

// Sines and cosines of consecutive small angles, split into arrays for vector code.
struct AngleTable {
  const double* sine_high;
  const double* sine_low;
  const double* cosine_high;
  const double* cosine_low;
};

struct Kernels {
  InstructionSet set;
  // out[i] = p(start + i * pace), or its reciprocal. b has degree + 1 coefficients; the degree is even, from 2 to 10.
  void (*polynomial)(int degree, const double* b, double start, double pace, bool is_reciprocal, std::size_t count,
                     double* out);
  // For x = start + i * pace, out[i] is NaN if x is an integer, and otherwise `size`, positive where floor(x) is even.
  void (*alternating)(double start, double pace, double size, std::size_t count, double* out);
  // out[i] = sin, cos or tan of centre + table[i]. Returns the number of results below kLeastSine, for which the bound does
  // not hold; for tan, both parts of the quotient are checked.
  std::size_t (*sine)(const Angle& centre, const AngleTable& table, std::size_t count, double* out);
  std::size_t (*cosine)(const Angle& centre, const AngleTable& table, std::size_t count, double* out);
  std::size_t (*tangent)(const Angle& centre, const AngleTable& table, std::size_t count, double* out);
  WideKernels wide;  // for f64

  static const Kernels baseline, avx2, avx512;  // versions.h
};

inline constexpr double kLeastSine = 0x1p-48;

}  // namespace classay::certified
