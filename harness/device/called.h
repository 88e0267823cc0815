// Matches a word with the name of a device: the short name of its driver, or a part of "NAME (PLATFORM)", as displayed, or
// of its version. Case is ignored. ("pocl" is only in PoCL's version.)
#pragma once

#include <algorithm>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "harness/device/short_name.h"

namespace classay {

inline std::string shown_name(const std::string& name, const std::string& platform) { return name + " (" + platform + ")"; }

// The closest match first.
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

// Returns the devices with the closest match; a whole name wins even if it is part of another device's name. `called_of`:
// returns the match of a device.
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

// Returns a line of a list to choose from: the address, the short name if there is one, the name.
inline std::string choice(const std::string& address, const std::string& name, const std::string& platform) {
  const std::string_view short_one = short_name(platform);
  return "  " + address + "  " + (short_one.empty() ? "" : std::string(short_one) + "  ") + shown_name(name, platform);
}

}  // namespace classay
