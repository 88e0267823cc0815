// How builtins are called: the types and numbers of their arguments and results, and their vector widths.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "reference/truth/truth.h"

namespace classay {

struct Row;

// How a builtin is called. The class owns the logic of making arguments and kernels; a row only names it.
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
  int_pair,                // two igentypes of (igentype, igentype): a number and what goes beyond it (OpIAddCarry)
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
  insert_field,            // igentype bitfield_insert(igentype, igentype, uint, uint): a field as one number (bit_field.h)
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
  extract_lane,  // element f(gentype, ugentype): that whose number is in the first lane of the last vector
  insert_lane,   // gentype f(gentype, gentype, ugentype): the first lane of the second comes in there
  print,
  prefetch,
};

// Types of the components of one lane of the result: {f32, i32} for frexp f32. Comparisons give an int for one lane and
// integers of the operand's width for more.
std::vector<Type> result_types(const Row& row, Type format, int lanes = 1);
// Types of the arguments of one lane: {f32, i32} for ldexp f32.
std::vector<Type> argument_types(const Row& row, Type format);
int bits_of(std::span<const Type> types);  // of all together
// Does a lane of the result depend on the same lane of each argument, and on nothing else?
bool goes_lane_by_lane(Signature signature);
// Is the last argument a field of bits, told as one number (reference/exact/bit_field.h)?
bool takes_bit_field(Signature signature);
// Does it depend on several lanes: geometric functions, any, all, shuffles?
bool goes_across_lanes(Signature signature);
// The truth of a row in one format: of an operator that of reals or of integers.
Evaluate truth_of(const Row& row, Type format);
// Is it the division of numbers, OpFDiv?
bool is_division(const Row& row);
// Does the name of a conversion or a store end with a rounding mode: "_rte"?
bool names_rounding(const Row& row);
inline constexpr std::array kVectorWidths{1, 2, 3, 4, 8, 16};  // of the language
// Vector widths that an overload has: {1} for scalars only, {3, 4} for cross, all six for most.
std::span<const int> widths(const Row& row);
// Those of them that give the same for the same arguments as width `width` does, lane by lane, that one among them. All as a
// rule; scalar shifts promote their operands, and select looks at other bits in scalars than in vectors.
std::span<const int> widths_alike(const Row& row, Type format, int width);
// How many values a call with `lanes` lanes takes, and gives. (dot with 4 lanes: 8 and 1) The sources of a shuffle have as
// many lanes as its mask.
int argument_count(const Row& row, int lanes);
int result_count(const Row& row, int lanes);
// A call with these arguments, and with what the name of a conversion says besides.
Call call_of(const Row& row, Type format, std::span<const Value> args, int lanes = 1);

}  // namespace classay
