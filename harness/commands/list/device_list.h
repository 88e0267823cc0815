// Asking for devices without loading a driver: children list them, one for each back end.
#pragma once

#include <chrono>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "harness/children/machine.h"
#include "harness/devices/registry.h"

namespace classay {

// The answer of a child, or why there is none.
struct DeviceList {
  nlohmann::ordered_json devices = nlohmann::ordered_json::array();
  std::string error;                     // the child's error message: it has no driver, for example
  std::string misfortune;                // how the child ended, if it sent no list
  bool hangs = false;                    // it did not end in time
  const BackendEntry* failed = nullptr;  // the back end of that child
};
// `device`: of which only the back end counts, where that lists its devices.
DeviceList ask_devices(const Machine& machine, const BackendEntry& backend, const std::string& device,
                       std::chrono::seconds timeout, const std::vector<std::string>& environment = {});

// What there is where `wanted`, as --device has it, may be: back ends are asked one after the other, until one has such a
// device. The first error and misfortune of several are told, where no device can be used.
DeviceList devices_for(const Machine& machine, const std::string& wanted, std::chrono::seconds timeout);

// Those that can be used, and those that can not: {backend, unusable, why}.
nlohmann::ordered_json usable(const nlohmann::ordered_json& devices);
nlohmann::ordered_json unusable(const nlohmann::ordered_json& devices);

// The one that --device means: an address, a type, or what people call it (devices/registry.h); empty: the first GPU, or
// the first device where there is none. Throws UsageError when there is none such, or more than one. Precondition: there is
// a device.
nlohmann::ordered_json chosen_device(const nlohmann::ordered_json& devices, const std::string& wanted);

// The same among all that can be used, which children of this program list.
nlohmann::ordered_json device_for_listing(const std::string& wanted);

}  // namespace classay
