// What people call a device: a part of "NAME (PLATFORM)", as it is shown, or of its version, in any case. ("pocl" stands in
// PoCL's version only.)
#pragma once

#include <algorithm>
#include <cctype>
#include <string>
#include <string_view>
#include <vector>

namespace classay {

inline std::string shown_name(const std::string& name, const std::string& platform) { return name + " (" + platform + ")"; }

struct Called {
  bool is_it = false;
  bool is_whole_name = false;
};

inline Called called(std::string_view wanted, const std::string& name, const std::string& platform,
                     const std::string& version) {
  const auto same = [](unsigned char a, unsigned char b) { return std::tolower(a) == std::tolower(b); };
  const std::string shown = shown_name(name, platform);
  const std::string words = shown + "\n" + version;
  const bool is_part = std::search(words.begin(), words.end(), wanted.begin(), wanted.end(), same) != words.end();
  return {.is_it = is_part || wanted.empty(), .is_whole_name = std::ranges::equal(wanted, shown, same)};
}

// Those that are meant: a whole name is one, though it be a part of another's. `called_of`: of a device.
template <class Device, class CalledOf>
std::vector<Device> meant(const std::vector<Device>& all, CalledOf called_of) {
  const bool is_whole = std::ranges::any_of(all, [&](const Device& d) { return called_of(d).is_whole_name; });
  std::vector<Device> found;
  for (const Device& d : all) {
    const Called c = called_of(d);
    if (is_whole ? c.is_whole_name : c.is_it) found.push_back(d);
  }
  return found;
}

}  // namespace classay
