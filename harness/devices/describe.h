// A device in words: as JSON, for machines and between processes, and as a few lines for a person.
#pragma once

#include <nlohmann/json.hpp>
#include <string>

#include "harness/devices/backend.h"

namespace classay {

nlohmann::ordered_json to_json(const DeviceIdentity& device);
// What of a device decides which cases it can be asked; the rest is left out.
DeviceIdentity abilities_from(const nlohmann::ordered_json& device);
// Is its compiler's language OpenCL C 3.1 or later? What 3.1 took into the language needs no extension there.
bool knows_language_31(const DeviceIdentity& device);
std::string description(const nlohmann::ordered_json& device);

}  // namespace classay
