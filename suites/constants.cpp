#include "suites/constants.h"

#include <algorithm>

#include "reference/number/real.h"
#include "reference/number/rounding.h"

namespace classay {
namespace {

constexpr std::string_view kMathSection = "Math Functions";
constexpr std::string_view kMacroSection = "Floating-point Macros and Pragmas";
constexpr std::string_view kIntegerSection = "Integer Functions";
constexpr Precision kPrecision = 256;

Real pi() {
  Real r(kPrecision);
  mpfr_const_pi(r, MPFR_RNDN);
  return r;
}

Real logarithm(unsigned n) {
  Real r(kPrecision);
  mpfr_log_ui(r, n, MPFR_RNDN);
  return r;
}

Real root_of(Real r) {
  mpfr_sqrt(r, r, MPFR_RNDN);
  return r;
}

Real quotient(const Real& a, const Real& b) {
  Real r(kPrecision);
  mpfr_div(r, a, b, MPFR_RNDN);
  return r;
}

Real whole(double n) { return exact_double(n); }

Real e() {
  Real r(kPrecision);
  mpfr_exp(r, whole(1), MPFR_RNDN);
  return r;
}

struct Named {
  std::string_view name;
  Real value;  // to within 2^-250, closer than any neighbour in a format
};

std::vector<Named> numbers() {
  std::vector<Named> all;
  const auto add = [&](std::string_view name, Real value) { all.push_back({name, std::move(value)}); };
  add("M_E", e());
  add("M_LOG2E", quotient(whole(1), logarithm(2)));
  add("M_LOG10E", quotient(whole(1), logarithm(10)));
  add("M_LN2", logarithm(2));
  add("M_LN10", logarithm(10));
  add("M_PI", pi());
  add("M_PI_2", quotient(pi(), whole(2)));
  add("M_PI_4", quotient(pi(), whole(4)));
  add("M_1_PI", quotient(whole(1), pi()));
  add("M_2_PI", quotient(whole(2), pi()));
  add("M_2_SQRTPI", quotient(whole(2), root_of(pi())));
  Real two(kPrecision);
  mpfr_set_ui(two, 2, MPFR_RNDN);
  const Real root = root_of(two);
  add("M_SQRT1_2", quotient(root, two));
  add("M_SQRT2", root);
  return all;
}

// The names of the macros of a format.
struct Macros {
  Type type;
  std::string_view suffix;    // M_PI_F
  std::string_view property;  // FLT_MAX
  std::string_view fast_fma;
  std::string_view huge;  // empty if it does not exist
  bool has_radix = true;  // the table of double has none
};
constexpr auto kMacros = std::to_array<Macros>({
    {.type = Type::f16, .suffix = "_H", .property = "HALF", .fast_fma = "FP_FAST_FMA_HALF", .huge = ""},
    {.type = Type::f32, .suffix = "_F", .property = "FLT", .fast_fma = "FP_FAST_FMAF", .huge = "HUGE_VALF"},
    {.type = Type::f64, .suffix = "", .property = "DBL", .fast_fma = "FP_FAST_FMA", .huge = "HUGE_VAL", .has_radix = false},
});
static_assert(covers(kMacros, kLanguageFloats), "a format of the language has no macros here");

// Returns the nearest number and the one on the opposite side: "accurate within the precision" of the format (A43).
std::vector<Bits> around(const Format& f, const Real& value) {
  std::vector<Bits> both{round_to(f, value, Rounding::rne)};
  for (const Rounding mode : {Rounding::rtn, Rounding::rtp}) {
    const Bits b = round_to(f, value, mode);
    if (b != both.front()) both.push_back(b);
  }
  return both;
}

Constant integer(std::string name, std::int64_t value, std::string_view section) {
  return {.name = std::move(name), .right = {static_cast<Bits>(value)}, .section = section};
}

// Returns the largest or smallest power of ten in the format's range of normal numbers, and the number of decimal digits
// that a conversion preserves.
std::int64_t decimal_exponent(const Real& x, mpfr_rnd_t direction) {
  Real r(kPrecision);
  mpfr_log10(r, x, MPFR_RNDN);
  return mpfr_get_si(r, direction);
}

void add_properties(std::vector<Constant>& all, Type type) {
  const Format& f = format(type);
  const std::string p = std::string(line_of(kMacros, type).property) + "_";
  const auto add = [&](const char* name, std::int64_t value) { all.push_back(integer(p + name, value, kMacroSection)); };
  const auto put = [&](const char* name, Bits bits) {
    all.push_back({.name = p + name, .type = type, .right = {bits}, .section = kMacroSection});
  };
  add("DIG", decimal_exponent(power_of_two(f.precision - 1), MPFR_RNDD));
  add("MANT_DIG", f.precision);
  add("MAX_10_EXP", decimal_exponent(exact(f, f.max_finite()), MPFR_RNDD));
  add("MAX_EXP", f.emax + 1);
  add("MIN_10_EXP", decimal_exponent(exact(f, f.min_normal()), MPFR_RNDU));
  add("MIN_EXP", f.emin() + 1);
  if (line_of(kMacros, type).has_radix) add("RADIX", 2);
  put("MAX", f.max_finite());
  put("MIN", f.min_normal());
  put("EPSILON", round_to(f, power_of_two(1 - f.precision), Rounding::rne));
}

void add_specials(std::vector<Constant>& all, Type type) {
  const Format& f = format(type);
  const auto put = [&](std::string_view name, Bits bits) {
    all.push_back({.name = std::string(name), .type = type, .right = {bits}, .section = kMathSection});
  };
  const bool is_float = type == Type::f32;  // f32 also has the constants without a format in their name
  if (is_float) put("MAXFLOAT", f.max_finite());
  if (const std::string_view huge = line_of(kMacros, type).huge; !huge.empty()) put(huge, f.infinity(false));
  if (!is_float) return;
  put("INFINITY", f.infinity(false));
  all.push_back({.name = "NAN", .type = type, .right = {f.quiet_nan()}, .is_nan = true, .section = kMathSection});
  const std::int64_t most = mask(Type::i32) >> 1;
  all.push_back(
      {.name = "FP_ILOGB0", .right = {static_cast<Bits>(-most - 1), static_cast<Bits>(-most)}, .section = kMacroSection});
  all.push_back(
      {.name = "FP_ILOGBNAN", .right = {static_cast<Bits>(most), static_cast<Bits>(-most - 1)}, .section = kMacroSection});
}

std::vector<Constant> integer_constants() {
  struct Width {
    std::string_view signed_name;
    std::string_view unsigned_name;
    Type type;
  };
  std::vector<Constant> all{integer("CHAR_BIT", 8, kIntegerSection)};
  for (const Width& n : {Width{"SCHAR", "UCHAR", Type::i8},
                         {"CHAR", "", Type::i8},
                         {"SHRT", "USHRT", Type::i16},
                         {"INT", "UINT", Type::i32},
                         {"LONG", "ULONG", Type::i64}}) {
    const auto most = static_cast<std::int64_t>(mask(n.type) >> 1);
    all.push_back(integer(std::string(n.signed_name) + "_MAX", most, kIntegerSection));
    all.push_back(integer(std::string(n.signed_name) + "_MIN", -most - 1, kIntegerSection));
    if (n.unsigned_name.empty()) continue;
    all.push_back(integer(std::string(n.unsigned_name) + "_MAX", static_cast<std::int64_t>(mask(n.type)), kIntegerSection));
  }
  return all;
}

}  // namespace

std::vector<Constant> constants(Type type) {
  if (!is_float(type)) return integer_constants();
  const RealScope scope;
  std::vector<Constant> all;
  for (const Named& n : numbers()) {
    all.push_back({.name = std::string(n.name) + std::string(line_of(kMacros, type).suffix),
                   .type = type,
                   .right = around(format(type), n.value),
                   .section = kMacroSection});
  }
  add_properties(all, type);
  add_specials(all, type);
  all.push_back(
      {.name = std::string(line_of(kMacros, type).fast_fma), .right = {1}, .may_miss = true, .section = kMacroSection});
  return all;
}

bool is_right(const Constant& constant, Bits pattern) {
  if (constant.is_nan) return format(constant.type).is_nan(pattern) && !format(constant.type).is_signaling(pattern);
  return std::ranges::find(constant.right, pattern) != constant.right.end();
}

}  // namespace classay
