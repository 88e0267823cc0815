#include "reference/judge/judge.h"

#include <algorithm>

#include "reference/judge/flush.h"
#include "reference/judge/variant.h"

namespace classay {
namespace {

bool all_finite(const Call& call) {
  return std::ranges::all_of(call.args, [](Value v) { return !is_float(v.type) || is_finite(v); });
}

// May the build assume that no argument is like this one?
bool is_assumed_away(Value v, const Arithmetic& a) {
  if (!is_float(v.type) || is_finite(v)) return false;
  return is_nan(v) ? !a.nans : !a.infinities;
}

class Judging {
 public:
  Judging(const Promise& promise, const Call& call, std::span<const Bits> results, const Arithmetic& arithmetic)
      : promise_(promise), call_(call), results_(results), arithmetic_(arithmetic) {
    if (promise.flushing == Flushing::always) arithmetic_.flushes = true;
    if (promise.flushing == Flushing::never) arithmetic_.flushes = arithmetic_.must_flush = false;
    if (promise.flushing == Flushing::operands) {
      arithmetic_.keeps_results = true;
      arithmetic_.must_flush = false;
    }
  }

  Judgement run() {
    if (std::ranges::any_of(call_.args, [&](Value v) { return is_assumed_away(v, arithmetic_); })) {
      return {.verdict = Verdict::undefined,
              .clause = std::string(promise_.clause),
              .why = "only finite arguments are promised"};
    }
    FlushedArguments variants = arithmetic_.flushes && !arithmetic_.keeps_operands
                                    ? flushed_arguments(call_.args, smallest_kept(promise_.builtin))
                                    : FlushedArguments{{{call_.args.begin(), call_.args.end()}}, true};
    if (arithmetic_.must_flush) {
      if (gives_subnormal())
        return {.clause = std::string(promise_.clause), .why = "is subnormal where it has to be flushed"};
      keep_flushed(variants);
    }
    with_signs_ = variants.lists.size();
    if (!arithmetic_.zero_signs) add_other_zeros(variants, call_.args);
    for (Precision p = kFirstPrecision; p <= kLastPrecision; p *= 2) {
      if (std::optional<Judgement> judgement = at_precision(variants, p)) return *std::move(judgement);
    }
    throw Undecided();
  }

 private:
  bool gives_subnormal() const {
    for (std::size_t i = 0; i < results_.size(); ++i) {
      const Type type = type_of(promise_, i);
      if (is_float(type) && format(type).is_subnormal(results_[i])) return true;
    }
    return false;
  }

  // The operands that a device may not compute with are those that are still subnormal.
  static void keep_flushed(FlushedArguments& variants) {
    const auto is_left = [](const std::vector<Value>& list) { return std::ranges::any_of(list, is_subnormal); };
    std::erase_if(variants.lists, is_left);
  }

  std::optional<Judgement> at_precision(const FlushedArguments& variants, Precision p) {
    std::optional<VariantCheck> given;
    std::optional<VariantCheck> poor;
    std::optional<VariantCheck> excused;  // taken so, nothing is promised by the options of the build
    bool undecided = false;
    for (std::size_t i = 0; i < variants.lists.size(); ++i) {
      Call call = call_;
      call.args = variants.lists[i];
      VariantCheck check = variants_.check(call, p);
      if (check.outcome == Outcome::undecided) undecided = true;
      if (check.outcome == Outcome::right) {
        if (i > 0 && given->outcome == Outcome::undecided) return std::nullopt;  // may yet be right without flushing
        if (i > 0) name_flush_reading(check, given->prescribed);
        if (i >= with_signs_) check.reading = "zero-signs-of-arguments";
        return judgement(Verdict::right, std::move(check));
      }
      if (i == 0 && check.outcome == Outcome::undefined) return judgement(Verdict::undefined, std::move(check));
      if (check.outcome == Outcome::poor && !poor) poor = check;
      if (i == 0) {
        given = std::move(check);
      } else if (check.is_excused() && !excused) {
        excused = std::move(check);
      }
    }
    if (undecided) return std::nullopt;
    if (!variants.complete) {
      given->why = "too many subnormal operands, or zeros, to try every way of taking them";
      return judgement(Verdict::undefined, std::move(*given));
    }
    if (poor) return judgement(Verdict::poor, *std::move(poor));
    if (excused) return judgement(Verdict::undefined, *std::move(excused));
    if (!arithmetic_.edge_rules && !all_finite(call_)) {
      given->why = kEdge;
      return judgement(Verdict::undefined, std::move(*given));
    }
    return judgement(Verdict::wrong, std::move(*given));
  }

