// Does a device's compiler read numbers as they are written? A kernel writes down what each of them is (suites/literals.h),
// how many bytes it has, and whether it has a sign.
#pragma once

#include <string>
#include <vector>

#include "harness/devices/backend.h"
#include "harness/protocol/read_json.h"
#include "suites/literals.h"

namespace classay {

struct ReadLiteral {
  Literal literal;
  Bits pattern = 0;
  std::uint64_t bytes = 0;
  bool has_sign = true;
};

// Asks the device. Throws DeviceError.
std::vector<ReadLiteral> read_literals(Device& device, Type type);

// What is wrong with it, in a sentence.
std::optional<std::string> objection(const ReadLiteral& read);

// format, objections; told: how many decimal ones are not the nearest.
Json to_json(Type type, const std::vector<ReadLiteral>& all);

}  // namespace classay
