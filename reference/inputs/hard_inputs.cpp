#include "reference/inputs/hard_inputs.h"

#include <charconv>
#include <stdexcept>
#include <string>

#include "reference/number/rounding.h"

namespace classay {
namespace {

bool take(std::string_view& text, std::string_view prefix) {
  if (!text.starts_with(prefix)) return false;
  text.remove_prefix(prefix.size());
  return true;
}

int hex_digit(char c) {
  if (c >= '0' && c <= '9') return c - '0';
  if (c >= 'a' && c <= 'f') return c - 'a' + 10;
  if (c >= 'A' && c <= 'F') return c - 'A' + 10;
  return -1;
}

// Digits with at most one point among them, up to 'p': the significand, and 4 for each digit behind the point.
struct Digits {
  std::uint64_t significand = 0;
  int fraction_bits = 0;
};
std::optional<Digits> take_digits(std::string_view& text) {
  Digits d;
  bool any = false;
  bool behind_point = false;
  for (; !text.empty() && text.front() != 'p'; text.remove_prefix(1)) {
    if (text.front() == '.' && !behind_point) {
      behind_point = true;
      continue;
    }
    const int digit = hex_digit(text.front());
    if (digit < 0 || d.significand >> 60 != 0) return std::nullopt;  // 16 digits are more than any format's
    d.significand = d.significand << 4 | static_cast<std::uint64_t>(digit);
    d.fraction_bits += behind_point ? 4 : 0;
    any = true;
  }
  return any ? std::optional(d) : std::nullopt;
}

std::optional<int> take_exponent(std::string_view text) {
  if (!take(text, "p")) return std::nullopt;
  take(text, "+");
  int exponent = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), exponent);
  const bool whole = error == std::errc() && end == text.data() + text.size();
  return whole && exponent > -100000 && exponent < 100000 ? std::optional(exponent) : std::nullopt;
}

}  // namespace

HexFloat parse_hex_float(const Format& f, std::string_view text) {
  const bool negative = take(text, "-");
  if (text == "nan") return {f.quiet_nan()};
  if (text == "inf") return {f.infinity(negative)};
  if (!take(text, "0x")) return {};
  const std::optional<Digits> digits = take_digits(text);
  const std::optional<int> exponent = take_exponent(text);
  if (!digits || !exponent) return {};
  const Unrounded x{negative, digits->significand, *exponent - digits->fraction_bits, false};
  const Bits down = round_to(f, x, Rounding::rtn);
  if (down != round_to(f, x, Rounding::rtp)) return {.bits = std::nullopt, .error = HexError::not_representable};
  return {down};
}

namespace {

std::string_view take_word(std::string_view& line) {
  const std::size_t begin = std::min(line.find_first_not_of(" \t\r"), line.size());
  line.remove_prefix(begin);
  const std::size_t end = std::min(line.find_first_of(" \t\r"), line.size());
  const std::string_view word = line.substr(0, end);
  line.remove_prefix(end);
  return word;
}

// Empty when a number is not one of the format.
std::vector<Bits> parse_row(const Format& f, std::size_t arity, std::string_view line) {
  std::vector<Bits> row;
  bool representable = true;
  for (std::string_view word = take_word(line); !word.empty(); word = take_word(line)) {
    const HexFloat number = parse_hex_float(f, word);
    if (!number.bits && number.error == HexError::malformed)
      throw std::invalid_argument("not a hex float: " + std::string(word));
    representable = representable && number.bits;
    row.push_back(number.bits.value_or(0));
  }
  if (row.size() != arity) throw std::invalid_argument("expected " + std::to_string(arity) + " numbers");
  return representable ? row : std::vector<Bits>();
}

}  // namespace

HardInputs parse_hard_inputs(const Format& f, std::size_t arity, std::string_view text) {
  HardInputs inputs;
  for (std::size_t number = 1; !text.empty(); ++number) {
    const std::size_t end = std::min(text.find('\n'), text.size());
    const std::string_view line = text.substr(0, end);
    text.remove_prefix(std::min(end + 1, text.size()));
    if (line.empty() || line.front() == '#') continue;
    try {
      std::vector<Bits> row = parse_row(f, arity, line);
      row.empty() ? static_cast<void>(++inputs.left_out) : inputs.rows.push_back(std::move(row));
    } catch (const std::invalid_argument& e) {
      throw std::invalid_argument("line " + std::to_string(number) + ": " + e.what());
    }
  }
  return inputs;
}

}  // namespace classay
