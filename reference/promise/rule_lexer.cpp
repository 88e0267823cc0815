#include "reference/promise/rule_lexer.h"

#include <algorithm>
#include <array>
#include <limits>
#include <optional>
#include <stdexcept>
#include <string>

namespace classay::rule_grammar {
namespace {

// The sentences are ASCII but for the two signs; the locale has no say in them.
constexpr bool is_digit(char c) { return c >= '0' && c <= '9'; }
constexpr bool is_letter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_'; }

struct Spelling {
  std::string_view text;
  Token::Kind kind;
};

// Longest first.
constexpr std::array<Spelling, 16> kSymbols{{
    {"∓", Token::Kind::minus_plus},
    {"±", Token::Kind::plus_minus},
    {"+-", Token::Kind::plus_minus},
    {"-+", Token::Kind::minus_plus},
    {"<=", Token::Kind::symbol},
    {">=", Token::Kind::symbol},
    {"!=", Token::Kind::symbol},
    {"<", Token::Kind::symbol},
    {">", Token::Kind::symbol},
    {"=", Token::Kind::symbol},
    {"(", Token::Kind::symbol},
    {")", Token::Kind::symbol},
    {",", Token::Kind::symbol},
    {"|", Token::Kind::symbol},
    {"+", Token::Kind::symbol},
    {"-", Token::Kind::symbol},
}};

std::size_t word_length(std::string_view s) {
  std::size_t n = 0;
  while (n < s.size() && (is_letter(s[n]) || is_digit(s[n]))) ++n;
  // "non-integer", "non-odd": the only hyphen inside a word.
  constexpr std::string_view prefix = "non-";
  if (n == 3 && s.starts_with(prefix) && s.size() > 4 && is_letter(s[4])) n = 4 + word_length(s.substr(4));
  return n;
}

std::size_t number_length(std::string_view s) {
  std::size_t n = 0;
  while (n < s.size() && (is_digit(s[n]) || s[n] == '.')) ++n;
  return n;
}

std::optional<Token> next(std::string_view rest, std::size_t offset) {
  if (is_letter(rest[0])) return Token{Token::Kind::word, rest.substr(0, word_length(rest)), offset};
  if (is_digit(rest[0])) return Token{Token::Kind::number, rest.substr(0, number_length(rest)), offset};
  for (const Spelling& s : kSymbols) {
    if (rest.starts_with(s.text)) return Token{s.kind, rest.substr(0, s.text.size()), offset};
  }
  return std::nullopt;
}

}  // namespace

void complain(std::string_view sentence, std::size_t offset, std::string_view message) {
  const std::string_view before = sentence.substr(0, offset);
  const auto column = std::ranges::count_if(before, [](char c) { return (static_cast<unsigned char>(c) & 0xC0) != 0x80; });
  throw std::invalid_argument("rule: " + std::string(message) + "\n  " + std::string(sentence) + "\n  " +
                              std::string(static_cast<std::size_t>(column), ' ') + "^");
}

std::vector<Token> tokens(std::string_view sentence) {
  std::vector<Token> result;
  std::size_t at = 0;
  while (at < sentence.size()) {
    if (sentence[at] == ' ') {
      ++at;
      continue;
    }
    const std::optional<Token> token = next(sentence.substr(at), at);
    if (!token) complain(sentence, at, "no rule has this character");
    result.push_back(*token);
    at += token->text.size();
  }
  result.push_back({Token::Kind::end, {}, sentence.size()});
  return result;
}

Dyadic dyadic(std::string_view sentence, const Token& number) {
  std::uint64_t digits = 0;
  int places = -1;  // after the point, once there is one
  for (const char c : number.text) {
    if (c == '.') {
      if (places >= 0) complain(sentence, number.offset, "a number with two points");
      places = 0;
      continue;
    }
    const auto digit = static_cast<std::uint64_t>(c - '0');
    if (digits > (std::numeric_limits<std::uint64_t>::max() - digit) / 10) {
      complain(sentence, number.offset, "too many digits");
    }
    digits = digits * 10 + digit;
    if (places >= 0) ++places;
  }
  // d / 10^k is dyadic if 5^k divides d.
  for (int i = 0; i < places; ++i) {
    if (digits % 5 != 0) complain(sentence, number.offset, "not a dyadic number, so no format has it exactly");
    digits /= 5;
  }
  return {.negative = false, .significand = digits, .exponent = places > 0 ? -places : 0};
}

}  // namespace classay::rule_grammar
