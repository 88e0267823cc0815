// Calls of which nothing is promised, whatever they give: an integer divided by zero, a NaN converted to an integer. For
// each builtin and format the share of calls at the boundaries of their types - zeros, infinities, NaN, the ends of the
// range - of which two results that exclude each other are both neither right nor wrong, with the words of the documents
// that leave it open. docs/vacuous.md and `list --vacuous` tell of them; a share above zero without a reason is a hole.
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
  std::set<Edition> editions;  // in which this is so
  int asked = 0;
  int open = 0;
  std::string example;      // the first one
  std::string_view reason;  // its name; empty when there is none
};
// In the default mode of the full profile; none where every call has something promised of it.
std::vector<OpenCalls> open_calls(const Row& row);

std::string open_markdown();

}  // namespace classay::vacuous
