// Prints how a builtin is called: "atan2(f32 y, f32 x) -> f32". Vector arguments are f32[n].
#pragma once

#include <string>
#include <string_view>

#include "suites/row.h"

namespace classay {

// Returns whether the builtin works on complete vectors, whose lanes are separated by commas. Others take one element.
bool takes_vectors(const Row& row);

std::string_view parameter_name(const Row& row, std::size_t index);

std::string signature_text(const Row& row, Type format);
// T is the format; int(T) and uint(T) are integers of its width, int2(T) and uint2(T) of twice its width.
std::string signature_text(const Row& row);

}  // namespace classay
