// OpenCL.std 67 to 94: half_ and native_ functions, of float only. Included by table.cpp only.
#pragma once

#include "suites/table_parts.h"

namespace classay::parts {

inline constexpr Limits kHalf{.full = Ulp{8192}};
// By their descriptions half_cos, half_sin and half_tan take arguments of this range only (ambiguity 14).
inline constexpr Limits kHalfAngle{.full = UlpOn{.n = 8192, .low = -0x1p16, .high = 0x1p16}};

// clang-format off
inline constexpr std::array kHalfRows = std::to_array<Row>({
    {.name = "half_cos", .number = 67, .truth = oracle::cos, .f32 = kHalfAngle, .prescribed_as = "cos"},
    {.name = "half_divide", .number = 68, .signature = Signature::binary, .truth = oracle::div, .f32 = kHalf,
     .family = Family::quotient},
    {.name = "half_exp", .number = 69, .truth = oracle::exp, .f32 = kHalf, .prescribed_as = "exp"},
    {.name = "half_exp2", .number = 70, .truth = oracle::exp2, .f32 = kHalf, .prescribed_as = "exp2"},
    {.name = "half_exp10", .number = 71, .truth = oracle::exp10, .f32 = kHalf, .prescribed_as = "exp10"},
    {.name = "half_log", .number = 72, .truth = oracle::log, .f32 = kHalf, .prescribed_as = "log"},
    {.name = "half_log2", .number = 73, .truth = oracle::log2, .f32 = kHalf, .prescribed_as = "log2"},
    {.name = "half_log10", .number = 74, .truth = oracle::log10, .f32 = kHalf, .prescribed_as = "log10"},
    {.name = "half_powr", .number = 75, .signature = Signature::binary, .truth = oracle::powr, .f32 = kHalf, .prescribed_as = "powr",
     .family = Family::power},
    {.name = "half_recip", .number = 76, .truth = oracle::recip, .f32 = kHalf},
    {.name = "half_rsqrt", .number = 77, .truth = oracle::rsqrt, .f32 = kHalf, .prescribed_as = "rsqrt"},
    {.name = "half_sin", .number = 78, .truth = oracle::sin, .f32 = kHalfAngle, .prescribed_as = "sin"},
    {.name = "half_sqrt", .number = 79, .truth = oracle::sqrt, .f32 = kHalf, .prescribed_as = "sqrt"},
    {.name = "half_tan", .number = 80, .truth = oracle::tan, .f32 = kHalfAngle, .prescribed_as = "tan"},
});

inline constexpr std::array kNativeRows = std::to_array<Row>({
    {.name = "native_cos", .number = 81, .truth = oracle::cos, .f32 = kImplementationDefined},
    {.name = "native_divide", .number = 82, .signature = Signature::binary, .truth = oracle::div, .f32 = kImplementationDefined,
     .family = Family::quotient},
    {.name = "native_exp", .number = 83, .truth = oracle::exp, .f32 = kImplementationDefined},
    {.name = "native_exp2", .number = 84, .truth = oracle::exp2, .f32 = kImplementationDefined},
    {.name = "native_exp10", .number = 85, .truth = oracle::exp10, .f32 = kImplementationDefined},
    {.name = "native_log", .number = 86, .truth = oracle::log, .f32 = kImplementationDefined},
    {.name = "native_log2", .number = 87, .truth = oracle::log2, .f32 = kImplementationDefined},
    {.name = "native_log10", .number = 88, .truth = oracle::log10, .f32 = kImplementationDefined},
    {.name = "native_powr", .number = 89, .signature = Signature::binary, .truth = oracle::powr, .f32 = kImplementationDefined,
     .family = Family::power},
    {.name = "native_recip", .number = 90, .truth = oracle::recip, .f32 = kImplementationDefined},
    {.name = "native_rsqrt", .number = 91, .truth = oracle::rsqrt, .f32 = kImplementationDefined},
    {.name = "native_sin", .number = 92, .truth = oracle::sin, .f32 = kImplementationDefined},
    {.name = "native_sqrt", .number = 93, .truth = oracle::sqrt, .f32 = kImplementationDefined},
    {.name = "native_tan", .number = 94, .truth = oracle::tan, .f32 = kImplementationDefined},
});
// clang-format on

}  // namespace classay::parts
