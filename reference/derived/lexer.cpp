#include "reference/derived/lexer.h"

#include <array>
#include <stdexcept>
#include <string>

namespace classay::derived {
namespace {

// Classes of ASCII characters, independent of the locale.
constexpr bool is_digit(char c) { return c >= '0' && c <= '9'; }
constexpr bool is_hex(char c) { return is_digit(c) || (c >= 'a' && c <= 'f') || (c >= 'A' && c <= 'F'); }
constexpr bool is_letter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_'; }
constexpr bool is_blank(char c) { return c == ' ' || c == '\t' || c == '\n'; }

template <class Predicate>
std::size_t skip(std::string_view text, std::size_t i, Predicate&& p) {
  while (i < text.size() && p(text[i])) ++i;
  return i;
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

std::string_view sign_at(std::string_view text, std::size_t i) {
  constexpr std::array<std::string_view, 4> pairs{"<=", ">=", "==", "!="};
  for (const std::string_view s : pairs) {
    if (text.substr(i, 2) == s) return s;
  }
  return std::string_view("+-*/()|,;:<>=").find(text[i]) != std::string_view::npos ? text.substr(i, 1) : std::string_view();
}

}  // namespace

std::vector<Token> tokenize(std::string_view text) {
  std::vector<Token> tokens;
  for (std::size_t i = skip(text, 0, is_blank); i < text.size(); i = skip(text, i, is_blank)) {
    Token t{.kind = Token::Kind::sign, .text = {}, .place = i};
    std::size_t end = i;
    if (is_letter(text[i])) {
      t.kind = Token::Kind::word;
      end = skip(text, i, [](char c) { return is_letter(c) || is_digit(c); });
      t.text = text.substr(i, end - i);
    } else if (is_digit(text[i]) || text[i] == '.') {
      t.kind = Token::Kind::number;
      end = end_of_number(text, i);
      t.text = text.substr(i, end - i);
      if (end < text.size() && text[end] == 'f') ++end;
    } else {
      t.text = sign_at(text, i);
      if (t.text.empty()) fail_at(text, i, "a character that the grammar does not know");
      end = i + t.text.size();
    }
    tokens.push_back(t);
    i = end;
  }
  tokens.push_back({.kind = Token::Kind::end, .text = {}, .place = text.size()});
  return tokens;
}

void fail_at(std::string_view text, std::size_t place, std::string_view what) {
  // The text becomes one line, so that the caret is at the right place.
  std::string line(text);
  for (char& c : line) c = is_blank(c) ? ' ' : c;
  throw std::invalid_argument("derived implementation: " + std::string(what) + "\n  " + line + "\n  " +
                              std::string(place, ' ') + "^");
}

}  // namespace classay::derived
