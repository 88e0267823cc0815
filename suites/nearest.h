// Finds the most similar of some names, for messages about an unknown name.
#pragma once

#include <span>
#include <string>
#include <string_view>

namespace classay {

std::string nearest_name(std::string_view name, std::span<const std::string_view> names);

}  // namespace classay
