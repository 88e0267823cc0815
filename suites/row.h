// A row: one builtin, once. Its name, number, signature, formats, truth, and what every document promises of it. Everything
// else - kernels, coverage, documentation, completeness checks - derives from the rows in table.cpp.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "reference/promise/limit.h"
#include "reference/truth/truth.h"
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
  std::optional<Limit> embedded = std::nullopt;  // as `full` when left out
};

// The tables of a document, by what they limit.
enum class Column : std::uint8_t { f64, f32, f16, bf16, relaxed };

// Where documents say something else than the rest of the row.
struct Exception {
  Few<Edition, 4> editions = {};
  Column column = Column::f32;
  std::optional<Profile> profile = std::nullopt;  // nullopt: both
  Limit limit = Unstated{};
};

// The family of a function that has inputs of its own kind that are hard for it (plan/strategies.cpp).
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

// Which pragma stands before an expression a * b + c; by default none does.
enum class Contraction : std::uint8_t { none, by_default, on, off };

// Where a limit of the default tables stands.
enum class Stated : std::uint8_t {
  in_tables,          // in the ulp tables of all editions
  in_unified_tables,  // in those of 3.1; before, the description says the same
  unified_only,       // in those of 3.1; before, nowhere
  in_text,            // in no table but in words; left out, that of integer functions, conversions and the like
};

struct Row {
  std::string_view name;
  std::string_view clc = "";                          // how OpenCL C writes it when not by its name: "clamp", "+"
  std::optional<int> number = std::nullopt;           // of OpenCL.std
  std::optional<int> unsigned_number = std::nullopt;  // when signed and unsigned forms have their own (s_abs, u_abs)
  Few<int, 10> opcodes = {};                          // core SPIR-V instructions with this meaning, or that make it up
  Group group = Group::math;  // filled when the table is put together, as are formats and section that are left out
  Signature signature = Signature::unary;
  Few<Type, 12> formats = {};  // element types that name the overloads
  Evaluate truth = nullptr;    // nullptr: no value is judged (printf, prefetch)
  // Limits of the default table, by format; integer formats are always Exact. The OpenCL C documents have one table of
  // double for both profiles: there `f64.full` holds for both. OpenCL C 2.0 says nothing of half.
  Limits f64 = {};
  Limits f32 = {};
  Limits f16 = {};
  Limits bf16 = {};
  Limits relaxed = {};  // f32 under -cl-fast-relaxed-math; Unstated: not in that table, the default limit stays
  Few<Exception, 6> exceptions = {};
  Stated stated = Stated::in_tables;
  bool keeps_range = false;         // "without overflow or extraordinary precision loss due to underflow" (C2.0 2.5.1)
  bool rounded_on_request = false;  // -cl-fp32-correctly-rounded-divide-sqrt makes f32 correctly rounded
  int quotient_bits = 0;
  Contraction contraction = Contraction::none;  // of a * b + c, whose signs are:
  bool negates_product = false;
  bool negates_addend = false;
  std::string_view contracted_as = "";  // the builtin whose limit it has where it may be contracted
  Evaluate contracted_truth = nullptr;  // and the number that it rounds then
  std::string_view prescribed_as = "";  // rules of another builtin that hold for this one too: half_sin of sin
  std::string_view section = "";        // of the OpenCL C document
  std::string_view place_in_c20 = "";   // the one place where this document states all limits of it, when not in its tables
  std::string_view place_in_c31 = "";
  Type second = Type::f32;  // elements of the second vector of an integer dot product
  // Conversions, stores of half, integer dot products:
  Type to = Type::f32;
  Rounding rounding = Rounding::rne;
  bool saturate = false;
  Family family = Family::other;
  // The two parts of `truth` of an operator that has reals and integers (truth_of).
  Evaluate of_reals = nullptr;
  Evaluate of_integers = nullptr;
  std::array<std::string_view, 3> parameters = {};  // as documents name them, where not x, y or a, b, c
  std::string_view scalars = "";  // which of x, y, z may be scalars beside vectors: y of fmax(float4, float)
  bool newer = false;             // than OpenCL C 1.2, which drivers take where no version is asked for
};

// The sections of the functions that need an extension before OpenCL C 3.1.
inline constexpr std::string_view kExtendedBits = "Extended Bit Operations";
inline constexpr std::string_view kIntegerDot = "Integer Dot Product";

std::span<const Row> table();
const Row* find(std::string_view name);
// The row that OpenCL C calls by this name for a format: clamp is `fclamp` for f32 and `clamp` for i32, + is `add`.
const Row* find(std::string_view name, Type format);
std::string nearest_name(std::string_view name);  // the most similar name in the table, for error messages

}  // namespace classay
