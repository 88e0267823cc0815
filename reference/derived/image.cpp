#include "reference/derived/image.h"

#include <algorithm>
#include <array>
#include <initializer_list>

#include "reference/derived/parser.h"

namespace classay::derived {
namespace {

enum class Shape : std::uint8_t { increasing, decreasing, sine, cosine, tangent };

struct Elementary {
  std::string_view name;
  int (*evaluate)(mpfr_ptr, mpfr_srcptr, mpfr_rnd_t);
  Shape shape = Shape::increasing;
  int domain_low = -2;  // in units; smaller numbers are outside the domain, and -2 and 2 represent the infinities
  int domain_high = 2;
};

constexpr std::array<Elementary, 14> kElementary{{
    {.name = "sqrt", .evaluate = mpfr_sqrt, .domain_low = 0},
    {.name = "log", .evaluate = mpfr_log, .domain_low = 0},
    {.name = "log2", .evaluate = mpfr_log2, .domain_low = 0},
    {.name = "log10", .evaluate = mpfr_log10, .domain_low = 0},
    {.name = "exp", .evaluate = mpfr_exp},
    {.name = "exp2", .evaluate = mpfr_exp2},
    {.name = "sin", .evaluate = mpfr_sin, .shape = Shape::sine},
    {.name = "cos", .evaluate = mpfr_cos, .shape = Shape::cosine},
    {.name = "tan", .evaluate = mpfr_tan, .shape = Shape::tangent},
    {.name = "atan", .evaluate = mpfr_atan},
    {.name = "asin", .evaluate = mpfr_asin, .domain_low = -1, .domain_high = 1},
    {.name = "acos", .evaluate = mpfr_acos, .shape = Shape::decreasing, .domain_low = -1, .domain_high = 1},
    {.name = "trunc", .evaluate = mpfr_rint_trunc},
    {.name = "floor", .evaluate = mpfr_rint_floor},
}};

// Returns the result of a correctly rounded operation at one point, rounded in both directions. MPFR defines operations on
// infinities and poles.
template <class F>
Image at_point(Precision p, F&& f) {
  Interval v{Real(p), Real(p)};
  f(v.low, MPFR_RNDD);
  f(v.high, MPFR_RNDU);
  Image image;
  if (v.low.is_nan()) {
    image.nan = true;
  } else if (v.low.is_infinite() && v.low.sign() > 0) {
    image.positive_infinity = true;
  } else if (v.high.is_infinite() && v.high.sign() < 0) {
    image.negative_infinity = true;
  } else {
    image.numbers = std::move(v);
  }
  return image;
}

// Returns whether an integer k with low < offset + k * period <= high may exist. An enclosure cannot decide it exactly, so
// "perhaps" counts as true.
bool may_contain(const Interval& a, double offset_in_periods, const Interval& period, Precision p) {
  const Interval offset = Interval::point(exact_double(offset_in_periods));
  const Interval t = subtract(divide(a, period, p), offset, p);
  Real below(p);
  Real above(p);
  mpfr_ceil(below, t.low);
  mpfr_floor(above, t.high);
  return compare(below, above) <= 0;
}

Image periodic(const Elementary& e, const Interval& a, Precision p) {
  const auto f = [&](Real& r, const Real& x, mpfr_rnd_t d) { return e.evaluate(r, x, d); };
  if (e.shape == Shape::tangent) {
    // tan increases between two poles.
    if (may_contain(a, 0.5, pi(p), p)) return {.numbers = whole_line(p)};
    return {.numbers = increasing(a, p, f)};
  }
  const Interval half_turn = pi(p);
  const Interval turn = add(half_turn, half_turn, p);
  const double maximum = e.shape == Shape::sine ? 0.25 : 0;
  const double minimum = e.shape == Shape::sine ? 0.75 : 0.5;
  // The function is monotone between its extremes, so the hull of the images of the ends is the image.
  Interval v = hull(increasing(Interval::point(a.low), p, f), increasing(Interval::point(a.high), p, f));
  if (may_contain(a, maximum, turn, p)) mpfr_set_si(v.high, 1, MPFR_RNDN);
  if (may_contain(a, minimum, turn, p)) mpfr_set_si(v.low, -1, MPFR_RNDN);
  return {.numbers = std::move(v)};
}

Image elementary(const Elementary& e, const Piece& x, Precision p) {
  if (x.is_point()) return at_point(p, [&](Real& r, mpfr_rnd_t d) { e.evaluate(r, x.low, d); });
  Interval inside = x;
  if (e.domain_low > -2 && mpfr_cmp_si(x.low, e.domain_low) < 0) mpfr_set_si(inside.low, e.domain_low, MPFR_RNDN);
  if (e.domain_high < 2 && mpfr_cmp_si(x.high, e.domain_high) > 0) mpfr_set_si(inside.high, e.domain_high, MPFR_RNDN);
  if (compare(inside.low, inside.high) > 0) return {.numbers = {}, .nan = true};
  const auto f = [&](Real& r, const Real& a, mpfr_rnd_t d) { return e.evaluate(r, a, d); };
  Image image;
  switch (e.shape) {
    case Shape::increasing: image.numbers = increasing(inside, p, f); break;
    case Shape::decreasing: image.numbers = decreasing(inside, p, f); break;
    default: image = periodic(e, inside, p); break;
  }
  image.nan = compare(inside.low, x.low) != 0 || compare(inside.high, x.high) != 0;
  return image;
}

Image atan2_image(const Piece& y, const Piece& x, Precision p) {
  // On a box without the origin and the cut, the extremes of the angle are at corners.
  if (y.contains_zero() && x.low.sign() <= 0) {
    const Interval half_turn = pi(p);
    return {.numbers = hull(negate(half_turn), half_turn)};
  }
  Image image;
  for (const Real* a : {&y.low, &y.high}) {
    for (const Real* b : {&x.low, &x.high}) {
      image.include(*at_point(p, [&](Real& r, mpfr_rnd_t d) { mpfr_atan2(r, *a, *b, d); }).numbers);
    }
  }
  return image;
}

// Returns x^(1/n) for one integer n, and anything if n is not known.
Image rootn_image(const Piece& x, const Piece& n, Precision p) {
  if (!n.is_point() || !n.low.is_integer() || mpfr_fits_slong_p(n.low, MPFR_RNDN) == 0) {
    return {.numbers = whole_line(p), .nan = true, .positive_infinity = true, .negative_infinity = true};
  }
  const long k = mpfr_get_si(n.low, MPFR_RNDN);
  if (x.is_point()) return at_point(p, [&](Real& r, mpfr_rnd_t d) { mpfr_rootn_si(r, x.low, k, d); });
  if (k == 0 || (k % 2 == 0 && x.low.sign() < 0)) return {.numbers = {}, .nan = true};
  const auto f = [k](Real& r, const Real& a, mpfr_rnd_t d) { return mpfr_rootn_si(r, a, k, d); };
  // Even roots of negative numbers are excluded above. An odd root increases; its reciprocal decreases on each side of 0.
  return {.numbers = k > 0 ? increasing(x, p, f) : decreasing(x, p, f)};
}

bool any_infinite(std::initializer_list<const Piece*> pieces) {
  return std::ranges::any_of(pieces, [](const Piece* x) { return x->low.is_infinite(); });
}

}  // namespace

Image image_of(std::string_view function, std::span<const Piece> operands, Precision p) {
  if (function == "atan2") return atan2_image(operands[0], operands[1], p);
  if (function == "rootn") return rootn_image(operands[0], operands[1], p);
  return elementary(*std::ranges::find(kElementary, function, &Elementary::name), operands[0], p);
}

// A piece has one sign, so one of its numbers is enough to evaluate an operation with an infinity.
Image sum(const Piece& a, const Piece& b, Precision p) {
  if (any_infinite({&a, &b})) return at_point(p, [&](Real& r, mpfr_rnd_t d) { mpfr_add(r, a.low, b.low, d); });
  return {.numbers = add(a, b, p)};
}

Image product(const Piece& a, const Piece& b, Precision p) {
  if (any_infinite({&a, &b})) return at_point(p, [&](Real& r, mpfr_rnd_t d) { mpfr_mul(r, a.low, b.low, d); });
  return {.numbers = multiply(a, b, p)};
}

Image quotient(const Piece& a, const Piece& b, Precision p) {
  if (b.low.is_zero() && b.is_point()) {  // either sign of zero
    const bool nan = a.is_point() && a.low.is_zero();
    return {.numbers = {}, .nan = nan, .positive_infinity = !nan, .negative_infinity = !nan};
  }
  if (any_infinite({&a, &b})) return at_point(p, [&](Real& r, mpfr_rnd_t d) { mpfr_div(r, a.low, b.low, d); });
  return {.numbers = divide(a, b, p)};
}

Image product_and_sum(const Piece& a, const Piece& b, const Piece& c, Precision p) {
  if (any_infinite({&a, &b, &c})) {
    return at_point(p, [&](Real& r, mpfr_rnd_t d) { mpfr_fma(r, a.low, b.low, c.low, d); });
  }
  return {.numbers = add(multiply(a, b, p), c, p)};
}

}  // namespace classay::derived
