#include "reference/bulk/ruler.h"

#include <algorithm>
#include <cmath>

#include "reference/bulk/bulk_promise.h"
#include "reference/bulk/loops.h"
#include "reference/bulk/values.h"
#include "reference/judge/tally.h"

namespace classay::bulk {
namespace {

constexpr double kLargestEpsilon = 0x1p-22;
constexpr double kOfTheSlowFigure = 0x1p-42;
// Half a step. It limits the margin, so that fixed-point comparisons are certain away from the edges of bins.
constexpr double kHalfStep = kErrorStep / 2;
// Up to this limit, the side on which |d| lies decides.
constexpr double kLargestSharp = kFineErrors;
constexpr double kLargestMargin = kHalfStep * (1 << kErrorBits) - 4;

bool is_half_integer(double limit) { return std::floor(2 * limit) == 2 * limit; }

bool is_sharp(const BulkPromise& promise, const Known& known) {
  if (promise.always_right || known.is_prescribed || promise.limit > kLargestSharp) return false;
  return known.epsilon == 0 || ((known.same_gap || known.rounded_to_odd) && is_half_integer(promise.limit));
}

double largest_right(const BulkPromise& promise, bool is_sharp, double uncertainty) {
  if (promise.always_right) return kFineErrors;
  return std::min(is_sharp ? std::nextafter(promise.limit, -1) : promise.limit - uncertainty, kFineErrors);
}

}  // namespace

std::optional<Ruler> ruler(const BulkPromise& promise, const Known& known) {
  const double epsilon = known.epsilon;
  if (!(epsilon >= 0 && epsilon <= kLargestEpsilon)) return std::nullopt;
  Ruler r{.epsilon = epsilon,
          .is_sharp = is_sharp(promise, known),
          .rounds_alike = promise.is_rounding && (known.rounds_alike || known.same_gap || epsilon == 0),
          .rounded_to_odd = known.rounded_to_odd,
          .is_prescribed = known.is_prescribed};
  r.absolute = std::ldexp(epsilon, promise.format.precision) * (1 + 0x1p-6) + kOfTheSlowFigure;
  const double fine = r.uncertainty(kFineErrors);
  r.tolerance = largest_right(promise, r.is_sharp, fine);
  // Twice the sum of |d| and the uncertainty must stay below half a step, and within the limit.
  r.tiny = std::min(r.tolerance, kHalfStep - fine) / 2 - kOfTheSlowFigure;
  r.near = known.same_gap ? -1 : static_cast<std::int64_t>(epsilon * 0x1p53 * (1 + 0x1p-20)) + 2;
  const double margin = std::ceil(std::ldexp(fine, kErrorBits) + 0.5) + 1;
  r.margin = static_cast<std::int32_t>(std::min(margin, 0x1p20));
  r.is_fixed_point = margin <= kLargestMargin;
  return r;
}

Ruler wide_ruler(const BulkPromise& promise, bool rounds_alike) {
  Ruler r{.absolute = kOfTheSlowFigure, .rounds_alike = promise.is_rounding && rounds_alike, .is_fixed_point = true};
  const double fine = kLargestUncertainty + r.uncertainty(kFineErrors);
  r.tolerance = largest_right(promise, false, fine);
  r.margin = static_cast<std::int32_t>(std::ceil(std::ldexp(fine, kErrorBits) + 0.5)) + 1;
  return r;
}

}  // namespace classay::bulk
