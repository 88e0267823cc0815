// Whether a device is the one that a journal has.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "harness/protocol/read_json.h"

namespace classay {

// Fields in which two objects differ, but for some: "driver was "1" and is "2"".
std::vector<std::string> json_differences(const Json& was, const Json& is, std::span<const std::string_view> but_for);

// What differs between two descriptions of a device, of what makes it the same device with the same driver.
std::vector<std::string> device_differences(const Json& was, const Json& is);

}  // namespace classay
