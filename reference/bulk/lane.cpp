#include "reference/bulk/lane.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>

namespace classay::bulk {
namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();

// For normal results only; faster than the library function.
double power_of_two(int exponent) { return std::bit_cast<double>(static_cast<std::uint64_t>(exponent + kF64.emax) << 52); }
// Rounds down; for zeros and subnormals the result is small enough.
int exponent(double x) { return static_cast<int>(std::bit_cast<std::uint64_t>(x) >> 52 & 0x7ff) - kF64.emax; }

Finding right_without_error() { return {.kind = Finding::Kind::right}; }

// Handles values for which only one result is right, whatever the limit: NaN, or a zero with its sign.
std::optional<Finding> find_special(const Format& f, const Lane& lane) {
  const double v = lane.value;
  bool is_right = false;
  if (std::isnan(v)) {
    is_right = f.is_nan(lane.got);
  } else if (v == 0) {
    is_right = lane.got == f.zero(std::signbit(v));
  } else {
    return std::nullopt;
  }
  return is_right ? right_without_error() : Finding{};
}

// Handles values beyond the largest number. An infinite result represents them, or no number is close enough to be right.
// nullopt: a finite number may be right.
std::optional<Finding> find_beyond(const BulkPromise& promise, const Ruler& ruler, const Lane& lane) {
  const Format& f = promise.format;
  const double beyond = power_of_two(f.emax + 1);
  const double v = std::fabs(lane.value);
  const bool is_infinite = lane.got == f.infinity(lane.value < 0);
  if (v >= (1 + 0x1p-6) * beyond) return is_infinite ? right_without_error() : Finding{};
  if (!is_infinite || v < beyond) return std::nullopt;
  // The exact value may be on the other side, but only by its uncertainty.
  const double u = ruler.uncertainty(0);
  return u <= promise.limit || promise.always_right ? with_error(Finding::Kind::right, -u, u) : Finding{};
}

// Returns whether the value and the exact value may lie in different binades. Up to the second binade, the spacing
// is that of the subnormals.
bool is_between_binades(const Format& f, const Ruler& ruler, double v) {
  if (std::fabs(v) < 1.5 * power_of_two(f.emin())) return false;
  const auto fraction = static_cast<std::int64_t>(std::bit_cast<std::uint64_t>(v) & kF64.fraction_mask());
  const std::int64_t end = std::int64_t{1} << kF64.fraction_bits();
  return fraction < ruler.near || fraction > end - ruler.near;
}

// Rounds to nearest, ties to even: adds and subtracts a number whose last place is that of the result. Precondition: |v| is
// below 2^(emax+2).
double rounded(const Format& f, double v) {
  const int e = std::max(exponent(v), f.emin());
  const double unit_in_last_place = 1.5 * power_of_two(e + kF64.fraction_bits() - f.fraction_bits());
  return (v + unit_in_last_place) - unit_in_last_place;
}

// Returns whether the value is exact, and g - v is a double. The difference is then the error that the MPFR fallback finds.
// The rounding error of a difference is a multiple of the smaller of both last places, so one of the two checks detects it.
bool is_exact(const Ruler& ruler, double g, double v) {
  const bool is_value = ruler.epsilon == 0 || (ruler.rounded_to_odd && (std::bit_cast<std::uint64_t>(v) & 1) == 0);
  const double d = g - v;
  return is_value && d + v == g && d - g == -v;
}

enum class Side : std::uint8_t { within, open, beyond };

// Returns the side of the limit on which an exactly known error lies. The error of a tie does not decide.
Side side_of(double error, const BulkPromise& promise) {
  if (error == promise.limit && promise.is_rounding) return Side::open;
  return error <= promise.limit ? Side::within : Side::beyond;
}

// Does the same for an error of `error` plus or minus `uncertainty`. A sharp ruler (ruler.h) has no uncertainty.
Side side_of(double error, double uncertainty, double limit, bool is_sharp) {
  if (is_sharp) return error < limit ? Side::within : error > limit ? Side::beyond : Side::open;
  if (error + uncertainty <= limit) return Side::within;
  return error - uncertainty > limit ? Side::beyond : Side::open;
}

// Returns whether a result beyond the limit may be right for a different interpretation of the arguments, such as zero for a
// subnormal. A result that equals an argument is right too if a zero result is right (A51).
bool may_be_right_in_another_way(const BulkPromise& promise, const Lane& lane) {
  if (!lane.has_two_ways || !promise.right_for_zeros || lane.gives_back) return lane.has_two_ways;
  const double g = value_of(promise.format, lane.got);
  return !(g < promise.right_for_zeros->front() || g > promise.right_for_zeros->back());
}

}  // namespace

