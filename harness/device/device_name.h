// Lists the known drivers with their short names, and matches a word with the name of a device: the short name of its
// driver, or a part of "NAME (PLATFORM)", as displayed, or of its version. Case is ignored.
#pragma once

#include <algorithm>
#include <array>
#include <cctype>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace classay {

// Compares letters, ignoring case.
inline bool same_letter(unsigned char a, unsigned char b) { return std::tolower(a) == std::tolower(b); }

struct ListedDriver {
  std::string_view platform;  // a part of CL_PLATFORM_NAME, in any case
  std::string_view short_name;
  bool compiles_at_launch = false;  // backend.h
};

// Drivers with their usual short names. A device's own name is not sufficient: PoCL's is that of the processor. The first
// match counts.
constexpr std::array<ListedDriver, 16> kListedDrivers{{
    {.platform = "Portable Computing Language", .short_name = "pocl", .compiles_at_launch = true},
    {.platform = "rusticl", .short_name = "rusticl"},
    {.platform = "Oclgrind", .short_name = "oclgrind"},
    {.platform = "Clover", .short_name = "clover"},
    {.platform = "clvk", .short_name = "clvk"},
    {.platform = "Intel Gen OCL Driver", .short_name = "beignet"},
    {.platform = "Intel(R) OpenCL Graphics", .short_name = "intel-gpu"},
    {.platform = "Intel(R) OpenCL HD Graphics", .short_name = "intel-gpu"},
    {.platform = "Intel(R) OpenCL", .short_name = "intel"},  // the runtime for processors
    {.platform = "NVIDIA CUDA", .short_name = "nvidia"},
    {.platform = "AMD Accelerated Parallel Processing", .short_name = "amd"},
    {.platform = "ARM Platform", .short_name = "mali"},
    {.platform = "QUALCOMM Snapdragon", .short_name = "adreno"},
    {.platform = "PowerVR", .short_name = "powervr"},
    {.platform = "Apple", .short_name = "apple"},
    {.platform = "Level Zero", .short_name = "level-zero"},
}};

// Returns an entry without names for a driver that is not listed.
inline ListedDriver listed_driver(std::string_view platform) {
  const auto fits = [&](const ListedDriver& s) {
    return std::search(platform.begin(), platform.end(), s.platform.begin(), s.platform.end(), same_letter) !=
           platform.end();
  };
  const auto* const found = std::ranges::find_if(kListedDrivers, fits);
  return found == kListedDrivers.end() ? ListedDriver{} : *found;
}

// Empty: it has none.
inline std::string_view short_name(std::string_view platform) { return listed_driver(platform).short_name; }

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
