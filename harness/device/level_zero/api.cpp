// Finds the loader of Level Zero, and maps its codes to names and faults.
#include "harness/device/level_zero/api.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "harness/device/backend.h"
#include "harness/device/loaded_library.h"
#include "harness/process/libraries.h"

namespace classay::level_zero {
namespace {

const LoadedLibrary& library() {
  static const LoadedLibrary kFound = load_named_by("CLASSAY_LEVEL_ZERO", libraries::names_of(libraries::Loader::level_zero),
                                                    "no Level Zero loader found", "");
  return kFound;
}

struct Meaning {
  std::uint32_t code;
  const char* name;
  Fault fault = Fault::refused;
};

constexpr std::array kMeanings = std::to_array<Meaning>({
    {kSuccess, "ZE_RESULT_SUCCESS"},
    {kNotReady, "ZE_RESULT_NOT_READY", Fault::lost},  // after a wait without a time limit
    {0x70000001, "ZE_RESULT_ERROR_DEVICE_LOST", Fault::lost},
    {0x70000002, "ZE_RESULT_ERROR_OUT_OF_HOST_MEMORY", Fault::out_of_resources},
    {0x70000003, "ZE_RESULT_ERROR_OUT_OF_DEVICE_MEMORY", Fault::out_of_resources},
    {0x70000004, "ZE_RESULT_ERROR_MODULE_BUILD_FAILURE", Fault::build},
    {0x70000005, "ZE_RESULT_ERROR_MODULE_LINK_FAILURE", Fault::build},
    {0x70000006, "ZE_RESULT_ERROR_DEVICE_REQUIRES_RESET", Fault::lost},
    {0x70000007, "ZE_RESULT_ERROR_DEVICE_IN_LOW_POWER_STATE", Fault::lost},
    {0x70010000, "ZE_RESULT_ERROR_INSUFFICIENT_PERMISSIONS", Fault::unusable},
    {0x70010001, "ZE_RESULT_ERROR_NOT_AVAILABLE", Fault::unusable},
    {0x70020000, "ZE_RESULT_ERROR_DEPENDENCY_UNAVAILABLE", Fault::unusable},
    {0x70020001, "ZE_RESULT_WARNING_DROPPED_DATA"},
    {kUninitialized, "ZE_RESULT_ERROR_UNINITIALIZED", Fault::unusable},
    {0x78000002, "ZE_RESULT_ERROR_UNSUPPORTED_VERSION"},
    {0x78000003, "ZE_RESULT_ERROR_UNSUPPORTED_FEATURE"},
    {0x78000004, "ZE_RESULT_ERROR_INVALID_ARGUMENT"},
    {0x78000005, "ZE_RESULT_ERROR_INVALID_NULL_HANDLE"},
    {0x78000006, "ZE_RESULT_ERROR_HANDLE_OBJECT_IN_USE"},
    {0x78000007, "ZE_RESULT_ERROR_INVALID_NULL_POINTER"},
    {0x78000008, "ZE_RESULT_ERROR_INVALID_SIZE"},
    {0x78000009, "ZE_RESULT_ERROR_UNSUPPORTED_SIZE"},
    {0x7800000a, "ZE_RESULT_ERROR_UNSUPPORTED_ALIGNMENT"},
    {0x7800000b, "ZE_RESULT_ERROR_INVALID_SYNCHRONIZATION_OBJECT"},
    {0x7800000c, "ZE_RESULT_ERROR_INVALID_ENUMERATION"},
    {0x7800000d, "ZE_RESULT_ERROR_UNSUPPORTED_ENUMERATION"},
    {0x7800000f, "ZE_RESULT_ERROR_INVALID_NATIVE_BINARY", Fault::build},
    {0x78000010, "ZE_RESULT_ERROR_INVALID_GLOBAL_NAME"},
    {0x78000011, "ZE_RESULT_ERROR_INVALID_KERNEL_NAME"},
    {0x78000012, "ZE_RESULT_ERROR_INVALID_FUNCTION_NAME"},
    {0x78000013, "ZE_RESULT_ERROR_INVALID_GROUP_SIZE_DIMENSION"},
    {0x78000014, "ZE_RESULT_ERROR_INVALID_GLOBAL_WIDTH_DIMENSION"},
    {0x78000015, "ZE_RESULT_ERROR_INVALID_KERNEL_ARGUMENT_INDEX"},
    {0x78000016, "ZE_RESULT_ERROR_INVALID_KERNEL_ARGUMENT_SIZE"},
    {0x78000017, "ZE_RESULT_ERROR_INVALID_KERNEL_ATTRIBUTE_VALUE"},
    {0x78000018, "ZE_RESULT_ERROR_INVALID_MODULE_UNLINKED", Fault::build},
    {0x78000019, "ZE_RESULT_ERROR_INVALID_COMMAND_LIST_TYPE"},
    {0x7800001a, "ZE_RESULT_ERROR_OVERLAPPING_REGIONS"},
    {0x7800001b, "ZE_RESULT_WARNING_ACTION_REQUIRED"},
    {0x7ffffffe, "ZE_RESULT_ERROR_UNKNOWN"},
});

const Meaning* meaning_of(std::uint32_t code) {
  const auto* const found = std::ranges::find(kMeanings, code, &Meaning::code);
  return found == kMeanings.end() ? nullptr : found;
}

}  // namespace

std::string error_name(std::uint32_t code) {
  const Meaning* const known = meaning_of(code);
  return known != nullptr ? known->name : fmt::format("error {:#x}", code);
}

void checked(std::uint32_t code, const char* call, std::string_view detail) {
  if (code == kSuccess) return;
  const Meaning* const known = meaning_of(code);
  std::string message = std::string(call) + ": " + error_name(code);
  if (!detail.empty()) message.append("\n").append(detail);
  throw DeviceError(known != nullptr ? known->fault : Fault::refused, message);
}

void* function(const char* name) { return library().function(name, "Level Zero"); }

}  // namespace classay::level_zero
