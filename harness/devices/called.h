// What people call a device: the short name of its driver, or a part of "NAME (PLATFORM)", as it is shown, or of its
// version, in any case. ("pocl" stands in PoCL's version only.)
#pragma once

#include <algorithm>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "harness/devices/short_name.h"

namespace classay {

inline std::string shown_name(const std::string& name, const std::string& platform) { return name + " (" + platform + ")"; }

// The closest first.
enum class Called : std::uint8_t { whole_name, short_name, part, not_at_all };

inline Called called(std::string_view wanted, const std::string& name, const std::string& platform,
                     const std::string& version) {
  const std::string shown = shown_name(name, platform);
  if (std::ranges::equal(wanted, shown, same_letter)) return Called::whole_name;
  const std::string_view short_one = short_name(platform);
  if (!wanted.empty() && std::ranges::equal(wanted, short_one, same_letter)) return Called::short_name;
  const std::string words = shown + "\n" + std::string(short_one) + "\n" + version;
  const bool is_part = std::search(words.begin(), words.end(), wanted.begin(), wanted.end(), same_letter) != words.end();
  return is_part ? Called::part : Called::not_at_all;
}

// Those that are meant: called so most closely, though the word be a part of another's name. `called_of`: of a device.
template <class Device, class CalledOf>
std::vector<Device> meant(const std::vector<Device>& all, CalledOf called_of) {
  Called closest = Called::not_at_all;
  for (const Device& d : all) closest = std::min(closest, called_of(d));
  std::vector<Device> found;
  if (closest == Called::not_at_all) return found;
  for (const Device& d : all) {
    if (called_of(d) == closest) found.push_back(d);
  }
  return found;
}

// How a list tells one who has to choose: the address, the short name if there is one, the name.
inline std::string choice(const std::string& address, const std::string& name, const std::string& platform) {
  const std::string_view short_one = short_name(platform);
  return "  " + address + "  " + (short_one.empty() ? "" : std::string(short_one) + "  ") + shown_name(name, platform);
}

}  // namespace classay
