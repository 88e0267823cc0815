// Finds calls whose results are undefined, such as an integer division by zero or a NaN converted to an integer.
//
// The calls use the boundaries of their types: zeros, infinities, NaN, the limits of the range. For each builtin and format,
// classay counts the calls for which two contradicting results are both undefined. A table gives the reasons in the words of
// the specifications. `list --unconstrained` reports the counts. A share above zero without a reason is a
// gap.
#pragma once

#include <set>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "suites/row.h"

namespace classay::vacuous {

struct OpenReason {
  std::string_view name;
  bool (*covers)(const Row& row, Type format);
  std::string_view why;
};
std::span<const OpenReason> open_reasons();

struct OpenCalls {
  const Row* row = nullptr;
  Type format = Type::f32;
  std::set<Edition> editions;  // the editions to which the counts apply
  int asked = 0;
  int open = 0;
  std::string example;      // the first undefined call
  std::string_view reason;  // name of the reason; empty if none applies
};
// Uses the default mode of the full profile. Empty if every call has a defined result.
std::vector<OpenCalls> open_calls(const Row& row);

std::string open_markdown();

}  // namespace classay::vacuous
