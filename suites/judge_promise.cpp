// From a row to what the judge takes.
#include "suites/judge_promise.h"

#include <cmath>
#include <stdexcept>

#include "reference/exact/exact.h"
#include "reference/exact/overflow.h"
#include "suites/clspv.h"
#include "suites/formats.h"
#include "suites/rules.h"
#include "suites/stated_limit.h"

namespace classay {
namespace {

// Where a step of a derived form finds its limit: in the table of the same edition, profile and format; the relaxed one only
// under the options that it belongs to ("the operations used in the derivation may themselves be relaxed", above it).
struct Steps {
  Edition edition;
  Profile profile;
  Type format;
  Mode mode;
};

constexpr std::array kSteps = [] {
  constexpr auto kSingles = static_cast<std::size_t>(std::ranges::count_if(kFormats, &FormatFacts::is_single));
  std::array<Steps, kEditions.size() * kProfiles.size() * (kFormats.size() + kSingles)> all{};
  std::size_t i = 0;
  for (const Edition e : kEditions) {
    for (const Profile p : kProfiles) {
      for (const FormatFacts& f : kFormats) {
        all[i++] = {e, p, f.type, Mode::standard};
        if (f.is_single) all[i++] = {e, p, f.type, Mode::relaxed};
      }
    }
  }
  return all;
}();

const Steps* steps_of(Edition edition, Profile profile, Type format, Mode mode) {
  const bool is_relaxed = is_single(format) && (mode == Mode::relaxed || mode == Mode::unsafe);
  const Type of = is_float(format) ? format : Type::f32;  // integers have no derived forms
  const auto is_it = [&](const Steps& s) {
    return s.edition == edition && s.profile == profile && s.format == of &&
           s.mode == (is_relaxed ? Mode::relaxed : Mode::standard);
  };
  return &*std::ranges::find_if(kSteps, is_it);
}

bool is_stated(const Limit& limit) {
  return !std::holds_alternative<Unstated>(limit) && !std::holds_alternative<ImplementationDefined>(limit);
}

struct Effective {
  Cell cell;
  bool is_of_another = false;
};

// Where a specification states no limit, returns that of the earliest one that has one, of the same family first
// (docs/ambiguities.md, limit-of-another).
Effective effective(const Row& row, Type format, Edition edition, Profile profile, Mode mode) {
  constexpr std::array<std::array<Edition, 3>, kEditions.size()> kOthers{{
      {Edition::spirv22, Edition::clc31, Edition::spirv31},
      {Edition::clc20, Edition::spirv31, Edition::clc31},
      {Edition::clc20, Edition::spirv31, Edition::spirv22},
      {Edition::spirv22, Edition::clc31, Edition::clc20},
  }};
  Effective own{promised(row, format, edition, profile, mode)};
  if (!std::holds_alternative<Unstated>(own.cell.limit) || row.truth == nullptr) return own;
  for (const Edition other : kOthers.at(static_cast<std::size_t>(edition))) {
    Cell cell = promised(row, format, other, profile, mode);
    if (!is_stated(cell.limit)) continue;
    cell.clause += " (" + std::string(title(edition)) + " states no limit)";
    return {std::move(cell), true};
  }
  return own;
}

Limit limit_of_step(std::string_view builtin, const void* context) {
  const auto& steps = *static_cast<const Steps*>(context);
  const Row* row = find(builtin);
  if (row == nullptr) {
    throw std::invalid_argument("a relaxed form uses " + std::string(builtin) + ", which is not in the table of builtins");
  }
  return effective(*row, steps.format, steps.edition, steps.profile, steps.mode).cell.limit;
}

// Every list of up to two types, so that a promise can point at one.
constexpr auto kPairs = [] {
  std::array<std::array<std::array<Type, 2>, kTypes.size()>, kTypes.size()> pairs{};
  for (std::size_t i = 0; i < kTypes.size(); ++i) {
    for (std::size_t j = 0; j < kTypes.size(); ++j) pairs[i][j] = {static_cast<Type>(i), static_cast<Type>(j)};
  }
  return pairs;
}();

std::span<const Type> lasting(std::span<const Type> types) {
  if (types.empty()) return {};
  const auto first = static_cast<std::size_t>(types.front());
  const auto second = static_cast<std::size_t>(types.back());
  return std::span<const Type>(kPairs[first][second]).first(types.size());
}

// The error of an uncontracted expression is measured from the result of two roundings. Where contraction is allowed
// nevertheless, it is measured from the value that a fused operation rounds, as in the contracted row.
Evaluate truth_under(const Row& row, const Limit& limit) {
  const bool may_be_fused = row.contraction == Contraction::off && std::holds_alternative<FmaOrTwoRoundings>(limit);
  return may_be_fused ? row.contracted_truth : row.truth;
}

// Returns whether the function only moves bits, so that no operation can flush a subnormal.
bool moves_bits(Signature s) { return s == Signature::bitselect || s == Signature::select || s == Signature::reinterpret; }

// OpenCL C names "operations such as add, sub, mul, divide" and the math, common and geometric functions; the SPIR-V
// environments name "operations" (A33). A store of half may flush its operand only, a load flushes nothing (A32).
Flushing flushing(const Row& row, Edition edition) {
  switch (row.group) {
    case Group::half:
    case Group::native: return Flushing::always;
    case Group::math:
    case Group::common:
    case Group::geometric:
    case Group::operation: return Flushing::named;
    case Group::memory: return row.signature == Signature::store_half ? Flushing::operands : Flushing::never;
    case Group::conversion: return row.signature == Signature::reinterpret ? Flushing::never : Flushing::unnamed;
    case Group::relational:
      if (!moves_bits(row.signature)) return Flushing::unnamed;
      break;
    default: break;
  }
  return kSpirvEditions.contains(edition) ? Flushing::unnamed : Flushing::never;
}

// Of functions C2.0 and E2.2 say "a non-signaling NaN shall be converted to a non-signaling NaN", U that they "should return
// a quiet NaN"; operations follow IEEE 754 in all ("Floating-Point Exceptions"). Loads and stores of half convert. Functions
// that move bits have no such rule, and as_type works "without modification".
QuietNan quiet_nan(const Row& row, Edition edition) {
  switch (row.group) {
    case Group::operation: return row.signature == Signature::select ? QuietNan::open : QuietNan::required;
    case Group::math:
    case Group::half:
    case Group::native:
    case Group::common:
    case Group::geometric: break;
    case Group::conversion:
      if (row.signature == Signature::reinterpret) return QuietNan::kept;
      break;
    case Group::memory:
      if (row.signature != Signature::load_half && row.signature != Signature::store_half) return QuietNan::open;
      break;
    default: return QuietNan::open;
  }
  return edition == Edition::clc20 || edition == Edition::spirv22 ? QuietNan::required : QuietNan::advised;
}

// The remainder by -1 is 0, and the quotient on the way to it may overflow: undefined in C for vectors and for types from
// int on, and in SPIR-V since its version 1.6. SPIR-V's other integer instructions wrap ("the low-order bits of the correct
// result"); in C a signed overflow is undefined (A71).
exact_functions::Overflows overflows(const Row& row, Type format, Edition edition) {
  const bool is_remainder = row.truth == exact_functions::int_rem || row.truth == exact_functions::int_mod;
  if (is_remainder) return exact_functions::remainder_overflows;
  const bool wraps = kSpirvEditions.contains(edition);
  return wraps || row.group != Group::operation || is_float(format) ? nullptr
                                                                    : exact_functions::overflows_of(truth_of(row, format));
}

// They are of floating-point numbers; operators have integers in the same row.
std::span<const Rule> rules_of(const Row& row, Type format, Edition edition) {
  if (!is_float(format)) return {};
  return rules(row.prescribed_as.empty() ? row.name : row.prescribed_as, edition);
}

bool has_no_other_limit(const Derived& limit) {
  return std::isnan(limit.otherwise_ulp) && std::isnan(limit.otherwise_absolute);
}

// By SPIR-V's "FP Fast Math Mode" - Fast "implies all the others" - and SPV_KHR_float_controls.
Arithmetic by_module(Mode mode, Arithmetic a) {
  if (mode == Mode::not_nan || mode == Mode::fast) a.nans = false;
  if (mode == Mode::not_inf || mode == Mode::fast) a.infinities = false;
  if (mode == Mode::nsz || mode == Mode::fast) a.zero_signs = false;
  if (mode == Mode::denorm_preserve) a.flushes = false;
  if (mode == Mode::denorm_flush) {
    a.flushes = a.must_flush = true;
    a.keeps_operands = a.keeps_results = false;
  }
  if (mode == Mode::rounding_rte) a.rounding = Rounding::rne;
  if (mode == Mode::rounding_rtz) a.rounding = Rounding::rtz;
  return a;
}

// A library promises nothing. The limits of OpenCL C and the special values of C are a measure: a result that misses them is
// a quality warning. C leaves all but three bits of a quotient open (C99, 7.12.10.3).
Promise without_document(const Row& row, Type format, int lanes) {
  Promise p = promise(row, format, Edition::clc31, Profile::full, Mode::standard, lanes);
  p.clause += " (the library promises nothing)";
  p.is_of_another = p.promises_nothing = true;
  p.rules = rules_of(row, format, Edition::none);
  p.quiet_nan = QuietNan::open;
  if (p.quotient_bits > 0) p.quotient_bits = 3;
  p.quotient_is_congruent = p.quotient_bits > 0;
  return p;
}

}  // namespace

// By the section "Optimization Options" of the OpenCL API. -cl-fast-relaxed-math is -cl-finite-math-only and
// -cl-unsafe-math-optimizations, which includes -cl-no-signed-zeros and -cl-mad-enable. -cl-mad-enable, -cl-opt-disable and
// -cl-fp32-correctly-rounded-divide-sqrt leave the arithmetic as it is.
Arithmetic arithmetic(Mode mode, Type format, const Arithmetic& device) {
  Arithmetic a = device;
  const bool unsafe = mode == Mode::relaxed || mode == Mode::unsafe;
  // That unsafe math includes -cl-denorms-are-zero is the reading that fails fewer devices (A40).
  if ((unsafe || mode == Mode::ftz) && is_flushed_on_request(format)) {
    a.flushes = true;
    a.keeps_operands = false;
  }
  if (unsafe || mode == Mode::no_signed_zeros) a.zero_signs = false;
  if (mode == Mode::relaxed || mode == Mode::finite) a.nans = a.infinities = false;
  if (unsafe) a.edge_rules = false;
  return by_module(mode, a);
}

bool converts_floats(const Row& row, Type format) {
  return row.group == Group::conversion && row.signature != Signature::reinterpret && is_float(format) && is_float(row.to) &&
         row.to != format;
}

Arithmetic of_conversion(Arithmetic a, const Arithmetic& result) {
  if (a.flushes == result.flushes) return a;
  a.keeps_operands = !a.flushes;
  a.keeps_results = !result.flushes;
  a.flushes = true;
  return a;
}

Promise promise(const Row& row, Type format, Edition edition, Profile profile, Mode mode, int lanes) {
  if (edition == Edition::clspv) return promise_of_clspv(row, format, mode, lanes);
  if (edition == Edition::none) return without_document(row, format, lanes);
  auto [cell, is_of_another] = effective(row, format, edition, profile, mode);
  // Where a document has a limit for derivations alone, none asks for more than without the option (A21).
  if (auto* derived = std::get_if<Derived>(&cell.limit); derived != nullptr && has_no_other_limit(*derived)) {
    const Limit strict = promised(row, format, edition, profile, Mode::standard).limit;
    if (const auto* ulp = std::get_if<Ulp>(&strict)) derived->otherwise_ulp = ulp->n;
  }
  const bool is_implicit = row.signature == Signature::assign || row.signature == Signature::widen;
  return {
      .builtin = row.name,
      .truth = truth_under(row, cell.limit),
      .results = lasting(result_types(row, format, lanes)),
      .limit = cell.limit,
      .clause = std::move(cell.clause),
      .is_of_another = is_of_another,
      .keeps_range = row.keeps_range,
      .rules = rules_of(row, format, edition),
      .quotient_bits = row.quotient_bits,
      .negates_product = row.negates_product,
      .negates_addend = row.negates_addend,
      .core_operation = row.group == Group::operation,
      .rounding_in_call = row.group == Group::conversion || row.group == Group::memory,
      .rounds_either_way = is_implicit && is_float(row.to),
      .overflows = overflows(row, format, edition),
      .rounds_in_steps = row.group == Group::conversion && info(row.to).through.has_value(),
      .flushing = flushing(row, edition),
      .quiet_nan = quiet_nan(row, edition),
      .limit_of_step = limit_of_step,
      .context = steps_of(edition, profile, format, mode),
  };
}

}  // namespace classay
