// Lists devices without loading a driver into this process: one child per back end lists its devices.
#pragma once

#include <chrono>
#include <filesystem>
#include <nlohmann/json_fwd.hpp>
#include <string>
#include <string_view>
#include <vector>

#include "harness/device/registry.h"
#include "harness/journal/read_json.h"
#include "harness/supervisor/machine.h"

namespace classay {

SharedJson no_devices();  // an empty array

// The list of a child, or why there is none.
struct DeviceList {
  SharedJson devices = no_devices();     // never nullptr
  std::string error;                     // the child's error message, for example about a missing driver
  std::string misfortune;                // how the child ended, if it sent no list
  bool hangs = false;                    // it did not end in time
  const BackendEntry* failed = nullptr;  // the back end of that child
};
// `device`: only its back end counts, for back ends that list their devices.
DeviceList ask_devices(const Machine& machine, const BackendEntry& backend, const std::string& device,
                       std::chrono::seconds timeout, const std::vector<std::string>& environment = {});

// Queries back ends in order until one has the device `wanted` (as in --device). If no device is usable, returns the first
// error and misfortune.
DeviceList devices_for(const Machine& machine, const std::string& wanted, std::chrono::seconds timeout);

// Returns the usable devices among those that `devices_for` lists; nullptr: there are none.
SharedJson usable_devices_for(const Machine& machine, const std::string& wanted, std::chrono::seconds timeout);

std::vector<Identity> identities(const nlohmann::ordered_json& devices);

// Usable devices, and the others as {backend, unusable, why}.
nlohmann::ordered_json usable(const nlohmann::ordered_json& devices);
nlohmann::ordered_json unusable(const nlohmann::ordered_json& devices);

// Returns the device that --device names: by address, type or name (device/registry.h). Empty: the first GPU, or else the
// first device. Throws UsageError if none or several match. Precondition: there is a device.
SharedJson chosen_device(const nlohmann::ordered_json& devices, const std::string& wanted);

// The same among all usable devices, which children of this program list.
SharedJson device_for_listing(const std::string& wanted);

// Lists the devices of each OpenCL driver alone. The ICD loader loads all drivers into one process, which any can end.
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
