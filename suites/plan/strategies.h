// Provides strategies: functions that make arguments at the hard cases of builtins. Examples are cancellation, equal and
// nearly equal arguments, ties, huge quotients, and both ends of the range. Each strategy states its target and the builtins
// that it suits. The hard inputs of a plan use the strategies in turn; input i depends only on the seed and i.
//
// Strategies do not compute reference values. They locate a result with exact integer arithmetic, or with the four basic
// operations of double. Both are the same on every host in the default floating-point environment, which hard_tuple() sets.
// It is enough that most inputs of a strategy reach its target.
#pragma once

#include <span>
#include <string_view>
#include <vector>

#include "reference/inputs/inputs.h"
#include "suites/plan/tuple.h"
#include "suites/row.h"

namespace classay {

struct Strategy {
  std::string_view name;
  std::string_view reaches;  // description of the target
  bool (*suits)(const Row& row, Type format);
  Tuple (*make)(const Format& f, CounterRandom& random);
};

std::span<const Strategy> all_strategies();
// Returns the strategies that suit the builtin. Never empty if a builtin has floating-point arguments.
std::vector<const Strategy*> strategies_for(const Row& row, Type format);

// Precondition: `strategies` is not empty.
Tuple hard_tuple(std::span<const Strategy* const> strategies, const Format& f, std::uint64_t seed, std::uint64_t i);

}  // namespace classay
