#include "harness/text/numerals.h"

#include <fmt/format.h>

#include <algorithm>
#include <memory>

#include "harness/text/number.h"
#include "harness/text/visible.h"
#include "reference/number/real.h"
#include "reference/truth/truth.h"

namespace classay {
namespace {

constexpr int kDigits = 25;       // digits of an enclosure
constexpr int kExactDigits = 40;  // longest exact value that is printed in full
constexpr std::size_t kLongestQuote = 60;

// A finite number as 0.DIGITS * 10^exponent.
struct Decimal {
  bool negative = false;
  std::string digits;
  long exponent = 0;
};

Decimal decimal_of(const Real& x, int digits, mpfr_rnd_t direction) {
  mpfr_exp_t exponent = 0;
  const std::unique_ptr<char, void (*)(char*)> text(
      mpfr_get_str(nullptr, &exponent, 10, static_cast<std::size_t>(digits), x, direction), mpfr_free_str);
  const bool negative = text.get()[0] == '-';
  return {negative, text.get() + (negative ? 1 : 0), exponent};
}

void strip_zeros(std::string& digits) { digits.resize(std::max<std::size_t>(digits.find_last_not_of('0') + 1, 1)); }

// Plain notation for moderate numbers, an exponent for all others.
std::string layout(const Decimal& d) {
  std::string text = d.digits;
  const auto size = static_cast<long>(text.size());
  if (d.exponent <= -5 || d.exponent > 21) {
    if (size > 1) text.insert(1, 1, '.');
    text += fmt::format("e{:+}", d.exponent - 1);
  } else if (d.exponent <= 0) {
    text.insert(0, static_cast<std::size_t>(2 - d.exponent), '0');
    text[1] = '.';
  } else if (size <= d.exponent) {
    text.append(static_cast<std::size_t>(d.exponent - size), '0');
  } else {
    text.insert(static_cast<std::size_t>(d.exponent), 1, '.');
  }
  if (d.negative) text.insert(0, 1, '-');
  return text;
}

std::string rounded_text(const Real& x, int digits, mpfr_rnd_t direction) {
  if (x.is_infinite()) return x.signbit() ? "-inf" : "inf";
  if (x.is_zero()) return "0";
  return layout(decimal_of(x, digits, direction));
}

// Returns all digits of a number if there are few enough.
std::optional<std::string> exact_text(const Real& x) {
  if (!x.is_finite() || x.is_zero()) return rounded_text(x, kDigits, MPFR_RNDN);
  Decimal down = decimal_of(x, kExactDigits, MPFR_RNDD);
  const Decimal up = decimal_of(x, kExactDigits, MPFR_RNDU);
  if (down.digits != up.digits || down.exponent != up.exponent) return std::nullopt;
  strip_zeros(down.digits);
  return layout(down);
}

std::string shortest(const Format& f, Bits bits) {
  if (f.is_nan(bits)) return "nan";
  const Real x = exact(f, bits);
  if (!f.is_finite(bits) || f.is_zero(bits))
    return f.is_zero(bits) && f.is_negative(bits) ? "-0" : rounded_text(x, 1, MPFR_RNDN);
  for (int digits = 1;; ++digits) {  // ends: 17 digits distinguish all f64 numbers
    Decimal d = decimal_of(x, digits, MPFR_RNDN);
    const std::string scientific = fmt::format("{}0.{}e{}", d.negative ? "-" : "", d.digits, d.exponent);
    if (nearest(f, scientific).bits != bits) continue;
    strip_zeros(d.digits);
    return layout(d);
  }
}

std::string integer_text(Value v) { return is_signed(v.type) ? std::to_string(as_signed(v)) : std::to_string(v.bits); }

}  // namespace

std::string in_quotes(std::string_view text) {
  return "'" + visible(text.substr(0, kLongestQuote)) + (text.size() > kLongestQuote ? "..." : "") + "'";
}

std::string plural(std::size_t n, std::string_view noun) { return fmt::format("{} {}{}", n, noun, n == 1 ? "" : "s"); }

std::string pattern(Value v) { return fmt::format("0x{:0{}x}", v.bits, std::max(width(v.type) / 4, 1)); }

std::string decimal(Value v) { return is_float(v.type) ? shortest(format(v.type), v.bits) : integer_text(v); }

std::string exact_form(Value v) { return is_float(v.type) ? hex_float(format(v.type), v.bits) : integer_text(v); }

std::string in_words(Value v) {
  if (!is_float(v.type)) return fmt::format("{}  {}", pattern(v), integer_text(v));
  const Format& f = format(v.type);
  const std::string hex = hex_float(f, v.bits);
  if (!f.is_finite(v.bits)) return fmt::format("{}  {}", pattern(v), hex);
  return fmt::format("{}  {}  {}{}", pattern(v), hex, shortest(f, v.bits), f.is_subnormal(v.bits) ? "  subnormal" : "");
}

Enclosure enclosure(const Interval& v, int digits) {
  if (v.is_point()) {
    if (std::optional<std::string> text = exact_text(v.low)) return {*text, *text};
  }
  return {rounded_text(v.low, digits, MPFR_RNDD), rounded_text(v.high, digits, MPFR_RNDU)};
}

Enclosure enclosure(const Truth& t, Type type) {
  const auto both = [](const std::string& text) { return Enclosure{text, text}; };
  switch (t.kind) {
    case Truth::Kind::nan: return both("nan");
    case Truth::Kind::infinite: return both(t.negative ? "-inf" : "inf");
    case Truth::Kind::integer: return both(integer_text({type, t.integer}));
    case Truth::Kind::any: return both("any");
    case Truth::Kind::real: break;
  }
  if (t.is_zero()) return both(t.negative ? "-0" : "0");
  return enclosure(*t.value, kDigits);
}

std::string between(const Enclosure& e) {
  if (e.low == e.high) return e.low;
  const std::size_t end = std::min(e.low.find('e'), e.low.size());
  const bool alike = e.low.size() == e.high.size() && e.low.compare(end, std::string::npos, e.high, end) == 0;
  const auto differs = std::ranges::mismatch(e.low, e.high).in1 - e.low.begin();
  const std::size_t shared = std::min(static_cast<std::size_t>(differs), end - std::min<std::size_t>(end, 2));
  if (!alike || shared < 8) return e.low + " .. " + e.high;
  return e.low + " .. ..." + e.high.substr(shared);
}

}  // namespace classay
