// Lists the scalar types of OpenCL C and SPIR-V, and defines one scalar with its type. Integers and booleans are bit
// patterns too.
#pragma once

#include <algorithm>
#include <array>
#include <cassert>
#include <cstdint>
#include <optional>
#include <string_view>

#include "reference/number/format.h"

namespace classay {

// Add new types at the end: hashes of plans, and therefore journals, contain these numbers.
enum class Type : std::uint8_t { f16, f32, f64, i8, u8, i16, u16, i32, u32, i64, u64, boolean, bf16 };

// An FP Encoding of OpTypeFloat.
struct FloatEncoding {
  std::string_view name;
  unsigned number;
};

// The properties of a type that several modules need. A module that alone needs a property has its own table (covers,
// below). docs/guide/add-a-format.md describes how to add a type.
struct TypeInfo {
  Type type;
  std::string_view name;        // in names of cases, journals and command lines: f32, u8
  std::string_view clc;         // in OpenCL C: float, uchar. Empty: the language does not have the type
  std::string_view word = clc;  // in names of builtins, and of types in SPIR-V modules: convert_float, %float
  int width = 0;                // bits of storage
  bool is_float = false;
  bool is_signed = false;
  Format format = {};                                    // for floating-point types
  std::string_view one_of_it = "";                       // in a message: "is not a float"
  char suffix = '\0';                                    // of literals in OpenCL C: 1.0f
  int turn = 3;                                          // order among cases with equal run time
  std::string_view extension = "";                       // OpenCL extension that a program enables for it
  std::string_view capability = "";                      // SPIR-V capability of its declaration
  std::string_view brought_by = "";                      // SPIR-V extension that defines the capability
  std::optional<FloatEncoding> encoding = std::nullopt;  // if the width does not determine it
  // Values are converted to this type through `through`, and arithmetic in this type is as accurate as in `through`.
  std::optional<Type> through = std::nullopt;
};

// clang-format off
// In the order of Type.
inline constexpr auto kTypes = std::to_array<TypeInfo>({
    {.type = Type::f16, .name = "f16", .clc = "half", .width = 16, .is_float = true, .is_signed = true, .format = kF16,
     .one_of_it = "a half", .suffix = 'h', .turn = 2, .extension = "cl_khr_fp16", .capability = "Float16"},
    {.type = Type::f32, .name = "f32", .clc = "float", .width = 32, .is_float = true, .is_signed = true, .format = kF32,
     .one_of_it = "a float", .suffix = 'f', .turn = 0},
    {.type = Type::f64, .name = "f64", .clc = "double", .width = 64, .is_float = true, .is_signed = true, .format = kF64,
     .one_of_it = "a double", .turn = 1, .extension = "cl_khr_fp64", .capability = "Float64"},
    {.type = Type::i8, .name = "i8", .clc = "char", .width = 8, .is_signed = true, .capability = "Int8"},
    {.type = Type::u8, .name = "u8", .clc = "uchar", .width = 8, .capability = "Int8"},
    {.type = Type::i16, .name = "i16", .clc = "short", .width = 16, .is_signed = true, .capability = "Int16"},
    {.type = Type::u16, .name = "u16", .clc = "ushort", .width = 16, .capability = "Int16"},
    {.type = Type::i32, .name = "i32", .clc = "int", .width = 32, .is_signed = true},
    {.type = Type::u32, .name = "u32", .clc = "uint", .width = 32},
    {.type = Type::i64, .name = "i64", .clc = "long", .width = 64, .is_signed = true, .capability = "Int64"},
    {.type = Type::u64, .name = "u64", .clc = "ulong", .width = 64, .capability = "Int64"},
    {.type = Type::boolean, .name = "bool", .clc = "bool", .width = 1},
    // SPV_KHR_bfloat16, revision 1 ("FP Encoding", "Conversion Instructions"). cl_intel_bfloat16_conversions, 1.0.0, has no
    // type of OpenCL C either; its two functions take and return the bits as a ushort.
    {.type = Type::bf16, .name = "bf16", .clc = "", .word = "bfloat16", .width = 16, .is_float = true, .is_signed = true,
     .format = kBf16, .one_of_it = "a bfloat16", .capability = "BFloat16TypeKHR", .brought_by = "SPV_KHR_bfloat16",
     .encoding = FloatEncoding{"BFloat16KHR", 0}, .through = Type::f32},
});
// clang-format on

constexpr const TypeInfo& info(Type t) { return kTypes[static_cast<std::size_t>(t)]; }

constexpr bool is_float(Type t) { return info(t).is_float; }
constexpr bool is_signed(Type t) { return info(t).is_signed; }
constexpr bool is_number(Type t) { return t != Type::boolean; }
constexpr bool is_in_language(Type t) { return !info(t).clc.empty(); }  // exists in OpenCL C
constexpr int width(Type t) { return info(t).width; }
constexpr Bits mask(Type t) { return width(t) == 64 ? ~Bits{0} : (Bits{1} << width(t)) - 1; }

// Precondition: is_float(t).
constexpr const Format& format(Type t) {
  assert(is_float(t));
  return info(t).format;
}

// Returns the type in which values are computed: usually the type itself.
constexpr Type computed_as(Type t) { return info(t).through.value_or(t); }

// Returns the types for which all of `holds` are true, in the order of Type.
template <bool (*... holds)(Type)>
constexpr auto types_that() {
  constexpr auto fits = [](const TypeInfo& t) { return (holds(t.type) && ...); };
  std::array<Type, static_cast<std::size_t>(std::ranges::count_if(kTypes, fits))> all{};
  std::size_t i = 0;
  for (const TypeInfo& t : kTypes) {
    if (fits(t)) all[i++] = t.type;
  }
  return all;
}
constexpr bool is_integer(Type t) { return is_number(t) && !is_float(t); }

inline constexpr auto kNumberTypes = types_that<is_number>();
inline constexpr auto kFloatTypes = types_that<is_float>();
inline constexpr auto kIntegerTypes = types_that<is_integer>();
// The number types and floating-point types that OpenCL C has.
inline constexpr auto kLanguageTypes = types_that<is_number, is_in_language>();
inline constexpr auto kLanguageFloats = types_that<is_float, is_in_language>();

// Returns whether a module's table, with a member `type` in each row, has rows for exactly these types. Modules assert it,
// so that a new type does not build until each module defines it.
template <class Table, class Types>
constexpr bool covers(const Table& table, const Types& types) {
  const auto has_one = [&](Type t) { return std::ranges::count_if(table, [&](const auto& l) { return l.type == t; }) == 1; };
  return std::ranges::size(table) == std::ranges::size(types) && std::ranges::all_of(types, has_one);
}

// Returns the row of a type. Precondition: it exists.
template <class Table>
constexpr const auto& line_of(const Table& table, Type t) {
  return *std::ranges::find_if(table, [&](const auto& line) { return line.type == t; });
}

constexpr bool are_in_order() {
  for (std::size_t i = 0; i < kTypes.size(); ++i) {
    const TypeInfo& t = kTypes[i];
    if (t.type != static_cast<Type>(i) || (t.is_float && (t.format.width != t.width || t.one_of_it.empty()))) return false;
  }
  return true;
}
static_assert(are_in_order(), "entries stand in the order of Type, and formats have the width of their type");

// Returns the signed or unsigned integer type of a width. Precondition: 8, 16, 32 or 64.
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

// Returns the value of an integer pattern of a signed type, sign-extended. Precondition: !is_float(v.type).
constexpr std::int64_t as_signed(Value v) {
  const int shift = 64 - width(v.type);
  return static_cast<std::int64_t>(v.bits << shift) >> shift;
}
constexpr Value int_value(Type t, std::int64_t i) { return {t, static_cast<Bits>(i) & mask(t)}; }

// False for integers.
constexpr bool is_nan(Value v) { return is_float(v.type) && format(v.type).is_nan(v.bits); }
constexpr bool is_infinite(Value v) { return is_float(v.type) && format(v.type).is_infinite(v.bits); }
constexpr bool is_subnormal(Value v) { return is_float(v.type) && format(v.type).is_subnormal(v.bits); }
// Precondition: is_float(v.type).
constexpr bool is_finite(Value v) { return format(v.type).is_finite(v.bits); }
constexpr bool is_zero(Value v) { return format(v.type).is_zero(v.bits); }
constexpr bool is_negative(Value v) { return format(v.type).is_negative(v.bits); }

}  // namespace classay
