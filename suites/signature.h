// Describes how builtins are called: the types and numbers of their arguments and results, and their vector widths.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "reference/truth/call.h"

namespace classay {

struct Row;

// The signature class of a builtin. The class defines how arguments and kernels are made; a row only names it.
enum class Signature : std::uint8_t {
  unary,          // gentype f(gentype)
  binary,         // gentype f(gentype, gentype)
  ternary,        // gentype f(gentype, gentype, gentype)
  real_int,       // gentype f(gentype, intn): ldexp, pown, rootn
  real_to_int,    // intn f(gentype): ilogb
  code_to_real,   // gentype nan(uintn)
  real_and_real,  // gentype f(gentype, gentype*): fract, modf, sincos
  real_and_int,   // gentype f(gentype, intn*): frexp, lgamma_r
  remquo,         // gentype f(gentype, gentype, intn*)
  int_unary,      // igentype f(igentype)
  int_binary,
  int_ternary,
  int_pair,                // two igentypes of (igentype, igentype): the low part and the carry or upper part (OpIAddCarry)
  int_widen,               // upsample: (hi, lo) to twice the width
  int_to_unsigned,         // ugentype abs(igentype)
  int_binary_to_unsigned,  // abs_diff
  compare,                 // intn f(gentype, gentype)
  classify,                // intn f(gentype)
  reduce,                  // int any(igentype), all
  bitselect,               // gentype f(gentype, gentype, gentype) on bits
  select,                  // gentype f(gentype, gentype, igentype)
  vector_to_scalar,        // length; normalize has its own
  vectors_to_scalar,       // dot, distance
  vector_to_vector,        // normalize
  vectors_to_vector,       // cross
  integer_dot,             // int dot(char4, uchar4)
  integer_dot_sat,         // int dot_acc_sat(char4, uchar4, int)
  packed_dot,              // int dot_4x8packed_su_int(uint, uint)
  packed_dot_sat,          // int dot_acc_sat_4x8packed_su_int(uint, uint, int)
  insert_field,            // igentype bitfield_insert(igentype, igentype, uint, uint): a packed field (bit_field.h)
  extract_signed,          // signed bitfield_extract_signed(igentype, uint, uint)
  extract_unsigned,
  convert,      // destination convert_destination(source)
  assign,       // destination = source, of scalars: an implicit conversion
  widen,        // destinationn + source: a scalar among vectors, converted and widened
  reinterpret,  // as_type
  load,
  store,
  load_half,
  store_half,
  shuffle,
  shuffle2,
  extract_lane,  // element f(gentype, ugentype): the element that the first lane of the last vector selects
  insert_lane,   // gentype f(gentype, gentype, ugentype): inserts the first lane of the second vector there
  print,
  prefetch,
};

// Returns the types of the components of one lane of the result: {f32, i32} for frexp f32. Comparisons return an int for one
// lane and integers of the operand's width for more.
std::vector<Type> result_types(const Row& row, Type format, int lanes = 1);
// Returns the types of the arguments of one lane: {f32, i32} for ldexp f32.
std::vector<Type> argument_types(const Row& row, Type format);
int bits_of(std::span<const Type> types);  // sum over all types
// Returns whether a lane of the result depends only on the same lane of each argument.
bool goes_lane_by_lane(Signature signature);
// Returns whether the last argument is a packed field of bits (reference/exact/bit_field.h).
bool takes_bit_field(Signature signature);
// Returns whether a result depends on several lanes: geometric functions, any, all, shuffles.
bool goes_across_lanes(Signature signature);
// Returns the reference function of a row in one format: for an operator, that of reals or of integers.
Evaluate truth_of(const Row& row, Type format);
// Returns whether the row is the division of numbers, OpFDiv.
bool is_division(const Row& row);
// Returns whether the name of a conversion or a store ends with a rounding mode: "_rte".
bool names_rounding(const Row& row);
inline constexpr std::array kVectorWidths{1, 2, 3, 4, 8, 16};  // widths of the language
// Returns the vector widths of an overload: {1} for scalars only, {3, 4} for cross, all six for most.
std::span<const int> widths(const Row& row);
// Returns the widths whose lanes have the same results as width `width` for the same arguments, including `width`. Usually
// these are all. Scalar shifts promote their operands, and select tests different bits in scalars and vectors.
std::span<const int> widths_alike(const Row& row, Type format, int width);
// Return the number of values of the arguments and results of a call with `lanes` lanes (dot with 4 lanes: 8 and 1). The
// sources of a shuffle have as many lanes as its mask.
int argument_count(const Row& row, int lanes);
int result_count(const Row& row, int lanes);
// Returns a call with these arguments, and with the properties that the name of a conversion contains.
Call call_of(const Row& row, Type format, std::span<const Value> args, int lanes = 1);

}  // namespace classay
