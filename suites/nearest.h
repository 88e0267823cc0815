// Finds the name that a user probably meant, for messages about an unknown name.
#pragma once

#include <span>
#include <string>
#include <string_view>

namespace classay {

// Returns the most similar name; empty if even that one differs in more than a third of the letters, or in more than two.
std::string nearest_name(std::string_view name, std::span<const std::string_view> names);

// Returns "; did you mean 'sin'?", or nothing if no name is similar.
std::string did_you_mean(std::string_view name, std::span<const std::string_view> names);

// The same with the names of all builtins.
std::string did_you_mean_builtin(std::string_view name);

}  // namespace classay
