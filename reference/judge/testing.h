// Asking the judge in one line, for tests: a promise is built from a truth, a limit and rules.
#pragma once

#include <bit>
#include <string_view>
#include <vector>

#include "reference/judge/judge.h"
#include "reference/judge/ulp.h"

namespace classay::judge_test {

inline Value f32(float x) { return {Type::f32, std::bit_cast<std::uint32_t>(x)}; }
inline Value f64(double x) { return {Type::f64, std::bit_cast<std::uint64_t>(x)}; }
inline Value f16(Bits bits) { return {Type::f16, bits}; }
inline Value i32(std::int32_t x) { return int_value(Type::i32, x); }

inline constexpr Bits kNan32 = kF32.quiet_nan();
inline constexpr Bits kInf32 = kF32.infinity();

struct Subject {
  std::string_view builtin;
  Evaluate truth = nullptr;
  Limit limit;
  std::vector<Type> results = {Type::f32};
  std::vector<Rule> rules = {};
  Arithmetic arithmetic = {};
  int quotient_bits = 0;
  bool core_operation = false;
  Flushing flushing = Flushing::named;
  QuietNan quiet_nan = QuietNan::open;
  Call call = {};  // lanes, conversion target; the arguments are set by ask
  Limit (*limit_of_step)(std::string_view, const void*) = nullptr;

  Judgement ask(std::vector<Value> args, std::vector<Bits> got) const {
    Call c = call;
    c.type = args.front().type;
    c.args = args;
    const Promise promise{.builtin = builtin,
                          .truth = truth,
                          .results = results,
                          .limit = limit,
                          .clause = "the limit",
                          .rules = rules,
                          .quotient_bits = quotient_bits,
                          .core_operation = core_operation,
                          .flushing = flushing,
                          .quiet_nan = quiet_nan,
                          .limit_of_step = limit_of_step};
    return judge(promise, c, got, arithmetic);
  }
  Verdict verdict(std::vector<Value> args, std::vector<Bits> got) const {
    return ask(std::move(args), std::move(got)).verdict;
  }
  bool right(std::vector<Value> args, std::vector<Bits> got) const {
    return verdict(std::move(args), std::move(got)) == Verdict::right;
  }
  bool wrong(std::vector<Value> args, std::vector<Bits> got) const {
    return verdict(std::move(args), std::move(got)) == Verdict::wrong;
  }
  bool undefined(std::vector<Value> args, std::vector<Bits> got) const {
    return verdict(std::move(args), std::move(got)) == Verdict::undefined;
  }
};

// The float that is `steps` above (or below) a pattern.
inline Bits stepped(const Format& f, Bits b, std::int64_t steps) { return from_ordered(f, ordered(f, b) + steps); }

// nullopt where the enclosure is not tight enough.
inline std::optional<Interval> error_in_ulps(const Format& f, Bits result, const Truth& t) {
  std::optional<Error> error = ulp_error(f, result, *t.value);
  if (!error) return std::nullopt;
  return in_ulps(*std::move(error));
}

// The correctly rounded result of a call's first component.
inline Bits nearest(Evaluate truth, std::vector<Value> args, Rounding mode = Rounding::rne) {
  const Type type = args.front().type;
  const Call call{.type = type, .args = args};
  const std::vector<Type> types{type};
  return *rounded(type, evaluate_rounded(truth, call, types)[0], mode);
}

}  // namespace classay::judge_test
