// OpenCL.std 95 to 110, and OpDot: common and geometric functions. Included by table.cpp only.
#pragma once

#include "suites/table_parts.h"

namespace classay::parts {

// Their descriptions are code (docs/ambiguities.md, defined-by-code). A result of the code is right, and so is a result
// within the table's tolerance. The earlier specifications have no table: a result that only the tolerance of 3.1 allows is
// a quality warning, in all formats.
inline constexpr Derived kMix{.forms = "x + (y - x) * a", .arguments = "x, y, a", .otherwise_absolute = 1e-3};
inline constexpr Derived kSmoothstep{.forms =
                                         "clamp((x - edge0) / (edge1 - edge0), 0, 1) *"
                                         " clamp((x - edge0) / (edge1 - edge0), 0, 1) *"
                                         " (3 - 2 * clamp((x - edge0) / (edge1 - edge0), 0, 1))",
                                     .arguments = "edge0, edge1, x",
                                     .otherwise_absolute = 1e-5};

constexpr Derived by_code_alone(Derived limit) {
  limit.is_otherwise_poor = true;
  return limit;
}
constexpr Few<Exception, 6> before_tables(const Derived& limit) {
  return {{.editions = kBeforeUnified, .column = Column::f64, .limit = by_code_alone(limit)},
          {.editions = kBeforeUnified, .column = Column::f32, .limit = by_code_alone(limit)},
          {.editions = kBeforeUnified, .column = Column::f16, .limit = by_code_alone(limit)}};
}

// clang-format off
inline constexpr std::array kCommonRows = std::to_array<Row>({
    {.name = "fclamp", .clc = "clamp", .number = 95, .signature = Signature::ternary, .truth = exact_functions::fclamp,
     .f64 = kExact, .f32 = kExact, .f16 = kExact, .stated = Stated::in_unified_tables,
     .parameters = {"x", "minval", "maxval"}, .scalars = "yz"},
    {.name = "degrees", .number = 96, .truth = oracle::degrees,
     .f64 = {Ulp{2}}, .f32 = {Ulp{2}}, .f16 = {Ulp{2}}, .stated = Stated::unified_only},
    {.name = "fmax_common", .clc = "max", .number = 97, .signature = Signature::binary,
     .truth = exact_functions::fmax_common,
     .f64 = kExact, .f32 = kExact, .f16 = kExact, .stated = Stated::in_unified_tables, .scalars = "y"},
    {.name = "fmin_common", .clc = "min", .number = 98, .signature = Signature::binary,
     .truth = exact_functions::fmin_common,
     .f64 = kExact, .f32 = kExact, .f16 = kExact, .stated = Stated::in_unified_tables, .scalars = "y"},
    {.name = "mix", .number = 99, .signature = Signature::ternary, .truth = oracle::mix,
     .f64 = kImplementationDefined, .f32 = {.full = kMix, .embedded = ImplementationDefined{}},
     .f16 = kImplementationDefined, .exceptions = before_tables(kMix), .stated = Stated::in_unified_tables,
     .parameters = {"x", "y", "a"}, .scalars = "z"},
    {.name = "radians", .number = 100, .truth = oracle::radians,
     .f64 = {Ulp{2}}, .f32 = {Ulp{2}}, .f16 = {Ulp{2}}, .stated = Stated::unified_only},
    {.name = "step", .number = 101, .signature = Signature::binary, .truth = exact_functions::step,
     .f64 = kExact, .f32 = kExact, .f16 = kExact, .stated = Stated::in_unified_tables,
     .parameters = {"edge", "x"}, .scalars = "x"},
    {.name = "smoothstep", .number = 102, .signature = Signature::ternary, .truth = oracle::smoothstep,
     .f64 = kImplementationDefined, .f32 = {.full = kSmoothstep, .embedded = ImplementationDefined{}},
     .f16 = kImplementationDefined, .exceptions = before_tables(kSmoothstep), .stated = Stated::in_unified_tables,
     .parameters = {"edge0", "edge1", "x"}, .scalars = "xy"},
    {.name = "sign", .number = 103, .truth = exact_functions::sign,
     .f64 = kExact, .f32 = kExact, .f16 = kExact, .stated = Stated::in_unified_tables},
});

// The limits of double contain FLT_EPSILON in the specifications too.
inline constexpr Limits kCross{.full = ScaledAbsolute{.base = 3, .per_lane = 0, .epsilon = 0x1p-23},
                               .embedded = ImplementationDefined{}};
inline constexpr Limits kCrossHalf{.full = ScaledAbsolute{.base = 3, .per_lane = 0, .epsilon = 0x1p-10},
                                   .embedded = ImplementationDefined{}};
inline constexpr Limits kDot{.full = ScaledAbsolute{.base = -1, .per_lane = 2, .epsilon = 0x1p-23},
                             .embedded = ImplementationDefined{}};
inline constexpr Limits kDotHalf{.full = ScaledAbsolute{.base = -1, .per_lane = 2, .epsilon = 0x1p-10},
                                 .embedded = ImplementationDefined{}};

// base + per_lane * n ulp, and nothing for the embedded profile.
constexpr Limits by_lanes(double base, double per_lane) {
  return {.full = UlpByLanes{.base = base, .per_lane = per_lane}, .embedded = ImplementationDefined{}};
}
constexpr Limits fast_by_lanes(double base, double per_lane) {
  return {.full = UlpByLanes{.base = base, .per_lane = per_lane, .squares_in_range = true},
          .embedded = ImplementationDefined{}};
}

inline constexpr std::array kGeometricRows = std::to_array<Row>({
    {.name = "cross", .number = 104, .signature = Signature::vectors_to_vector, .truth = oracle::cross,
     .f64 = kCross, .f32 = kCross, .f16 = kCrossHalf, .stated = Stated::unified_only},
    {.name = "distance", .number = 105, .signature = Signature::vectors_to_scalar, .truth = oracle::distance,
     .f64 = by_lanes(5.5, 2), .f32 = by_lanes(2.5, 2), .f16 = by_lanes(0, 2), .stated = Stated::unified_only, .keeps_range = true},
    {.name = "length", .number = 106, .signature = Signature::vector_to_scalar, .truth = oracle::length,
     .f64 = by_lanes(5.5, 1), .f32 = by_lanes(2.75, 0.5), .f16 = by_lanes(0.25, 0.5), .stated = Stated::unified_only, .keeps_range = true},
    {.name = "normalize", .number = 107, .signature = Signature::vector_to_vector, .truth = oracle::normalize,
     .f64 = by_lanes(4.5, 1), .f32 = by_lanes(2, 1), .f16 = by_lanes(1, 1), .stated = Stated::unified_only, .keeps_range = true},
    {.name = "fast_distance", .number = 108, .signature = Signature::vectors_to_scalar, .formats = {Type::f32},
     .truth = oracle::distance,
     .f32 = fast_by_lanes(8191.5, 2), .stated = Stated::unified_only},
    {.name = "fast_length", .number = 109, .signature = Signature::vector_to_scalar, .formats = {Type::f32},
     .truth = oracle::length,
     .f32 = fast_by_lanes(8191.5, 1), .stated = Stated::unified_only},
    // The description of fast_normalize has a limit of its own, 8192 ulp, in all editions; the table of 3.1 is wider.
    {.name = "fast_normalize", .number = 110, .signature = Signature::vector_to_vector, .formats = {Type::f32},
     .truth = oracle::normalize,
     .f32 = fast_by_lanes(8192, 1),
     .exceptions = {{.editions = kC20, .column = Column::f32,
                     .limit = UlpByLanes{.base = 8192, .per_lane = 0, .squares_in_range = true}}},
     .stated = Stated::unified_only},
    {.name = "dot", .opcodes = {148}, .signature = Signature::vectors_to_scalar, .truth = oracle::dot,
     .f64 = kDot, .f32 = kDot, .f16 = kDotHalf, .stated = Stated::unified_only},
});
// clang-format on

}  // namespace classay::parts
