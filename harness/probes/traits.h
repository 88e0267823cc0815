// What a device's arithmetic really does, found out by a short kernel, beside what its driver says in CL_DEVICE_*_FP_CONFIG:
// do subnormals survive being moved, added, multiplied and fused, are there infinities and NaNs, and in which mode are
// results rounded? And is that, said and done, what every device of its profile must have?
#pragma once

#include <optional>
#include <string>
#include <string_view>
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
  bool infinite = false;             // an infinity plus a number is one
  bool not_a_number = false;         // so is a NaN, and what has no value: inf - inf, 0 * inf
  std::optional<Rounding> rounding;  // of addition; nullopt: none of the four
  bool operator==(const Traits&) const = default;
};

// Asks the device. Throws DeviceError.
Traits measured_traits(Device& device, Type format);

// Where what was measured and what the driver says can not both be true, in sentences; empty when they agree.
std::vector<std::string> contradictions(const FloatSupport& said, const Traits& measured);

// What is missing, in what the driver says and in what was measured, of what every device of the profile must have
// ("Rounding Modes" and "INF, NaN, and Denormalized Numbers" of all editions).
std::vector<std::string> below_minimum(std::string_view profile, const FloatSupport& said, const Traits& measured);

Json to_json(const Traits& traits);

}  // namespace classay
