// The three lists of OpenCL C 1.2 on Vulkan, "Numerical Compliance", with the product that implements each builtin.
// Included by clspv.cpp only.
#pragma once

#include <array>
#include <string_view>

namespace classay::parts {

inline constexpr auto kCoreInClspv = std::to_array<std::string_view>(
    {"add",        "sub",       "div",           "mul",         "assign",        "acos",       "asin",     "ceil",
     "cos",        "cosh",      "exp",           "exp2",        "exp10",         "fabs",       "floor",    "fmax",
     "fmin",       "log",       "log2",          "log10",       "mad",           "pow",        "powr",     "rint",
     "rsqrt",      "sin",       "sinh",          "tan",         "trunc",         "half_cos",   "half_exp", "half_exp2",
     "half_exp10", "half_log",  "half_log2",     "half_log10",  "half_powr",     "half_rsqrt", "half_sin", "half_tan",
     "fclamp",     "degrees",   "mix",           "radians",     "sign",          "smoothstep", "step",     "cross",
     "dot",        "normalize", "fast_distance", "fast_length", "fast_normalize"});
inline constexpr auto kLibraryInClspv = std::to_array<std::string_view>(
    {"acosh",      "asinh",     "atanh",     "cbrt",   "erfc",   "erf",      "fma",    "fmod",   "fract",
     "frexp",      "hypot",     "ilogb",     "ldexp",  "lgamma", "lgamma_r", "logb",   "maxmag", "modf",
     "nan",        "nextafter", "remainder", "remquo", "rootn",  "sqrt",     "tanh",   "tgamma", "half_divide",
     "half_recip", "half_sqrt", "distance",  "length", "atan",   "atan2pi",  "atanpi", "atan2"});
inline constexpr auto kEmulatedInClspv = std::to_array<std::string_view>(
    {"acospi", "asinpi", "copysign", "cospi", "expm1", "fdim", "log1p", "pown", "round", "sincos", "sinpi", "tanpi"});

}  // namespace classay::parts
