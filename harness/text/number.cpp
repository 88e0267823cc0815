#include "harness/text/number.h"

#include <fmt/format.h>

#include <algorithm>
#include <limits>
#include <memory>

#include "harness/text/visible.h"
#include "reference/number/real.h"
#include "reference/truth/truth.h"

namespace classay {
namespace {

constexpr bool is_digit(char c) { return '0' <= c && c <= '9'; }
constexpr char lower(char c) { return 'A' <= c && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; }
constexpr bool is_hex_digit(char c) { return is_digit(c) || ('a' <= lower(c) && lower(c) <= 'f'); }
constexpr unsigned hex_value(char c) {
  return is_digit(c) ? static_cast<unsigned>(c - '0') : static_cast<unsigned>(lower(c) - 'a') + 10;
}

class Scanner {
 public:
  explicit Scanner(std::string_view text) : text_(text) {}

  std::size_t position() const { return at_; }
  bool done() const { return at_ == text_.size(); }
  char peek(std::size_t ahead = 0) const { return at_ + ahead < text_.size() ? lower(text_[at_ + ahead]) : '\0'; }
  bool take(char c) {
    if (done() || peek() != c) return false;
    ++at_;
    return true;
  }
  bool take_rest(std::string_view word) {
    const std::string_view rest = text_.substr(at_);
    if (!std::ranges::equal(rest, word, {}, lower)) return false;
    at_ = text_.size();
    return true;
  }
  // Consumes digits and returns their number.
  std::size_t take_digits(bool hex) {
    const std::size_t start = at_;
    while (!done() && (hex ? is_hex_digit(text_[at_]) : is_digit(text_[at_]))) ++at_;
    return at_ - start;
  }
  std::string_view from(std::size_t start) const { return text_.substr(start, at_ - start); }
  bool take_sign() {
    const bool negative = peek() == '-';
    if (negative || peek() == '+') ++at_;
    return negative;
  }

  [[noreturn]] void fail(const std::string& message) const { throw BadNumber(at_, message); }
  [[noreturn]] void fail_here(std::string_view kind) const {
    if (done()) fail(fmt::format("{} is missing", kind));
    fail(fmt::format("{} does not belong in {}", in_quotes(text_.substr(at_, 1)), kind));
  }

