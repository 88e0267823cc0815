// OpenCL.std 141 to 170 and 201 to 204, and the dot products of OpenCL C 3.1: the integer functions, exact in all documents.
// Included by table.cpp only.
#pragma once

#include "suites/table_parts.h"

namespace classay::parts {

inline constexpr Few<Type, 12> kInts{Type::i32, Type::u32};
// What upsample can widen.
inline constexpr Few<Type, 12> kNarrowIntegers{Type::i8, Type::u8, Type::i16, Type::u16, Type::i32, Type::u32};

// Four numbers of 8 bits in a word, the first in the lowest bits, as vectors.
template <Type a, Type b, Evaluate of_vectors>
std::vector<Truth> packed(const Call& call, Precision p) {
  constexpr std::array types{a, b};
  std::vector<Value> args;
  for (std::size_t word = 0; word < 2; ++word) {
    for (unsigned byte = 0; byte < 4; ++byte) args.push_back({types.at(word), call.args[word].bits >> 8 * byte & 0xff});
  }
  if (call.args.size() > 2) args.insert(args.end(), 4, call.args[2]);
  return of_vectors({.type = a, .lanes = 4, .args = args, .to = call.to}, p);
}

// dot(a, b) and dot_acc_sat(a, b, acc) of vectors of these types. One letter for each in the names: u or s.
template <Type a, Type b>
constexpr Row vector_dot(std::string_view name, bool accumulates) {
  constexpr int kSigned = 4450, kUnsigned = 4451, kMixed = 4452;  // OpSDot, OpUDot, OpSUDot; those with AccSat follow
  const int opcode = is_signed(a) != is_signed(b) ? kMixed : is_signed(a) ? kSigned : kUnsigned;
  return {.name = name,
          .clc = accumulates ? "dot_acc_sat" : "dot",
          .opcodes = {accumulates ? opcode + 3 : opcode},
          .signature = accumulates ? Signature::integer_dot_sat : Signature::integer_dot,
          .formats = {a},
          .truth = accumulates ? exact_functions::dot_acc_sat : exact_functions::integer_dot,
          .section = kIntegerDot,
          .second = b,
          .to = is_signed(a) || is_signed(b) ? Type::i32 : Type::u32,
          .newer = true};
}
template <Type a, Type b>
constexpr Row packed_dot(std::string_view name, bool accumulates) {
  Row row = vector_dot<a, b>(name, accumulates);
  row.clc = "";
  row.signature = accumulates ? Signature::packed_dot_sat : Signature::packed_dot;
  row.formats = {Type::u32};
  row.truth = accumulates ? packed<a, b, exact_functions::dot_acc_sat> : packed<a, b, exact_functions::integer_dot>;
  return row;
}

// clang-format off
inline constexpr std::array kIntegerRows = std::to_array<Row>({
    {.name = "abs", .number = 141, .unsigned_number = 201, .signature = Signature::int_to_unsigned,
     .truth = exact_functions::abs},
    {.name = "abs_diff", .number = 142, .unsigned_number = 202, .signature = Signature::int_binary_to_unsigned,
     .truth = exact_functions::abs_diff},
    {.name = "add_sat", .number = 143, .unsigned_number = 144, .signature = Signature::int_binary,
     .truth = exact_functions::add_sat},
    {.name = "hadd", .number = 145, .unsigned_number = 146, .signature = Signature::int_binary,
     .truth = exact_functions::hadd},
    {.name = "rhadd", .number = 147, .unsigned_number = 148, .signature = Signature::int_binary,
     .truth = exact_functions::rhadd},
    {.name = "clamp", .number = 149, .unsigned_number = 150, .signature = Signature::int_ternary,
     .truth = exact_functions::clamp, .parameters = {"x", "minval", "maxval"}, .scalars = "yz"},
    {.name = "clz", .number = 151, .signature = Signature::int_unary, .truth = exact_functions::clz},
    {.name = "ctz", .number = 152, .signature = Signature::int_unary, .truth = exact_functions::ctz, .newer = true},
    {.name = "mad_hi", .number = 153, .unsigned_number = 204, .signature = Signature::int_ternary,
     .truth = exact_functions::mad_hi},
    {.name = "mad_sat", .number = 155, .unsigned_number = 154, .signature = Signature::int_ternary,
     .truth = exact_functions::mad_sat},
    {.name = "max", .number = 156, .unsigned_number = 157, .signature = Signature::int_binary,
     .truth = exact_functions::max, .scalars = "y"},
    {.name = "min", .number = 158, .unsigned_number = 159, .signature = Signature::int_binary,
     .truth = exact_functions::min, .scalars = "y"},
    {.name = "mul_hi", .number = 160, .unsigned_number = 203, .signature = Signature::int_binary,
     .truth = exact_functions::mul_hi},
    {.name = "rotate", .number = 161, .signature = Signature::int_binary, .truth = exact_functions::rotate,
     .parameters = {"v", "i"}},
    {.name = "sub_sat", .number = 162, .unsigned_number = 163, .signature = Signature::int_binary,
     .truth = exact_functions::sub_sat},
    {.name = "upsample", .number = 165, .unsigned_number = 164, .signature = Signature::int_widen,
     .formats = kNarrowIntegers, .truth = exact_functions::upsample, .parameters = {"hi", "lo"}},
    {.name = "popcount", .number = 166, .signature = Signature::int_unary,
     .truth = exact_functions::popcount},
    {.name = "mad24", .number = 167, .unsigned_number = 168, .signature = Signature::int_ternary,
     .formats = kInts, .truth = exact_functions::mad24},
    {.name = "mul24", .number = 169, .unsigned_number = 170, .signature = Signature::int_binary,
     .formats = kInts, .truth = exact_functions::mul24},
    // OpenCL C 3.1, or cl_khr_extended_bit_ops.
    {.name = "bitfield_insert", .opcodes = {201}, .signature = Signature::insert_field,
     .truth = exact_functions::bitfield_insert, .section = kExtendedBits},
    {.name = "bitfield_extract_signed", .opcodes = {202}, .signature = Signature::extract_signed,
     .truth = exact_functions::bitfield_extract_signed, .section = kExtendedBits},
    {.name = "bitfield_extract_unsigned", .opcodes = {203}, .signature = Signature::extract_unsigned,
     .truth = exact_functions::bitfield_extract_unsigned, .section = kExtendedBits},
    {.name = "bit_reverse", .opcodes = {204}, .signature = Signature::int_unary, .truth = exact_functions::bit_reverse,
     .section = kExtendedBits},
    // OpenCL C 3.1, or cl_khr_integer_dot_product.
    vector_dot<Type::u8, Type::u8>("dot_uu", false),
    vector_dot<Type::i8, Type::i8>("dot_ss", false),
    vector_dot<Type::u8, Type::i8>("dot_us", false),
    vector_dot<Type::i8, Type::u8>("dot_su", false),
    vector_dot<Type::u8, Type::u8>("dot_acc_sat_uu", true),
    vector_dot<Type::i8, Type::i8>("dot_acc_sat_ss", true),
    vector_dot<Type::u8, Type::i8>("dot_acc_sat_us", true),
    vector_dot<Type::i8, Type::u8>("dot_acc_sat_su", true),
    packed_dot<Type::u8, Type::u8>("dot_4x8packed_uu_uint", false),
    packed_dot<Type::i8, Type::i8>("dot_4x8packed_ss_int", false),
    packed_dot<Type::u8, Type::i8>("dot_4x8packed_us_int", false),
    packed_dot<Type::i8, Type::u8>("dot_4x8packed_su_int", false),
    packed_dot<Type::u8, Type::u8>("dot_acc_sat_4x8packed_uu_uint", true),
    packed_dot<Type::i8, Type::i8>("dot_acc_sat_4x8packed_ss_int", true),
    packed_dot<Type::u8, Type::i8>("dot_acc_sat_4x8packed_us_int", true),
    packed_dot<Type::i8, Type::u8>("dot_acc_sat_4x8packed_su_int", true),
});
// clang-format on

}  // namespace classay::parts
