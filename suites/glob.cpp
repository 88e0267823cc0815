#include "suites/glob.h"

#include <algorithm>
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

// Only the last star must be tried again, because it can match everything that an earlier one could match.
bool pattern_matches(std::string_view pattern, std::string_view name) {
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

[[noreturn]] void refuse(std::string_view pattern, std::size_t at) {
  const bool is_set = pattern[at] == '[';
  const bool is_brace = pattern[at] == '{';
  const std::string what = is_set ? "the set that opens" : is_brace ? "the brace that opens" : "the backslash";
  throw std::invalid_argument("glob '" + std::string(pattern) + "': " + what + " at character " + std::to_string(at + 1) +
                              (is_set     ? " has no ']'"
                               : is_brace ? " has no '}'"
                                          : " has nothing after it"));
}

// Splits {a,b{c,d}} at the commas of its own level. `at`: its first character. Sets `at` to one past its last.
std::vector<std::string_view> parts_of_brace(std::string_view pattern, std::size_t& at) {
  const std::size_t open = at;
  std::vector<std::string_view> parts;
  std::size_t begin = ++at;
  for (int depth = 1; depth > 0;) {
    if (at == pattern.size()) refuse(pattern, open);
    const char c = pattern[at];
    if (depth == 1 && (c == ',' || c == '}')) {
      parts.push_back(pattern.substr(begin, at - begin));
      begin = at + 1;
    }
    depth += c == '{' ? 1 : c == '}' ? -1 : 0;
    const std::optional<std::size_t> end = element_end(pattern, at);
    if (!end) refuse(pattern, at);
    at = *end;
  }
  return parts;
}

constexpr std::size_t kMostAlternatives = 4096;

// Returns the patterns without braces that a pattern stands for.
std::vector<std::string> without_braces(std::string_view pattern) {
  std::size_t at = 0;
  while (at < pattern.size() && pattern[at] != '{') {
    const std::optional<std::size_t> end = element_end(pattern, at);
    if (!end) refuse(pattern, at);
    at = *end;
  }
  if (at == pattern.size()) return {std::string(pattern)};
  const std::string before(pattern.substr(0, at));
  const std::vector<std::string_view> parts = parts_of_brace(pattern, at);
  const std::string_view after = pattern.substr(at);
  std::vector<std::string> all;
  for (const std::string_view part : parts) {
    for (std::string& one : without_braces(before + std::string(part) + std::string(after))) all.push_back(std::move(one));
    if (all.size() > kMostAlternatives) {
      throw std::invalid_argument("glob '" + std::string(pattern) + "': the braces stand for more than " +
                                  std::to_string(kMostAlternatives) + " patterns; use '*' for some of them");
    }
  }
  return all;
}

}  // namespace

Glob::Glob(std::string_view pattern) : pattern_(pattern) {
  for (std::string& one : without_braces(pattern.substr(pattern.starts_with('!') ? 1 : 0))) {
    const bool is_literal = one.find_first_of("*?[\\") == std::string::npos;
    alternatives_.push_back({.text = std::move(one), .is_literal = is_literal});
  }
}

std::string Glob::with_sets_as_text(std::string_view pattern) {
  std::string all;
  for (const char c : pattern) {
    if (c == '[' || c == '{' || c == '\\' || (c == '!' && all.empty())) all += '\\';
    all += c;
  }
  return all;
}

bool Glob::matches(std::string_view name) const {
  return std::ranges::any_of(alternatives_, [&](const Alternative& one) {
    return one.is_literal ? one.text == name : pattern_matches(one.text, name);
  });
}

bool selects(std::span<const Glob> globs, std::string_view name) {
  bool is_chosen = std::ranges::all_of(globs, &Glob::excludes);
  for (const Glob& glob : globs) {
    if (!glob.matches(name)) continue;
    if (glob.excludes()) return false;
    is_chosen = true;
  }
  return is_chosen;
}

}  // namespace classay
