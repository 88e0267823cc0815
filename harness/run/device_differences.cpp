#include "harness/run/device_differences.h"

#include <array>

namespace classay {

std::vector<std::string> device_differences(const Json& was, const Json& is) {
  constexpr std::array<const char*, 14> kIdentity{
      "name",    "platform",    "platform_version", "vendor", "version", "driver", "language_version",
      "profile", "il_versions", "extensions",       "f16",    "f32",     "f64",    "has_compiler"};
  std::vector<std::string> differences;
  for (const char* key : kIdentity) {
    const Json before = was.contains(key) ? was.at(key) : Json();
    const Json now = is.contains(key) ? is.at(key) : Json();
    if (before != now) differences.push_back(std::string(key) + " was " + before.dump() + " and is " + now.dump());
  }
  return differences;
}

}  // namespace classay