  void name_flush_reading(VariantCheck& check, bool given_was_prescribed) const {
    if (given_was_prescribed) check.reading = "flush-prescribed";
    const bool is_unnamed = promise_.flushing == Flushing::unnamed || promise_.flushing == Flushing::operands;
    if (is_unnamed) check.reading = "what-may-flush";
  }

  static Judgement judgement(Verdict verdict, VariantCheck check) {
    return {.verdict = verdict,
            .error = check.error ? std::make_shared<Interval>(*std::move(check.error)) : nullptr,
            .is_below = check.is_below,
            .clause = std::move(check.clause),
            .reading = verdict == Verdict::right ? std::move(check.reading) : "",
            .why = verdict == Verdict::right ? "" : std::move(check.why)};
  }

  const Promise& promise_;
  const Call& call_;
  std::span<const Bits> results_;
  Arithmetic arithmetic_;
  VariantJudge variants_{promise_, results_, arithmetic_};  // judges by the arithmetic above
  std::size_t with_signs_ = 1;  // how many of the lists of arguments have all their zeros as given
};

// The same question, had an operand been zero that the device gives back as it is: subnormal. nullopt: it gives none back.
std::optional<Judgement> with_operand_as_zero(const Promise& promise, const Call& call, std::span<const Bits> results,
                                              const Arithmetic& arithmetic) {
  const bool may_flush = arithmetic.flushes && !arithmetic.must_flush && !arithmetic.keeps_operands &&
                         promise.flushing != Flushing::never && promise.flushing != Flushing::operands;
  // An operation uses each operand once, and nextafter has a list of its own.
  if (!may_flush || promise.core_operation || promise.builtin == "nextafter") return {};
  std::vector<Bits> zeros(results.begin(), results.end());
  std::vector<Value> args(call.args.begin(), call.args.end());
  bool gives_back = false;
  for (std::size_t i = 0; i < zeros.size(); ++i) {
    const Type type = promise.results[i % promise.results.size()];
    if (!is_float(type) || !format(type).is_subnormal(zeros[i])) continue;
    const Bits zero = format(type).zero(format(type).is_negative(zeros[i]));
    for (Value& v : args) {
      if (v.type != type || v.bits != results[i]) continue;
      gives_back = true;
      v.bits = zeros[i] = zero;
    }
  }
  if (!gives_back) return {};
  Call flushed = call;
  flushed.args = args;
  return Judging(promise, flushed, zeros, arithmetic).run();
}

}  // namespace

Judgement judge(const Promise& promise, const Call& call, std::span<const Bits> results, const Arithmetic& arithmetic) {
  const RealScope scope;
  Judgement given = Judging(promise, call, results, arithmetic).run();
  if (given.verdict != Verdict::wrong) return given;
  if (std::optional<Judgement> j = with_operand_as_zero(promise, call, results, arithmetic);
      j && j->verdict == Verdict::right) {
    j->reading = "flush-of-one-use";
    return *std::move(j);
  }
  if (promise.rounds_in_steps && call.rounding != Rounding::rne) {
    Call to_nearest_first = call;
    to_nearest_first.step = Rounding::rne;
    Judgement j = Judging(promise, to_nearest_first, results, arithmetic).run();
    if (j.verdict == Verdict::right) {
      j.reading = "rounding-in-steps";
      return j;
    }
  }
  if (!promise.rounds_either_way) return given;
  for (const Rounding other : {Rounding::rtp, Rounding::rtn}) {
    Call neighbour = call;
    neighbour.rounding = other;
    Judgement j = Judging(promise, neighbour, results, arithmetic).run();
    if (j.verdict != Verdict::right) continue;
    j.reading = "implicit-rounding";
    return j;
  }
  return given;
}

}  // namespace classay
