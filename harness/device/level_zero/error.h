// Maps Level Zero's codes to names and faults.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace classay::level_zero {

// Codes on which decisions depend.
enum Code : std::uint32_t { kSuccess = 0, kNotReady = 1, kUninitialized = 0x7800'0001 };

std::string error_name(std::uint32_t code);

// Throws a DeviceError with the name of the call and of the code, and its fault; `detail` follows on separate lines.
void checked(std::uint32_t code, const char* call, std::string_view detail = {});

}  // namespace classay::level_zero
