// Measures the properties of a device's arithmetic with a short kernel in OpenCL C or SPIR-V: whether subnormals survive
// moves, additions, multiplications and fma; whether infinities and NaNs exist; whether fma rounds once; and the rounding
// mode. fp_config.h compares the results with the driver's report and with the requirements.
#pragma once

#include <optional>

#include "harness/device/backend.h"
#include "harness/journal/read_json.h"
#include "reference/number/rounding.h"
#include "suites/cases.h"

namespace classay {

struct Traits {
  Type format = Type::f32;
  // True if a subnormal is kept unchanged, or is the result of the operation.
  bool moved = false;
  bool added = false;
  bool multiplied_from = false;  // a subnormal operand
  bool multiplied_to = false;    // a subnormal result
  bool fused_from = false;
  bool fused_to = false;
  bool infinite = false;             // an infinity plus a number is infinite, and so is a sum beyond the range
  bool not_a_number = false;         // a NaN stays a NaN, and inf - inf and 0 * inf give one
  bool rounds_once = false;          // fma
  std::optional<Rounding> rounding;  // of addition; nullopt: none of the four
  bool operator==(const Traits&) const = default;

  bool keeps_subnormals() const { return moved && added && multiplied_from && multiplied_to && fused_from && fused_to; }
};

// Runs the kernel. Throws DeviceError.
Traits measure_traits(Device& device, FrontEnd front_end, Type format);

Json to_json(const Traits& traits);

}  // namespace classay
