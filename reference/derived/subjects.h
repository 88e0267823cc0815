// The derived rows of the relaxed tables, for tests: the text that a table would hold, and beside it the same derivation
// written out by hand for a Machine of testing.h.
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
  // nullopt: no form covers the arguments. A device that flushes chooses the form before or after it does.
  std::optional<Bits> (*simulate)(Simulator& m, std::span<const Value> arguments);
  std::vector<std::string_view> steps;  // with limits of their own
  double low;                           // Where the reach must be narrow: |first argument| between these, the second one 3.
  double high;
};

std::span<const Subject> subjects();
const Subject& subject(std::string_view name);

// The limits of the relaxed table for the full profile.
Limit relaxed(std::string_view step);

}  // namespace classay::testing
