// Relational functions: core instructions but for OpenCL.std 186 and 187. Exact in all documents. Included by table.cpp
// only.
#pragma once

#include "suites/table_parts.h"

namespace classay::parts {

inline constexpr Few<Type, 12> kSignedIntegers{Type::i8, Type::i16, Type::i32, Type::i64};
inline constexpr Few<Type, 12> kUnsignedIntegers{Type::u8, Type::u16, Type::u32, Type::u64};
inline constexpr Few<Type, 12> kAllTypes{kLanguageTypes};
// Of core instructions. SPV_KHR_bfloat16 revision 1 has bfloat16 for those that convert, copy and select, and
// SPV_EXT_bfloat16_arithmetic revision 2 for OpFNegate, OpFAdd, OpFSub, OpFMul, OpFDiv, OpFRem, OpFMod, OpVectorTimesScalar
// and the relational ones ("Validation Rules" of both); which functions of OpenCL.std are "supported" it does not say.
inline constexpr Few<Type, 12> kCoreTypes{kNumberTypes};
inline constexpr Few<Type, 12> kCoreReals{kFloatTypes};

// clang-format off
inline constexpr std::array kRelationalRows = std::to_array<Row>({
    {.name = "isequal", .opcodes = {180}, .signature = Signature::compare, .truth = exact_functions::isequal,
     .f64 = kExact, .f32 = kExact, .f16 = kExact, .bf16 = kExact},
    {.name = "isnotequal", .opcodes = {183}, .signature = Signature::compare, .truth = exact_functions::isnotequal,
     .f64 = kExact, .f32 = kExact, .f16 = kExact, .bf16 = kExact},
    {.name = "isgreater", .opcodes = {186}, .signature = Signature::compare, .truth = exact_functions::isgreater,
     .f64 = kExact, .f32 = kExact, .f16 = kExact, .bf16 = kExact},
    {.name = "isgreaterequal", .opcodes = {190}, .signature = Signature::compare, .truth = exact_functions::isgreaterequal,
     .f64 = kExact, .f32 = kExact, .f16 = kExact, .bf16 = kExact},
    {.name = "isless", .opcodes = {184}, .signature = Signature::compare, .truth = exact_functions::isless,
     .f64 = kExact, .f32 = kExact, .f16 = kExact, .bf16 = kExact},
    {.name = "islessequal", .opcodes = {188}, .signature = Signature::compare, .truth = exact_functions::islessequal,
     .f64 = kExact, .f32 = kExact, .f16 = kExact, .bf16 = kExact},
    {.name = "islessgreater", .opcodes = {182}, .signature = Signature::compare, .truth = exact_functions::islessgreater,
     .f64 = kExact, .f32 = kExact, .f16 = kExact, .bf16 = kExact},
    {.name = "isfinite", .opcodes = {158}, .signature = Signature::classify, .truth = exact_functions::isfinite,
     .f64 = kExact, .f32 = kExact, .f16 = kExact, .bf16 = kExact},
    {.name = "isinf", .opcodes = {157}, .signature = Signature::classify, .truth = exact_functions::isinf,
     .f64 = kExact, .f32 = kExact, .f16 = kExact, .bf16 = kExact},
    {.name = "isnan", .opcodes = {156}, .signature = Signature::classify, .truth = exact_functions::isnan,
     .f64 = kExact, .f32 = kExact, .f16 = kExact, .bf16 = kExact},
    {.name = "isnormal", .opcodes = {159}, .signature = Signature::classify, .truth = exact_functions::isnormal,
     .f64 = kExact, .f32 = kExact, .f16 = kExact, .bf16 = kExact},
    {.name = "isordered", .opcodes = {162}, .signature = Signature::compare, .truth = exact_functions::isordered,
     .f64 = kExact, .f32 = kExact, .f16 = kExact, .bf16 = kExact},
    {.name = "isunordered", .opcodes = {163}, .signature = Signature::compare, .truth = exact_functions::isunordered,
     .f64 = kExact, .f32 = kExact, .f16 = kExact, .bf16 = kExact},
    {.name = "signbit", .opcodes = {160}, .signature = Signature::classify, .truth = exact_functions::signbit,
     .f64 = kExact, .f32 = kExact, .f16 = kExact, .bf16 = kExact},
    {.name = "any", .opcodes = {154}, .signature = Signature::reduce, .formats = kSignedIntegers,
     .truth = exact_functions::any},
    {.name = "all", .opcodes = {155}, .signature = Signature::reduce, .formats = kSignedIntegers,
     .truth = exact_functions::all},
    {.name = "bitselect", .number = 186, .signature = Signature::bitselect, .formats = kAllTypes, .truth = exact_functions::bitselect,
     .f64 = kExact, .f32 = kExact, .f16 = kExact},
    {.name = "select", .number = 187, .signature = Signature::select, .formats = kAllTypes, .truth = exact_functions::select,
     .f64 = kExact, .f32 = kExact, .f16 = kExact},
});
// clang-format on

}  // namespace classay::parts
