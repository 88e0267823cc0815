// Scalar types of OpenCL C and SPIR-V, and one scalar with its type. Integers and booleans travel as bit patterns too.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string_view>

#include "reference/number/format.h"

namespace classay {

enum class Type : std::uint8_t { f16, f32, f64, i8, u8, i16, u16, i32, u32, i64, u64, boolean };

inline constexpr std::array kFloatTypes{Type::f16, Type::f32, Type::f64};
inline constexpr std::array kIntegerTypes{Type::i8,  Type::u8,  Type::i16, Type::u16,
                                          Type::i32, Type::u32, Type::i64, Type::u64};

// All that are numbers.
inline constexpr std::array kNumberTypes{Type::f16, Type::f32, Type::f64, Type::i8,  Type::u8, Type::i16,
                                         Type::u16, Type::i32, Type::u32, Type::i64, Type::u64};

struct TypeInfo {
  std::string_view name;  // as in case names: f32, u8
  std::string_view clc;   // as in OpenCL C: float, uchar
  int width;
  bool is_float;
  bool is_signed;
};

// In the order of Type.
inline constexpr std::array<TypeInfo, 12> kTypes{{
    {"f16", "half", 16, true, true},
    {"f32", "float", 32, true, true},
    {"f64", "double", 64, true, true},
    {"i8", "char", 8, false, true},
    {"u8", "uchar", 8, false, false},
    {"i16", "short", 16, false, true},
    {"u16", "ushort", 16, false, false},
    {"i32", "int", 32, false, true},
    {"u32", "uint", 32, false, false},
    {"i64", "long", 64, false, true},
    {"u64", "ulong", 64, false, false},
    {"bool", "bool", 1, false, false},
}};

constexpr const TypeInfo& info(Type t) { return kTypes[static_cast<std::size_t>(t)]; }

constexpr bool is_float(Type t) { return info(t).is_float; }
constexpr bool is_signed(Type t) { return info(t).is_signed; }
constexpr int width(Type t) { return info(t).width; }
constexpr Bits mask(Type t) { return width(t) == 64 ? ~Bits{0} : (Bits{1} << width(t)) - 1; }

// Precondition: is_float(t).
constexpr const Format& format(Type t) { return t == Type::f16 ? kF16 : t == Type::f32 ? kF32 : kF64; }

// The signed or unsigned integer type of a width. Precondition: 8, 16, 32 or 64.
constexpr Type integer_type(int bits, bool with_sign) {
  const Type base = bits == 8 ? Type::i8 : bits == 16 ? Type::i16 : bits == 32 ? Type::i32 : Type::i64;
  return static_cast<Type>(static_cast<int>(base) + (with_sign ? 0 : 1));
}

std::optional<Type> type_named(std::string_view name);  // "f32" or "float"

struct Value {
  Type type = Type::f32;
  Bits bits = 0;
  constexpr bool operator==(const Value&) const = default;
};

// The value of an integer pattern of a signed type, sign-extended. Precondition: !is_float(v.type).
constexpr std::int64_t as_signed(Value v) {
  const int shift = 64 - width(v.type);
  return static_cast<std::int64_t>(v.bits << shift) >> shift;
}
constexpr Value int_value(Type t, std::int64_t i) { return {t, static_cast<Bits>(i) & mask(t)}; }

// Shorthands for floating-point scalars. Precondition: is_float(v.type).
constexpr bool is_nan(Value v) { return format(v.type).is_nan(v.bits); }
constexpr bool is_infinite(Value v) { return format(v.type).is_infinite(v.bits); }
constexpr bool is_finite(Value v) { return format(v.type).is_finite(v.bits); }
constexpr bool is_zero(Value v) { return format(v.type).is_zero(v.bits); }
constexpr bool is_subnormal(Value v) { return format(v.type).is_subnormal(v.bits); }
constexpr bool is_negative(Value v) { return format(v.type).is_negative(v.bits); }

}  // namespace classay
