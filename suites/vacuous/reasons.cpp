#include "suites/vacuous/reasons.h"

#include <algorithm>
#include <array>

namespace classay::vacuous {
namespace {

template <class Kind>
bool is(const Limit& limit) {
  return std::holds_alternative<Kind>(limit);
}

bool is_any(const Limit&) { return true; }

// Percent of wrong results that may pass without a quality warning under a limit of another edition; "share of the operands"
// has the same threshold.
constexpr int kBesides = 10;

constexpr Few<Edition, 4> kUnified{Edition::clc31, Edition::spirv31};

// clang-format off
constexpr std::array kReasons = std::to_array<Reason>({
    {.name = "another's limit", .limit = is_any, .is_of_another = true, .editions = {Edition::clc20, Edition::spirv22},
     .why = "This specification states no limit. The limit of the earliest one that has one decides, and a worse result is a "
            "quality-warning that names both (docs/ambiguities.md, limit-of-another)."},
    {.name = "half before 3.1", .limit = is<Unstated>, .of = {"lgamma", "lgamma_r", "mad"}, .formats = {Type::f16}, .editions = {Edition::clc20},
     .why = "OpenCL C 2.0 has tables for single and double precision only (\"Relative Error as ULPs\"). Later specifications "
            "leave this to the implementation. Only prescribed values are checked."},
    {.name = "no limit before 3.1", .limit = is<Unstated>,
     .of = {"degrees", "radians", "cross", "distance", "length", "normalize", "fast_distance", "fast_length", "fast_normalize", "dot"},
     .editions = {Edition::clc20, Edition::spirv22}, .profile = Profile::embedded,
     .why = "This specification states no limit, and later ones write \"implementation-defined\" for the embedded profile "
            "(docs/ambiguities.md, limit-of-another). Only prescribed values, such as w of cross, and overflow of intermediate "
            "results are checked."},
    {.name = "lgamma", .limit = is<ImplementationDefined>, .of = {"lgamma", "lgamma_r"},
     .why = "\"Implementation-defined\", \"currently undefined\", \"undefined\" (docs/ambiguities.md, lgamma-promise). Only "
            "prescribed values are checked."},
    {.name = "native", .limit = is<ImplementationDefined>, .group = Group::native,
     .why = "\"Implementation-defined\" in the ulp tables of all specifications."},
    {.name = "mad", .limit = is<ImplementationDefined>, .of = {"mad"},
     .why = "\"Any value allowed\", \"implementation-defined\" (docs/ambiguities.md, mad-promise)."},
    {.name = "contracted to mad", .limit = is<ImplementationDefined>, .group = Group::operation, .modes = {Mode::mad_enable},
     .why = "-cl-mad-enable allows a * b + c to be a mad, for which any value is allowed here (docs/ambiguities.md, "
            "mad-against-pragma)."},
    {.name = "blends", .limit = is<ImplementationDefined>, .of = {"mix", "smoothstep"}, .editions = kUnified,
     .why = "\"Implementation-defined\" in the ulp tables of 3.1: half, double, and the embedded profile."},
    {.name = "geometry, embedded", .limit = is<ImplementationDefined>, .group = Group::geometric, .editions = kUnified,
     .profile = Profile::embedded, .why = "\"Implementation-defined\" in the ulp tables of the embedded profile of 3.1."},
    {.name = "no NaN", .limit = is<Exact>, .of = {"nan"}, .modes = {Mode::finite, Mode::relaxed, Mode::unsafe},
     .why = "The result is a NaN. -cl-finite-math-only assumes that no result is a NaN, and -cl-unsafe-math-optimizations that "
            "results are valid (docs/ambiguities.md, unsafe-options)."},
    {.name = "relaxed sine", .limit = is<AbsoluteOn>, .of = {"sin", "cos", "sincos", "sinpi", "cospi"},
     .modes = {Mode::relaxed, Mode::unsafe}, .at_most = 60,
     .why = "\"For x in the domain [-π, π], the maximum absolute error is <= 2^-11 and larger otherwise\", in the relaxed "
            "tables of all specifications (sinpi and cospi: [-1, 1]). The share is that of arguments outside."},
    {.name = "derived from sines", .limit = is<Derived>, .of = {"tan", "tanpi"}, .modes = {Mode::relaxed, Mode::unsafe}, .at_most = 60,
     .why = "Derived from sin and cos, which have no limit outside [-π, π]. A result within the limit for implementations that "
            "are not derived is right. Every other result is a quality-warning (docs/ambiguities.md, derivation-without-limit)."},
    {.name = "absolute", .limit = is<Derived>, .of = {"mix"}, .at_most = 5,
     .why = "\"Absolute error tolerance of 1e-3\" in the ulp tables of 3.1 is more than a sixteenth of a result below 2^-6. In "
            "earlier specifications it is a quality-warning (docs/ambiguities.md, code-before-tables)."},
    {.name = "overflow", .limit = is<Exact>,
     .of = {"add", "sub", "mul", "negate", "pre_increment", "pre_decrement", "after_increment", "after_decrement", "assign_sum",
            "assign_difference", "assign_product"},
     .editions = {Edition::clc20, Edition::clc31}, .at_most = 50,
     .why = "A signed overflow is undefined in C (C99, 6.5p5) and wraps in SPIR-V. A result that does not wrap is a "
            "quality-warning (docs/ambiguities.md, signed-overflow). The share is that of calls that overflow."},
    {.name = "share of the operands", .limit = is<ScaledAbsolute>, .of = {"cross", "dot"}, .editions = kUnified, .at_most = 10,
     .why = "\"Absolute error tolerance of max * max * ...\" of the largest operand, in the ulp tables of 3.1, is more than a "
            "sixteenth of a result that cancels."},
});
// clang-format on

template <class List, class T>
bool allows(const List& list, const T& one) {
  return list.empty() || list.contains(one);
}

bool covers(const Reason& r, const Cell& c) {
  if (r.is_of_another && (!c.is_of_another || 100 * (c.share.passed() - c.share.poor) > kBesides * c.share.asked))
    return false;
  return r.limit(c.limit) && allows(r.of, c.row->name) && r.group.value_or(c.row->group) == c.row->group &&
         allows(r.formats, c.format) && allows(r.editions, c.edition) && r.profile.value_or(c.profile) == c.profile &&
         allows(r.modes, c.mode) && 100 * c.share.passed() <= r.at_most * c.share.asked && c.share.asked > 0;
}

}  // namespace

std::span<const Reason> reasons() { return kReasons; }

std::string_view reason_for(const Cell& cell) {
  const auto* const found = std::ranges::find_if(kReasons, [&](const Reason& r) { return covers(r, cell); });
  return found == kReasons.end() ? "" : found->name;
}

}  // namespace classay::vacuous
