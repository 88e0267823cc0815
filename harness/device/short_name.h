// Maps platform names to the usual short names of drivers. A device's own name is not sufficient: PoCL's is that of the
// processor.
#pragma once

#include <algorithm>
#include <array>
#include <cctype>
#include <string_view>

namespace classay {

// Compares letters, ignoring case.
inline bool same_letter(unsigned char a, unsigned char b) { return std::tolower(a) == std::tolower(b); }

struct ShortName {
  std::string_view platform;  // a part of CL_PLATFORM_NAME, in any case
  std::string_view name;
  bool compiles_at_launch = false;  // backend.h
};

// The first match counts.
constexpr std::array<ShortName, 16> kShortNames{{
    {.platform = "Portable Computing Language", .name = "pocl", .compiles_at_launch = true},
    {.platform = "rusticl", .name = "rusticl"},
    {.platform = "Oclgrind", .name = "oclgrind"},
    {.platform = "Clover", .name = "clover"},
    {.platform = "clvk", .name = "clvk"},
    {.platform = "Intel Gen OCL Driver", .name = "beignet"},
    {.platform = "Intel(R) OpenCL Graphics", .name = "intel-gpu"},
    {.platform = "Intel(R) OpenCL HD Graphics", .name = "intel-gpu"},
    {.platform = "Intel(R) OpenCL", .name = "intel"},  // the runtime for processors
    {.platform = "NVIDIA CUDA", .name = "nvidia"},
    {.platform = "AMD Accelerated Parallel Processing", .name = "amd"},
    {.platform = "ARM Platform", .name = "mali"},
    {.platform = "QUALCOMM Snapdragon", .name = "adreno"},
    {.platform = "PowerVR", .name = "powervr"},
    {.platform = "Apple", .name = "apple"},
    {.platform = "Level Zero", .name = "level-zero"},
}};

// Without a name: it is not listed.
inline ShortName listed_driver(std::string_view platform) {
  const auto fits = [&](const ShortName& s) {
    return std::search(platform.begin(), platform.end(), s.platform.begin(), s.platform.end(), same_letter) !=
           platform.end();
  };
  const auto* const found = std::ranges::find_if(kShortNames, fits);
  return found == kShortNames.end() ? ShortName{} : *found;
}

// Empty: it has none.
inline std::string_view short_name(std::string_view platform) { return listed_driver(platform).name; }

}  // namespace classay
