// OpenCL.std 171 to 185: loads and stores of vectors and of half, shuffles, printf and prefetch. Included by table.cpp only.
//
// The n of a name stands for the width, as in OpenCL.std: OpenCL C writes vload4, vstore_half4_rte. A load or store is named
// by the type in its pointer or in its data, whichever OpenCL C overloads on: vload_half reads f16, vstore_half takes f32
// or f64. Stores that name a rounding mode share a number; the mode is an operand of theirs.
#pragma once

#include "suites/table_relational.h"

namespace classay::parts {

inline constexpr Few<Type, 12> kHalfSource{Type::f16};
inline constexpr Few<Type, 12> kHalfStores{Type::f32, Type::f64};

// clang-format off
inline constexpr std::array kMemoryRows = std::to_array<Row>({
    {.name = "vloadn", .number = 171, .signature = Signature::load, .formats = kAllTypes, .truth = exact_functions::move,
     .f64 = kExact, .f32 = kExact, .f16 = kExact},
    {.name = "vstoren", .number = 172, .signature = Signature::store, .formats = kAllTypes, .truth = exact_functions::move,
     .f64 = kExact, .f32 = kExact, .f16 = kExact},
    {.name = "vload_half", .number = 173, .signature = Signature::load_half, .formats = kHalfSource,
     .truth = exact_functions::vload_half, .f16 = kExact, .to = Type::f32},
    {.name = "vload_halfn", .number = 174, .signature = Signature::load_half, .formats = kHalfSource,
     .truth = exact_functions::vload_half, .f16 = kExact, .to = Type::f32},
    {.name = "vloada_halfn", .number = 179, .signature = Signature::load_half, .formats = kHalfSource,
     .truth = exact_functions::vload_half, .f16 = kExact, .to = Type::f32},
    {.name = "vstore_half", .number = 175, .signature = Signature::store_half, .formats = kHalfStores,
     .truth = exact_functions::vstore_half, .f64 = kExact, .f32 = kExact, .to = Type::f16, .rounding = Rounding::rne},
    {.name = "vstore_half_rte", .number = 176, .signature = Signature::store_half, .formats = kHalfStores,
     .truth = exact_functions::vstore_half, .f64 = kExact, .f32 = kExact, .to = Type::f16, .rounding = Rounding::rne},
    {.name = "vstore_half_rtz", .number = 176, .signature = Signature::store_half, .formats = kHalfStores,
     .truth = exact_functions::vstore_half, .f64 = kExact, .f32 = kExact, .to = Type::f16, .rounding = Rounding::rtz},
    {.name = "vstore_half_rtp", .number = 176, .signature = Signature::store_half, .formats = kHalfStores,
     .truth = exact_functions::vstore_half, .f64 = kExact, .f32 = kExact, .to = Type::f16, .rounding = Rounding::rtp},
    {.name = "vstore_half_rtn", .number = 176, .signature = Signature::store_half, .formats = kHalfStores,
     .truth = exact_functions::vstore_half, .f64 = kExact, .f32 = kExact, .to = Type::f16, .rounding = Rounding::rtn},
    {.name = "vstore_halfn", .number = 177, .signature = Signature::store_half, .formats = kHalfStores,
     .truth = exact_functions::vstore_half, .f64 = kExact, .f32 = kExact, .to = Type::f16, .rounding = Rounding::rne},
    {.name = "vstore_halfn_rte", .number = 178, .signature = Signature::store_half, .formats = kHalfStores,
     .truth = exact_functions::vstore_half, .f64 = kExact, .f32 = kExact, .to = Type::f16, .rounding = Rounding::rne},
    {.name = "vstore_halfn_rtz", .number = 178, .signature = Signature::store_half, .formats = kHalfStores,
     .truth = exact_functions::vstore_half, .f64 = kExact, .f32 = kExact, .to = Type::f16, .rounding = Rounding::rtz},
    {.name = "vstore_halfn_rtp", .number = 178, .signature = Signature::store_half, .formats = kHalfStores,
     .truth = exact_functions::vstore_half, .f64 = kExact, .f32 = kExact, .to = Type::f16, .rounding = Rounding::rtp},
    {.name = "vstore_halfn_rtn", .number = 178, .signature = Signature::store_half, .formats = kHalfStores,
     .truth = exact_functions::vstore_half, .f64 = kExact, .f32 = kExact, .to = Type::f16, .rounding = Rounding::rtn},
    {.name = "vstorea_halfn", .number = 180, .signature = Signature::store_half, .formats = kHalfStores,
     .truth = exact_functions::vstore_half, .f64 = kExact, .f32 = kExact, .to = Type::f16, .rounding = Rounding::rne},
    {.name = "vstorea_halfn_rte", .number = 181, .signature = Signature::store_half, .formats = kHalfStores,
     .truth = exact_functions::vstore_half, .f64 = kExact, .f32 = kExact, .to = Type::f16, .rounding = Rounding::rne},
    {.name = "vstorea_halfn_rtz", .number = 181, .signature = Signature::store_half, .formats = kHalfStores,
     .truth = exact_functions::vstore_half, .f64 = kExact, .f32 = kExact, .to = Type::f16, .rounding = Rounding::rtz},
    {.name = "vstorea_halfn_rtp", .number = 181, .signature = Signature::store_half, .formats = kHalfStores,
     .truth = exact_functions::vstore_half, .f64 = kExact, .f32 = kExact, .to = Type::f16, .rounding = Rounding::rtp},
    {.name = "vstorea_halfn_rtn", .number = 181, .signature = Signature::store_half, .formats = kHalfStores,
     .truth = exact_functions::vstore_half, .f64 = kExact, .f32 = kExact, .to = Type::f16, .rounding = Rounding::rtn},
});

inline constexpr std::array kShuffleRows = std::to_array<Row>({
    {.name = "shuffle", .number = 182, .signature = Signature::shuffle, .formats = kAllTypes,
     .truth = exact_functions::shuffle, .f64 = kExact, .f32 = kExact, .f16 = kExact, .parameters = {"x", "mask"}},
    {.name = "shuffle2", .number = 183, .signature = Signature::shuffle2, .formats = kAllTypes,
     .truth = exact_functions::shuffle2, .f64 = kExact, .f32 = kExact, .f16 = kExact, .parameters = {"x", "y", "mask"}},
});

// Nothing of these is a value to be judged: what printf prints is text, and prefetch gives nothing.
inline constexpr std::array kMiscRows = std::to_array<Row>({
    {.name = "printf", .number = 184, .signature = Signature::print, .formats = kAllTypes, .section = "printf"},
    {.name = "prefetch", .number = 185, .signature = Signature::prefetch, .formats = kAllTypes,
     .section = "Async Copies From Global to Local Memory, Local to Global Memory, and Prefetch"},
});
// clang-format on

}  // namespace classay::parts
