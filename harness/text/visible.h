// Makes foreign text - a device's name, a file, a worker's message - safe to print. The result does not move the cursor,
// change colours, start a new line, reverse the order of letters, or contain invisible characters.
#pragma once

#include <string>
#include <string_view>

namespace classay {

// Escapes characters that would be invisible: control characters as \n, \t or \u001b, invisible Unicode characters as
// \u202e, and invalid UTF-8 bytes as \xff. The result is one line.
std::string visible(std::string_view text);

// The same for text of many lines, for example of a compiler: newlines and tabs stay. JSON stays the same JSON.
std::string visible_lines(std::string_view text);

bool is_utf8(std::string_view text);

// Returns whether visible() leaves the text unchanged.
bool is_visible(std::string_view text);

// Removes blanks at both ends of a text.
inline std::string trimmed(std::string_view text) {
  constexpr std::string_view kBlanks = " \t\r";
  const std::size_t first = text.find_first_not_of(kBlanks);
  if (first == std::string_view::npos) return "";
  return std::string(text.substr(first, text.find_last_not_of(kBlanks) - first + 1));
}

}  // namespace classay
