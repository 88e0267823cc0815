// A device in words: as JSON, for machines and between processes, and as a few lines for a person.
#pragma once

#include <nlohmann/json.hpp>
#include <string>

#include "harness/devices/backend.h"

namespace classay {

// Who it is and what it can do, as journals have it; capabilities_from() reads the second half.
nlohmann::ordered_json to_json(const Description& device);
Identity identity_from(const nlohmann::ordered_json& device);  // what is not there is empty
std::string description(const nlohmann::ordered_json& device);

}  // namespace classay
