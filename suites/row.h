// A row: one builtin, once. Its name, number, signature, formats, truth, and what every document promises of it. Everything
// else - kernels, coverage, documentation, completeness checks - derives from the rows in table.cpp.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <initializer_list>
#include <optional>
#include <span>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include "reference/judge/judge.h"
#include "reference/promise/limit.h"
#include "reference/promise/rule.h"
#include "reference/truth/truth.h"

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
  integer_dot,             // int dot(char4, uchar4)
  integer_dot_sat,         // int dot_acc_sat(char4, uchar4, int)
  packed_dot,              // int dot_4x8packed_su_int(uint, uint)
  packed_dot_sat,          // int dot_acc_sat_4x8packed_su_int(uint, uint, int)
  insert_field,            // igentype bitfield_insert(igentype, igentype, uint, uint): a field as one number (bit_field.h)
  extract_signed,          // signed bitfield_extract_signed(igentype, uint, uint)
  extract_unsigned,
  convert,      // destination convert_destination(source)
  assign,       // destination = source, of scalars: an implicit conversion
  widen,        // destinationn + source: a scalar among vectors, converted and widened
  reinterpret,  // as_type
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
  // Of SPIR-V, said in the module: flags of FPFastMathMode on the instruction, and
  not_nan,
  not_inf,
  nsz,
  allow_recip,
  fast,
  allow_contract,  // of SPV_INTEL_fp_fast_math_mode
  allow_reassoc,
  // execution modes of SPV_KHR_float_controls.
  denorm_preserve,
  denorm_flush,
  rounding_rte,
  rounding_rtz,
  keep_special,
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

// A short list that a constant table can hold. A list that is too long does not compile.
template <class T, std::size_t Capacity>
class Few {
 public:
  constexpr Few() = default;
  constexpr Few(std::initializer_list<T> items) {
    for (const T& item : items) push_back(item);
  }
  template <std::size_t N>
  constexpr Few(const std::array<T, N>& items) {  // NOLINT(google-explicit-constructor): a list is a list
    for (const T& item : items) push_back(item);
  }
  constexpr void push_back(const T& item) {
    if (size_ == Capacity) throw std::length_error("a list of a row is full: raise its capacity in row.h");
    items_[size_++] = item;
  }
  constexpr const T* begin() const { return items_.data(); }
  constexpr const T* end() const { return items_.data() + size_; }
  constexpr std::size_t size() const { return size_; }
  constexpr bool empty() const { return size_ == 0; }
  constexpr const T& operator[](std::size_t i) const { return items_[i]; }
  constexpr bool contains(const T& item) const { return std::find(begin(), end(), item) != end(); }

 private:
  std::array<T, Capacity> items_{};
  std::size_t size_ = 0;
};

// A limit for both profiles.
struct Limits {
  Limit full = Unstated{};
  std::optional<Limit> embedded = std::nullopt;  // as `full` when left out
};

// The tables of a document, by what they limit.
enum class Column : std::uint8_t { f64, f32, f16, relaxed };

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

// What a document promises of a row for a format, and where it says so.
struct Cell {
  Limit limit;
  std::string clause;  // "OpenCL C 2.0, table 36"
};
Cell promised(const Row& row, Type format, Edition edition, Profile profile, Mode mode);

// Types of the components of one lane of the result: {f32, i32} for frexp f32. Comparisons give an int for one lane and
// integers of the operand's width for more.
std::vector<Type> result_types(const Row& row, Type format, int lanes = 1);
// Types of the arguments of one lane: {f32, i32} for ldexp f32.
std::vector<Type> argument_types(const Row& row, Type format);
int bits_of(std::span<const Type> types);  // of all together
// Does a lane of the result depend on the same lane of each argument, and on nothing else?
bool goes_lane_by_lane(Signature signature);
// Is the last argument a field of bits, told as one number (reference/exact/bit_field.h)?
bool takes_bit_field(Signature signature);
// Does it depend on several lanes: geometric functions, any, all, shuffles?
bool goes_across_lanes(Signature signature);
// The truth of a row in one format: of an operator that of reals or of integers.
Evaluate truth_of(const Row& row, Type format);
// Is it the division of numbers, OpFDiv?
bool is_division(const Row& row);
// Does the name of a conversion or a store end with a rounding mode: "_rte"?
bool names_rounding(const Row& row);
inline constexpr std::array kVectorWidths{1, 2, 3, 4, 8, 16};  // of the language
// Vector widths that an overload has: {1} for scalars only, {3, 4} for cross, all six for most.
std::span<const int> widths(const Row& row);
// Those of them that give the same for the same arguments as width `width` does, lane by lane, that one among them. All as a
// rule; scalar shifts promote their operands, and select looks at other bits in scalars than in vectors.
std::span<const int> widths_alike(const Row& row, Type format, int width);
// How many values a call with `lanes` lanes takes, and gives. (dot with 4 lanes: 8 and 1) The sources of a shuffle have as
// many lanes as its mask.
int argument_count(const Row& row, int lanes);
int result_count(const Row& row, int lanes);
// A call with these arguments, and with what the name of a conversion says besides.
Call call_of(const Row& row, Type format, std::span<const Value> args, int lanes = 1);

// All prescribed values; those of one builtin for one edition.
std::span<const Rule> rules(std::string_view builtin, Edition edition);

// Under AllowRecip, and under Fast, which "implies all the others".
constexpr bool allows_reciprocal(Mode m) { return m == Mode::allow_recip || m == Mode::fast; }

// What the build options of a mode let a device do to a format, on top of what the device does by itself.
Arithmetic arithmetic(Mode mode, Type format, const Arithmetic& device);

// The promise as the judge takes it. The row, and the rules, outlive it.
Promise promise(const Row& row, Type format, Edition edition, Profile profile, Mode mode, int lanes = 1);

}  // namespace classay
