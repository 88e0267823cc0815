// What people call a device: part of its name, or of those of its platform and version, in any case. ("pocl" stands in
// PoCL's version only.)
#pragma once

#include <algorithm>
#include <cctype>
#include <string>
#include <string_view>

namespace classay {

inline bool is_called(std::string_view wanted, const std::string& name, const std::string& platform,
                      const std::string& version) {
  const auto same = [](unsigned char a, unsigned char b) { return std::tolower(a) == std::tolower(b); };
  const std::string words = name + "\n" + platform + "\n" + version;
  return std::search(words.begin(), words.end(), wanted.begin(), wanted.end(), same) != words.end() || wanted.empty();
}

}  // namespace classay
