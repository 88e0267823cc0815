// Reads numbers of JSON without conversions. The library converts between number types, which is undefined for values that
// do not fit.
#pragma once

#include <nlohmann/json.hpp>

#include "harness/journal/read_json.h"

namespace classay {

// Returns a full 64-bit value, for example bits or a seed. Throws std::invalid_argument.
inline std::uint64_t unsigned_from(const Json& json) {
  if (json.is_number_unsigned()) return json.get<std::uint64_t>();
  return count_from(json);
}

// Returns the count under a key of an object, or `otherwise` if there is none. Throws std::invalid_argument.
inline std::uint64_t count_at(const Json& object, const char* key, std::uint64_t otherwise) {
  const auto found = object.find(key);
  return found == object.end() ? otherwise : count_from(*found);
}

}  // namespace classay
