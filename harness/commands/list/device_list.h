// Asking for devices without loading a driver: a child lists them.
#pragma once

#include <chrono>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

namespace classay {

// The answer of a child, or why there is none.
struct DeviceList {
  nlohmann::ordered_json devices = nlohmann::ordered_json::array();
  std::string error;       // what the child says is wrong: no driver, say
  std::string misfortune;  // how the child ended instead of answering
};
DeviceList ask_devices(const std::vector<std::string>& command, std::chrono::seconds timeout,
                       const std::vector<std::string>& environment = {});

// The one that --device means: an address, or what people call it (devices/called.h); empty: the first. Throws UsageError
// when there is none such, or more than one. Precondition: there is a device.
nlohmann::ordered_json chosen_device(const nlohmann::ordered_json& devices, const std::string& wanted);

// The same among all that can be used, which a child of this program lists.
nlohmann::ordered_json device_for_listing(const std::string& wanted);

}  // namespace classay
