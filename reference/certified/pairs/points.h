// Computes functions of two arguments at single pairs in double, with proven bounds, in some tens of nanoseconds. A double
// has 29 bits more than f32. Therefore a table, a short series and a count of all roundings are enough. u is 2^-53. Products
// and sums are not fused, so each inexact operation has a relative error of at most u.
//
// log2 |x|   x = 2^e m, where m has 24 bits and is within 1/256 of i/128, 90 <= i <= 181. R is near 128/i and has 29 bits.
//            r = m R - 1 is exact, |r| < 2^-7.48, and log2 |x| = e - log2 R + log2(1 + r). The series of log2(1 + r) has
//            seven terms. Its truncation is |r|^7 / 8 of it, 0.2 u. Horner's rule adds 3.2 u; its last sum is 1/ln 2 plus a
//            term that is 250 times smaller. Together 4 u. For e = 0 and R = 1 nothing else is rounded. For e = 0 and other
//            R, |log2 R| is at least 0.0112, and the logarithm at least half of it: 2 u for the table, 4 u, and u for the
//            sum. Elsewhere the logarithm is at least 1/2, the table's entry at most 1/2, and the series 0.008: u, u, 0.1 u,
//            u. The relative error is at most 7 u.
// 2^t        for t = y log2 |x| or log2 |x| / n below 180: the error of t is 8 u 180 < 2^-42.4, including its own rounding.
//            k is the integer nearest to 128 t, and t - k / 128 is exact. 2^(t - k / 128) has a series of six terms with a
//            truncation of 2^-60. The roundings of series, table and product are 4 u. Together
//            ln 2 2^-42.4 + 4 u < 2^-42.8.
// arc        of a = min(|x|, |y|) and b = max, with c = i/128 next to a / b: t = (a - c b) / (b + c a). Both products are
//            exact, 3 u, |t| <= 2^-8 (1 + 2^-40), and arctan(a / b) = arctan c + arctan t. Four terms of the series have a
//            truncation of 2^-67: 5 u. For i = 0 that is all. For other i, arctan c is at most twice the arc, and arctan t
//            is less than it: 8 u with the sum. pi/2 - arc is at least as large as arc: 10 u with the constant and the
//            difference; pi minus that, 12 u. Division by pi adds two roundings: 15 u.
// length     the squares are exact, the sum and the root are rounded: 1.5 u.
#pragma once

#include <array>

namespace classay::certified {

// The tables of these functions; each entry is rounded to nearest from an enclosure. Tests inject defects into a copy.
struct PointTables {
  static constexpr int kSteps = 128;  // steps per unit
  static constexpr int kFirst = 90;   // about kSteps / sqrt 2; kLast is about kSteps sqrt 2
  static constexpr int kLast = 181;

  struct Cell {
    double inverse = 0;  // 29 bits
    double log2 = 0;     // log2 of 1 / inverse
  };
  std::array<Cell, kLast - kFirst + 1> cells;
  std::array<double, kSteps> powers;    // 2^(i / kSteps)
  std::array<double, kSteps + 1> arcs;  // arctan(i / kSteps)
  std::array<double, 7> log2_series;    // series of log2(1 + r) / r
  std::array<double, 6> exp2_series;    // series of 2^t

  static const PointTables& exact();
};

// A function of two finite nonzero numbers, except (1, y) if it is prescribed. The result is a value as defined in
// bulk/values.h, with the function's point_epsilon. Precondition: numbers of f16 or f32, or an i32 as the second argument.
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
