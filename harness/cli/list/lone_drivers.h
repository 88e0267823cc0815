// Lists the devices of each OpenCL driver alone. The ICD loader loads all drivers into one process, which any can end.
#pragma once

#include <chrono>
#include <filesystem>
#include <nlohmann/json_fwd.hpp>
#include <string_view>
#include <vector>

#include "harness/cli/list/device_list.h"

namespace classay {

// Returns the devices of each driver, with the address "-", because addresses count over all drivers. A driver that crashes,
// hangs or has no device is an entry {backend, unusable, why}.
nlohmann::ordered_json listed_one_by_one(std::chrono::seconds timeout);

// Returns the devices of the driver that this .icd file names. Throws std::exception when the file cannot be copied.
DeviceList listed_alone(const std::filesystem::path& icd, std::chrono::seconds timeout);

// Returns the files with this extension in a folder, sorted; none if the folder cannot be read.
std::vector<std::filesystem::path> files_in(const std::filesystem::path& folder, std::string_view extension);

// Returns the folder that the loader searches for drivers.
std::filesystem::path vendors_folder();

}  // namespace classay
