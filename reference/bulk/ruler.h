// What a bound on values means for errors in ulp. Light: the inner loops include it.
#pragma once

#include <cstdint>
#include <optional>

#include "reference/judge/error_step.h"
#include "reference/number/format.h"

namespace classay {

struct BulkPromise;
struct Known;

namespace bulk {

// Beyond it, errors are not looked at in fixed point.
inline constexpr double kFineErrors = 8 - 2 * kErrorStep;
// Fixed point: so many bits behind the point.
inline constexpr int kErrorBits = 27;

// For values v whose bound is one epsilon, |v - f| <= epsilon * max(|f|, 2^-126), and a result g, p being the format's
// precision. The error that counts is e = (g - f) / ulp(f); what is computed is d = fl(g - v) * 2^-u, u being the exponent
// of the spacing around v. Term by term:
//
//   the value   |v - f| is at most epsilon * 2^(x+1) for f in the binade [2^x, 2^(x+1)) of normal numbers, whose ulp is
//               2^(x-p+1): at most epsilon * 2^p ulp. Below the normal numbers the ulp is 2^(emin-p+1) and the bound does
//               not grow: less than that. Beyond the largest finite number the ulp stays 2^(emax-p+1), and a finite g that
//               is at most 8 ulp away leaves |f| <= 2^(emax+1) (1 + 2^-6): epsilon * 2^p * (1 + 2^-6).
//   the ulp     Is that of f if v and f lie in one binade, and not on its lower end, where the smaller spacing counts. So
//               they do if the significand of v keeps its distance from both ends: |v - f| <= |v| * epsilon / (1 - epsilon),
//               which is at most 2^53 * epsilon / (1 - epsilon) of its last places, or the values say that they do.
//               Otherwise the ulp is that one or half of it: e is at most twice as large, and known only if it is next to
//               nothing. At the smallest normal number nothing changes, nor does it beyond the largest.
//   fl(g - v)   is off by at most 2^-53 |d|; the scale is a power of two, and exact: nothing under- or overflows in doubles.
//   the slow    judge rounds away from zero to a double, an enclosure that is far narrower than 2^-42 ulp at its first
//   figure      precision: 2^-52 |d| + 2^-42.
//
// Together |d - e| <= epsilon * 2^p * (1 + 2^-6) + 2^-42 + 2^-50 |d|.
//
// *A limit L that an error comes as near to as it likes* (exp of 2^-100, rounded up, is off by 1 ulp less 2^-77) is decided
// by |d| without the uncertainty: the ruler is sharp where 2 L is an integer, L < 8, and the values are of the same
// gap (Known) or rounded to odd. |e| is L where f is one of P = g ± L ulp(f). If P is within an ulp of f, g is a number of
// f's binade, or of an adjacent one, since L < 8: g is a multiple of half of ulp(f), and so is P. No such multiple lies
// between v and f, and v is none: |g - v| < L ulp says |e| < L, and > says >. (Rounded to odd, v is exact or has an odd last
// place, and f lies between its neighbours; multiples of half an ulp have even last places.) If no P is within an ulp of f,
// |e| and |d| are on one side of L, as |v - f| is less than half an ulp. Rounding g - v keeps its order: only |d| = L leaves
// open what |g - v| is, and that goes to a closer look. Where epsilon is zero v is f, and that holds for every L.
struct Ruler {
  double epsilon = 0;
  double absolute = 0;          // of the bound on |d - e|
  bool is_sharp = false;        // |d| less than the limit is surely right, and more than that is surely beyond it
  double tolerance = 0;         // |d| up to here is surely right, at most kFineErrors; negative: none is
  double tiny = 0;              // |d| up to here is surely right and resolved to zero, even if the ulp is half of that of v
  std::int64_t near = 0;        // significands less than this from an end of their binade are near it; negative: none is
  std::int32_t margin = 0;      // of a |d| up to kFineErrors in fixed point: |d - e| and its rounding
  bool rounds_alike = false;    // Known::rounds_alike, of a promise of rounding
  bool rounded_to_odd = false;  // Known::rounded_to_odd
  bool is_prescribed = false;   // Known::is_prescribed: right is what is the value, bit by bit, or nothing is known
  bool is_fixed_point = false;  // the margin is small against the steps in which errors compete

  double uncertainty(double d) const { return absolute + 0x1p-50 * d; }  // precondition: d >= 0
};

// nullopt: nothing can be said by values that are known so badly.
std::optional<Ruler> ruler(const BulkPromise& promise, const Known& known);

// Of f64, where each lane has an uncertainty of its own, in which all of the above is but the last line: here `absolute` is
// that line's alone, and the tolerance and the margin are those of lanes that are uncertain by kLargestUncertainty at most.
Ruler wide_ruler(const BulkPromise& promise, bool rounds_alike);

}  // namespace bulk
}  // namespace classay
