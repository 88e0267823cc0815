#include "harness/worker/judging/quality.h"

#include <fmt/format.h>

#include <algorithm>

#include "harness/text/number.h"
#include "reference/judge/gross.h"
#include "reference/judge/judge.h"
#include "reference/number/real.h"
#include "reference/truth/truth.h"
#include "suites/judge_promise.h"

namespace classay {
namespace {

// Returns the scale of the error: the magnitudes of the terms of a * b + c, or 1.
Real scale_of(const Row& row, std::span<const Value> args) {
  if (row.signature != Signature::ternary || args.size() != 3) return exact_double(1);
  Real sum = exact_product(exact(args[0]), exact(args[1]));
  mpfr_abs(sum, sum, MPFR_RNDN);
  Real addend = exact(args[2]);
  mpfr_abs(addend, addend, MPFR_RNDN);
  Real one = exact_double(1);
  Real all = exact_sum(exact_sum(sum, addend), one);
  return all;
}

// Returns whether another specification has a promise for this call and the result meets it. (OpenCL C 3.1 leaves mad of f16
// to the implementation; its SPIR-V environment allows a rounded product, which may round to infinity.)
bool is_right_elsewhere(const Row& row, const Call& call, Bits got) {
  return std::ranges::any_of(kEditions, [&](Edition edition) {
    const Promise other = promise(row, call.type, edition, Profile::full, Mode::standard);
    if (std::holds_alternative<ImplementationDefined>(other.limit) || std::holds_alternative<Unstated>(other.limit) ||
        other.is_of_another)
      return false;
    return other.results.size() == 1 && judge(other, call, std::span(&got, 1), {}).verdict == Verdict::right;
  });
}

std::string in_words(const Row& row, std::span<const Type> types, const Sample& s, Type type) {
  std::string input;
  for (std::size_t a = 0; a < types.size(); ++a) {
    input += (a > 0 ? ", " : "") + exact_form({types[a], s.inputs.at(a)});
  }
  return fmt::format("{}({}) gave {}", row.name, input,
                     is_nan({type, s.got}) ? pattern({type, s.got}) : exact_form({type, s.got}));
}

std::vector<const Sample*> kept(const Tally& tally) {
  std::vector<const Sample*> all;
  for (const Sample& s : tally.worst()) all.push_back(&s);
  for (const auto& [binade, s] : tally.per_binade()) all.push_back(&s);
  return all;
}

std::vector<Value> arguments_of(std::span<const Type> types, const Sample& s) {
  std::vector<Value> args;
  for (std::size_t a = 0; a < types.size(); ++a) args.push_back({types[a], s.inputs.at(a)});
  return args;
}

// Counts the results that the judge calls poor, and gives the reason for the first one kept.
std::string warning_of_poor(const Row& row, Type format, const Promise& promise, const Arithmetic& arithmetic,
                            const Tally& tally) {
  std::string share = fmt::format(
      "{} of {} results {}", tally.poor(), tally.judged(),
      promise.is_of_another ? "break " + text(promise.limit) + ", " + promise.clause : "break no promise, but are poor");
  if (goes_across_lanes(row.signature)) return share;
  const std::vector<Type> types = argument_types(row, format);
  for (const Sample* s : kept(tally)) {
    const std::vector<Value> args = arguments_of(types, *s);
    const std::array<Bits, 2> answer{s->got, s->second};
    const Judgement j =
        judge(promise, call_of(row, format, args), std::span(answer).first(promise.results.size()), arithmetic);
    if (j.verdict != Verdict::poor) continue;
    return fmt::format("{}: {}, which {}", share, in_words(row, types, *s, promise.results.front()), j.why);
  }
  return share;
}

}  // namespace

std::string quality_warning(const Row& row, Type format, const Promise& promise, const Arithmetic& arithmetic,
                            const Tally& tally) {
  const Type type = promise.results.front();
  if (tally.poor() > 0) return warning_of_poor(row, format, promise, arithmetic, tally);
  if (goes_across_lanes(row.signature)) return "";
  if (!std::holds_alternative<ImplementationDefined>(promise.limit) || !is_float(type)) return "";
  const RealScope scope;
  const std::vector<Type> types = argument_types(row, format);
  const Sample* first = nullptr;
  std::size_t gross = 0;
  std::size_t looked_at = 0;
  const auto look_at = [&](const Sample& s) {
    const std::vector<Value> args = arguments_of(types, s);
    const Call call = call_of(row, format, args);
    const std::vector<Truth> truths = promise.truth(call, kFirstPrecision);
    ++looked_at;
    if (!is_gross(classay::format(type), s.got, truths.front(), scale_of(row, args))) return;
    if (is_right_elsewhere(row, call, s.got)) return;
    ++gross;
    if (first == nullptr) first = &s;
  };
  for (const Sample* s : kept(tally)) look_at(*s);
  if (first == nullptr) return "";
  return fmt::format(
      "not even half of the bits are right in {} of the {} results that are kept, the largest errors of all and of each "
      "binade: {}",
      gross, looked_at, in_words(row, types, *first, type));
}

}  // namespace classay
