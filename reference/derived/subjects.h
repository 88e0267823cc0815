// Lists the derived rows of the relaxed tables for tests: the text as in a table, and the same derivation written by hand
// for a Machine of testing.h.
#pragma once

#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "reference/derived/testing.h"

namespace classay::testing {

struct Subject {
  std::string_view name;
  Derived limit;
  std::vector<Type> arguments;
  // Returns nullopt if no form covers the arguments. A device that flushes may select the form before or after flushing.
  std::optional<Bits> (*simulate)(Simulator& m, std::span<const Value> arguments);
  std::vector<std::string_view> steps;  // with limits of their own
  double low;                           // The reach must be narrow for |first argument| in this range, with 3 as second
                                        // argument.
  double high;
};

std::span<const Subject> subjects();
const Subject& subject(std::string_view name);

// Returns the limits of the relaxed table for the full profile.
Limit relaxed(std::string_view step);

}  // namespace classay::testing
