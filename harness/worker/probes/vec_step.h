// Tests vec_step for each type and vector width: 1 for scalars, 4 for vectors of three, the width for others. It is applied
// to a type and to an expression, which it must not evaluate.
#pragma once

#include <string>
#include <vector>

#include "harness/device/backend.h"
#include "harness/journal/read_json.h"
#include "reference/number/type.h"

namespace classay {

struct Step {
  Type type = Type::i32;
  int width = 1;
  std::uint64_t of_type = 0;
  std::uint64_t of_expression = 0;
  bool is_evaluated = false;
};
// Runs the kernel. Throws DeviceError.
std::vector<Step> found_steps(Device& device, Type type);

// Returns the errors, one sentence each.
std::vector<std::string> objections(const Step& step);

// Members: format, width, objections.
Json to_json(const Step& step);

}  // namespace classay