 private:
  std::string_view text_;
  std::size_t at_ = 0;
};

// Scans a finite floating-point number; returns its text without a suffix, as MPFR reads it.
std::string_view scan_real(Scanner& s, Type type) {
  const std::size_t start = s.position();
  const bool hex = s.peek() == '0' && s.peek(1) == 'x';
  const std::string_view kind = hex ? "a hexadecimal float" : "a decimal number";
  if (hex) {
    s.take('0');
    s.take('x');
  }
  std::size_t digits = s.take_digits(hex);
  const bool point = s.take('.');
  if (point) digits += s.take_digits(hex);
  if (digits == 0) s.fail_here(digits == 0 && !hex && !point ? "a number" : kind);

  const bool exponent = s.take(hex ? 'p' : 'e');
  if (exponent) {
    s.take_sign();
    if (s.take_digits(false) == 0) s.fail_here("an exponent");
  } else if (hex) {
    // C requires the exponent, too. strtod does not, and would read 0x3f800000, the pattern of 1.0, as 1065353216.
    if (!s.done()) s.fail_here(kind);
    s.fail(fmt::format("{0} could be a bit pattern or a number: read patterns with --bits, or write {0}p0", s.from(start)));
  }
  const std::string_view number = s.from(start);

  const char suffix = s.peek();
  if (suffix != '\0' && suffix == info(type).suffix) s.take(suffix);
  const bool is_of_another = suffix != '\0' && std::ranges::find(kTypes, suffix, &TypeInfo::suffix) != kTypes.end();
  if (is_of_another && !s.done()) {
    s.fail(fmt::format("the suffix {} is not that of {}", suffix, info(type).name));
  }
  if (!s.done()) s.fail_here(kind);
  return number;
}

// Precondition: scan_real accepted `numeral`.
Number round_real(std::string_view numeral, bool negative, Type type) {
  const Format& f = format(type);
  const Nearest n = nearest(f, std::string(numeral));
  if (f.is_infinite(n.bits)) {
    throw BadNumber(0, fmt::format("{} is beyond the largest {}, {}; write inf for an infinity", in_quotes(numeral),
                                   info(type).name, hex_float(f, f.max_finite())));
  }
  return {{type, f.zero(negative) | n.bits}, n.inexact};
}

Number parse_real(std::string_view text, Type type) {
  Scanner s(text);
  const bool negative = s.take_sign();
  const Format& f = format(type);
  if (s.take_rest("inf") || s.take_rest("infinity")) return {{type, f.infinity(negative)}};
  if (s.take_rest("nan")) return {{type, f.zero(negative) | f.quiet_nan()}};
  if (s.peek() == 'n' && s.peek(1) == 'a' && s.peek(2) == 'n' && s.peek(3) == '(') {
    throw BadNumber(s.position() + 3, "the payload of a NaN is given as a bit pattern, with --bits");
  }
  return round_real(scan_real(s, type), negative, type);
}

// The value of scanned digits; saturates at 2^65, which exceeds every type.
Wide magnitude(std::string_view digits, unsigned base) {
  constexpr Wide kTooLarge = Wide{1} << 65;
  Wide value = 0;
  for (char c : digits) value = std::min(value * base + hex_value(c), kTooLarge);
  return value;
}

struct Integer {
  bool negative = false;
  bool hex = false;
  Wide magnitude = 0;
};

Integer scan_integer(std::string_view text, std::string_view kind) {
  Scanner s(text);
  Integer result;
  result.negative = s.take_sign();
  result.hex = s.peek() == '0' && s.peek(1) == 'x';
  if (result.hex) {
    s.take('0');
    s.take('x');
  }
  const std::size_t start = s.position();
  if (s.take_digits(result.hex) == 0) s.fail_here(kind);
  result.magnitude = magnitude(s.from(start), result.hex ? 16 : 10);
  if (!s.done()) s.fail_here(kind);
  return result;
}

std::string range_of(Type type) {
  if (type == Type::boolean) return "0 and 1";
  const Bits sign = Bits{1} << (width(type) - 1);
  return is_signed(type) ? fmt::format("-{} to {}", sign, sign - 1) : fmt::format("0 to {}", mask(type));
}

Number parse_integer(std::string_view text, Type type) {
  const Integer i = scan_integer(text, fmt::format("an integer ({})", info(type).name));
  const Wide greatest = is_signed(type) ? mask(type) >> 1 : mask(type);
  const Wide limit = !i.negative ? greatest : is_signed(type) ? greatest + 1 : 0;
  if (i.magnitude > limit) {
    const bool pattern = i.hex && !i.negative && i.magnitude <= mask(type);
    throw BadNumber(0, fmt::format("{} is out of range: {} holds {}{}", in_quotes(text), info(type).name, range_of(type),
                                   pattern ? "; as a bit pattern it is read with --bits" : ""));
  }
  const auto low = static_cast<Bits>(i.magnitude);
  return {{type, (i.negative ? Bits{0} - low : low) & mask(type)}};
}

Number parse_pattern(std::string_view text, Type type) {
  Scanner s(text);
  const bool hex = s.peek() == '0' && s.peek(1) == 'x';
  if (!hex && !is_float(type)) return parse_integer(text, type);
  if (!hex)
    throw BadNumber(0, fmt::format("{} is not a bit pattern: with --bits, write 0x and hex digits", in_quotes(text)));
  const Integer i = scan_integer(text, "a bit pattern");
  if (i.magnitude > mask(type)) {
    throw BadNumber(0, fmt::format("{} is wider than the {} bits of {}", in_quotes(text), width(type), info(type).name));
  }
  return {{type, static_cast<Bits>(i.magnitude)}};
}

}  // namespace

// Rounds toward zero at 128 bits, then with round_sticky if inexact: a single rounding for any length of text.
Nearest nearest(const Format& f, const std::string& numeral) {
  const RealScope scope;
  Real x(128);
  const int ternary = mpfr_strtofr(x, numeral.c_str(), nullptr, 0, MPFR_RNDZ);
  if (x.is_zero()) return {f.zero(x.signbit()), ternary != 0};  // zero, or far below every format
  if (ternary != 0) return {round_sticky(f, x, Rounding::rne), true};
  const Bits bits = round_to(f, x, Rounding::rne);
  return {bits, compare(x, exact(f, bits)) != 0};
}

Bits rounded_numeral(const Format& f, const std::string& numeral, Rounding mode) {
  const RealScope scope;
  Real x(128);
  const int ternary = mpfr_strtofr(x, numeral.c_str(), nullptr, 0, MPFR_RNDZ);
  if (x.is_zero()) return f.zero(x.signbit());
  return ternary != 0 ? round_sticky(f, x, mode) : round_to(f, x, mode);
}

Number parse_number(std::string_view text, Type type, Notation notation) {
  if (text.empty()) throw BadNumber(0, "a number is missing");
  if (notation == Notation::bits) return parse_pattern(text, type);
  return is_float(type) ? parse_real(text, type) : parse_integer(text, type);
}

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
