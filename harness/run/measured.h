// Cases beside those of the table, whose results are made of what a child measured:
//   clc/misc/fp-config/FORMAT/default/v1   does the device do what its driver says of its arithmetic?
//   clc/misc/constants/FORMAT/default/v1   do the constants and macros of the language have the values that they should?
//   clc/misc/printf/FORMAT/default/WIDTH   does printf print what it should?
//   clc/misc/prefetch/FORMAT/default/WIDTH does prefetch leave things as they are?
//   clc/misc/vec-step/FORMAT/default/WIDTH does vec_step know how many elements there are?
//   clc/misc/async-copy/FORMAT/default/WIDTH do copies of a work-group copy, and nothing else?
#pragma once

#include <array>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "harness/run/child_answer.h"
#include "reference/number/type.h"
#include "suites/glob.h"

namespace classay {

// The language has constants of these.
inline constexpr std::array kTypesWithConstants{Type::f16, Type::f32, Type::f64, Type::i32};

// Those that the globs choose; all of them without globs.
std::vector<std::string> measured_cases(std::span<const Glob> globs);

// Which child measures a case: "traits" for what a compiler knows, "language" and "copies" for what kernels do, so that a
// driver that dies of the one still shows the others.
// Precondition, of both: the case is one of measured_cases({}).
std::string_view measuring_child(const std::string& case_name);
Json measured_result(const std::string& case_name, const ChildAnswer& measured);

}  // namespace classay
