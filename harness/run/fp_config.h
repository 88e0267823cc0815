// Does the device do what its driver says of its arithmetic? One case a format beside those of the table:
// clc/misc/fp-config/FORMAT/default/v1. Results are made of what the child `classay traits` measured.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "harness/run/child_answer.h"
#include "reference/number/type.h"
#include "suites/glob.h"

namespace classay {

std::string fp_config_case(Type format);

// The formats whose case the globs choose; all of them without globs.
std::vector<Type> fp_config_formats(std::span<const Glob> globs);

Json fp_config_result(Type format, const ChildAnswer& measured);

}  // namespace classay
