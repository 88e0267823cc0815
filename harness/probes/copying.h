// Do async_work_group_copy and async_work_group_strided_copy copy, and nothing else? A kernel for each type and vector
// width: work-groups copy vectors to local memory and back, side by side and with gaps, two copies under two events and
// under one, and beside and between what they copy stand elements that have to stay as they are.
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

// A program for a type, with a kernel for each width.
std::string copying_source(Type type, std::span<const int> widths = kVectorWidths);

struct Copied {
  Type type = Type::i32;
  int width = 1;
  std::vector<std::byte> from;
  std::vector<std::byte> to;
  std::optional<BuildFailure> unbuilt;  // there is no program, and nothing was copied
};
// Asks the device. Throws DeviceError.
std::vector<Copied> copied(Device& device, Type type);

// What is wrong with it, in sentences.
std::vector<std::string> objections(const Copied& copied);

// format, width, objections.
Json to_json(const Copied& copied);

}  // namespace classay
