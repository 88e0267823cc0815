// Names the cause when a process ends without its result.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>

namespace classay {

enum class Blame : std::uint8_t {
  driver,     // its code, or code that it made
  ours,       // this program
  outside,    // another process sent a signal
  resources,  // no memory or disk space
  unknown,    // no evidence
};

// As in journals.
inline constexpr std::array<std::string_view, 5> kBlameNames{"driver", "classay", "outside", "resources", "unknown"};
constexpr std::string_view name(Blame blame) { return kBlameNames[static_cast<std::size_t>(blame)]; }
constexpr std::optional<Blame> blame_named(std::string_view spelled) {
  const auto at = std::ranges::find(kBlameNames, spelled);
  if (at == kBlameNames.end()) return std::nullopt;
  return static_cast<Blame>(at - kBlameNames.begin());
}

}  // namespace classay
