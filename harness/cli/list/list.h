// Declares the lists of `classay list`, and the globs that select from them.
#pragma once

#include <fmt/format.h>

#include <algorithm>
#include <functional>
#include <initializer_list>
#include <string>
#include <vector>

#include "harness/cli/commands.h"
#include "harness/text/arguments.h"
#include "suites/glob.h"

namespace classay {

// Applies the globs of a command and records which of them matched. Globs that begin with '!' exclude names.
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

// `classay list --coverage`: lists the builtins and formats that each front end tests, and why the others are not tested.
// Without a device it describes a device that supports everything. Returns false if the filters left nothing.
bool list_coverage(const ListOptions& options, Filters& filters, const Streams& streams);

// `classay list --planted`: lists the corpus of injected defects.
// Returns false if nothing is listed. Globs match names, builtins and classes.
bool list_planted(const ListOptions& options, Filters& filters, const Streams& streams);

// `classay list --spirv`: lists the SPIR-V capabilities that a device must accept, those that it reports, and whether it
// builds a module that uses each.
// If the options name a device, a child builds each module with its driver. A missing required capability gives
// `unexpected`.
ExitCode list_spirv(const ListOptions& options, Filters& filters, const Streams& streams);

// `classay list --vacuous`: lists grossly wrong results of a builtin that pass, with the clause that allows them.
// Returns false if nothing is listed.
bool list_vacuous(const ListOptions& options, Filters& filters, const Streams& streams);

}  // namespace classay
