#include "suites/glob.h"

#include <optional>
#include <stdexcept>

namespace classay {
namespace {

// Returns the end of the pattern's element that begins at `at`: one past its last character, nullopt if it is incomplete.
std::optional<std::size_t> element_end(std::string_view pattern, std::size_t at) {
  if (pattern[at] == '\\') return at + 1 < pattern.size() ? std::optional(at + 2) : std::nullopt;
  if (pattern[at] != '[') return at + 1;
  std::size_t i = at + 1;
  if (i < pattern.size() && (pattern[i] == '!' || pattern[i] == '^')) ++i;
  const std::size_t end = pattern.find(']', i + 1);  // a ']' in the first place belongs to the set
  return end == std::string_view::npos ? std::nullopt : std::optional(end + 1);
}

// `set` is the text between the brackets.
bool in_set(std::string_view set, char c) {
  const bool inverted = set[0] == '!' || set[0] == '^';
  if (inverted) set.remove_prefix(1);
  bool found = false;
  for (std::size_t i = 0; i < set.size() && !found; ++i) {
    const bool range = i + 2 < set.size() && set[i + 1] == '-';
    found = range ? set[i] <= c && c <= set[i + 2] : set[i] == c;
    if (range) i += 2;
  }
  return found != inverted;
}

// In UTF-8: a byte that is not the first of its character.
bool is_within_character(char c) { return (static_cast<unsigned char>(c) & 0xc0U) == 0x80; }

bool element_matches(std::string_view element, char c) {
  switch (element[0]) {
    case '?': return true;
    case '[': return in_set(element.substr(1, element.size() - 2), c);
    case '\\': return element[1] == c;
    default: return element[0] == c;
  }
}

}  // namespace

Glob::Glob(std::string_view pattern) : pattern_(pattern) {
  for (std::size_t at = 0; at < pattern.size();) {
    const std::optional<std::size_t> end = element_end(pattern, at);
    if (!end) {
      const std::string what = pattern[at] == '[' ? "the set that opens" : "the backslash";
      throw std::invalid_argument("glob '" + pattern_ + "': " + what + " at character " + std::to_string(at + 1) +
                                  (pattern[at] == '[' ? " has no ']'" : " has nothing after it"));
    }
    at = *end;
  }
}

std::string Glob::with_sets_as_text(std::string_view pattern) {
  std::string all;
  for (const char c : pattern) {
    if (c == '[' || c == '\\') all += '\\';
    all += c;
  }
  return all;
}

// Only the last star must be tried again, because it can match everything that an earlier one could match.
bool Glob::matches(std::string_view name) const {
  const std::string_view pattern = pattern_;
  std::size_t p = 0;
  std::size_t n = 0;
  std::optional<std::size_t> star;  // one past the star
  std::size_t taken_to = 0;
  while (n < name.size()) {
    if (p < pattern.size() && pattern[p] == '*') {
      star = ++p;
      taken_to = n;
      continue;
    }
    const std::size_t end = p < pattern.size() ? *element_end(pattern, p) : p;
    if (end > p && element_matches(pattern.substr(p, end - p), name[n])) {
      const bool is_any = pattern[p] == '?';
      p = end;
      ++n;
      while (is_any && n < name.size() && is_within_character(name[n])) ++n;
    } else if (star) {
      p = *star;
      n = ++taken_to;
    } else {
      return false;
    }
  }
  while (p < pattern.size() && pattern[p] == '*') ++p;
  return p == pattern.size();
}

}  // namespace classay
