// Writes modules for OpFmaKHR (SPV_KHR_fma), for the execution mode FPFastMathDefault and the decoration FPFastMathMode with
// the flags of SPV_KHR_float_controls2, and for FPFastMathMode on instructions of OpenCL.std. A kernel makes all of its
// steps on the numbers x, y and z of each work-item.
//
// Kernel arguments: the results, ordered by work-item and then by step, and three numbers per work-item.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "kernels/compiler.h"
#include "kernels/il/instruction.h"
#include "kernels/source.h"

namespace classay::il {

// Flags of FPFastMathMode.
enum FastMath : std::uint32_t {
  kNoFlag = 0,
  kNotNan = 1,
  kNotInf = 2,
  kNoSignedZeros = 4,
  kAllowRecip = 8,
  kFast = 0x10,
  kAllowContract = 0x10000,
  kAllowReassoc = 0x20000,
  kAllowTransform = 0x40000,  // together with the two flags above
};

enum class FloatForm : std::uint8_t {
  fma,             // x * y + z, rounded once: OpFmaKHR
  fma_of_vectors,  // the same with vectors of four, of which the result is the third lane
  product_sum,     // x * y + z: OpFMul and OpFAdd
  sum_difference,  // (x + y) - x
  sum_of_zero,     // x + 0
  difference,      // x - x
  is_nan,          // 1 if x is unordered with itself, 0 if not
  fma_extended,    // functions of OpenCL.std
  fmax,
  fmin,
  fabs,
  floor,
};
inline constexpr std::string_view kFmaCapability = "FMAKHR";
inline constexpr std::string_view kFmaExtension = "SPV_KHR_fma";
inline constexpr std::string_view kControlsCapability = "FloatControls2";
inline constexpr std::string_view kControlsExtension = "SPV_KHR_float_controls2";

std::string_view text(FloatForm form);  // "x * y + z by OpFMul and OpFAdd"

struct FloatStep {
  FloatForm form;
  std::optional<std::uint32_t> flags = std::nullopt;  // every instruction of the step has them; nullopt: no decoration
};

struct FloatKernel {
  std::string name;
  std::optional<std::uint32_t> default_flags;  // of FPFastMathDefault for the type; nullopt: no such execution mode
  std::vector<FloatStep> steps;
};

// `optional`: the capabilities that the module declares in addition to Kernel.
Source float_controls_source(Type type, const Compiler& compiler, std::span<const FloatKernel> kernels,
                             std::span<const OptionalCapability> optional);

}  // namespace classay::il
