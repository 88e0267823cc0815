// Operators: the core SPIR-V instructions of arithmetic and comparison. Included by table.cpp only.
//
// Rows have names of their own, and OpenCL C's operator in `clc`. What OpenCL C has no form for is named by its opcode in
// lower case; OpFMod is `fmod_floored`, because fmod is OpenCL.std 29, which truncates.
#pragma once

#include <algorithm>

#include "suites/table_relational.h"

namespace classay::parts {

inline constexpr Few<Type, 12> kReals{kLanguageFloats};
inline constexpr Few<Type, 12> kIntegers{kIntegerTypes};

// Ambiguity 10: before 3.1 the domain is not repeated for the embedded profile.
inline constexpr Exception kRelaxedDivisionBefore{
    .editions = kBeforeUnified, .column = Column::relaxed, .profile = Profile::embedded, .limit = Ulp{3}};
inline constexpr Exception kDivisionOfHalfBefore{
    .editions = kSpirv22, .column = Column::f16, .profile = Profile::full, .limit = CorrectlyRounded{}};

// A remainder of a division, which is that of the format or the exact one, rounded once.
inline constexpr Derived kRemainder{.forms = "x - y * trunc(x / y)", .otherwise_ulp = 0.5};
inline constexpr Derived kFlooredRemainder{.forms = "x - y * floor(x / y)", .otherwise_ulp = 0.5};

// A comparison gives one bit, so it is right or wrong.
constexpr Row comparison(std::string_view name, std::string_view clc, Few<int, 10> opcodes, Evaluate truth) {
  return {.name = name,
          .clc = clc,
          .opcodes = opcodes,
          .signature = Signature::compare,
          .truth = truth,
          .f64 = kExact,
          .f32 = kExact,
          .f16 = kExact,
          .bf16 = kExact,
          .stated = Stated::in_text};
}
constexpr Row unordered(std::string_view name, int opcode, Evaluate truth) {
  return {.name = name,
          .opcodes = {opcode},
          .signature = Signature::compare,
          .formats = kCoreReals,
          .truth = truth,
          .f64 = kExact,
          .f32 = kExact,
          .f16 = kExact,
          .bf16 = kExact,
          .stated = Stated::in_text};
}
constexpr Row bits(std::string_view name, std::string_view clc, Few<int, 10> opcodes, Signature signature, Evaluate truth,
                   std::string_view scalars = "") {
  return {.name = name,
          .clc = clc,
          .opcodes = opcodes,
          .signature = signature,
          .formats = kIntegers,
          .truth = truth,
          .stated = Stated::in_text,
          .scalars = scalars};
}

// Expressions of a product and a sum, with FP_CONTRACT on and off; SPIR-V's word for off is ContractionOff.
// Every value except 0 is true.
constexpr Row logical(std::string_view name, std::string_view clc, int opcode, Signature signature, Evaluate truth) {
  Row row = comparison(name, clc, {opcode}, truth);
  row.signature = signature;
  row.formats = kAllTypes;
  row.bf16 = {};
  row.section = signature == Signature::classify ? "Unary Logical Operator" : "Logical Operators";
  return row;
}

// An operand that is changed: what becomes of it, or what it was.
constexpr Row stepping(std::string_view name, std::string_view clc, Evaluate truth) {
  return {.name = name,
          .clc = clc,
          .signature = Signature::int_unary,
          .formats = kIntegers,
          .truth = truth,
          .stated = Stated::in_text,
          .section = "Pre- and Post-Operators"};
}

// A number of twice the width, in two parts.
constexpr Row extended(std::string_view name, int opcode, Few<Type, 12> formats, Evaluate truth) {
  return {.name = name,
          .opcodes = {opcode},
          .signature = Signature::int_pair,
          .formats = formats,
          .truth = truth,
          .stated = Stated::in_text};
}

// A lane whose number is known at run time only.
constexpr Row of_lane(std::string_view name, int opcode, Signature signature, Evaluate truth) {
  return {.name = name,
          .opcodes = {opcode},
          .signature = signature,
          .formats = kCoreTypes,
          .truth = truth,
          .f64 = kExact,
          .f32 = kExact,
          .f16 = kExact,
          .bf16 = kExact,
          .stated = Stated::in_text};
}

template <bool negates_product, bool negates_addend>
constexpr Row contracted(std::string_view name, std::string_view clc) {
  constexpr Evaluate kFused = negates_product || negates_addend ? fused<negates_product, negates_addend> : oracle::mad;
  return {.name = name,
          .clc = clc,
          .opcodes = {133, negates_addend || clc == "+-*" ? 131 : 129},
          .signature = Signature::ternary,
          .formats = kReals,
          .truth = kFused,
          .f64 = {FmaOrTwoRoundings{}},
          .f32 = {FmaOrTwoRoundings{}},
          .f16 = {FmaOrTwoRoundings{}},
          .relaxed = {FmaOrTwoRoundings{}},
          .stated = Stated::in_text,
          .contraction = Contraction::on,
          .negates_product = negates_product,
          .negates_addend = negates_addend,
          .contracted_as = "mad",
          .contracted_truth = kFused,
          .section = "Floating-point Macros and Pragmas",
          .family = Family::fused};
}
template <bool negates_product, bool negates_addend>
constexpr Row uncontracted(std::string_view name, std::string_view clc) {
  Row row = contracted<negates_product, negates_addend>(name, clc);
  row.truth = rounded_twice<negates_product, negates_addend>;
  row.f64 = row.f32 = row.f16 = {TwoRoundings{}};
  row.contraction = Contraction::off;
  return row;
}

// Without a pragma, where OpenCL C has ON ("the default state"); SPIR-V has no other word for on than none.
constexpr Row by_default(std::string_view name, std::string_view clc) {
  Row row = contracted<false, false>(name, clc);
  row.opcodes = {};
  row.contraction = Contraction::by_default;
  return row;
}

// clang-format off
inline constexpr std::array kOperatorRows = std::to_array<Row>({
    {.name = "add", .clc = "+", .opcodes = {129, 128}, .signature = Signature::binary,
     .truth = of_either<oracle::add, exact_functions::int_add>, .f64 = kRounded, .f32 = kRounded, .f16 = kRounded,
     .bf16 = kRoundedTwice,
     .family = Family::sum, .of_reals = oracle::add, .of_integers = exact_functions::int_add},
    {.name = "sub", .clc = "-", .opcodes = {131, 130}, .signature = Signature::binary,
     .truth = of_either<oracle::sub, exact_functions::int_sub>, .f64 = kRounded, .f32 = kRounded, .f16 = kRounded,
     .bf16 = kRoundedTwice,
     .family = Family::sum, .of_reals = oracle::sub, .of_integers = exact_functions::int_sub},
    {.name = "mul", .clc = "*", .opcodes = {133, 132}, .signature = Signature::binary,
     .truth = of_either<oracle::mul, exact_functions::int_mul>, .f64 = kRounded, .f32 = kRounded, .f16 = kRounded,
     .bf16 = kRoundedTwice,
     .family = Family::product, .of_reals = oracle::mul, .of_integers = exact_functions::int_mul},
    {.name = "div", .clc = "/", .opcodes = {136, 135, 134}, .signature = Signature::binary,
     .truth = of_either<oracle::div, exact_functions::int_div>,
     .f64 = {.full = CorrectlyRounded{}, .embedded = Ulp{3}}, .f32 = {.full = Ulp{2.5}, .embedded = Ulp{3}}, .f16 = {Ulp{1}},
     .bf16 = {.full = ThroughFloat{2.5}, .embedded = ThroughFloat{3}},
     .relaxed = {.full = UlpOn{.n = 2.5, .low = 0x1p-62, .high = 0x1p62, .of_magnitudes = true},
                 .embedded = UlpOn{.n = 3, .low = 0x1p-62, .high = 0x1p62, .of_magnitudes = true}},
     .exceptions = {kDivisionOfHalfBefore, kRelaxedDivisionBefore}, .rounded_on_request = true,
     .family = Family::quotient, .of_reals = oracle::div, .of_integers = exact_functions::int_div},
    // OpFDiv of 1.0 and x: relaxed math has another domain for it, and half_recip and native_recip approximate it.
    {.name = "recip", .clc = "1/", .formats = kReals, .truth = oracle::recip,
     .f64 = {.full = CorrectlyRounded{}, .embedded = Ulp{3}}, .f32 = {.full = Ulp{2.5}, .embedded = Ulp{3}}, .f16 = {Ulp{1}},
     .relaxed = {.full = UlpOn{.n = 2.5, .low = 0x1p-126, .high = 0x1p126, .of_magnitudes = true},
                 .embedded = UlpOn{.n = 3, .low = 0x1p-126, .high = 0x1p126, .of_magnitudes = true}},
     .exceptions = {kDivisionOfHalfBefore, kRelaxedDivisionBefore}, .rounded_on_request = true},
    {.name = "rem", .clc = "%", .opcodes = {138, 137}, .signature = Signature::int_binary, .formats = kIntegers,
     .truth = exact_functions::int_rem, .stated = Stated::in_text},
    // OpFNegate subtracts from zero, by its description, which rounds nothing; unary minus of C changes the sign. They differ
    // at zeros alone (docs/ambiguities.md, negate-of-zero).
    {.name = "negate", .clc = "-", .opcodes = {127, 126},
     .truth = of_either<exact_functions::negate, exact_functions::int_negate>, .f64 = kExact, .f32 = kExact, .f16 = kExact, .bf16 = kExact,
     .stated = Stated::in_text, .of_reals = exact_functions::negate, .of_integers = exact_functions::int_negate},
    // A value that is assigned is what it was.
    {.name = "assign", .clc = "=", .opcodes = {83}, .truth = exact_functions::same, .f64 = kExact, .f32 = kExact,
     .f16 = kExact, .bf16 = kExact, .stated = Stated::in_text},
    // x * y + z as an expression: the pragma says whether it may be contracted. (-cl-mad-enable: stated_limit.cpp.)
    contracted<false, false>("mul_add", "*+"),
    contracted<false, true>("mul_sub", "*-"),
    contracted<true, false>("negated_mul_add", "-*+"),
    contracted<true, true>("negated_mul_sub", "-*-"),
    contracted<true, false>("sub_mul", "+-*"),
    by_default("mul_add_default", "*+ default"),
    uncontracted<false, false>("mul_add_uncontracted", "*+ uncontracted"),
    uncontracted<false, true>("mul_sub_uncontracted", "*- uncontracted"),
    uncontracted<true, false>("negated_mul_add_uncontracted", "-*+ uncontracted"),
    uncontracted<true, true>("negated_mul_sub_uncontracted", "-*- uncontracted"),
    uncontracted<true, false>("sub_mul_uncontracted", "+-* uncontracted"),
    // No table has them, but they are described (docs/ambiguities.md, remainder-of-division). For bfloat16 it is not
    // specified whether the steps of a remainder are rounded (bfloat16-remainders).
    {.name = "frem", .opcodes = {140}, .signature = Signature::binary, .formats = kReals, .truth = oracle::frem,
     .f64 = {kRemainder}, .f32 = {kRemainder}, .f16 = {kRemainder}, .stated = Stated::in_text},
    {.name = "fmod_floored", .opcodes = {141}, .signature = Signature::binary, .formats = kReals,
     .truth = oracle::fmod_floored,
     .f64 = {kFlooredRemainder}, .f32 = {kFlooredRemainder}, .f16 = {kFlooredRemainder}, .stated = Stated::in_text},
    // A vector times one number; the environments limit OpFMul.
    {.name = "vectortimesscalar", .opcodes = {142}, .signature = Signature::binary, .formats = kCoreReals, .truth = oracle::mul,
     .f64 = kRounded, .f32 = kRounded, .f16 = kRounded, .bf16 = kRoundedTwice, .stated = Stated::in_text},
    {.name = "smod", .opcodes = {139}, .signature = Signature::int_binary, .formats = kSignedIntegers,
     .truth = exact_functions::int_mod, .stated = Stated::in_text},

    extended("iaddcarry", 149, kUnsignedIntegers, exact_functions::add_carry),
    extended("isubborrow", 150, kUnsignedIntegers, exact_functions::sub_borrow),
    extended("umulextended", 151, kUnsignedIntegers, exact_functions::mul_extended),
    extended("smulextended", 152, kSignedIntegers, exact_functions::mul_extended),
    of_lane("vectorextractdynamic", 77, Signature::extract_lane, exact_functions::extract_lane),
    of_lane("vectorinsertdynamic", 78, Signature::insert_lane, exact_functions::insert_lane),

    stepping("pre_increment", "++x", exact_functions::increment),
    stepping("pre_decrement", "--x", exact_functions::decrement),
    stepping("post_increment", "(x)++", exact_functions::same),
    stepping("post_decrement", "(x)--", exact_functions::same),
    stepping("after_increment", "(x)++, x", exact_functions::increment),
    stepping("after_decrement", "(x)--, x", exact_functions::decrement),

    bits("shift_left", "<<", {196}, Signature::int_binary, exact_functions::shift_left, "y"),
    bits("shift_right", ">>", {195, 194}, Signature::int_binary, exact_functions::shift_right, "y"),
    bits("bit_and", "&", {199}, Signature::int_binary, exact_functions::bit_and),
    bits("bit_or", "|", {197}, Signature::int_binary, exact_functions::bit_or),
    bits("bit_xor", "^", {198}, Signature::int_binary, exact_functions::bit_xor),
    bits("bit_not", "~", {200}, Signature::int_unary, exact_functions::bit_not),
    bits("bitcount", "", {205}, Signature::int_unary, exact_functions::popcount),
    // z ? y : x, in the order of select, which it is: a scalar z is compared with 0, a vector's lanes have a top bit.
    {.name = "conditional", .clc = "?:", .opcodes = {169}, .signature = Signature::select,
     .truth = exact_functions::select, .f64 = kExact, .f32 = kExact, .f16 = kExact, .bf16 = kExact, .stated = Stated::in_text},

    logical("logical_and", "&&", 167, Signature::compare, exact_functions::logical_and),
    logical("logical_or", "||", 166, Signature::compare, exact_functions::logical_or),
    logical("logical_not", "!", 168, Signature::classify, exact_functions::logical_not),
    logical("logicalequal", "", 164, Signature::compare, exact_functions::logical_equal),
    logical("logicalnotequal", "", 165, Signature::compare, exact_functions::logical_not_equal),

    comparison("equal", "==", {180, 170}, exact_functions::operator_equal),
    comparison("not_equal", "!=", {183, 171}, exact_functions::operator_not_equal),
    comparison("less", "<", {184, 177, 176}, exact_functions::operator_less),
    comparison("less_equal", "<=", {188, 179, 178}, exact_functions::operator_less_equal),
    comparison("greater", ">", {186, 173, 172}, exact_functions::operator_greater),
    comparison("greater_equal", ">=", {190, 175, 174}, exact_functions::operator_greater_equal),
    unordered("lessorgreater", 161, exact_functions::islessgreater),
    unordered("funordequal", 181, exact_functions::unordered_equal),
    unordered("funordlessthan", 185, exact_functions::unordered_less),
    unordered("funordlessthanequal", 189, exact_functions::unordered_less_equal),
    unordered("funordgreaterthan", 187, exact_functions::unordered_greater),
    unordered("funordgreaterthanequal", 191, exact_functions::unordered_greater_equal),
});
// clang-format on

// x op= y is x = x op y ("Assignment Operator"), and has its limits.
constexpr Row assigning(std::string_view name, std::string_view clc, std::string_view operation) {
  Row row = *std::find_if(kOperatorRows.begin(), kOperatorRows.end(), [&](const Row& r) { return r.name == operation; });
  row.name = name;
  row.clc = clc;
  row.opcodes = {};
  row.scalars = "";
  row.section = "Assignment Operator";
  row.bf16 = {};
  if (row.formats.empty()) row.formats = kAllTypes;
  return row;
}

inline constexpr std::array kAssignmentRows = std::to_array<Row>({
    assigning("assign_sum", "+=", "add"),
    assigning("assign_difference", "-=", "sub"),
    assigning("assign_product", "*=", "mul"),
    assigning("assign_quotient", "/=", "div"),
    assigning("assign_remainder", "%=", "rem"),
    assigning("assign_left_shift", "<<=", "shift_left"),
    assigning("assign_right_shift", ">>=", "shift_right"),
    assigning("assign_and", "&=", "bit_and"),
    assigning("assign_or", "|=", "bit_or"),
    assigning("assign_xor", "^=", "bit_xor"),
});

}  // namespace classay::parts
