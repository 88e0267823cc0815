// A row: one builtin, once. Its name, number, signature, formats, truth, and what every document promises of it. Everything
// else - kernels, coverage, documentation, completeness checks - derives from the rows in table.cpp.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "reference/judge.h"
#include "reference/limit.h"
#include "reference/rule.h"
#include "reference/truth.h"

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

// How a builtin is called. The class owns the logic of making arguments and kernels; a row only names it.
enum class Signature : std::uint8_t {
  unary,          // gentype f(gentype)
  binary,         // gentype f(gentype, gentype)
  ternary,        // gentype f(gentype, gentype, gentype)
  real_int,       // gentype f(gentype, intn): ldexp, pown, rootn
  real_to_int,    // intn f(gentype): ilogb
  code_to_real,   // gentype nan(uintn)
  real_and_real,  // gentype f(gentype, gentype*): fract, modf, sincos
  real_and_int,   // gentype f(gentype, intn*): frexp, lgamma_r
  remquo,         // gentype f(gentype, gentype, intn*)
  int_unary,      // igentype f(igentype)
  int_binary,
  int_ternary,
  int_widen,               // upsample: (hi, lo) to twice the width
  int_to_unsigned,         // ugentype abs(igentype)
  int_binary_to_unsigned,  // abs_diff
  compare,                 // intn f(gentype, gentype)
  classify,                // intn f(gentype)
  reduce,                  // int any(igentype), all
  bitselect,               // gentype f(gentype, gentype, gentype) on bits
  select,                  // gentype f(gentype, gentype, igentype)
  vector_to_scalar,        // length; normalize has its own
  vectors_to_scalar,       // dot, distance
  vector_to_vector,        // normalize
  vectors_to_vector,       // cross
  convert,                 // destination convert_destination(source)
  reinterpret,             // as_type
  load,
  store,
  load_half,
  store_half,
  shuffle,
  shuffle2,
  print,
  prefetch,
};

enum class Edition : std::uint8_t { clc20, spirv22, clc31, spirv31 };
enum class Profile : std::uint8_t { full, embedded };
enum class Mode : std::uint8_t {
  standard,
  relaxed,
  ftz,
  correct_div_sqrt,
  unsafe,
  finite,
  mad_enable,
  no_signed_zeros,
  opt_disable,
};
inline constexpr std::array kEditions{Edition::clc20, Edition::spirv22, Edition::clc31, Edition::spirv31};
inline constexpr std::array kProfiles{Profile::full, Profile::embedded};

std::string_view name(Edition e);   // "clc-2.0", "spirv-2.2", "clc-3.1", "spirv-3.1"
std::string_view title(Edition e);  // "OpenCL C 2.0"
std::string_view name(Profile p);
std::string_view name(Mode m);  // as in case names: "default", "relaxed", "correct-div-sqrt"
std::optional<Edition> edition_named(std::string_view s);
std::optional<Profile> profile_named(std::string_view s);
std::optional<Mode> mode_named(std::string_view s);

// A limit for both profiles.
struct Limits {
  Limit full = Unstated{};
  std::optional<Limit> embedded = std::nullopt;  // as `full` when left out
};

// Where one document says something else than the rest of the row.
struct Exception {
  Edition edition;
  std::optional<Type> format;      // nullopt: the relaxed table
  std::optional<Profile> profile;  // nullopt: both
  Limit limit;
};

struct Row {
  std::string_view name;
  std::optional<int> number = std::nullopt;           // of OpenCL.std
  std::optional<int> unsigned_number = std::nullopt;  // when signed and unsigned forms have their own (s_abs, u_abs)
  std::vector<int> opcodes = {};                      // core SPIR-V instructions with this meaning
  Group group = Group::math;
  Signature signature = Signature::unary;
  std::vector<Type> formats = {};  // element types that name the overloads
  Evaluate truth = nullptr;        // nullptr: no value is judged (printf, prefetch)
  // Limits of the default table, by format; integer formats are always Exact.
  Limits f64 = {};
  Limits f32 = {};
  Limits f16 = {};
  std::optional<Limits> relaxed = std::nullopt;  // f32 under -cl-fast-relaxed-math; nullopt: keeps its normal limit
  std::vector<Exception> exceptions = {};
  int quotient_bits = 0;
  std::string_view prescribed_as = "";  // rules of another builtin that hold for this one too: half_sin of sin
  std::string_view section = "";        // of the OpenCL C document
  // Conversions and stores of half:
  Type to = Type::f32;
  Rounding rounding = Rounding::rne;
  bool saturate = false;
};

std::span<const Row> table();
const Row* find(std::string_view name);
std::string nearest_name(std::string_view name);  // the most similar name in the table, for error messages

// What a document promises of a row for a format, and where it says so.
struct Cell {
  Limit limit;
  std::string clause;  // "OpenCL C 2.0, table 36"
};
Cell promised(const Row& row, Type format, Edition edition, Profile profile, Mode mode);

// Types of the components of one lane of the result: {f32, i32} for frexp f32.
std::vector<Type> result_types(const Row& row, Type format);
// Types of the arguments of one lane: {f32, i32} for ldexp f32.
std::vector<Type> argument_types(const Row& row, Type format);
// Vector widths that an overload has: {1} for scalars only, {3, 4} for cross, all six for most.
std::span<const int> widths(const Row& row);
// How many values a call with `lanes` lanes takes, and gives. (dot with 4 lanes: 8 and 1)
int argument_count(const Row& row, int lanes);
int result_count(const Row& row, int lanes);

// All prescribed values; those of one builtin for one edition.
std::span<const Rule> rules(std::string_view builtin, Edition edition);

// The promise as the judge takes it. The row, and the rules, outlive it.
Promise promise(const Row& row, Type format, Edition edition, Profile profile, Mode mode);

}  // namespace classay
