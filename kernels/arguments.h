// Writes the code by which a kernel obtains its arguments: from the index of an input, from the generator, or from buffers.
// Literal arguments are in literal.h.
#pragma once

#include <string>

#include "kernels/source.h"

namespace classay {

inline constexpr std::string_view kArgumentNames = "xyz";
inline std::string argument_name(std::size_t a) { return std::string(1, kArgumentNames[a]); }

// Functions shared by the kernels of a program: the mapping of inputs to lanes, and the value of an input.
std::string sections_function();
std::string argument_functions(const Asked& asked);

// Declares the arguments of a kernel from the inputs of its lanes: "const float2 x = (float2)(x_of(i0), x_of(i1));". If the
// index is the argument: "const float2 x = as_float2((uint)first + at);".
std::string argument_declarations(const Asked& asked, int width);
// Declares arguments that come from buffers: "const float2 x = x_in[item];".
std::string vectors_loaded(const Asked& asked, int width, std::string_view item);

// Returns the number of values in the header of an input range (`Run`).
constexpr std::size_t header_size(Making making, std::size_t arguments) {
  return arguments + (making == Making::windows ? 3 : 1);
}

// Returns a sentence for the head of the program.
std::string argument_sentence(const Asked& asked);

// "as_float((uint)(bits))"
std::string of_bits(const Row& row, Type type, const std::string& bits);

// Returns "-0x1.8p+3", for human readers. The bits define the value.
std::string value_text(Type type, Bits bits);

}  // namespace classay
