// Decides whether a device is the one in a journal.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "harness/journal/read_json.h"

namespace classay {

// Returns the fields in which two objects differ, except some: "driver was "1" and is "2"".
std::vector<std::string> json_differences(const Json& was, const Json& is, std::span<const std::string_view> but_for);

// Returns the differences between two descriptions, in the fields that identify a device and its driver.
std::vector<std::string> device_differences(const Json& was, const Json& is);

}  // namespace classay
