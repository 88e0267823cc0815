// What moves bits and computes nothing: components of vectors (OpenCL C, "Vector Components"; SPIR-V, OpVectorShuffle and
// its like), and the bits of a vector as one of another number of components ("Reinterpreting Data As Another Type";
// OpBitcast). A program for a type has a kernel for each vector width. Its arguments: bytes for the results of a work-item,
// move_stride() from one work-item to the next, each of them at move_offsets(); and the two vectors x and y of each, element
// behind element.
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <vector>

#include "kernels/source.h"
#include "suites/front_end.h"

namespace classay {

// A lane of which nothing is said.
inline constexpr int kAnyLane = -1;

struct Move {
  std::string text;  // in OpenCL C, an expression of x and y; or an assignment to r, which is y before: "r.even = x.odd"
  Type to = Type::i32;
  int width = 1;  // of the result
  // Where its lanes come from: a lane of x, or of y behind those. Empty: it is the bits of x.
  std::vector<int> lanes{};
  bool assigns = false;
};
struct MovesOfWidth {
  int width = 1;  // of x and y
  std::vector<Move> moves;
};

// Of two lanes and more.
std::vector<Move> component_moves(Type type, int width);
// To another number of components of these types, as far as a front end says what comes of it: OpenCL C of four that become
// three alone, as the result is else "implementation-defined", and SPIR-V of all whose bits are as many.
std::vector<Move> reinterpretations(FrontEnd front_end, Type type, int width, std::span<const Type> types);

std::string moving_kernel_name(int width);  // "move_v4"
std::vector<std::size_t> move_offsets(std::span<const Move> moves);
std::size_t move_stride(std::span<const Move> moves);

// In OpenCL C.
Source moving_source(Type type, std::span<const MovesOfWidth> all);

}  // namespace classay
