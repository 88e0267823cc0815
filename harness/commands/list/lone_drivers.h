// The drivers of OpenCL, each listed alone: the ICD loader loads all of them into one process, which any of them can end.
#pragma once

#include <chrono>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <string_view>
#include <vector>

#include "harness/commands/list/device_list.h"

namespace classay {

// The devices of each driver, with the address "-", since addresses count over all drivers; and {backend, unusable, why} of
// each that crashes, hangs or has no device.
nlohmann::ordered_json listed_one_by_one(std::chrono::seconds timeout);

// The devices of the driver that this .icd file names. Throws std::exception when the file cannot be copied.
DeviceList listed_alone(const std::filesystem::path& icd, std::chrono::seconds timeout);

// The files with this extension in a folder, sorted; none where it cannot be read.
std::vector<std::filesystem::path> files_in(const std::filesystem::path& folder, std::string_view extension);

// The folder in which the loader looks for drivers.
std::filesystem::path vendors_folder();

}  // namespace classay
