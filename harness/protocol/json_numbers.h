// Numbers of JSON that has been read, and no conversions: the library makes a number of any other, which is undefined for
// those that do not fit.
#pragma once

#include "harness/protocol/read_json.h"

namespace classay {

// Of 64 bits, all of which may be used: bits, seeds. Throws std::invalid_argument.
inline std::uint64_t unsigned_from(const Json& json) {
  if (json.is_number_unsigned()) return json.get<std::uint64_t>();
  return count_from(json);
}

// The count under a key of an object, or what stands for one that is not there. Throws std::invalid_argument.
inline std::uint64_t count_at(const Json& object, const char* key, std::uint64_t otherwise) {
  const auto found = object.find(key);
  return found == object.end() ? otherwise : count_from(*found);
}

}  // namespace classay
