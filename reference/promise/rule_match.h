// Decides whether arguments match the conditions of a parsed sentence (rule_parser.h), exactly, on decoded patterns. Uses
// integer arithmetic and no allocation, because every call of a run is compared with every rule of its builtin.
#pragma once

#include <span>

#include "reference/number/type.h"
#include "reference/promise/rule_parser.h"

namespace classay::rule_grammar {

Extended extended(Value v);

// `others`: the arguments of the call, which the terms' argument indices count.
bool holds(const Condition& condition, const Extended& argument, std::span<const Value> others);

}  // namespace classay::rule_grammar
