// Formats one line of JSON; invalid UTF-8 is replaced.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>

namespace classay {

std::string json_line(const nlohmann::ordered_json& j);

}  // namespace classay
