// Level Zero's codes by name, and what each means for a run.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace classay::level_zero {

// Codes that somebody decides by.
enum Code : std::uint32_t { kSuccess = 0, kNotReady = 1, kUninitialized = 0x7800'0001 };

std::string error_name(std::uint32_t code);

// Throws a DeviceError that names the call and the code, with the fault that the code stands for; `detail` follows on lines
// of its own.
void checked(std::uint32_t code, const char* call, std::string_view detail = {});

}  // namespace classay::level_zero
