// Splits a sentence of rule_parser.h, or a derived implementation (derived/parser.h), into words, numbers and signs. Reports
// errors with a caret under the place.
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "reference/number/format.h"

namespace classay::grammar {

struct Token {
  enum class Kind : std::uint8_t { word, number, sign, end };
  Kind kind = Kind::end;
  std::string_view text;   // of numbers without the suffix f; "±" and "∓" however they are spelled
  std::size_t offset = 0;  // in bytes

  bool is(std::string_view s) const { return kind != Kind::number && kind != Kind::end && text == s; }
};

// Ends with a token of kind end. Throws std::invalid_argument at a character that no token has. `language`: the start of the
// message, such as "rule".
std::vector<Token> tokens(std::string_view text, std::string_view language);

// Throws std::invalid_argument. `offset` is in bytes, the caret's column in characters.
[[noreturn]] void complain(std::string_view language, std::string_view text, std::size_t offset, std::string_view message);

// The value of a decimal number. Throws std::invalid_argument unless it is dyadic and without an exponent.
Dyadic dyadic(std::string_view language, std::string_view text, const Token& number);

}  // namespace classay::grammar
