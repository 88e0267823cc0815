// Tests that a device's compiler reads numbers as they are written. A kernel stores the value of each (suites/literals.h),
// its size in bytes, and whether it is signed.
#pragma once

#include <string>
#include <vector>

#include "harness/device/backend.h"
#include "harness/journal/read_json.h"
#include "suites/literals.h"

namespace classay {

struct ReadLiteral {
  Literal literal;
  Bits pattern = 0;
  std::uint64_t bytes = 0;
  bool has_sign = true;
};

// Runs the kernel. Throws DeviceError.
std::vector<ReadLiteral> read_literals(Device& device, Type type);

// Returns an error in one sentence; nullopt if there is none.
std::optional<std::string> objection(const ReadLiteral& read);

// Members: format, objections; told: how many decimal numbers are not the nearest.
Json to_json(Type type, const std::vector<ReadLiteral>& all);

}  // namespace classay
