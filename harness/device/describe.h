// Describes a device as JSON, for journals and between processes, and as a few lines of text.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>

#include "harness/device/backend.h"

namespace classay {

// Returns the identity and the capabilities, as in journals; capabilities_from() reads the latter.
nlohmann::ordered_json to_json(const Description& device);
Identity identity_from(const nlohmann::ordered_json& device);  // missing members are empty
std::string description(const nlohmann::ordered_json& device);

}  // namespace classay
