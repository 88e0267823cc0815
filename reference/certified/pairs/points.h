// Functions of two arguments at one pair, in doubles, with proven bounds: some tens of nanoseconds, for pairs that are no
// run. A double has 29 bits more than f32, so a table, a short series and the roundings counted one by one are enough. u is
// 2^-53. No product and sum are fused, so each operation that is not exact is off by u of its result at most.
//
// log2 |x|   x = 2^e m, m of 24 bits, within 1/256 of i/128, 90 <= i <= 181. With R next to 128/i, of 29 bits, r = m R - 1
// is
//            exact, |r| < 2^-7.48, and log2 |x| = e - log2 R + log2(1 + r). Of the series of log2(1 + r) seven terms: what
//            is left out is |r|^7 / 8 of it, 0.2 u, and Horner's rule, whose last sum is of 1/ln 2 and something 250 times
//            smaller, makes 3.2 u: 4 u. Where e = 0 and R = 1, that is all. Where e = 0, |log2 R| is 0.0112 or more, the
//            logarithm half of it or more: 2 u for the table, 4 u, and u for the sum. Elsewhere the logarithm is 1/2 or
//            more, the table's at most 1/2, and the series 0.008: u, u, 0.1 u, u. So 7 u at most, relative.
// 2^t        for t = y log2 |x| or log2 |x| / n below 180: off by 8 u 180 < 2^-42.4 with its own rounding. k = 128 t to the
//            nearest integer, t - k / 128 is exact, and 2^(t - k / 128) has a series of six terms, which leaves out 2^-60;
//            with its roundings, the table's and the product's 4 u. Together ln 2 2^-42.4 + 4 u < 2^-42.8.
// arc        of a = min(|x|, |y|) and b = max, with c = i/128 next to a / b: t = (a - c b) / (b + c a), both products exact,
//            3 u, |t| <= 2^-8 (1 + 2^-40), and arctan(a / b) = arctan c + arctan t. Four terms of the series, which leaves
//            out 2^-67: 5 u. With i = 0 that is all; else arctan c is at most twice the arc, and arctan t less than it: 8 u
//            with the sum. pi/2 - arc is as large as arc or larger: 10 u with the constant and the difference; pi minus
//            that, 12 u. Over pi, two roundings more: 15 u.
// length     the squares are exact, the sum and the root are rounded: 1.5 u.
#pragma once

#include <array>

namespace classay::certified {

// What the functions read, each entry rounded to nearest from an enclosure. Tests damage a copy.
struct PointTables {
  static constexpr int kSteps = 128;  // in 1
  static constexpr int kFirst = 90;   // of kSteps / sqrt 2 and kSteps sqrt 2, what is beyond them
  static constexpr int kLast = 181;

  struct Cell {
    double inverse = 0;  // 29 bits
    double log2 = 0;     // of 1 / inverse
  };
  std::array<Cell, kLast - kFirst + 1> cells;
  std::array<double, kSteps> powers;    // 2^(i / kSteps)
  std::array<double, kSteps + 1> arcs;  // arctan(i / kSteps)
  std::array<double, 7> log2_series;    // of log2(1 + r) / r
  std::array<double, 6> exp2_series;    // of 2^t

  static const PointTables& exact();
};

// A function of two numbers, neither zero nor infinite nor a NaN, and not (1, y) where that is prescribed. What comes out is
// a value as bulk/values.h has it, with the epsilon below. Precondition: numbers of f16 or f32, or an i32 in second place.
using PointFunction = double (*)(const PointTables& tables, double x, double y);

namespace points {

inline constexpr double kPowerEpsilon = 0x1p-42;
inline constexpr double kArcEpsilon = 0x1p-49;
inline constexpr double kLengthEpsilon = 0x1p-52;

double pow(const PointTables& tables, double x, double y);
double powr(const PointTables& tables, double x, double y);
double pown(const PointTables& tables, double x, double n);
double rootn(const PointTables& tables, double x, double n);
double atan2(const PointTables& tables, double y, double x);
double atan2pi(const PointTables& tables, double y, double x);
double hypot(const PointTables& tables, double x, double y);

}  // namespace points
}  // namespace classay::certified
