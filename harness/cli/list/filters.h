// Applies the globs of --filter and records which of them matched.
#pragma once

#include <fmt/format.h>

#include <algorithm>
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
    bool passes = globs_.empty();
    for (Entry& entry : globs_) {
      const bool matches = std::ranges::any_of(names, [&](std::string_view n) { return entry.glob.matches(n); });
      entry.used = entry.used || matches;
      passes = passes || matches;
    }
    return passes;
  }

  std::string complaints(std::string_view hint) const {
    std::string text;
    for (const Entry& entry : globs_) {
      if (!entry.used) text += fmt::format("classay: nothing matches '{}'; {}\n", entry.glob.pattern(), hint);
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
