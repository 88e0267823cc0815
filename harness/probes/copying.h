// Do async_work_group_copy and async_work_group_strided_copy copy, and nothing else (kernels/copying.h)? The same of
// OpGroupAsyncCopy.
#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "harness/devices/backend.h"
#include "harness/protocol/read_json.h"
#include "harness/sweep/programs.h"
#include "reference/number/type.h"

namespace classay {

struct Copied {
  Type type = Type::i32;
  int width = 1;
  std::vector<std::byte> from;
  std::vector<std::byte> to;
  std::optional<BuildFailure> unbuilt;  // there is no program, and nothing was copied
};
// Asks the device. Throws DeviceError.
std::vector<Copied> copied(Device& device, FrontEnd front_end, Type type);

// What is wrong with it, in sentences.
std::vector<std::string> objections(const Copied& copied);

// format, width, objections.
Json to_json(const Copied& copied);

}  // namespace classay
