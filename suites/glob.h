// Matches names of cases, builtins and devices with globs. `*` matches any characters, including '/'; `?` matches one
// character; `[a-c]`, `[!a]` (or `[^a]`) match one of a set; `{sin,cos}` matches one of several patterns; `\` quotes the
// next character. A glob matches a complete name. In a list of globs, one that begins with `!` excludes names.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace classay {

class Glob {
 public:
  // Throws std::invalid_argument with the position if a set or a brace has no end, or if nothing follows a backslash.
  explicit Glob(std::string_view pattern);
  // Returns a pattern in which only * and ? are special, because names of devices contain brackets.
  static std::string with_sets_as_text(std::string_view pattern);

  // Returns whether the pattern, without a `!` at its beginning, matches.
  bool matches(std::string_view name) const;
  bool excludes() const { return pattern_.starts_with('!'); }
  const std::string& pattern() const { return pattern_; }

 private:
  struct Alternative {
    std::string text;         // has no braces
    bool is_literal = false;  // a complete name; lists of cases have thousands
  };

  std::string pattern_;
  std::vector<Alternative> alternatives_;
};

// Returns whether a list of globs selects a name: one of them matches, or all of them exclude, and none excludes it.
bool selects(std::span<const Glob> globs, std::string_view name);

}  // namespace classay
