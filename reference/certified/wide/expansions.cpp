#include "reference/certified/wide/expansions.h"

#include <cmath>
#include <stdexcept>
#include <utility>

#include "reference/certified/function/series_support.h"
#include "reference/certified/narrow/taylor.h"

namespace classay::certified {
namespace {

constexpr slong kMost = 32;  // maximum number of coefficients
constexpr slong kCoefficientPrecision = 128;
constexpr slong kBallPrecision = 64;
constexpr slong kPrecision = 96;
constexpr double kTruncation = 0x1p-84;

}  // namespace

Expansions::Expansions(Series series, double from, double to, double spacing)
    : series_(std::move(series)),
      from_(from),
      to_(to),
      spacing_(spacing),
      cells_(static_cast<std::size_t>((to - from) / spacing)) {}

Ball Expansions::at(double x) const {
  const double low = std::floor(x / spacing_) * spacing_;
  const double centre = low + spacing_ / 2;
  Cell& cell = cells_[static_cast<std::size_t>((low - from_) / spacing_)];
  std::call_once(cell.once, [&] { cell.coefficients = expanded(centre); });
  Ball t;
  arb_set_d(t, (x - centre) / (spacing_ / 2));  // all of this is exact: x has 53 bits, the centre has fewer
  Ball f = cell.coefficients.back();
  for (std::size_t j = cell.coefficients.size() - 1; j-- > 0;) {
    arb_mul(f, f, t, kPrecision);
    arb_add(f, f, cell.coefficients[j], kPrecision);
  }
  return f;
}

// Returns as many coefficients as the remainder requires.
std::vector<Ball> Expansions::expanded(double centre) const {
  const double half = spacing_ / 2;
  const Ball all = hull(centre - half, centre + half);
  if (!contains(all, centre - half) || !contains(all, centre + half)) {
    throw std::logic_error("an expansion's ball does not contain its cell");
  }
  const PowerSeries over = series_(line(all, half), kMost, kBallPrecision);
  Ball middle;
  arb_set_d(middle, centre);
  const PowerSeries at_centre = series_(line(middle, half), kMost, kCoefficientPrecision);
  const double size = std::fabs(arf_get_d(arb_midref(static_cast<arb_srcptr>(coefficient(at_centre, 0))), ARF_RND_NEAR));
  std::vector<Ball> coefficients;
  for (slong j = 0; j < kMost; ++j) {
    const Ball remainder = coefficient(over, j);
    if (j + 1 == kMost || upper(remainder) <= kTruncation * size) {
      coefficients.push_back(remainder);
      break;
    }
    coefficients.push_back(coefficient(at_centre, j));
  }
  return coefficients;
}

}  // namespace classay::certified
