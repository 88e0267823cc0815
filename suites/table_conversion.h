// Conversions: a row for each destination, rounding mode and saturation, named as in OpenCL C; its formats are the sources.
// Included by table.cpp only.
//
// All are exact: the truth of a conversion is rounded in the mode that its name gives. Without a mode that is toward zero
// for integers and to nearest even for floating-point types ("Rounding Modes" of "Explicit Conversions").
#pragma once

#include "suites/formats.h"
#include "suites/table_relational.h"

namespace classay::parts {

// A name made at compile time.
struct Name {
  std::array<char, 32> letters{};
  std::size_t size = 0;

  constexpr Name& operator+=(std::string_view s) {
    for (char c : s) letters[size++] = c;
    return *this;
  }
  constexpr std::string_view view() const { return {letters.data(), size}; }
};

struct Suffix {
  std::string_view text;
  std::optional<Rounding> rounding;
};
inline constexpr std::array<Suffix, 5> kRoundingSuffixes{{
    {"", std::nullopt},
    {"_rte", Rounding::rne},
    {"_rtz", Rounding::rtz},
    {"_rtp", Rounding::rtp},
    {"_rtn", Rounding::rtn},
}};

struct Conversion {
  Type to = Type::f32;
  bool saturate = false;
  Suffix suffix;
  Name name;
};

// Integers saturate or not, floating-point types never do.
inline constexpr std::size_t kConversionCount = kRoundingSuffixes.size() * (kFloatTypes.size() + 2 * kIntegerTypes.size());

constexpr std::array<Conversion, kConversionCount> conversions() {
  std::array<Conversion, kConversionCount> all{};
  std::size_t i = 0;
  for (Type to : kCoreTypes) {
    for (bool saturate : {false, true}) {
      if (saturate && is_float(to)) continue;
      for (const Suffix& suffix : kRoundingSuffixes) {
        Conversion& c = all[i++];
        c = {.to = to, .saturate = saturate, .suffix = suffix, .name = {}};
        ((c.name += "convert_") += info(to).word) += saturate ? "_sat" : "";
        c.name += suffix.text;
      }
    }
  }
  return all;
}
inline constexpr auto kConversions = conversions();

// OpConvertFToU and its like; between integers OpUConvert and OpSConvert, by the sign of the source; and those that saturate
// from one sign to the other.
constexpr Few<int, 10> conversion_opcodes(Type to, bool saturate) {
  if (is_float(to)) return {115, 111, 112};
  Few<int, 10> codes{is_signed(to) ? 110 : 109, 113, 114};
  if (saturate) codes.push_back(is_signed(to) ? 119 : 118);
  return codes;
}

// To itself a type is converted by a word of OpenCL C alone.
constexpr Few<Type, 12> sources_of(Type to) {
  Few<Type, 12> all;
  for (const Type from : kCoreTypes) {
    if (from != to || is_in_language(to)) all.push_back(from);
  }
  return all;
}

constexpr Row conversion_row(const Conversion& c) {
  const Rounding without_mode = is_float(c.to) ? Rounding::rne : Rounding::rtz;
  return {
      .name = c.name.view(),
      .opcodes = conversion_opcodes(c.to, c.saturate),
      .signature = Signature::convert,
      .formats = sources_of(c.to),
      .truth = exact_functions::convert,
      .f64 = kExact,
      .f32 = kExact,
      .f16 = kExact,
      .bf16 = is_in_language(c.to) ? kExact : Limits{},  // to itself there is none
      .stated = Stated::in_text,
      .prescribed_as = c.saturate ? "convert_sat" : "",
      .to = c.to,
      .rounding = c.suffix.rounding.value_or(without_mode),
      .saturate = c.saturate,
  };
}

// as_type of every type, from the types of its width.
constexpr std::array<Name, kCoreTypes.size()> names_before_type(std::string_view first) {
  std::array<Name, kCoreTypes.size()> names{};
  for (std::size_t i = 0; i < names.size(); ++i) (names[i] += first) += info(kCoreTypes[i]).word;
  return names;
}
inline constexpr auto kReinterpretationNames = names_before_type("as_");

constexpr Row reinterpretation_row(std::size_t i) {
  Row row{
      .name = kReinterpretationNames[i].view(),
      .opcodes = {124},
      .signature = Signature::reinterpret,
      .truth = exact_functions::as_type,
      .f64 = kExact,
      .f32 = kExact,
      .f16 = kExact,
      .bf16 = kExact,
      .stated = Stated::in_text,
      .section = "Reinterpreting Data as Another Type",
      .to = kCoreTypes[i],
  };
  for (Type from : kCoreTypes) {
    const bool is_asked = from != row.to || is_in_language(from);
    if (width(from) == width(row.to) && is_asked) row.formats.push_back(from);
  }
  return row;
}

// Conversions that the language makes by itself: of a scalar that is assigned, and of a scalar among vectors, which is
// widened too. They promise what an explicit conversion without a mode does; vectors are not converted.
inline constexpr auto kImplicitNames = names_before_type("implicit_");
inline constexpr auto kWidenedNames = names_before_type("widened_");

// "An error shall occur if any scalar operand has greater rank than the type of the vector element": floating-point types
// before integers, then the wider ones, then the unsigned ones.
constexpr int rank(Type t) { return (is_float(t) ? 1000 : 0) + 2 * width(t) + (is_signed(t) ? 0 : 1); }

constexpr Row implicit_row(std::size_t i, Signature signature) {
  const bool is_widened = signature == Signature::widen;
  Row row{
      .name = (is_widened ? kWidenedNames : kImplicitNames)[i].view(),
      .signature = signature,
      .truth = exact_functions::convert,
      .section = is_widened ? "Usual Arithmetic Conversions" : "Implicit Conversions",
      .to = kCoreTypes[i],
      .rounding = is_float(kCoreTypes[i]) ? Rounding::rne : Rounding::rtz,
  };
  for (const Type from : kAllTypes) {
    // Among numbers of its own type a floating-point scalar is only moved, and an addition may flush it.
    const bool is_asked = is_widened ? rank(from) <= rank(row.to) && (from != row.to || !is_float(from)) : from != row.to;
    if (is_asked) row.formats.push_back(from);
  }
  for (const Type from : row.formats) {
    if (is_float(from)) row.*facts(from).limits = kExact;
  }
  return row;
}

constexpr auto conversion_rows() {
  std::array<Row, kConversionCount + kCoreTypes.size() + 2 * kAllTypes.size()> rows{};
  for (std::size_t i = 0; i < kConversionCount; ++i) rows[i] = conversion_row(kConversions[i]);
  std::size_t next = kConversionCount;
  for (std::size_t i = 0; i < kCoreTypes.size(); ++i) {
    rows[next++] = reinterpretation_row(i);
    if (!is_in_language(kCoreTypes[i])) continue;
    rows[next++] = implicit_row(i, Signature::assign);
    rows[next++] = implicit_row(i, Signature::widen);
  }
  return rows;
}
inline constexpr auto kConversionRows = conversion_rows();

}  // namespace classay::parts
