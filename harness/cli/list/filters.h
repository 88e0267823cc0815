// Applies the globs of a command and records which of them matched. Globs that begin with '!' exclude names.
#pragma once

#include <fmt/format.h>

#include <algorithm>
#include <functional>
#include <initializer_list>
#include <string>
#include <vector>

#include "harness/text/arguments.h"
#include "suites/glob.h"

namespace classay {

class Filters {
 public:
  explicit Filters(const std::vector<std::string>& patterns) {
    for (Glob& glob : read_globs(patterns)) globs_.push_back({std::move(glob)});
  }

  // Passes if a glob matches any of the names of one thing.
  bool let_pass(std::initializer_list<std::string_view> names) {
    bool passes = std::ranges::all_of(globs_, [](const Entry& entry) { return entry.glob.excludes(); });
    bool is_excluded = false;
    for (Entry& entry : globs_) {
      const bool matches = std::ranges::any_of(names, [&](std::string_view n) { return entry.glob.matches(n); });
      entry.used = entry.used || matches;
      if (matches) (entry.glob.excludes() ? is_excluded : passes) = true;
    }
    return passes && !is_excluded;
  }

  // `hint`: returns the end of the message for one pattern, such as "; did you mean 'sin'?".
  std::string complaints(const std::function<std::string(const std::string&)>& hint) const {
    std::string text;
    for (const Entry& entry : globs_) {
      if (entry.used) continue;
      text += fmt::format("classay: nothing matches '{}'{}\n", entry.glob.pattern(), hint(entry.glob.pattern()));
    }
    return text;
  }

 private:
  struct Entry {
    Glob glob;
    bool used = false;
  };
  std::vector<Entry> globs_;
};

}  // namespace classay
