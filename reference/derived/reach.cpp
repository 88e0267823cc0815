#include "reference/derived/reach.h"

#include <algorithm>

#include "reference/number/interval.h"
#include "reference/number/real.h"

namespace classay {
namespace {

std::int64_t finite_end(const Format& f) { return static_cast<std::int64_t>(f.max_finite()); }

// Zero cannot be an end of the finite numbers.
void trim(Reach& r) {
  if (r.low == 0) r.low = 1;
  if (r.high == 0) r.high = -1;
  if (r.low > r.high) {
    r.low = 1;
    r.high = 0;
  }
}

void include_numbers(Reach& r, std::int64_t low, std::int64_t high) {
  if (low > high) return;
  const bool first = !r.has_numbers();
  r.low = first ? low : std::min(r.low, low);
  r.high = first ? high : std::max(r.high, high);
}

Interval between(const Format& f, std::int64_t low, std::int64_t high) {
  return {exact(f, from_ordered(f, low)), exact(f, from_ordered(f, high))};
}

}  // namespace

Reach Reach::everything(const Format& f) {
  return {.format = f,
          .low = -finite_end(f),
          .high = finite_end(f),
          .zero = true,
          .positive_infinity = true,
          .negative_infinity = true,
          .nan = true};
}

Reach Reach::of(const Format& f, Bits b) {
  Reach r{.format = f};
  if (f.is_nan(b)) {
    r.nan = true;
  } else {
    r.include(ordered(f, b), ordered(f, b));
  }
  return r;
}

bool Reach::has_subnormals() const {
  const auto normal = static_cast<std::int64_t>(format.min_normal());
  return has_numbers() && low < normal && high > -normal;
}

void Reach::include(const Reach& other) {
  include_numbers(*this, other.low, other.high);
  zero = zero || other.zero;
  positive_infinity = positive_infinity || other.positive_infinity;
  negative_infinity = negative_infinity || other.negative_infinity;
  nan = nan || other.nan;
}

void Reach::include(std::int64_t first, std::int64_t last) {
  const std::int64_t end = finite_end(format);
  zero = zero || (first <= 0 && last >= 0);
  positive_infinity = positive_infinity || last > end;
  negative_infinity = negative_infinity || first < -end;
  Reach numbers{.format = format, .low = std::max(first, -end), .high = std::min(last, end)};
  trim(numbers);
  include_numbers(*this, numbers.low, numbers.high);
}

bool contains(const Reach& reach, const Format& f, Bits b) {
  if (f.is_nan(b)) return reach.nan;
  if (f.is_infinite(b)) return f.is_negative(b) ? reach.negative_infinity : reach.positive_infinity;
  if (f.is_zero(b)) return reach.zero;
  const std::int64_t i = ordered(f, b);
  return reach.low <= i && i <= reach.high;
}

Reach negate(const Reach& r) {
  Reach n = r;
  if (r.has_numbers()) {
    n.low = -r.high;
    n.high = -r.low;
  }
  std::swap(n.positive_infinity, n.negative_infinity);
  return n;
}

Reach absolute(const Reach& r) {
  Reach a = r;
  if (r.low < 0 && r.has_numbers()) {
    // If both signs occur, every magnitude down to the smallest may occur.
    a.low = r.high < 0 ? -r.high : 1;
    a.high = std::max(-r.low, r.high);
  }
  a.positive_infinity = r.positive_infinity || r.negative_infinity;
  a.negative_infinity = false;
  return a;
}

Reach clamp(const Reach& r, Bits low, Bits high) {
  const Format& f = r.format;
  const std::int64_t first = ordered(f, low);
  const std::int64_t last = ordered(f, high);
  const auto clamped = [&](std::int64_t i) { return std::clamp(i, first, last); };
  Reach c{.format = f};
  const auto include = [&](std::int64_t i) { c.include(clamped(i), clamped(i)); };
  if (r.has_numbers()) c.include(clamped(r.low), clamped(r.high));
  if (r.zero) include(0);
  if (r.nan || r.negative_infinity) include(first);
  if (r.positive_infinity) include(last);
  return c;
}

std::vector<Interval> pieces(const Reach& r) {
  const Format& f = r.format;
  std::vector<Interval> all;
  if (r.negative_infinity) all.push_back(Interval::point(exact(f, f.infinity(true))));
  if (r.has_numbers() && r.low < 0) all.push_back(between(f, r.low, std::min<std::int64_t>(r.high, -1)));
  if (r.zero) all.push_back(Interval::point(exact(f, 0)));
  if (r.has_numbers() && r.high > 0) all.push_back(between(f, std::max<std::int64_t>(r.low, 1), r.high));
  if (r.positive_infinity) all.push_back(Interval::point(exact(f, f.infinity())));
  return all;
}

std::string text(const Reach& r) {
  if (r.is_empty()) return "nothing";
  if (r.is_everything()) return "anything";
  std::string s;
  const auto append = [&s](bool applies, const std::string& what) {
    if (!applies) return;
    if (!s.empty()) s += ", ";
    s += what;
  };
  const auto end = [&r](std::int64_t i) { return hex_float(r.format, from_ordered(r.format, i)); };
  if (r.has_numbers()) s.append("[").append(end(r.low)).append(", ").append(end(r.high)).append("]");
  append(r.zero, "a zero");
  append(r.negative_infinity, "-inf");
  append(r.positive_infinity, "inf");
  append(r.nan, "nan");
  return s;
}

}  // namespace classay
