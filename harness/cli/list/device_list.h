// Lists devices without loading a driver into this process: one child per back end lists its devices.
#pragma once

#include <chrono>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "harness/device/registry.h"
#include "harness/supervisor/machine.h"

namespace classay {

// The list of a child, or why there is none.
struct DeviceList {
  nlohmann::ordered_json devices = nlohmann::ordered_json::array();
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

// Usable devices, and the others as {backend, unusable, why}.
nlohmann::ordered_json usable(const nlohmann::ordered_json& devices);
nlohmann::ordered_json unusable(const nlohmann::ordered_json& devices);

// Returns the device that --device names: by address, type or name (device/registry.h). Empty: the first GPU, or else the
// first device. Throws UsageError if none or several match. Precondition: there is a device.
nlohmann::ordered_json chosen_device(const nlohmann::ordered_json& devices, const std::string& wanted);

// The same among all usable devices, which children of this program list.
nlohmann::ordered_json device_for_listing(const std::string& wanted);

}  // namespace classay
