// Edits a valid JSON value at places that the fuzzer's bytes select. Random text would not reach these states in practice.
#pragma once

#include <array>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <iterator>
#include <limits>
#include <nlohmann/json.hpp>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "harness/journal/read_json.h"

namespace classay::fuzz {

inline void require(bool holds, const char* property, std::string_view text) {
  if (holds) return;
  std::fprintf(stderr, "%s: %.*s\n", property, static_cast<int>(text.size()), text.data());  // NOLINT: libFuzzer's own way
  std::abort();
}

// Collects all parts of a value, the value itself first.
inline void collect(Json& value, std::vector<Json*>& parts) {
  parts.push_back(&value);
  if (!value.is_structured()) return;
  for (Json& part : value) collect(part, parts);
}

inline const std::vector<Json>& others() {
  static const std::vector<Json> all{nullptr,
                                     true,
                                     0U,
                                     1U,
                                     -1,
                                     1.5,
                                     -1e308,
                                     4294967297U,
                                     std::uint64_t{1} << 63U,
                                     std::numeric_limits<std::uint64_t>::max(),
                                     std::numeric_limits<std::int64_t>::min(),
                                     "",
                                     "0x",
                                     "0xffffffffffffffffff",
                                     "inf",
                                     "nan",
                                     "pass",
                                     "fail",
                                     "clc/math/sin/f32/default/v1",
                                     "\n\x1b[2J\xe2\x80\xae",
                                     Json::array(),
                                     Json::object(),
                                     {1U, 2U},
                                     {{"a", 1U}},
                                     std::vector<int>(92, 1),
                                     std::vector<std::vector<int>>(3, {1})};
  return all;
}

// Applies edits of four bytes each: the part (two bytes), the kind, and the replacement. Removes the used bytes.
inline Json edited(Json value, std::span<const std::uint8_t>& bytes, int most_edits) {
  enum How : std::uint8_t { replace, erase, twice, add, kHows };
  for (int i = 0; i < most_edits && bytes.size() >= 4; ++i) {
    std::vector<Json*> parts;
    collect(value, parts);
    Json& part = *parts[(bytes[0] * 256U + bytes[1]) % parts.size()];
    const Json& other = others()[bytes[3] % others().size()];
    switch (bytes[2] % kHows) {
      case erase:
        if (part.is_structured() && !part.empty())
          part.erase(std::next(part.begin(), bytes[3] % static_cast<int>(part.size())));
        break;
      case twice:
        if (part.is_array() && !part.empty()) part.push_back(Json(part[bytes[3] % part.size()]));
        break;
      case add:
        if (part.is_object()) part["more"] = other;
        break;
      default: part = Json(other);
    }
    bytes = bytes.subspan(4);
  }
  return value;
}

}  // namespace classay::fuzz
