// OpenCL.std 0 to 66: the math functions. Included by table.cpp only.
//
// Limits are those of the 3.1 documents (table_parts.h, row.h for what holds in general); `exceptions` name what the older
// ones say. Forms of relaxed math quote the edition's own formula; a second reading behind " or " has its number in
// docs/ambiguities.md.
#pragma once

#include "suites/table_parts.h"

namespace classay::parts {

// The double below pi (limit.h).
inline constexpr double kPi = 0x1.921fb54442d18p+1;

inline constexpr Limits kRelaxedSine{.full = AbsoluteOn{.low = -kPi, .high = kPi, .tolerance = 0x1p-11, .largest = 1}};
inline constexpr Limits kRelaxedSinePi{.full = AbsoluteOn{.low = -1, .high = 1, .tolerance = 0x1p-11, .largest = 1}};
inline constexpr Limits kRelaxedLog{
    .full = AbsoluteOn{.low = 0.5, .high = 2, .tolerance = 0x1p-21, .outside_ulp = 3, .largest = 1},
    .embedded = AbsoluteOn{.low = 0.5, .high = 2, .tolerance = 0x1p-21, .outside_ulp = 4, .largest = 1},
};
inline constexpr Limits kRelaxedExp{.full = ExpRelaxed{3}, .embedded = ExpRelaxed{4}};

// Ambiguity 9: before 3.1 the embedded profile is the stricter one, but for small arguments.
inline constexpr Exception kRelaxedExpBefore{
    .editions = kBeforeUnified, .column = Column::relaxed, .profile = Profile::embedded, .limit = Ulp{4}};

// OpenCL C 2.0 does not name it in its relaxed table (ambiguity 8).
inline constexpr Exception kNotRelaxedInC20{.editions = kC20, .column = Column::relaxed, .limit = Unstated{}};

inline constexpr std::string_view kLgammaInC20 = "footnote 68 (\"currently undefined\")";
inline constexpr std::string_view kLgammaInC31 = "ULP table of single precision";

// The domain of a relaxed power: all arguments that the specifications do not name as undefined.
inline constexpr std::string_view kPowDomain =
    "not (x == 0 and y == 0) and not (x < 0 and y is not integer) and not (x < 0 and |y| > 0x1p24)";
inline constexpr std::string_view kPownDomain = "not (x == 0 and y == 0)";
inline constexpr std::string_view kPowrDomain = "x >= 0 and not (x == 0 and y == 0)";
inline constexpr std::string_view kRootnDomain = "x > 0 and y != 0 or x < 0 and y is odd or x == 0 and y > 0";

// clang-format off
inline constexpr std::array kMathRows = std::to_array<Row>({
    {.name = "acos", .number = 0, .truth = oracle::acos,
     .f64 = {Ulp{4}}, .f32 = {Ulp{4}}, .f16 = {.full = Ulp{2}, .embedded = Ulp{3}},
     .relaxed = {Ulp{4096}}},
    {.name = "acosh", .number = 1, .truth = oracle::acosh,
     .f64 = {Ulp{4}}, .f32 = {Ulp{4}}, .f16 = {.full = Ulp{2}, .embedded = Ulp{3}},
     .relaxed = {Derived{.forms = "log(x + sqrt(x * x - 1))", .otherwise_ulp = 8192}},
     .exceptions = {{.editions = kBeforeUnified, .column = Column::relaxed,  // ambiguity 8: no limit if not derived
                     .limit = Derived{.forms = "log(x + sqrt(x * x - 1))"}}}},
    {.name = "acospi", .number = 2, .truth = oracle::acospi,  // ambiguity 5: times pi, where a division is meant
     .f64 = {Ulp{5}}, .f32 = {Ulp{5}}, .f16 = {.full = Ulp{2}, .embedded = Ulp{3}},
     .relaxed = {Derived{.forms = "acos(x) * M_PI_F or acos(x) * M_1_PI_F", .otherwise_ulp = 8192}}},
    {.name = "asin", .number = 3, .truth = oracle::asin,
     .f64 = {Ulp{4}}, .f32 = {Ulp{4}}, .f16 = {.full = Ulp{2}, .embedded = Ulp{3}},
     .relaxed = {Ulp{4096}}},
    {.name = "asinh", .number = 4, .truth = oracle::asinh,
     .f64 = {Ulp{4}}, .f32 = {Ulp{4}}, .f16 = {.full = Ulp{2}, .embedded = Ulp{3}},
     .relaxed = {Derived{.forms = "log(x + sqrt(x * x + 1))", .otherwise_ulp = 8192}},
     .exceptions = {{.editions = kBeforeUnified, .column = Column::relaxed,
                     .limit = Derived{.forms = "log(x + sqrt(x * x + 1))"}}}},
    {.name = "asinpi", .number = 5, .truth = oracle::asinpi,  // ambiguity 5
     .f64 = {Ulp{5}}, .f32 = {Ulp{5}}, .f16 = {.full = Ulp{2}, .embedded = Ulp{3}},
     .relaxed = {Derived{.forms = "asin(x) * M_PI_F or asin(x) * M_1_PI_F", .otherwise_ulp = 8192}}},
    {.name = "atan", .number = 6, .truth = oracle::atan,
     .f64 = {Ulp{5}}, .f32 = {Ulp{5}}, .f16 = {.full = Ulp{2}, .embedded = Ulp{3}},
     .relaxed = {Ulp{4096}}},
    {.name = "atan2", .number = 7, .signature = Signature::binary, .truth = oracle::atan2,
     .f64 = {Ulp{6}}, .f32 = {Ulp{6}}, .f16 = {.full = Ulp{2}, .embedded = Ulp{3}},
     .relaxed = {Derived{.forms = "x > 0: atan(y / x); x < 0 and y > 0: atan(y / x) + M_PI_F; "
                                  "x < 0 and y < 0: atan(y / x) - M_PI_F",
                         .otherwise_ulp = 8192, .arguments = "y, x"}},
     .exceptions = {{.editions = kSpirv22, .column = Column::relaxed,
                     .limit = Derived{.forms = "x > 0: atan(y / x); x < 0 and y > 0: atan(y / x) + M_PI_F; "
                                               "x < 0 and y < 0: atan(y / x) - M_PI_F",
                                      .arguments = "y, x"}},
                    {.editions = kC20, .column = Column::relaxed,  // ambiguity 6: the inverse of pi, where pi is meant
                     .limit = Derived{.forms = "x > 0: atan(y / x); x < 0 and y > 0: atan(y / x) + M_1_PI_F; "
                                               "x < 0 and y < 0: atan(y / x) - M_1_PI_F"
                                               " or "
                                               "x > 0: atan(y / x); x < 0 and y > 0: atan(y / x) + M_PI_F; "
                                               "x < 0 and y < 0: atan(y / x) - M_PI_F",
                                      .arguments = "y, x"}}}, .family = Family::angle, .parameters = {"y", "x"}},
    {.name = "atanh", .number = 8, .truth = oracle::atanh,
     .f64 = {Ulp{5}}, .f32 = {Ulp{5}}, .f16 = {.full = Ulp{2}, .embedded = Ulp{3}},
     .relaxed = {Derived{.forms = "|x| <= 0x1p-10: x; |x| > 0x1p-10: 0.5f * log((1.0f + x) / (1.0f - x))",
                         .otherwise_ulp = 8192, .defined = "|x| < 1"}},
     .exceptions = {kNotRelaxedInC20}},
    {.name = "atanpi", .number = 9, .truth = oracle::atanpi,
     .f64 = {Ulp{5}}, .f32 = {Ulp{5}}, .f16 = {.full = Ulp{2}, .embedded = Ulp{3}},
     .relaxed = {Derived{.forms = "atan(x) * M_1_PI_F", .otherwise_ulp = 8192}}},
    {.name = "atan2pi", .number = 10, .signature = Signature::binary, .truth = oracle::atan2pi,
     .f64 = {Ulp{6}}, .f32 = {Ulp{6}}, .f16 = {.full = Ulp{2}, .embedded = Ulp{3}},
     .relaxed = {Derived{.forms = "atan2(y, x) * M_1_PI_F", .otherwise_ulp = 8192, .arguments = "y, x"}},
     .exceptions = {{.editions = kC20, .column = Column::relaxed,  // ambiguity 6
                     .limit = Derived{.forms = "atan2(y, x) * M_PI_F or atan2(y, x) * M_1_PI_F",
                                      .otherwise_ulp = 8192, .arguments = "y, x"}}},
     .family = Family::angle, .parameters = {"y", "x"}},
    {.name = "cbrt", .number = 11, .truth = oracle::cbrt,
     .f64 = {.full = Ulp{2}, .embedded = Ulp{4}}, .f32 = {.full = Ulp{2}, .embedded = Ulp{4}}, .f16 = {Ulp{2}},
     .relaxed = {Derived{.forms = "rootn(x, 3)", .otherwise_ulp = 8192}}},
    {.name = "ceil", .number = 12, .truth = exact_functions::ceil, .f64 = kRounded, .f32 = kRounded, .f16 = kRounded},
    {.name = "copysign", .number = 13, .signature = Signature::binary, .truth = exact_functions::copysign,
     .f64 = kExact, .f32 = kExact, .f16 = kExact},
    {.name = "cos", .number = 14, .truth = oracle::cos,
     .f64 = {Ulp{4}}, .f32 = {Ulp{4}}, .f16 = {Ulp{2}},
     .relaxed = kRelaxedSine},
    {.name = "cosh", .number = 15, .truth = oracle::cosh,
     .f64 = {Ulp{4}}, .f32 = {Ulp{4}}, .f16 = {.full = Ulp{2}, .embedded = Ulp{3}},
     .relaxed = {Derived{.forms = "0.5f * (exp(x) + exp(-x))", .otherwise_ulp = 8192, .defined = "|x| <= 88"}}},
    {.name = "cospi", .number = 16, .truth = oracle::cospi,
     .f64 = {Ulp{4}}, .f32 = {Ulp{4}}, .f16 = {Ulp{2}},
     .relaxed = kRelaxedSinePi},
    {.name = "erfc", .number = 17, .truth = oracle::erfc, .f64 = {Ulp{16}}, .f32 = {Ulp{16}}, .f16 = {Ulp{4}}},
    {.name = "erf", .number = 18, .truth = oracle::erf, .f64 = {Ulp{16}}, .f32 = {Ulp{16}}, .f16 = {Ulp{4}}},
    {.name = "exp", .number = 19, .truth = oracle::exp,
     .f64 = {.full = Ulp{3}, .embedded = Ulp{4}}, .f32 = {.full = Ulp{3}, .embedded = Ulp{4}},
     .f16 = {.full = Ulp{2}, .embedded = Ulp{3}},
     .relaxed = kRelaxedExp, .exceptions = {kRelaxedExpBefore}},
    {.name = "exp2", .number = 20, .truth = oracle::exp2,
     .f64 = {.full = Ulp{3}, .embedded = Ulp{4}}, .f32 = {.full = Ulp{3}, .embedded = Ulp{4}},
     .f16 = {.full = Ulp{2}, .embedded = Ulp{3}},
     .relaxed = kRelaxedExp, .exceptions = {kRelaxedExpBefore}},
    {.name = "exp10", .number = 21, .truth = oracle::exp10,
     .f64 = {.full = Ulp{3}, .embedded = Ulp{4}}, .f32 = {.full = Ulp{3}, .embedded = Ulp{4}},
     .f16 = {.full = Ulp{2}, .embedded = Ulp{3}},
     .relaxed = {Derived{.forms = "exp2(x * log2(10))", .otherwise_ulp = 8192}}},
    {.name = "expm1", .number = 22, .truth = oracle::expm1,
     .f64 = {.full = Ulp{3}, .embedded = Ulp{4}}, .f32 = {.full = Ulp{3}, .embedded = Ulp{4}},
     .f16 = {.full = Ulp{2}, .embedded = Ulp{3}},
     .relaxed = {Derived{.forms = "exp(x) - 1", .otherwise_ulp = 8192}}},
    {.name = "fabs", .number = 23, .truth = exact_functions::fabs, .f64 = kExact, .f32 = kExact, .f16 = kExact},
    {.name = "fdim", .number = 24, .signature = Signature::binary, .truth = oracle::fdim,
     .f64 = kRounded, .f32 = kRounded, .f16 = kRounded, .family = Family::sum},
    {.name = "floor", .number = 25, .truth = exact_functions::floor, .f64 = kRounded, .f32 = kRounded, .f16 = kRounded},
    {.name = "fma", .number = 26, .signature = Signature::ternary, .truth = oracle::fma,
     .f64 = kRounded, .f32 = kRounded, .f16 = kRounded, .family = Family::fused},
    {.name = "fmax", .number = 27, .signature = Signature::binary, .truth = exact_functions::fmax,
     .f64 = kExact, .f32 = kExact, .f16 = kExact, .scalars = "y"},
    {.name = "fmin", .number = 28, .signature = Signature::binary, .truth = exact_functions::fmin,
     .f64 = kExact, .f32 = kExact, .f16 = kExact, .scalars = "y"},
    {.name = "fmod", .number = 29, .signature = Signature::binary, .truth = oracle::fmod,
     .f64 = kExact, .f32 = kExact, .f16 = kExact, .family = Family::remainder},
    {.name = "fract", .number = 30, .signature = Signature::real_and_real, .truth = oracle::fract,
     .f64 = kRounded, .f32 = kRounded, .f16 = kRounded},
    {.name = "frexp", .number = 31, .signature = Signature::real_and_int, .truth = exact_functions::frexp,
     .f64 = kExact, .f32 = kExact, .f16 = kExact},
    {.name = "hypot", .number = 32, .signature = Signature::binary, .truth = oracle::hypot,
     .f64 = {Ulp{4}}, .f32 = {Ulp{4}}, .f16 = {.full = Ulp{2}, .embedded = Ulp{3}}, .family = Family::hypotenuse},
    {.name = "ilogb", .number = 33, .signature = Signature::real_to_int, .truth = exact_functions::ilogb,
     .f64 = kExact, .f32 = kExact, .f16 = kExact},
    {.name = "ldexp", .number = 34, .signature = Signature::real_int, .truth = oracle::ldexp,
     .f64 = kRounded, .f32 = kRounded, .f16 = kRounded, .family = Family::scaling, .parameters = {"x", "k"}, .scalars = "y"},
    // The C documents leave lgamma and lgamma_r undefined in one place only, and out of the other tables (A17).
    {.name = "lgamma", .number = 35, .truth = oracle::lgamma,
     .f64 = kImplementationDefined, .f32 = kImplementationDefined, .f16 = kImplementationDefined,
     .place_in_c20 = kLgammaInC20, .place_in_c31 = kLgammaInC31},
    {.name = "lgamma_r", .number = 36, .signature = Signature::real_and_int, .truth = oracle::lgamma_r,
     .f64 = kImplementationDefined, .f32 = kImplementationDefined, .f16 = kImplementationDefined,
     .place_in_c20 = kLgammaInC20, .place_in_c31 = kLgammaInC31},
    {.name = "log", .number = 37, .truth = oracle::log,
     .f64 = {.full = Ulp{3}, .embedded = Ulp{4}}, .f32 = {.full = Ulp{3}, .embedded = Ulp{4}},
     .f16 = {.full = Ulp{2}, .embedded = Ulp{3}},
     .relaxed = kRelaxedLog},
    {.name = "log2", .number = 38, .truth = oracle::log2,
     .f64 = {.full = Ulp{3}, .embedded = Ulp{4}}, .f32 = {.full = Ulp{3}, .embedded = Ulp{4}},
     .f16 = {.full = Ulp{2}, .embedded = Ulp{3}},
     .relaxed = kRelaxedLog},
    {.name = "log10", .number = 39, .truth = oracle::log10,
     .f64 = {.full = Ulp{3}, .embedded = Ulp{4}}, .f32 = {.full = Ulp{3}, .embedded = Ulp{4}},
     .f16 = {.full = Ulp{2}, .embedded = Ulp{3}},
     .relaxed = kRelaxedLog},
    {.name = "log1p", .number = 40, .truth = oracle::log1p,
     .f64 = {.full = Ulp{2}, .embedded = Ulp{4}}, .f32 = {.full = Ulp{2}, .embedded = Ulp{4}},
     .f16 = {.full = Ulp{2}, .embedded = Ulp{3}},
     .relaxed = {Derived{.forms = "log(x + 1)", .otherwise_ulp = 8192}}},
    {.name = "logb", .number = 41, .truth = exact_functions::logb, .f64 = kExact, .f32 = kExact, .f16 = kExact},
    // Ambiguity 13: "any value allowed" in C is "implementation-defined" in the environment.
    {.name = "mad", .number = 42, .signature = Signature::ternary, .truth = oracle::mad,
     .f64 = {.full = FmaOrTwoRoundings{}, .embedded = ImplementationDefined{}},
     .f32 = {.full = FmaOrTwoRoundings{}, .embedded = ImplementationDefined{}},
     .f16 = {.full = FmaOrTwoRoundings{}, .embedded = ImplementationDefined{}},
     .exceptions = {{.editions = kC, .column = Column::f64, .limit = ImplementationDefined{}},
                    {.editions = {Edition::spirv22}, .column = Column::f64, .limit = ImplementationDefined{}},
                    {.editions = {Edition::spirv22, Edition::clc31}, .column = Column::f16,
                     .limit = ImplementationDefined{}}}, .family = Family::fused},
    {.name = "maxmag", .number = 43, .signature = Signature::binary, .truth = exact_functions::maxmag,
     .f64 = kExact, .f32 = kExact, .f16 = kExact},
    {.name = "minmag", .number = 44, .signature = Signature::binary, .truth = exact_functions::minmag,
     .f64 = kExact, .f32 = kExact, .f16 = kExact},
    {.name = "modf", .number = 45, .signature = Signature::real_and_real, .truth = exact_functions::modf,
     .f64 = kExact, .f32 = kExact, .f16 = kExact},
    {.name = "nan", .number = 46, .signature = Signature::code_to_real, .truth = exact_functions::nan,
     .f64 = kExact, .f32 = kExact, .f16 = kExact, .parameters = {"code"}},
    {.name = "nextafter", .number = 47, .signature = Signature::binary, .truth = exact_functions::nextafter,
     .f64 = kExact, .f32 = kExact, .f16 = kExact},
    // Before 3.1 the formula for negative x takes the logarithm of x itself, which is a NaN: |x| is meant. Which of the
    // edge rules and "return zero" wins for x = 0 is ambiguity 11.
    {.name = "pow", .number = 48, .signature = Signature::binary, .truth = oracle::pow,
     .f64 = {Ulp{16}}, .f32 = {Ulp{16}}, .f16 = {.full = Ulp{4}, .embedded = Ulp{5}},
     .relaxed = {Derived{.forms = "x > 0: exp2(y * log2(fabs(x))); x < 0 and y is even: exp2(y * log2(fabs(x))); "
                                  "x < 0 and y is odd: -exp2(y * log2(fabs(x))); x == 0 and y != 0: 0",
                         .otherwise_ulp = 8192, .defined = kPowDomain}},
     .exceptions = {{.editions = kBeforeUnified, .column = Column::relaxed,
                     .limit = Derived{.forms = "x > 0: exp2(y * log2(x)); x < 0 and y is even: exp2(y * log2(x)); "
                                               "x < 0 and y is odd: -exp2(y * log2(fabs(x))); x == 0 and y != 0: 0"
                                               " or "
                                               "x > 0: exp2(y * log2(x)); x < 0 and y is even: exp2(y * log2(fabs(x))); "
                                               "x < 0 and y is odd: -exp2(y * log2(fabs(x))); x == 0 and y != 0: 0",
                                      .otherwise_ulp = 8192, .defined = kPowDomain}}}, .family = Family::power},
    {.name = "pown", .number = 49, .signature = Signature::real_int, .truth = oracle::pown,
     .f64 = {Ulp{16}}, .f32 = {Ulp{16}}, .f16 = {.full = Ulp{4}, .embedded = Ulp{5}},
     .relaxed = {Derived{.forms = "x >= 0: exp2(y * log2(fabs(x))); x < 0 and y is even: exp2(y * log2(fabs(x))); "
                                  "x < 0 and y is odd: -exp2(y * log2(fabs(x)))",
                         .otherwise_ulp = 8192, .defined = kPownDomain}},
     .exceptions = {{.editions = kBeforeUnified, .column = Column::relaxed,
                     .limit = Derived{.forms = "x >= 0: exp2(y * log2(x)); x < 0 and y is even: exp2(y * log2(x)); "
                                               "x < 0 and y is odd: -exp2(y * log2(fabs(x)))"
                                               " or "
                                               "x >= 0: exp2(y * log2(x)); x < 0 and y is even: exp2(y * log2(fabs(x))); "
                                               "x < 0 and y is odd: -exp2(y * log2(fabs(x)))",
                                      .otherwise_ulp = 8192, .defined = kPownDomain}}},
     .family = Family::integer_power, .parameters = {"x", "n"}},
    {.name = "powr", .number = 50, .signature = Signature::binary, .truth = oracle::powr,
     .f64 = {Ulp{16}}, .f32 = {Ulp{16}}, .f16 = {.full = Ulp{4}, .embedded = Ulp{5}},
     .relaxed = {Derived{.forms = "exp2(y * log2(x))", .otherwise_ulp = 8192, .defined = kPowrDomain}}, .family = Family::power},
    {.name = "remainder", .number = 51, .signature = Signature::binary, .truth = oracle::remainder,
     .f64 = kExact, .f32 = kExact, .f16 = kExact, .family = Family::remainder},
    // The C tables say "0 ulp" alone; the seven bits stand in its description.
    {.name = "remquo", .number = 52, .signature = Signature::remquo, .truth = oracle::remquo,
     .f64 = kExact, .f32 = kExact, .f16 = kExact, .quotient_bits = 7, .family = Family::remainder},
    {.name = "rint", .number = 53, .truth = exact_functions::rint, .f64 = kRounded, .f32 = kRounded, .f16 = kRounded},
    // That a relaxed rootn(-0, odd y) may be +0 contradicts the edge rules (ambiguity 11).
    {.name = "rootn", .number = 54, .signature = Signature::real_int, .truth = oracle::rootn,
     .f64 = {Ulp{16}}, .f32 = {Ulp{16}}, .f16 = {.full = Ulp{4}, .embedded = Ulp{5}},
     .relaxed = {Derived{.forms = "x > 0 and y != 0: exp2(log2(x) / y); x < 0 and y is odd: -exp2(log2(-x) / y); "
                                  "x == 0 and y > 0: 0",
                         .otherwise_ulp = 8192, .defined = kRootnDomain}}, .family = Family::root, .parameters = {"x", "n"}},
    {.name = "round", .number = 55, .truth = exact_functions::round, .f64 = kRounded, .f32 = kRounded, .f16 = kRounded},
    {.name = "rsqrt", .number = 56, .truth = oracle::rsqrt,
     .f64 = {.full = Ulp{2}, .embedded = Ulp{4}}, .f32 = {.full = Ulp{2}, .embedded = Ulp{4}}, .f16 = {Ulp{1}}},
    {.name = "sin", .number = 57, .truth = oracle::sin,
     .f64 = {Ulp{4}}, .f32 = {Ulp{4}}, .f16 = {Ulp{2}},
     .relaxed = kRelaxedSine},
    {.name = "sincos", .number = 58, .signature = Signature::real_and_real, .truth = oracle::sincos,
     .f64 = {Ulp{4}}, .f32 = {Ulp{4}}, .f16 = {Ulp{2}},
     .relaxed = kRelaxedSine},
    {.name = "sinh", .number = 59, .truth = oracle::sinh,
     .f64 = {Ulp{4}}, .f32 = {Ulp{4}}, .f16 = {.full = Ulp{2}, .embedded = Ulp{3}},
     .relaxed = {Derived{.forms = "|x| <= 0x1p-10: x; |x| > 0x1p-10: 0.5f * (exp(x) - exp(-x))",
                         .otherwise_ulp = 8192, .defined = "|x| <= 88"}},
     .exceptions = {{.editions = kC20, .column = Column::relaxed,  // ambiguity 7: a lost sign of an exponent
                     .limit = Derived{.forms = "|x| <= 0x1p-10: x; |x| > 0x1p10: 0.5f * (exp(x) - exp(-x))"
                                               " or "
                                               "|x| <= 0x1p-10: x; |x| > 0x1p-10: 0.5f * (exp(x) - exp(-x))",
                                      .otherwise_ulp = 8192, .defined = "|x| <= 88"}}}},
    {.name = "sinpi", .number = 60, .truth = oracle::sinpi,
     .f64 = {Ulp{4}}, .f32 = {Ulp{4}}, .f16 = {Ulp{2}},
     .relaxed = kRelaxedSinePi},
    // Ambiguity 3: Annex F makes sqrt exact, the tables do not.
    {.name = "sqrt", .number = 61, .truth = oracle::sqrt,
     .f64 = {.full = CorrectlyRounded{}, .embedded = Ulp{4}}, .f32 = {.full = Ulp{3}, .embedded = Ulp{4}}, .f16 = {Ulp{1.5}},
     .exceptions = {{.editions = kSpirv22, .column = Column::f16, .profile = Profile::full, .limit = CorrectlyRounded{}},
                    {.editions = kSpirv22, .column = Column::f16, .profile = Profile::embedded, .limit = Ulp{1}}},
     .rounded_on_request = true},
    {.name = "tan", .number = 62, .truth = oracle::tan,
     .f64 = {Ulp{5}}, .f32 = {Ulp{5}}, .f16 = {.full = Ulp{2.5}, .embedded = Ulp{3}},
     .relaxed = {Derived{.forms = "sin(x) * (1.0f / cos(x))", .otherwise_ulp = 8192}},
     .exceptions = {{.editions = kSpirv22, .column = Column::f16, .profile = Profile::full, .limit = Ulp{2}}}},
    {.name = "tanh", .number = 63, .truth = oracle::tanh,
     .f64 = {Ulp{5}}, .f32 = {Ulp{5}}, .f16 = {.full = Ulp{2}, .embedded = Ulp{3}},
     .relaxed = {Derived{.forms = "|x| <= 0x1p-10: x; |x| > 0x1p-10: (exp(x) - exp(-x)) / (exp(x) + exp(-x))",
                         .otherwise_ulp = 8192}},
     .exceptions = {{.editions = kSpirv22, .column = Column::relaxed,
                     .limit = Derived{.forms = "|x| <= 0x1p-10: x; "
                                               "|x| > 0x1p-10: (exp(x) - exp(-x)) / (exp(x) + exp(-x))",
                                      .otherwise_ulp = 8192, .defined = "|x| <= 88"}},
                    kNotRelaxedInC20}},
    {.name = "tanpi", .number = 64, .truth = oracle::tanpi,
     .f64 = {Ulp{6}}, .f32 = {Ulp{6}}, .f16 = {.full = Ulp{2}, .embedded = Ulp{3}},
     .relaxed = {Derived{.forms = "tan(x * M_PI_F)", .otherwise_ulp = 8192, .otherwise_where = "|x| <= 1"}}},
    {.name = "tgamma", .number = 65, .truth = oracle::tgamma, .f64 = {Ulp{16}}, .f32 = {Ulp{16}}, .f16 = {Ulp{4}}},
    {.name = "trunc", .number = 66, .truth = exact_functions::trunc, .f64 = kRounded, .f32 = kRounded, .f16 = kRounded},
});
// clang-format on

}  // namespace classay::parts
