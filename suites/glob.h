// Matches names of cases, builtins and devices with globs. `*` matches any characters, including '/'; `?` matches one
// character; `[a-c]`, `[!a]` (or `[^a]`) match one of a set; `\` quotes the next character. A glob matches a complete name.
#pragma once

#include <string>
#include <string_view>

namespace classay {

class Glob {
 public:
  // Throws std::invalid_argument with the position if a set has no end, or if nothing follows a backslash.
  explicit Glob(std::string_view pattern);
  // Returns a pattern in which only * and ? are special, because names of devices contain brackets.
  static std::string with_sets_as_text(std::string_view pattern);

  bool matches(std::string_view name) const;
  const std::string& pattern() const { return pattern_; }

 private:
  std::string pattern_;
};

}  // namespace classay
