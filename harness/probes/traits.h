// What a device's arithmetic really does, found out by a short kernel, beside what its driver says in CL_DEVICE_*_FP_CONFIG:
// do subnormals survive being moved, added, multiplied and fused, and in which mode are results rounded?
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "harness/devices/backend.h"
#include "harness/run/journal.h"
#include "reference/number/rounding.h"
#include "reference/number/type.h"

namespace classay {

struct Traits {
  Type format = Type::f32;
  // A subnormal comes out as it went in, or as the operation makes it.
  bool moved = false;
  bool added = false;
  bool multiplied_from = false;  // a subnormal operand
  bool multiplied_to = false;    // a subnormal result
  bool fused_from = false;
  bool fused_to = false;
  std::optional<Rounding> rounding;  // of addition; nullopt: none of the four
  bool operator==(const Traits&) const = default;
};

// Asks the device. Throws DeviceError.
Traits measured_traits(Device& device, Type format);

// Where what was measured and what the driver says can not both be true, in sentences; empty when they agree.
std::vector<std::string> contradictions(const FloatSupport& said, const Traits& measured);

Json to_json(const Traits& traits);

}  // namespace classay
