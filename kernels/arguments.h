// How a kernel comes by its arguments, but for literals: from the index of an input, from the generator, or from buffers.
#pragma once

#include <string>

#include "kernels/source.h"

namespace classay {

inline constexpr std::string_view kArgumentNames = "xyz";
inline std::string argument_name(std::size_t a) { return std::string(1, kArgumentNames[a]); }

// Functions that the kernels of a program share: how inputs are spread over lanes, and what an input is.
std::string sections_function();
std::string argument_functions(const Asked& asked);

// Declares the arguments of a kernel, from the lanes' inputs: "const float2 x = (float2)(x_of(i0), x_of(i1));", or where
// these are the argument, "const float2 x = as_float2((uint)first + at);".
std::string argument_declarations(const Asked& asked, int width);
// Those that are sent: "const float2 x = x_in[item];".
std::string vectors_loaded(const Asked& asked, int width, std::string_view item);

// How many numbers the header of a run has.
constexpr std::size_t header_size(Making making, std::size_t arguments) {
  return arguments + (making == Making::windows ? 3 : 1);
}

// A sentence for the head of the program.
std::string argument_sentence(const Asked& asked);

// "as_float((uint)(bits))"
std::string of_bits(const Row& row, Type type, const std::string& bits);

// "-0x1.8p+3", for the eye of a reader; the bits are what counts.
std::string value_text(Type type, Bits bits);

}  // namespace classay
