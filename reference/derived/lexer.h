// Words, numbers and signs of the grammar in parser.h, with their places, so that an error can point at one.
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

namespace classay::derived {

struct Token {
  enum class Kind : std::uint8_t { word, number, sign, end };
  Kind kind = Kind::end;
  std::string_view text;  // a number's without its suffix f
  std::size_t place = 0;  // offset in the whole text

  bool is(std::string_view s) const { return kind != Kind::number && kind != Kind::end && text == s; }
};

// Ends with a token of kind `end`. Throws as parse_forms does.
std::vector<Token> tokenize(std::string_view text);

// "what", the text, and a caret under `place`, as std::invalid_argument.
[[noreturn]] void fail_at(std::string_view text, std::size_t place, std::string_view what);

}  // namespace classay::derived
