// Tests that async_work_group_copy and async_work_group_strided_copy, or OpGroupAsyncCopy, copy their elements and write
// nothing else (kernels/copying.h).
#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "harness/device/backend.h"
#include "harness/journal/read_json.h"
#include "harness/worker/sweep/programs.h"
#include "reference/number/type.h"

namespace classay {

struct Copied {
  Type type = Type::i32;
  int width = 1;
  std::vector<std::byte> from;
  std::vector<std::byte> to;
  std::optional<BuildFailure> unbuilt;  // the program did not build, and nothing was copied
};
// Runs the copies. Throws DeviceError.
std::vector<Copied> copied(Device& device, FrontEnd front_end, Type type);

// Returns the errors, one sentence each.
std::vector<std::string> objections(const Copied& copied);

// Members: format, width, objections.
Json to_json(const Copied& copied);

}  // namespace classay
