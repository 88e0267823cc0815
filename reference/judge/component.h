// One component against one limit: the innermost question of the judge. Knows neither prescribed values nor the lists of
// flushed arguments, which judge.cpp arranges around it.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "reference/judge/judge.h"
#include "reference/judge/ulp.h"

namespace classay {

// `undecided` asks for a tighter enclosure; `undefined` says that nothing is promised for these arguments; `poor` is that of
// Verdict.
enum class Outcome : std::uint8_t { right, undefined, poor, undecided, wrong };  // of components, the last one counts

struct Check {
  Outcome outcome = Outcome::wrong;
  std::optional<Interval> error;  // in ulp
  bool is_below = false;          // the result is less than the exact value
  bool is_flushed = false;        // right as the zero of a subnormal result: the error is not one of the computation
  std::string reading;
  std::string_view why;
};

// Judges a result without a prescribed value and without a stated limit.
Check nothing_stated();

// Everything that stays the same while the components of one call are looked at.
struct Question {
  const Promise& promise;
  const Call& call;  // with the arguments of the variant in question
  const Arithmetic& arithmetic;
  Precision precision;
};

// A floating-point component whose exact value is the real number `t`.
Check check_real(const Question& q, const Format& f, Bits result, const Truth& t);

// Judges a floating-point component that is not the NaN or infinity `t`. It is wrong, except outside the domain of the
// limit, and where a product may overflow to an infinity of the opposite sign.
Check beyond_special(const Question& q, const Format& f, const Truth& t, std::string_view why);

// A floating-point component under a limit of kind Derived, whatever its exact value is: within reach of the expression, or
// within the limit of implementations that are not derived. `error` is null when one of the two is not a number.
Check check_derived(const Question& q, const Format& f, Bits result, const Truth& t, const Error* error);

// Is the result round(round(a * b) + c), in a mode of the device, the product flushed where that is allowed?
bool is_two_roundings(const Question& q, const Format& f, Bits result);

// An exact Truth (NaN, infinity, number, integer, any) that only this result satisfies.
bool matches(const Truth& t, Type type, Bits result, bool zero_signs);

// The integral quotient of remquo: at least `bits` low bits of the magnitude, and its sign.
bool matches_quotient(std::int32_t result, std::int32_t exact, int bits);

// As C has it: magnitudes are congruent modulo 2^bits, and the sign is that of the exact one where neither is 0.
bool is_congruent_quotient(std::int32_t result, std::int32_t exact, int bits);

// Returns whether the quotient is right by the specification of the promise.
bool is_right_quotient(const Promise& promise, std::int32_t result, std::int32_t exact);

}  // namespace classay
