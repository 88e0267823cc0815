// Splits a text into the words, numbers and signs of the grammar in parser.h. Each token has its place for error messages.
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

namespace classay::derived {

struct Token {
  enum class Kind : std::uint8_t { word, number, sign, end };
  Kind kind = Kind::end;
  std::string_view text;  // without the suffix f of a number
  std::size_t place = 0;  // offset in the whole text

  bool is(std::string_view s) const { return kind != Kind::number && kind != Kind::end && text == s; }
};

// Returns tokens that end with one of kind `end`. Throws as parse_forms does.
std::vector<Token> tokenize(std::string_view text);

// Throws std::invalid_argument with "what", the text, and a caret under `place`.
[[noreturn]] void fail_at(std::string_view text, std::size_t place, std::string_view what);

}  // namespace classay::derived
