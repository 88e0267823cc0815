// Represents the version of a specification, a language or a module: 3.1.
#pragma once

#include <charconv>
#include <compare>
#include <string>
#include <string_view>

namespace classay {

struct Version {
  int major = 0;
  int minor = 0;
  auto operator<=>(const Version&) const = default;
  bool is_known() const { return major > 0; }
};

inline std::string name(const Version& v) { return std::to_string(v.major) + "." + std::to_string(v.minor); }

// Returns 3.1 for "OpenCL 3.1 (Build 0)" after "OpenCL ", and 0.0, which means none, for any other text.
inline Version version_after(std::string_view prefix, std::string_view text) {
  if (!text.starts_with(prefix)) return {};
  text.remove_prefix(prefix.size());
  Version v;
  const char* const end = text.data() + text.size();
  const auto [dot, error] = std::from_chars(text.data(), end, v.major);
  if (error != std::errc() || v.major < 0 || dot == end || *dot != '.') return {};
  if (std::from_chars(dot + 1, end, v.minor).ec != std::errc() || v.minor < 0) return {};
  return v;
}

}  // namespace classay
