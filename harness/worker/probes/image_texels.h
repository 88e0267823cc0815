// Holds the texels of an image in the host's memory, for the probes of images.
#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "harness/worker/lanes/lanes.h"
#include "harness/worker/probes/images.h"

namespace classay {

inline constexpr std::array<std::string_view, 4> kColors{"red", "green", "blue", "alpha"};

struct Texels {
  ImageFormat format;
  std::uint64_t count = 0;  // whole rows
  std::vector<std::byte> bytes;
  Bits at(std::uint64_t texel, int channel) const {
    const auto channels = static_cast<std::uint64_t>(info(format.order).channels);
    return element_at(bytes, channel_bytes(format), texel * channels + static_cast<std::uint64_t>(channel));
  }
  void put(std::uint64_t texel, int channel, Bits bits) {
    const auto channels = static_cast<std::uint64_t>(info(format.order).channels);
    put_element(bytes, channel_bytes(format), texel * channels + static_cast<std::uint64_t>(channel), bits);
  }
};

inline Texels blank(ImageFormat format, std::uint64_t count) {
  return {.format = format, .count = count, .bytes = std::vector<std::byte>(count * texel_bytes(format))};
}

// nullopt: the color has no channel.
inline std::optional<int> channel_of(ImageFormat format, int color) {
  const char c = info(format.order).of_color.at(static_cast<std::size_t>(color));
  return c == '-' ? std::nullopt : std::optional(c - '0');
}

inline void object(ImageFound& found, const std::function<std::string()>& what) {
  if (found.wrong++ == 0) found.first = what();
}

}  // namespace classay
