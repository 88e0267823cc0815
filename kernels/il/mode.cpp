#include "kernels/il/mode.h"

#include <algorithm>
#include <array>

namespace classay::il {
namespace {

constexpr std::string_view kFloatControls = "SPV_KHR_float_controls";
constexpr std::string_view kFastMath = "SPV_INTEL_fp_fast_math_mode";

// Each execution mode of the extension has the name of its capability.
constexpr ModeWords float_control(std::string_view name) {
  return {.execution_mode = name, .capability = name, .extension = kFloatControls};
}

}  // namespace

bool takes_flag(std::string_view instruction) {
  constexpr std::array<std::string_view, 6> kFlagged{"OpFAdd", "OpFSub", "OpFMul", "OpFDiv", "OpFRem", "OpFMod"};
  return std::ranges::find(kFlagged, instruction) != kFlagged.end();
}

ModeWords mode_words(Mode mode) {
  switch (mode) {
    case Mode::not_nan: return {.flag = "NotNaN"};
    case Mode::not_inf: return {.flag = "NotInf"};
    case Mode::nsz: return {.flag = "NSZ"};
    case Mode::allow_recip: return {.flag = "AllowRecip"};
    case Mode::fast: return {.flag = "Fast"};
    case Mode::allow_contract:
      return {.flag = "AllowContractFastINTEL", .capability = "FPFastMathModeINTEL", .extension = kFastMath};
    case Mode::allow_reassoc:
      return {.flag = "AllowReassocINTEL", .capability = "FPFastMathModeINTEL", .extension = kFastMath};
    case Mode::denorm_preserve: return float_control("DenormPreserve");
    case Mode::denorm_flush: return float_control("DenormFlushToZero");
    case Mode::rounding_rte: return float_control("RoundingModeRTE");
    case Mode::rounding_rtz: return float_control("RoundingModeRTZ");
    case Mode::keep_special: return float_control("SignedZeroInfNanPreserve");
    default: return {};
  }
}

}  // namespace classay::il
