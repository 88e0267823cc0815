#include "harness/journal/covers.h"

#include <nlohmann/json.hpp>

#include "harness/text/visible.h"

namespace classay {

std::string covers_text(const Json& run) {
  if (!run.contains("covers")) return "";
  return "covers only the inputs of " + visible(run.at("covers").value("file", ""));
}

}  // namespace classay
