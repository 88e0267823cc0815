// Converts a bound on values into bounds on errors in ulp. The header is small, because the inner loops include it.
#pragma once

#include <cstdint>
#include <optional>

#include "reference/judge/error_step.h"
#include "reference/number/format.h"

namespace classay {

struct BulkPromise;
struct Known;

namespace bulk {

// Larger errors do not use fixed point.
inline constexpr double kFineErrors = 8 - 2 * kErrorStep;
// Number of fraction bits in fixed point.
inline constexpr int kErrorBits = 27;

// Bounds for values v with one epsilon: |v - f| <= epsilon * max(|f|, 2^-126). g is a result, and p is the precision of the
// format. The error that counts is e = (g - f) / ulp(f). The computed one is d = fl(g - v) * 2^-u, and 2^u is the
// spacing at v. Term by term:
//
//   the value   For f in the binade [2^x, 2^(x+1)) of normal numbers the ulp is 2^(x-p+1), and |v - f| is at most
//               epsilon * 2^(x+1), which is epsilon * 2^p ulp. Below the normal numbers the ulp is 2^(emin-p+1) and the
//               bound does not grow, so it is less in ulp. Beyond the largest finite number the ulp stays 2^(emax-p+1).
//               A finite g that is at most 8 ulp away implies |f| <= 2^(emax+1) (1 + 2^-6). The bound is then
//               epsilon * 2^p * (1 + 2^-6).
//   the ulp     It is the ulp of f if v and f lie in one binade and not on its lower end, where the smaller spacing counts.
//               They do if the significand of v keeps its distance from both ends:
//               |v - f| <= |v| * epsilon / (1 - epsilon), at most 2^53 * epsilon / (1 - epsilon) of its last places.
//               They also do if the values state it. If neither holds, the ulp is that of v or half of it. Then e is at
//               most twice as large, and known only if it is close to zero. The ulp does not change at the smallest
//               normal number, or beyond the largest.
//   fl(g - v)   Its error is at most 2^-53 |d|. The scale is a power of two, so scaling is exact. Doubles neither overflow
//               nor underflow here.
//   fallback    MPFR rounds away from zero to a double, from an enclosure that is far narrower than 2^-42 ulp at its first
//               precision: 2^-52 |d| + 2^-42.
//
// Together |d - e| <= epsilon * 2^p * (1 + 2^-6) + 2^-42 + 2^-50 |d|.
//
// An error may be arbitrarily close to a limit L: exp of 2^-100, rounded up, has an error of 1 ulp - 2^-77. A sharp ruler
// decides such a limit by |d| without the uncertainty. The ruler is sharp if 2 L is an integer, L < 8, and the values have
// the same gap (Known) or are rounded to odd. The argument:
// - |e| is L if f is one of P = g ± L ulp(f).
// - If P is within an ulp of f, then g is a number in f's binade, or in an adjacent one, because L < 8. g is a multiple of
//   half of ulp(f), and so is P. No such multiple lies between v and f, and v is not one. Therefore |g - v| < L ulp
//   implies |e| < L, and > implies >. (Values rounded to odd are exact or have an odd last place, and f lies between the
//   neighbours of v. Multiples of half an ulp have even last places.)
// - If no P is within an ulp of f, |e| and |d| are on one side of L, because |v - f| is less than half an ulp.
// - Rounding g - v keeps its order. Only |d| = L leaves |g - v| undecided, and such lanes are judged one by one.
// If epsilon is zero, v equals f, and this holds for every L.
struct Ruler {
  double epsilon = 0;
  double absolute = 0;        // constant part of the bound on |d - e|
  bool is_sharp = false;      // |d| below the limit is certainly right, |d| above it certainly beyond
  double tolerance = 0;       // |d| up to this bound is certainly right; at most kFineErrors; negative: none is
  double tiny = 0;            // |d| up to this bound is certainly right and resolved to zero, even if the ulp is half of v's
  std::int64_t near = 0;      // distance of a significand from an end of its binade that counts as near; negative: none does
  std::int32_t margin = 0;    // fixed-point bound for |d| up to kFineErrors: |d - e| and its rounding
  bool rounds_alike = false;  // Known::rounds_alike, if the promise is rounding
  bool rounded_to_odd = false;  // Known::rounded_to_odd
  bool is_prescribed = false;   // Known::is_prescribed: a result that equals the value is right, any other result is open
  bool is_fixed_point = false;  // the margin is small compared with the step of resolved errors

  double uncertainty(double d) const { return absolute + 0x1p-50 * d; }  // precondition: d >= 0
};

// Returns nullopt if the values are too imprecise to judge a result.
std::optional<Ruler> ruler(const BulkPromise& promise, const Known& known);

// Returns the ruler of f64, where each lane has its own uncertainty, which covers all terms except the constant of the
// fallback. `absolute` contains only that constant. The tolerance and the margin apply to lanes with an uncertainty of at
// most kLargestUncertainty.
Ruler wide_ruler(const BulkPromise& promise, bool rounds_alike);

}  // namespace bulk
}  // namespace classay
