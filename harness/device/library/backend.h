// Implements the backend interface with a math library: lib:libm.so.6, lib:libsleef.so.3:u35,
// lib:./libvml.so:symbols=array:v{s/d}{Name}. It tests C functions (front end c). Nothing is compiled: each call variant has
// a loop that takes a function's address.
#pragma once

#include <memory>
#include <string>
#include <string_view>

#include "harness/device/backend.h"

namespace classay {

inline constexpr std::string_view kLibraryPrefix = "lib:";  // of addresses

std::unique_ptr<Backend> library_backend();

// Returns the address of a library with one more pattern of its symbols (library/pattern.h). Throws UsageError if it is not
// the address of a library, or if the pattern is invalid.
std::string library_with_symbols(const std::string& address, std::string_view pattern);

}  // namespace classay
