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
// Half a step, and what is needed of it for comparisons in fixed point to be certain away from the edges of bins.
constexpr double kHalfStep = kErrorStep / 2;
constexpr double kLargestMargin = kHalfStep * (1 << kErrorBits) - 4;

}  // namespace

std::optional<Ruler> ruler(const BulkPromise& promise, const Known& known) {
  const double epsilon = known.epsilon;
  if (!(epsilon >= 0 && epsilon <= kLargestEpsilon)) return std::nullopt;
  Ruler r{.epsilon = epsilon,
          .rounds_alike = promise.is_rounding && (known.rounds_alike || epsilon == 0),
          .rounded_to_odd = known.rounded_to_odd,
          .is_prescribed = known.is_prescribed};
  r.absolute = std::ldexp(epsilon, promise.format.precision) * (1 + 0x1p-6) + kOfTheSlowFigure;
  const double fine = r.uncertainty(kFineErrors);
  r.tolerance = promise.always_right ? kFineErrors : std::min(promise.limit - fine, kFineErrors);
  // Twice |d| and the uncertainty have to stay below half a step, and within the limit.
  r.tiny = std::min(r.tolerance, kHalfStep - fine) / 2 - kOfTheSlowFigure;
  r.near = known.same_binade ? -1 : static_cast<std::int64_t>(epsilon * 0x1p53 * (1 + 0x1p-20)) + 2;
  const double margin = std::ceil(std::ldexp(fine, kErrorBits) + 0.5) + 1;
  r.margin = static_cast<std::int32_t>(std::min(margin, 0x1p20));
  r.is_fixed_point = margin <= kLargestMargin;
  return r;
}

Ruler wide_ruler(const BulkPromise& promise, bool rounds_alike) {
  Ruler r{.absolute = kOfTheSlowFigure, .rounds_alike = promise.is_rounding && rounds_alike, .is_fixed_point = true};
  const double fine = kLargestUncertainty + r.uncertainty(kFineErrors);
  r.tolerance = promise.always_right ? kFineErrors : std::min(promise.limit - fine, kFineErrors);
  r.margin = static_cast<std::int32_t>(std::ceil(std::ldexp(fine, kErrorBits) + 0.5)) + 1;
  return r;
}

}  // namespace classay::bulk
