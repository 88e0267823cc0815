// What the terms of a parsed sentence (rule_parser.h) say of arguments: exact statements on decoded patterns, in integer
// arithmetic and without allocation, because every call of a run is asked of every rule of its builtin.
#pragma once

#include <span>

#include "reference/number/type.h"
#include "reference/promise/rule_parser.h"

namespace classay::rule_grammar {

Extended extended(Value v);

// `others`: the arguments of the call, which the terms' argument indices count.
bool holds(const Condition& condition, const Extended& argument, std::span<const Value> others);

}  // namespace classay::rule_grammar
