// What a device's arithmetic really does, found out by a short kernel in OpenCL C or SPIR-V: do subnormals survive being
// moved, added, multiplied and fused, are there infinities and NaNs, is fma one rounding, and in which mode are results
// rounded? What its driver says of that, and what every device must have, fp_config.h holds against it.
#pragma once

#include <optional>

#include "harness/devices/backend.h"
#include "harness/protocol/read_json.h"
#include "reference/number/rounding.h"
#include "suites/cases.h"

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
  bool infinite = false;             // an infinity plus a number is one, and so is a sum beyond the range
  bool not_a_number = false;         // so is a NaN, and what has no value: inf - inf, 0 * inf
  bool rounds_once = false;          // fma
  std::optional<Rounding> rounding;  // of addition; nullopt: none of the four
  bool operator==(const Traits&) const = default;

  bool keeps_subnormals() const { return moved && added && multiplied_from && multiplied_to && fused_from && fused_to; }
};

// Asks the device. Throws DeviceError.
Traits measured_traits(Device& device, FrontEnd front_end, Type format);

Json to_json(const Traits& traits);

}  // namespace classay
