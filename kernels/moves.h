// Writes programs that move bits without arithmetic. They test components of vectors (OpenCL C, "Vector Components"; SPIR-V,
// OpVectorShuffle and related instructions), and vectors reinterpreted with a different number of components
// ("Reinterpreting Data As Another Type"; OpBitcast), and the instructions of SPIR-V that copy memory and objects, make null
// constants and use undefined objects. A program for a type has one kernel per vector width. Kernel
// arguments: the bytes of the results, and the vectors x and y of each work-item, stored contiguously. The results of
// work-items are move_stride() bytes apart, and each result is at its move_offsets().
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "kernels/source.h"
#include "suites/front_end.h"

namespace classay {

// A lane with an undefined value.
inline constexpr int kAnyLane = -1;
// A lane that is zero.
inline constexpr int kNullLane = -2;

// How a module makes the result.
enum class MoveBy : std::uint8_t {
  lanes,  // by the lanes, or by OpBitcast without any
  copy_memory,
  copy_memory_volatile,
  copy_memory_from_global,
  copy_memory_to_global,
  copy_sized,
  copy_sized_variable,  // the compiler does not know the number of bytes
  copy_sized_part,      // the first half of the bytes
  copy_sized_nothing,   // 0 bytes, which the compiler does not know
  copy_object,
  null,
  shuffled_with_null,
  shuffled_with_undefined,
  inserted_in_undefined,
  constructed_with_undefined,
  constant_with_undefined,
  selected_beside_undefined,
  extracted_dynamically,
  inserted_dynamically,
};

struct Move {
  std::string text;  // OpenCL C: an expression of x and y, or an assignment to r, which equals y before: "r.even = x.odd"
  Type to = Type::i32;
  int width = 1;  // width of the result
  // The source of each lane: a lane of x, or of y with higher numbers. Empty: the bits of x.
  std::vector<int> lanes{};
  bool assigns = false;
  MoveBy by = MoveBy::lanes;
};
struct MovesOfWidth {
  int width = 1;  // of x and y
  std::vector<Move> moves;
};

// `width` is at least 2.
std::vector<Move> component_moves(Type type, int width);
// Returns reinterpretations with a different number of components of these types, where the front end defines the result. In
// OpenCL C this is only a vector of four that becomes three; all others are "implementation-defined". SPIR-V defines them if
// the numbers of bits are equal.
std::vector<Move> reinterpretations(FrontEnd front_end, Type type, int width, std::span<const Type> types);

// Returns the copies, null constants and undefined objects of SPIR-V.
std::vector<Move> object_moves(Type type, int width);

std::string moving_kernel_name(int width);  // "move_v4"
std::vector<std::size_t> move_offsets(std::span<const Move> moves);
std::size_t move_stride(std::span<const Move> moves);

Source moving_source(Type type, std::span<const MovesOfWidth> all);

}  // namespace classay