Finding with_error(Finding::Kind kind, double low, double high) {
  const std::size_t bin = Tally::histogram_bin(high);
  if (Tally::histogram_bin(low) != bin) return {};
  return {.kind = kind, .low = low, .high = high, .bin = bin};
}

// Returns the kind of a result beyond the limit. Flushing to zero may allow it. The exact result must certainly be
// subnormal, or far from it. A flushed argument may lead to any result.
Finding::Kind beyond_limit(const BulkPromise& promise, const Lane& lane) {
  const Format& f = promise.format;
  if (promise.has_other_ways) return Finding::Kind::open;
  const auto otherwise = may_be_right_in_another_way(promise, lane) ? Finding::Kind::open : Finding::Kind::wrong;
  if (!promise.flushes) return otherwise;
  if (f.is_zero(lane.got)) {
    if (std::fabs(lane.value) < (1 - 0x1p-20) * power_of_two(f.emin())) return Finding::Kind::right;
    // An allowed result may be subnormal. It is less than half of the value if the limit is a small part of it.
    const bool is_limit_small = promise.limit <= power_of_two(f.precision - 3);
    if (!is_limit_small || std::fabs(lane.value) < power_of_two(f.emin() + 2)) return Finding::Kind::open;
  }
  return otherwise;
}

// The error of a result that is right because it is flushed is not one of the computation.
Finding off_limit(const BulkPromise& promise, const Lane& lane, double low, double high) {
  const Finding::Kind kind = beyond_limit(promise, lane);
  return kind == Finding::Kind::right ? right_without_error() : with_error(kind, low, high);
}

double value_of(const Format& f, Bits b) {
  if (f == kF32) return std::bit_cast<float>(static_cast<std::uint32_t>(b));
  if (f.is_nan(b)) return std::numeric_limits<double>::quiet_NaN();
  const double sign = f.is_negative(b) ? -1 : 1;
  if (f.is_infinite(b)) return sign * kInfinity;
  const Dyadic d = decode(f, b);
  return sign * std::ldexp(static_cast<double>(d.significand), d.exponent);
}

Bits element(const Format& f, const std::byte* results, std::uint64_t i) {
  const std::size_t bytes = static_cast<std::size_t>(f.width) / 8;
  Bits got = 0;
  for (std::size_t byte = bytes; byte-- > 0;) got = got << 8 | std::to_integer<Bits>(results[i * bytes + byte]);
  return got;
}

double Finding::least() const {
  if (low <= 0 && high >= 0) return 0;
  return std::fabs(resolved_error(std::fabs(low) < std::fabs(high) ? low : high));
}

double Finding::largest() const { return std::fabs(resolved_error(std::fabs(low) < std::fabs(high) ? high : low)); }

Finding larger(const Finding& a, const Finding& b) {
  if (a.kind != Finding::Kind::right || b.kind != Finding::Kind::right) return {};
  const auto largest = [](const Finding& f) { return std::max(-f.low, f.high); };
  const auto least = [](const Finding& f) { return std::max({f.low, -f.high, 0.0}); };
  if (least(a) > largest(b)) return a;
  if (least(b) > largest(a)) return b;
  return with_error(Finding::Kind::right, std::min(a.low, b.low), std::max(a.high, b.high));
}

