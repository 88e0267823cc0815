// The tokens of a sentence of rule_parser.h, and the complaint about one, with a caret under the place.
#pragma once

#include <string_view>
#include <vector>

#include "reference/number/format.h"

namespace classay::rule_grammar {

struct Token {
  enum class Kind { word, number, plus_minus, minus_plus, symbol, end };
  Kind kind = Kind::end;
  std::string_view text;   // of symbols: "<=", "(" ...; empty at the end
  std::size_t offset = 0;  // in bytes

  bool is(std::string_view s) const { return kind != Kind::number && kind != Kind::end && text == s; }
};

// Ends with a token of kind end. Throws std::invalid_argument at a character that no token has.
std::vector<Token> tokens(std::string_view sentence);

// Throws std::invalid_argument. `offset` is in bytes, the caret's column in characters.
[[noreturn]] void complain(std::string_view sentence, std::size_t offset, std::string_view message);

// The value of a token of kind number. Throws std::invalid_argument unless it is dyadic.
Dyadic dyadic(std::string_view sentence, const Token& number);

}  // namespace classay::rule_grammar
