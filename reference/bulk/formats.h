// Determines how results of a format are judged: in bulk with values in double, in bulk with values in two parts, or one by
// one with MPFR.
#pragma once

#include <array>
#include <stdexcept>

#include "reference/number/type.h"

namespace classay {

enum class AtOnce : std::uint8_t { narrow, wide, never };

struct BulkFormat {
  Type type;
  AtOnce at_once;
};
inline constexpr auto kBulkFormats = std::to_array<BulkFormat>({
    {.type = Type::f16, .at_once = AtOnce::narrow},
    {.type = Type::f32, .at_once = AtOnce::narrow},
    {.type = Type::f64, .at_once = AtOnce::wide},
    {.type = Type::bf16, .at_once = AtOnce::never},
});
static_assert(covers(kBulkFormats, kFloatTypes), "how are results of a new format judged?");

constexpr bool is_narrow(Type t) { return is_float(t) && line_of(kBulkFormats, t).at_once == AtOnce::narrow; }
constexpr bool is_wide(Type t) { return is_float(t) && line_of(kBulkFormats, t).at_once == AtOnce::wide; }
constexpr bool is_narrow(const Format& f) { return f == kF16 || f == kF32; }

// Selects by narrow format: there are two.
template <class T>
constexpr const T& of_narrow(const Format& f, const T& of_f16, const T& of_f32) {
  if (!is_narrow(f)) throw std::invalid_argument("values of this format are not computed many at once");
  return f == kF16 ? of_f16 : of_f32;
}

}  // namespace classay