Finding find(const BulkPromise& promise, const Ruler& ruler, const Lane& lane) {
  const Format& f = promise.format;
  if (const std::optional<Finding> special = find_special(f, lane)) return *special;
  if (ruler.is_prescribed) return value_of(f, lane.got) == lane.value ? right_without_error() : Finding{};
  if (const std::optional<Finding> found = find_beyond(promise, ruler, lane)) return *found;
  if (f.is_nan(lane.got)) {
    if (promise.always_right) return right_without_error();
    const bool may_be_right = promise.has_other_ways || lane.has_two_ways;
    return may_be_right ? Finding{} : with_error(Finding::Kind::wrong, kInfinity, kInfinity);
  }
  const double v = lane.value;
  const double beyond = power_of_two(f.emax + 1);
  const double g = f.is_infinite(lane.got) ? (f.is_negative(lane.got) ? -beyond : beyond) : value_of(f, lane.got);
  // Zeros have the sign of the number from which they were rounded.
  if (promise.is_rounding && g == 0 && std::signbit(g) != std::signbit(v) && !promise.flushes) return {};
  const double d = (g - v) * power_of_two(-spacing_exponent(f, exponent(v)));
  if (is_between_binades(f, ruler, v)) {
    return std::fabs(d) <= ruler.tiny ? with_error(Finding::Kind::right, -kErrorStep / 4, kErrorStep / 4) : Finding{};
  }
  const double u = ruler.uncertainty(std::fabs(d));
  const bool is_known = is_exact(ruler, g, v);
  const Side side = is_known ? side_of(std::fabs(d), promise) : side_of(std::fabs(d), u, promise.limit, ruler.is_sharp);
  bool is_right = promise.always_right || side == Side::within;
  if (!is_right && side == Side::open) {
    if (!ruler.rounds_alike) return {};
    is_right = g == rounded(f, v);  // a tie, or nearly one
  }
  const double off = is_known ? 0 : u;
  return is_right ? with_error(Finding::Kind::right, d - off, d + off) : off_limit(promise, lane, d - off, d + off);
}

Finding find(const BulkPromise& promise, const Ruler& ruler, const WideLane& lane) {
  const Format& f = promise.format;
  if (!(lane.uncertainty < kInfinity)) return {};
  // The value is NaN or infinite and the result is equal; or the result is an infinity and the value exceeds all numbers.
  if (lane.error == 0 && lane.uncertainty == 0 && !f.is_finite(lane.got)) return right_without_error();
  if (lane.head == 0) return right_without_error();
  if (f.is_nan(lane.got)) {
    if (promise.always_right) return right_without_error();
    const bool may_be_right = promise.has_other_ways || lane.has_two_ways;
    return may_be_right ? Finding{} : with_error(Finding::Kind::wrong, kInfinity, kInfinity);
  }
  if (std::isinf(lane.error)) return {};
  const bool has_other_sign = f.is_negative(lane.got) != std::signbit(lane.head);
  if (promise.is_rounding && f.is_zero(lane.got) && has_other_sign && !promise.flushes) return {};
  const double e = std::fabs(lane.error);
  const double u = lane.uncertainty + ruler.uncertainty(e);
  bool is_right = promise.always_right || e + u <= promise.limit;
  if (!is_right && e - u <= promise.limit) {
    if (!ruler.rounds_alike) return {};
    is_right = lane.got == std::bit_cast<Bits>(lane.head);
  }
  const Lane as_number{lane.got, std::ldexp(lane.head, lane.scale), lane.has_two_ways};
  if (is_right) return with_error(Finding::Kind::right, lane.error - u, lane.error + u);
  return off_limit(promise, as_number, lane.error - u, lane.error + u);
}

}  // namespace classay::bulk
