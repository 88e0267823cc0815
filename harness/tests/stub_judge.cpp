// Stands in for reference/judge.cpp where that is not there yet: right is what is correctly rounded, no more.
#include "reference/judge.h"
#include "reference/ulp.h"

namespace classay {

Judgement judge(const Promise& promise, const Call& call, std::span<const Bits> results, const Arithmetic& arithmetic) {
  const std::vector<Truth> truths = evaluate_rounded(promise.truth, call, promise.results);
  const RealScope scope;
  Judgement j{.verdict = Verdict::right, .error = {}, .clause = std::string(promise.clause), .reading = "", .why = ""};
  for (std::size_t i = 0; i < truths.size(); ++i) {
    const Type type = promise.results[i % promise.results.size()];
    const Format& f = is_float(type) ? format(type) : kF32;
    const std::optional<Bits> right = rounded(f, truths[i], arithmetic.rounding);
    if (!right)
      return {.verdict = Verdict::undefined, .error = {}, .clause = "", .reading = "", .why = "any value is right"};
    const bool nans = is_float(type) && f.is_nan(*right) && f.is_nan(results[i]);
    if (*right != results[i] && !nans) j.verdict = Verdict::wrong;
    if (truths[i].kind == Truth::Kind::real && is_float(type) && !f.is_nan(results[i]))
      j.error = ulp_error(f, results[i], truths[i]);
  }
  return j;
}

}  // namespace classay
