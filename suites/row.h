// Defines a row of the table: one builtin, once. A row has its name, number, signature, formats, reference function, and the
// promises of every specification. Kernels, coverage, documentation and completeness checks derive from the rows in
// table.cpp.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "reference/promise/limit.h"
#include "reference/truth/call.h"
#include "suites/documents.h"
#include "suites/few.h"
#include "suites/signature.h"

namespace classay {

enum class Group : std::uint8_t {
  math,
  half,
  native,
  common,
  geometric,
  integer,
  relational,
  conversion,
  memory,
  shuffle,
  operation,
  misc,
};
std::string_view name(Group g);  // as in case names; `operation` is "operator"

// A limit for both profiles.
struct Limits {
  Limit full = Unstated{};
  std::optional<Limit> embedded = std::nullopt;  // equal to `full` if absent
};

// The tables of a specification, by their subject.
enum class Column : std::uint8_t { f64, f32, f16, bf16, relaxed };

// A limit of some editions that differs from the rest of the row.
struct Exception {
  Few<Edition, 4> editions = {};
  Column column = Column::f32;
  std::optional<Profile> profile = std::nullopt;  // nullopt: both
  Limit limit = Unstated{};
};

// The family of a function, which selects its strategies for hard cases (plan/strategies.cpp).
enum class Family : std::uint8_t {
  other,
  sum,
  product,
  fused,  // a product and a sum
  quotient,
  remainder,
  power,
  integer_power,
  root,
  scaling,
  hypotenuse,
  angle,
};

// The pragma before an expression a * b + c; by default there is none.
enum class Contraction : std::uint8_t { none, by_default, on, off };

// The place of a limit of the default tables.
enum class Stated : std::uint8_t {
  in_tables,          // in the ulp tables of all editions
  in_unified_tables,  // in those of 3.1; earlier editions state it in the description
  unified_only,       // in those of 3.1; earlier editions do not state it
  in_text,            // not in a table but in the text, as for integer functions and conversions
};

struct Row {
  std::string_view name;
  std::string_view clc = "";                          // its OpenCL C name if it differs: "clamp", "+"
  std::optional<int> number = std::nullopt;           // in OpenCL.std
  std::optional<int> unsigned_number = std::nullopt;  // if signed and unsigned variants have different ones (s_abs, u_abs)
  Few<int, 10> opcodes = {};                          // core SPIR-V instructions that implement it, alone or together
  Group group = Group::math;                          // set when the table is built, as are missing formats and sections
  Signature signature = Signature::unary;
  Few<Type, 12> formats = {};  // element types of the overloads
  Evaluate truth = nullptr;    // nullptr: no value is judged (printf, prefetch)
  // Limits of the default table, by format; integer formats are always Exact. The OpenCL C specifications have one table of
  // double for both profiles, so `f64.full` holds for both. OpenCL C 2.0 has no limits for half.
  Limits f64 = {};
  Limits f32 = {};
  Limits f16 = {};
  Limits bf16 = {};
  Limits relaxed = {};  // f32 under -cl-fast-relaxed-math; Unstated: not in that table, so the default limit applies
  Few<Exception, 6> exceptions = {};
  Stated stated = Stated::in_tables;
  bool keeps_range = false;         // "without overflow or extraordinary precision loss due to underflow" (C2.0 2.5.1)
  bool rounded_on_request = false;  // -cl-fp32-correctly-rounded-divide-sqrt makes f32 correctly rounded
  int quotient_bits = 0;
  Contraction contraction = Contraction::none;  // for a * b + c with these signs
  bool negates_product = false;
  bool negates_addend = false;
  std::string_view contracted_as = "";  // the builtin whose limit applies if it is contracted
  Evaluate contracted_truth = nullptr;  // and the number that is rounded then
  std::string_view prescribed_as = "";  // builtin whose rules also hold for this one: sin for half_sin
  std::string_view section = "";        // section of the OpenCL C specification
  std::string_view place_in_c20 = "";   // the only place in this specification that states its limits, if not in the tables
  std::string_view place_in_c31 = "";
  Type second = Type::f32;  // elements of the second vector of an integer dot product
  // Conversions, stores of half, integer dot products:
  Type to = Type::f32;
  Rounding rounding = Rounding::rne;
  bool saturate = false;
  Family family = Family::other;
  // The two parts of `truth` for an operator of reals and integers (truth_of).
  Evaluate of_reals = nullptr;
  Evaluate of_integers = nullptr;
  std::array<std::string_view, 3> parameters = {};  // names in the specifications, if not x, y or a, b, c
  std::string_view scalars = "";  // those of x, y, z that may be scalars next to vectors: y of fmax(float4, float)
  bool newer = false;             // than OpenCL C 1.2, which drivers use if no version is selected
};

// The sections of functions that need an extension before OpenCL C 3.1.
inline constexpr std::string_view kExtendedBits = "Extended Bit Operations";
inline constexpr std::string_view kIntegerDot = "Integer Dot Product";

std::span<const Row> table();
const Row* find(std::string_view name);
// Returns the row with this OpenCL C name for a format: clamp is `fclamp` for f32 and `clamp` for i32, + is `add`.
const Row* find(std::string_view name, Type format);

}  // namespace classay
