// Is a promise kept? A pure function of the promise, the arguments, the result's bits and the device's traits. A verdict is
// given only when it is proven (the enclosure of the exact value lies on one side of the limit); otherwise the precision
// grows. The order in which a result is looked at is that of design: prescribed values, NaN, limit, flush to zero.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "reference/limit.h"
#include "reference/rule.h"
#include "reference/truth.h"

namespace classay {

// What a device and a build do to arithmetic, for the format in question.
struct Arithmetic {
  Rounding rounding = Rounding::rne;  // the default mode of the format on this device
  bool flushes = false;               // subnormals may be flushed: no CL_FP_DENORM, or -cl-denorms-are-zero
};

// One builtin's promise for one format under one table.
struct Promise {
  std::string_view builtin;
  Evaluate truth = nullptr;
  std::span<const Type> results;  // types of the components of one lane: {f32} for sin, {f32, i32} for frexp
  Limit limit;
  std::string clause;           // document and table of the limit
  std::span<const Rule> rules;  // those of this builtin
  // remquo: only this many low bits of the quotient, with its sign, are promised; 0: integer results are exact.
  int quotient_bits = 0;
  // Functions of a relaxed derivation: the limit that each named step has in the same table.
  Limit (*limit_of_step)(std::string_view builtin, const void* context) = nullptr;
  const void* context = nullptr;
};

enum class Verdict : std::uint8_t { right, wrong, undefined };
constexpr std::string_view name(Verdict v) {
  return v == Verdict::right ? "right" : v == Verdict::wrong ? "wrong" : "undefined";
}

// The error of one component in ulp of the exact value: an enclosure of a real number, or no number at all (a NaN where a
// number is right, or the reverse), which counts as infinite.
struct UlpError {
  std::optional<Interval> ulps;
};

struct Judgement {
  Verdict verdict = Verdict::wrong;
  UlpError error;       // the largest among the components that have a real value
  std::string clause;   // what decided: the limit's table or the rule's clause
  std::string reading;  // when an ambiguous clause was needed for `right`: its name in docs/ambiguities.md
  std::string why;      // in a sentence, for `wrong` and `undefined`
};

// Precondition: results.size() == number of components of promise.truth for the call. Throws Undecided, or
// std::invalid_argument when the promise states nothing (Unstated).
Judgement judge(const Promise& promise, const Call& call, std::span<const Bits> results, const Arithmetic& arithmetic);

// |result - exact| / ulp(exact) as judging defines it; `t` of kind real, `result` not a NaN. An infinite result stands for
// 2^(emax+1) while the exact value is below that in magnitude and of its sign, and has error 0 above it; against an exact
// value of the other sign it is infinitely wrong. nullopt: the enclosure of `t` leaves its binade open, refine.
std::optional<Interval> ulp_error(const Format& f, Bits result, const Truth& t);

// ulp(x) for an exact value given by an enclosure, as an exponent of two; nullopt when the enclosure spans two binades.
std::optional<int> ulp_exponent(const Format& f, const Interval& v);

}  // namespace classay
