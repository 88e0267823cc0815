// Lists the reasons why grossly wrong results may pass, in the words of the specifications. `list --unconstrained`
// prints this table. A cell above zero without a reason is a gap in the judgement of results.
#pragma once

#include <span>
#include <string_view>

#include "suites/vacuous/vacuous.h"

namespace classay::vacuous {

// An empty list matches everything.
struct Reason {
  std::string_view name;        // referenced by the tables
  bool (*limit)(const Limit&);  // whether the reason covers a limit of this kind
  bool is_of_another = false;   // the limit is from another edition, so that exceeding it is a quality warning
  Few<std::string_view, 16> of = {};
  std::optional<Group> group = std::nullopt;
  Few<Type, 3> formats = {};
  Few<Edition, 4> editions = {};
  std::optional<Profile> profile = std::nullopt;
  Few<Mode, 4> modes = {};
  int at_most = 100;  // percent; a larger share needs a different reason
  std::string_view why;
};

std::span<const Reason> reasons();
std::string_view reason_for(const Cell& cell);  // name of the first matching reason; empty if none matches

}  // namespace classay::vacuous
