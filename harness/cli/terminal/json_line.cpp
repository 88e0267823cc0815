#include "harness/cli/terminal/json_line.h"

#include <nlohmann/json.hpp>

namespace classay {

std::string json_line(const nlohmann::ordered_json& j) {
  return j.dump(-1, ' ', false, nlohmann::ordered_json::error_handler_t::replace) + "\n";
}

}  // namespace classay
