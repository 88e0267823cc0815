// Defines the tiers, which determine the number of inputs. A result of a smaller tier is not evidence for a larger one.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string_view>

namespace classay {

enum class Tier : std::uint8_t { smoke, quick, full, certify };
inline constexpr std::array kTiers{Tier::smoke, Tier::quick, Tier::full, Tier::certify};
std::string_view name(Tier t);
std::optional<Tier> tier_named(std::string_view s);

}  // namespace classay
