#include "harness/text/inputs.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "harness/text/number.h"
#include "reference/number/real.h"

namespace classay {

std::vector<Value> argument_values(const Case& c, const Tuple& input) {
  std::vector<Value> values;
  for (const Type type : argument_types(*c.row, c.format)) values.push_back({type, input.at(values.size()) & mask(type)});
  return values;
}

std::string input_text(const Case& c, const Tuple& input) {
  std::string text;
  for (const Value& v : argument_values(c, input)) text += (text.empty() ? "" : ",") + pattern(v);
  return text;
}

Tuple read_input(const Case& c, std::string_view text) {
  const std::vector<Type> types = argument_types(*c.row, c.format);
  Tuple tuple{};
  std::size_t from = 0;
  for (std::size_t a = 0; a < types.size(); ++a) {
    const std::size_t comma = std::min(text.find(',', from), text.size());
    try {
      tuple.at(a) = read_pattern(text.substr(from, comma - from), types[a]);
    } catch (const BadNumber& e) {
      throw UsageError(fmt::format("--input: {}", e.what()), text, from + e.position());
    }
    const bool is_last = a + 1 == types.size();
    if (is_last && comma < text.size()) {
      throw UsageError(
          fmt::format("--input: {} takes {} argument{}", c.row->name, types.size(), types.size() == 1 ? "" : "s"), text,
          comma);
    }
    from = std::min(comma + 1, text.size());
  }
  return tuple;
}

Bits read_pattern(std::string_view text, Type type) { return parse_number(text, type, Notation::bits).value.bits; }

namespace {

// Returns the two's complement of a whole number between -2^63 and 2^64. The result of mpfr_get_ui has 32 bits on Windows.
Bits pattern_of(const Real& x) {
  constexpr unsigned kHalf = 32;
  Real high(128);
  mpfr_div_2ui(high, x, kHalf, MPFR_RNDN);
  mpfr_floor(high, high);
  Real low(128);
  mpfr_mul_2ui(low, high, kHalf, MPFR_RNDN);
  mpfr_sub(low, x, low, MPFR_RNDN);
  const Bits upper = high.sign() < 0 ? static_cast<Bits>(mpfr_get_si(high, MPFR_RNDN)) : mpfr_get_ui(high, MPFR_RNDN);
  return upper << kHalf | mpfr_get_ui(low, MPFR_RNDN);
}

constexpr std::string_view kDots = "..";

// The ends as written; nullopt: there are no dots.
std::optional<std::pair<std::string, std::string>> ends_of(std::string_view text) {
  // "1...5" is 1. to .5 or 1 to ..5: neither is meant.
  const std::size_t dots = text.find(kDots);
  if (dots == std::string_view::npos || text.find(kDots, dots + 1) != std::string_view::npos) return std::nullopt;
  return std::pair(std::string(text.substr(0, dots)), std::string(text.substr(dots + kDots.size())));
}

bool is_infinity(std::string_view end) { return end.ends_with("inf") || end.ends_with("infinity"); }
bool is_negative(std::string_view end) { return end.starts_with('-'); }

void check_end(const std::string& end, std::string_view text) {
  try {
    if (is_nan(parse_number(end, Type::f64, Notation::value).value)) {
      throw BadNumber(0, "NaN is not the end of a range; leave the range out, or write '..'");
    }
  } catch (const BadNumber& e) {
    throw UsageError(fmt::format("{}: {}", in_quotes(text), e.what()));
  }
}

Real exact_end(const std::string& end) {
  Real x(128);
  mpfr_strtofr(x, end.c_str(), nullptr, 0, MPFR_RNDN);
  return x;
}

// Returns the smallest value that is at least the end, or the largest one that is at most the end.
Bits float_end(const Format& f, const std::string& end, bool is_low) {
  if (is_infinity(end)) return f.infinity(is_negative(end));
  const Bits bits = rounded_numeral(f, end, is_low ? Rounding::rtp : Rounding::rtn);
  return f.is_zero(bits) ? f.zero(is_low) : bits;
}

// The same for integers; nullopt: the type has none.
std::optional<Bits> integer_end(Type type, const std::string& end, bool is_low) {
  const RealScope scope;
  const int bits = width(type) - (is_signed(type) ? 1 : 0);
  Real x = exact_end(end);
  if (is_low) {
    mpfr_ceil(x, x);
  } else {
    mpfr_floor(x, x);
  }
  const Bits largest = mask(type) >> (is_signed(type) ? 1 : 0);
  const Bits smallest = is_signed(type) ? largest + 1 : 0;
  Real above(128);
  mpfr_set_ui_2exp(above, 1, bits, MPFR_RNDN);  // the largest and 1
  Real below(128);
  mpfr_set(below, above, MPFR_RNDN);
  mpfr_neg(below, below, MPFR_RNDN);  // the smallest of a signed type
  const bool is_above = mpfr_cmp(x, above) >= 0;
  const bool is_below = is_signed(type) ? mpfr_cmp(x, below) < 0 : mpfr_cmp_ui(x, 0) < 0;
  if (is_above) return is_low ? std::nullopt : std::optional(largest);
  if (is_below) return is_low ? std::optional(smallest) : std::nullopt;
  return pattern_of(x) & mask(type);
}

std::optional<std::uint64_t> rank_of_end(Type type, const std::string& end, bool is_low) {
  if (end.empty()) {
    if (!is_float(type)) return is_low ? 0 : mask(type);
    return rank_of(type, format(type).infinity(is_low));
  }
  const std::optional<Bits> bits =
      is_float(type) ? std::optional(float_end(format(type), end, is_low)) : integer_end(type, end, is_low);
  if (!bits) return std::nullopt;
  return rank_of(type, *bits);
}

}  // namespace

void check_range(std::string_view text) {
  const auto ends = ends_of(text);
  if (!ends) throw UsageError(fmt::format("{} is not a range; write two numbers such as -1..1", in_quotes(text)));
  const auto& [low, high] = *ends;
  for (const std::string& end : {low, high}) {
    if (!end.empty()) check_end(end, text);
  }
  if (low.empty() || high.empty()) return;
  const RealScope scope;
  if (mpfr_greater_p(exact_end(low), exact_end(high)) != 0) {
    throw UsageError(
        fmt::format("{} is empty, because {} is above {}; write {}..{}", in_quotes(text), low, high, high, low));
  }
}

std::vector<std::string> read_ranges(const std::vector<std::string>& words) {
  std::vector<std::string> ranges;
  for (const std::string& word : words) {
    for (std::size_t from = 0; from <= word.size();) {
      const std::size_t comma = std::min(word.find(',', from), word.size());
      ranges.push_back(word.substr(from, comma - from));
      check_range(ranges.back());
      from = comma + 1;
    }
  }
  if (!ranges.empty() && std::ranges::all_of(ranges, [](const std::string& r) { return r == kDots; })) {
    throw UsageError("no range has an end, so all inputs lie in them; write a range such as -1..1");
  }
  return ranges;
}

std::optional<ArgumentRange> range_of(std::string_view text, Type type) {
  if (text == kDots) return every_value(type);
  const auto [low, high] = ends_of(text).value();
  const std::optional<std::uint64_t> first = rank_of_end(type, low, true);
  const std::optional<std::uint64_t> last = rank_of_end(type, high, false);
  if (!first || !last || *first > *last) return std::nullopt;
  return ArgumentRange{*first, *last};
}

std::optional<std::vector<ArgumentRange>> ranges_of(std::span<const std::string> ranges, std::span<const Type> types) {
  if (ranges.size() > types.size()) return std::nullopt;
  std::vector<ArgumentRange> all;
  for (std::size_t a = 0; a < types.size(); ++a) {
    const std::optional<ArgumentRange> range = a < ranges.size() ? range_of(ranges[a], types[a]) : every_value(types[a]);
    if (!range) return std::nullopt;
    all.push_back(*range);
  }
  return all;
}

}  // namespace classay
