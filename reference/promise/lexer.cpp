#include "reference/promise/lexer.h"

#include <algorithm>
#include <array>
#include <limits>
#include <stdexcept>
#include <string>

namespace classay::grammar {
namespace {

// Classes of ASCII characters, independent of the locale.
constexpr bool is_digit(char c) { return c >= '0' && c <= '9'; }
constexpr bool is_hex(char c) { return is_digit(c) || (c >= 'a' && c <= 'f') || (c >= 'A' && c <= 'F'); }
constexpr bool is_letter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_'; }
constexpr bool is_blank(char c) { return c == ' ' || c == '\t' || c == '\n'; }

struct Spelling {
  std::string_view spelling;
  std::string_view meaning;
};

// Longest first. Other signs are single characters.
constexpr std::array kLongSigns = std::to_array<Spelling>(
    {{"∓", "∓"}, {"±", "±"}, {"+-", "±"}, {"-+", "∓"}, {"<=", "<="}, {">=", ">="}, {"==", "=="}, {"!=", "!="}});
constexpr std::string_view kSigns = "+-*/()|,;:<>=";

template <class Predicate>
std::size_t skip(std::string_view text, std::size_t i, Predicate&& p) {
  while (i < text.size() && p(text[i])) ++i;
  return i;
}

std::size_t end_of_word(std::string_view text, std::size_t i) {
  const std::size_t end = skip(text, i, [](char c) { return is_letter(c) || is_digit(c); });
  // "non-integer", "non-odd": the only hyphen inside a word.
  const bool is_negation = text.substr(i, end - i) == "non" && end + 1 < text.size() && text[end] == '-';
  return is_negation && is_letter(text[end + 1]) ? end_of_word(text, end + 1) : end;
}

// Returns the end of a number: "10", "0.5", "0x1.8p-10", "1e3".
std::size_t end_of_number(std::string_view text, std::size_t i) {
  const bool hex = text.substr(i, 2) == "0x";
  const char marker = hex ? 'p' : 'e';
  if (hex) i += 2;
  i = skip(text, i, [hex](char c) { return c == '.' || (hex ? is_hex(c) : is_digit(c)); });
  if (i >= text.size() || text[i] != marker) return i;
  ++i;
  if (i < text.size() && (text[i] == '-' || text[i] == '+')) ++i;
  return skip(text, i, is_digit);
}

// Empty: not a sign.
Spelling sign_at(std::string_view text, std::size_t i) {
  const auto is_here = [&](const Spelling& s) { return text.substr(i).starts_with(s.spelling); };
  const auto* const found = std::ranges::find_if(kLongSigns, is_here);
  if (found != kLongSigns.end()) return *found;
  const std::string_view one = text.substr(i, 1);
  return kSigns.find(one) == std::string_view::npos ? Spelling() : Spelling{one, one};
}

}  // namespace

void complain(std::string_view language, std::string_view text, std::size_t offset, std::string_view message) {
  // The text becomes one line, so that the caret is at the right place.
  std::string line(text);
  for (char& c : line) c = is_blank(c) ? ' ' : c;
  const std::string_view before = text.substr(0, offset);
  const auto column = std::ranges::count_if(before, [](char c) { return (static_cast<unsigned char>(c) & 0xC0) != 0x80; });
  throw std::invalid_argument(std::string(language) + ": " + std::string(message) + "\n  " + line + "\n  " +
                              std::string(static_cast<std::size_t>(column), ' ') + "^");
}

std::vector<Token> tokens(std::string_view text, std::string_view language) {
  std::vector<Token> all;
  for (std::size_t i = skip(text, 0, is_blank); i < text.size(); i = skip(text, i, is_blank)) {
    Token t{.kind = Token::Kind::sign, .text = {}, .offset = i};
    std::size_t end = i;
    if (is_letter(text[i])) {
      t.kind = Token::Kind::word;
      end = end_of_word(text, i);
      t.text = text.substr(i, end - i);
    } else if (is_digit(text[i]) || text[i] == '.') {
      t.kind = Token::Kind::number;
      end = end_of_number(text, i);
      t.text = text.substr(i, end - i);
      if (end < text.size() && text[end] == 'f') ++end;
    } else {
      const Spelling sign = sign_at(text, i);
      if (sign.spelling.empty()) complain(language, text, i, "a character that the grammar does not know");
      t.text = sign.meaning;
      end = i + sign.spelling.size();
    }
    all.push_back(t);
    i = end;
  }
  all.push_back({.kind = Token::Kind::end, .text = {}, .offset = text.size()});
  return all;
}

Dyadic dyadic(std::string_view language, std::string_view text, const Token& number) {
  const auto refuse = [&](std::string_view why) { complain(language, text, number.offset, why); };
  std::uint64_t digits = 0;
  int places = -1;  // after the point, once there is one
  for (const char c : number.text) {
    if (c == '.') {
      if (places >= 0) refuse("a number with two points");
      places = 0;
      continue;
    }
    if (!is_digit(c)) refuse("numbers are decimal here, without an exponent");
    const auto digit = static_cast<std::uint64_t>(c - '0');
    if (digits > (std::numeric_limits<std::uint64_t>::max() - digit) / 10) refuse("too many digits");
    digits = digits * 10 + digit;
    if (places >= 0) ++places;
  }
  // d / 10^k is dyadic if 5^k divides d.
  for (int i = 0; i < places; ++i) {
    if (digits % 5 != 0) refuse("not a dyadic number, so no format has it exactly");
    digits /= 5;
  }
  return {.negative = false, .significand = digits, .exponent = places > 0 ? -places : 0};
}

}  // namespace classay::grammar
