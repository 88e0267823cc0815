#include "reference/certified/wide/search.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <stdexcept>

#include "reference/certified/narrow/taylor.h"
#include "reference/certified/wide/taylor.h"

namespace classay::certified {
namespace {

constexpr slong kLargestPrecision = 2048;

// Returns the number of powers of two by which a window must become narrower if its truncation is `share` of the aim.
int narrowing(double share) {
  if (!std::isfinite(share)) return 2;
  return std::clamp(static_cast<int>(std::ceil(std::log2(2 * share) / (kWideDegree + 1))), 1, 16);
}

// Returns the index of a magnitude relative to a window. Exact, because an octave has 2^52 numbers.
double place(Bits magnitude, Bits first) { return static_cast<double>(static_cast<std::int64_t>(magnitude - first)); }

double pace(int width) { return std::ldexp(1.0, 1 - width); }

}  // namespace

WideSearch::WideSearch(const Function& function, const WideAim& aim, const Octave& octave, bool is_negative)
    : function_(function),
      aim_(aim),
      octave_(octave),
      is_negative_(is_negative),
      widest_(std::min(aim.widest, octave.bits)),
      narrowest_(std::min(aim.narrowest, octave.bits)) {}

WideSearch::Found WideSearch::find(const Way& way, Bits centre) const {
  if (const std::optional<Found> found = beyond(centre)) return *found;
  const double widest_step = (is_negative_ ? -1 : 1) * std::ldexp(1.0, octave_.spacing + widest_ - 1);
  slong precision = kWidePrecision;
  WideSeries series(way.series, number(centre), widest_step, precision);
  if (!series.is_finite()) return {};
  bool minds_zeros = way.minds_zeros;
  for (int narrower = series.narrower_for(aim_.epsilon); widest_ - narrower >= narrowest_;) {
    const int width = widest_ - narrower;
    const Bits first = octave_.window(centre, width);
    WideTaylor t = series.taylor(narrower);
    const OverWindow over = over_window(way.series, ball(first, width, centre), std::ldexp(widest_step, -narrower), t.scale);
    if (!way.is_reciprocal && over.sign != 0 && (over.is_over || over.is_tiny)) {
      return {.width = width, .block = constant(over, first, width)};
    }
    t.remainder = over.remainder;
    const Bound b = bound(way, t, first, width, centre);
    if (b.epsilon <= aim_.epsilon) return {.width = width, .block = block(way, t, b, first, width, centre)};
    if (minds_zeros) {
      const Bits zero = zero_near(t, width, centre);
      if (zero != WideBlock::kNowhere) return {.zero = zero};
      minds_zeros = false;
    }
    if (b.radius > aim_.epsilon / 4 && b.truncation < aim_.epsilon && precision < kLargestPrecision) {
      precision *= 2;
      series = WideSeries(way.series, number(centre), widest_step, precision);
    } else {
      narrower += narrowing(b.truncation / aim_.epsilon);
    }
  }
  return {};
}

// If the logarithm shows that f overflows or underflows, f is not expanded: Arb has no ball for e^(2^200).
std::optional<WideSearch::Found> WideSearch::beyond(Bits centre) const {
  if (!function_.log) return std::nullopt;
  const auto known = [&](const arb::Ball& x) { return over_by_log(function_.log(x)); };
  if (known(hull(number(centre), number(centre))).sign == 0) return std::nullopt;
  for (int width = widest_; width >= narrowest_; --width) {
    const Bits first = octave_.window(centre, width);
    const OverWindow over = known(ball(first, width, centre));
    if (over.sign != 0) return Found{.width = width, .block = constant(over, first, width)};
  }
  return Found{};
}

double WideSearch::number(Bits magnitude) const { return (is_negative_ ? -1 : 1) * std::bit_cast<double>(magnitude); }

Window WideSearch::window(Bits first, int width) const {
  return {.first = first | kF64.zero(is_negative_), .shift = 64 - width};
}

arb::Ball WideSearch::ball(Bits first, int width, Bits centre) const {
  const double near = number(std::min(first, centre));
  const double far = number(std::max(first + (Bits{1} << width) - 1, centre));
  double from = near;
  double to = far;
  if (aim_.damage == Damage::half_ball) from = near + (far - near) / 2;
  if (aim_.damage == Damage::bare_centre || aim_.damage == Damage::unseen_centre) from = to = number(centre);
  arb::Ball x = hull(from, to);
  // Tests cannot detect a remainder over too small a ball, so this is asserted for each window.
  for (const double inside : {near, far, number(centre)}) {
    if (aim_.damage == Damage::unseen_centre || contains(x, inside)) continue;
    throw std::logic_error("a window's ball does not contain the window");
  }
  return x;
}

Bound WideSearch::bound(const Way& way, const WideTaylor& t, Bits first, int width, Bits centre) const {
  const auto last = static_cast<double>((Bits{1} << width) - 1);
  const double at = place(centre, first);
  const double reach = std::fmax(std::fabs(at), std::fabs(last - at)) * pace(width);
  const Bound b = way.is_at_zero ? wide_bound_at_zero(t, reach, pace(width), 0 <= at && at <= last, aim_.damage)
                                 : wide_bound_away_from_zero(t, reach, aim_.damage);
  return way.is_reciprocal ? wide_bound_of_reciprocal(b) : b;
}

// Returns Newton's point if it is within three windows and in the octave, or is the number after the octave.
Bits WideSearch::zero_near(const WideTaylor& t, int width, Bits centre) const {
  const double steps = std::round(-t.b[0] / t.b[1] / pace(width));
  if (!(std::fabs(steps) <= std::ldexp(3.0, width))) return WideBlock::kNowhere;
  const Bits zero = centre + static_cast<Bits>(static_cast<std::int64_t>(steps));
  return octave_.first <= zero && zero <= octave_.end() ? zero : WideBlock::kNowhere;
}

// Makes a block whose values all overflow or underflow.
WideBlock WideSearch::constant(const OverWindow& over, Bits first, int width) const {
  const WideValue v = over.is_over ? wide_over(over.sign) : wide_tiny(over.sign);
  return {.kind = WideBlock::Kind::constant,
          .window = window(first, width),
          .epsilon = v.epsilon,
          .scale = v.scale,
          .value = v.head};
}

WideBlock WideSearch::block(const Way& way, const WideTaylor& t, const Bound& b, Bits first, int width, Bits centre) const {
  WideBlock r{.kind = WideBlock::Kind::polynomial,
              .window = window(first, width),
              .epsilon = b.epsilon,
              .scale = way.is_reciprocal ? -t.scale : t.scale};
  WidePolynomial& p = r.polynomial;
  std::copy(std::begin(t.b), std::end(t.b), std::begin(p.b));
  if (aim_.damage == Damage::coefficient_ulp) p.b[0] *= 1 + 0x1p-52;
  if (aim_.damage != Damage::no_tails) std::copy(std::begin(t.l), std::end(t.l), std::begin(p.l));
  p.centre = place(centre, first);
  p.pace = pace(width);
  p.is_reciprocal = way.is_reciprocal;
  if (t.is_zero_exact) {
    r.exact_at = centre | kF64.zero(is_negative_);
    r.exact_value = way.is_reciprocal ? function_.at_pole(number(centre)) : function_.at_zero(number(centre));
  }
  return r;
}

}  // namespace classay::certified
