// Globs for names of cases and builtins, and of devices. `*` stands for any characters, '/' included; `?` for one; `[a-c]`,
// `[!a]` (or
// `[^a]`) for one of a set; `\` takes the next character as it is. A glob matches a whole name.
#pragma once

#include <string>
#include <string_view>

namespace classay {

class Glob {
 public:
  // Throws std::invalid_argument with the place when a set has no end or a backslash nothing after it.
  explicit Glob(std::string_view pattern);
  // The pattern in which only * and ? mean more than themselves, as one of all: names of devices have brackets.
  static std::string with_sets_as_text(std::string_view pattern);

  bool matches(std::string_view name) const;
  const std::string& pattern() const { return pattern_; }

 private:
  std::string pattern_;
};

}  // namespace classay
