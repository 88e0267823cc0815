// Why grossly wrong results may pass, with the words of the documents: one table, which docs/vacuous.md and `list --vacuous`
// tell. A cell above zero that none of them covers is a hole in how results are judged.
#pragma once

#include <span>
#include <string_view>

#include "suites/vacuous/vacuous.h"

namespace classay::vacuous {

// A list that is empty is no condition.
struct Reason {
  std::string_view name;        // as the tables refer to it
  bool (*limit)(const Limit&);  // of which kind the cell's limit is
  bool is_of_another = false;   // another document's, by which results are poor and not wrong
  Few<std::string_view, 16> of = {};
  std::optional<Group> group = std::nullopt;
  Few<Type, 3> formats = {};
  Few<Edition, 4> editions = {};
  std::optional<Profile> profile = std::nullopt;
  Few<Mode, 4> modes = {};
  int at_most = 100;  // percent: what passes beyond that has another reason, or none
  std::string_view why;
};

std::span<const Reason> reasons();
std::string_view reason_for(const Cell& cell);  // the name of the first that covers it; empty when none does

}  // namespace classay::vacuous
