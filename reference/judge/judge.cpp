#include "reference/judge/judge.h"

#include <algorithm>
#include <stdexcept>

#include "reference/judge/component.h"
#include "reference/judge/flush.h"

namespace classay {
namespace {

// What one list of arguments (as given, or with subnormals flushed) makes of the results.
struct VariantCheck {
  Outcome outcome = Outcome::wrong;
  std::optional<Interval> error;
  bool is_below = false;
  std::string clause;
  std::string reading;
  std::string why;
  bool prescribed = false;
};

void keep_larger(VariantCheck& all, Check& check) {
  if (!check.error || (all.error && compare(check.error->high, all.error->high) <= 0)) return;
  all.error = std::move(check.error);
  all.is_below = check.is_below;
}

bool has_nan(const Call& call) {
  return std::ranges::any_of(call.args, [](Value v) { return is_float(v.type) && is_nan(v); });
}

bool has_signaling(const Call& call) {
  return std::ranges::any_of(call.args, [](Value v) { return is_float(v.type) && format(v.type).is_signaling(v.bits); });
}

bool all_finite(const Call& call) {
  return std::ranges::all_of(call.args, [](Value v) { return !is_float(v.type) || is_finite(v); });
}

// May the build assume that no argument is like this one?
bool is_assumed_away(Value v, const Arithmetic& a) {
  if (!is_float(v.type) || is_finite(v)) return false;
  return is_nan(v) ? !a.nans : !a.infinities;
}
bool is_assumed_away(const Truth& t, const Arithmetic& a) {
  return (t.kind == Truth::Kind::nan && !a.nans) || (t.kind == Truth::Kind::infinite && !a.infinities);
}

constexpr std::string_view kAssumed = "only finite results are promised";

// Unsafe math may assume "that arguments and results are valid", and may violate the edge cases (A40).
constexpr std::string_view kEdge = "unsafe math may violate edge cases";

// A component whose exact value is a NaN or an infinity that no rule prescribes. IEEE 754 fixes it for exact and correctly
// rounded results and for operations, whatever their limit ("Division by zero ... will result in ±∞ or NaN as prescribed by
// the IEEE-754 standard"), C99 F.9 (11) for NaN arguments; elsewhere no document names a result (A16).
Check check_special(const Question& q, Type type, Bits result, const Truth& t) {
  if (std::holds_alternative<TwoRoundings>(q.promise.limit) && is_two_roundings(q, format(type), result)) {
    return {.outcome = Outcome::right};
  }
  if (std::holds_alternative<TwoRoundings>(q.promise.limit)) {
    return {.outcome = q.arithmetic.edge_rules ? Outcome::wrong : Outcome::undefined, .why = "is not two roundings"};
  }
  if (matches(t, type, result, q.arithmetic.zero_signs)) return {.outcome = Outcome::right};
  const Limit& limit = q.promise.limit;
  if (std::holds_alternative<Unstated>(limit)) return nothing_stated();
  if (std::holds_alternative<ImplementationDefined>(limit)) return {.outcome = Outcome::right};
  if (std::holds_alternative<Derived>(limit)) {
    Check check = check_derived(q, format(type), result, t, nullptr);
    if (check.outcome != Outcome::wrong) return check;
  }
  if (std::holds_alternative<FmaOrTwoRoundings>(limit)) {
    const bool two = is_two_roundings(q, format(type), result);
    return {.outcome = two ? Outcome::right : Outcome::wrong, .why = "is neither fma nor two roundings"};
  }
  const bool fixed =
      q.promise.core_operation || std::holds_alternative<CorrectlyRounded>(limit) || std::holds_alternative<Exact>(limit);
  const std::string_view expected = t.is_quiet                   ? "must be a quiet NaN"
                                    : t.kind == Truth::Kind::nan ? "must be NaN"
                                    : t.negative                 ? "must be -inf"
                                                                 : "must be +inf";
  if (!q.arithmetic.edge_rules) return {.outcome = Outcome::undefined, .why = kEdge};
  // An infinity beside a NaN is that of another component (cross).
  const bool is_of_nan = t.kind == Truth::Kind::nan && has_nan(q.call);
  if (fixed || is_of_nan) return {.outcome = Outcome::wrong, .why = expected};
  return {.outcome = Outcome::undefined, .why = "no document names the result for these arguments (A16)"};
}

Check check_component(const Question& q, Type type, Bits result, const Truth& t) {
  switch (t.kind) {
    case Truth::Kind::any: return {.outcome = Outcome::undefined, .why = "the result is undefined for these arguments"};
    case Truth::Kind::integer: {
      const int bits = q.promise.quotient_bits;
      const bool right =
          bits > 0 ? matches_quotient(static_cast<std::int32_t>(result), static_cast<std::int32_t>(t.integer), bits)
                   : matches(t, type, result, true);
      return {.outcome = right ? Outcome::right : Outcome::wrong, .why = "is not the exact integer"};
    }
    case Truth::Kind::nan:
    case Truth::Kind::infinite:
      if (is_assumed_away(t, q.arithmetic)) return {.outcome = Outcome::undefined, .why = kAssumed};
      return check_special(q, type, result, t);
    case Truth::Kind::real: break;
  }
  if (!is_float(type)) throw std::logic_error("an integer component has a real truth");
  return check_real(q, format(type), result, t);
}

// What is stated besides the limit, and what becomes of one that is another document's.
Check check_statements(const Question& q, Type type, Bits result, const Truth& t) {
  // No sign is prescribed: "0.0".
  if (t.is_prescribed && matches(t, type, result, false)) return {.outcome = Outcome::right};
  if (t.is_prescribed && q.arithmetic.edge_rules) return {.why = "is not what the description prescribes"};
  Check check = check_component(q, type, result, t);
  const bool keeps_range = q.promise.keeps_range && q.arithmetic.edge_rules && t.kind == Truth::Kind::real;
  if (keeps_range && check.outcome != Outcome::undecided && loses_range(q, format(type), result, t)) {
    check.outcome = Outcome::wrong;
    check.why = "overflows, or loses what an underflow took, on the way";
  } else if (q.promise.is_of_another && t.kind != Truth::Kind::integer && check.outcome == Outcome::wrong) {
    check.outcome = Outcome::poor;
  }
  return check;
}

// The rule that covers the arguments, with what it prescribes: nearly always one alternative.
struct Prescription {
  const Rule* rule;
  std::vector<std::vector<Truth>> alternatives;
};

std::optional<Prescription> prescription(const Promise& promise, const Call& call) {
  for (const Rule& rule : promise.rules) {
    if (auto alternatives = rule.prescribed(call); !alternatives.empty())
      return Prescription{&rule, std::move(alternatives)};
  }
  return std::nullopt;
}

class Judging {
 public:
  Judging(const Promise& promise, const Call& call, std::span<const Bits> results, const Arithmetic& arithmetic)
      : promise_(promise), call_(call), results_(results), arithmetic_(arithmetic) {
    if (promise.flushing == Flushing::always) arithmetic_.flushes = true;
    if (promise.flushing == Flushing::never) arithmetic_.flushes = arithmetic_.must_flush = false;
  }

  Judgement run() {
    if (std::ranges::any_of(call_.args, [&](Value v) { return is_assumed_away(v, arithmetic_); })) {
      return {.verdict = Verdict::undefined,
              .clause = std::string(promise_.clause),
              .why = "only finite arguments are promised"};
    }
    FlushedArguments variants = arithmetic_.flushes ? flushed_arguments(call_.args)
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
      const Type type = type_of(i);
      if (is_float(type) && format(type).is_subnormal(results_[i])) return true;
    }
    return false;
  }

  // The operands that a device may not compute with are those that are still subnormal.
  static void keep_flushed(FlushedArguments& variants) {
    const auto is_left = [](const std::vector<Value>& list) {
      return std::ranges::any_of(list, [](Value v) { return is_float(v.type) && is_subnormal(v); });
    };
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
      VariantCheck check = check_variant(call, p);
      if (check.outcome == Outcome::undecided) undecided = true;
      if (check.outcome == Outcome::right) {
        if (i > 0 && given->outcome == Outcome::undecided) return std::nullopt;  // may yet be right without flushing
        if (i > 0) name_flush_reading(check, given->prescribed);
        if (i >= with_signs_) check.reading = "zero-signs-of-arguments";
        return judgement(Verdict::right, std::move(check));
      }
      if (i == 0 && check.outcome == Outcome::undefined) return judgement(Verdict::undefined, std::move(check));
      const bool is_excused = check.outcome == Outcome::undefined && (check.why == kAssumed || check.why == kEdge);
      if (check.outcome == Outcome::poor && !poor) poor = check;
      if (i == 0) {
        given = std::move(check);
      } else if (is_excused && !excused) {
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
    if (promise_.flushing == Flushing::unnamed) check.reading = "what-may-flush";
  }

  static Judgement judgement(Verdict verdict, VariantCheck check) {
    return {.verdict = verdict,
            .error = std::move(check.error),
            .is_below = check.is_below,
            .clause = std::move(check.clause),
            .reading = verdict == Verdict::right ? std::move(check.reading) : "",
            .why = verdict == Verdict::right ? "" : std::move(check.why)};
  }

  Type type_of(std::size_t component) const { return promise_.results[component % promise_.results.size()]; }

  // Support of signaling NaNs is not required: they may behave as quiet ones, or make a NaN of whatever is computed from
  // them.
  bool is_nan_of_signaling(const Call& call) const {
    return results_.size() == 1 && is_float(type_of(0)) && format(type_of(0)).is_nan(results_[0]) && has_signaling(call);
  }

  // A NaN that signals, and that no operand brought along.
  bool signals_by_itself() const {
    if (promise_.quiet_nan == QuietNan::open || !arithmetic_.edge_rules || has_signaling(call_)) return false;
    for (std::size_t i = 0; i < results_.size(); ++i) {
      if (is_float(type_of(i)) && format(type_of(i)).is_signaling(results_[i])) return true;
    }
    return false;
  }

  VariantCheck check_variant(const Call& call, Precision p) const {
    VariantCheck check = check_as_given(call, p);
    if (check.outcome == Outcome::wrong && is_nan_of_signaling(call)) {
      check.outcome = Outcome::right;
      check.reading = "signaling-nan";
    }
    if (check.outcome == Outcome::right && signals_by_itself()) {
      const bool is_advice = promise_.quiet_nan == QuietNan::advised;
      check.outcome = is_advice ? Outcome::poor : Outcome::wrong;
      check.clause = "edge case behavior (docs/ambiguities.md, which-nan)";
      check.why = is_advice ? "is a signaling NaN, and should be a quiet one" : "must be a quiet NaN";
    }
    return check;
  }

  VariantCheck check_as_given(const Call& call, Precision p) const {
    if (std::optional<Prescription> found = prescription(promise_, call)) {
      VariantCheck check = check_prescribed(*found, call);
      // Which of the two wins is not said when a relaxed limit meets a prescribed value (A22).
      const bool is_kept = check.outcome != Outcome::wrong && check.outcome != Outcome::poor;
      if (is_kept || arithmetic_.edge_rules) return check;
      VariantCheck by_limit = check_limit(call, p);
      if (by_limit.outcome == Outcome::wrong) return check;
      by_limit.reading = "relaxed-against-rules";
      return by_limit;
    }
    return check_limit(call, p);
  }

  VariantCheck check_limit(const Call& call, Precision p) const {
    const std::vector<Truth> truths = promise_.truth(call, p);
    if (truths.size() != results_.size()) {
      throw std::invalid_argument(std::string(promise_.builtin) + " has " + std::to_string(truths.size()) +
                                  " result components, got " + std::to_string(results_.size()));
    }
    const Question question{promise_, call, arithmetic_, p};
    VariantCheck all{.outcome = Outcome::right, .clause = std::string(promise_.clause)};
    std::size_t open = 0;
    for (std::size_t i = 0; i < truths.size(); ++i) {
      Check check = check_statements(question, type_of(i), results_[i], truths[i]);
      keep_larger(all, check);
      if (check.outcome == Outcome::right && !check.reading.empty()) all.reading = check.reading;
      if (truths[i].kind == Truth::Kind::any) {
        ++open;
        if (open == truths.size()) merge(all, check);
      } else {
        merge(all, check);
      }
    }
    if (all.outcome == Outcome::wrong && flushed_step(call)) all.outcome = Outcome::right;
    return all;
  }

  static void merge(VariantCheck& all, const Check& check) {
    if (check.outcome <= all.outcome) return;
    all.outcome = check.outcome;
    all.why = check.why;
  }

  VariantCheck check_prescribed(const Prescription& found, const Call& call) const {
    VariantCheck check{.outcome = Outcome::wrong, .clause = std::string(found.rule->clause()), .prescribed = true};
    for (const std::vector<Truth>& alternative : found.alternatives) {
      if (std::ranges::any_of(alternative, [&](const Truth& t) { return is_assumed_away(t, arithmetic_); })) {
        check.outcome = Outcome::undefined;
        check.why = kAssumed;
        return check;
      }
      if (is_prescribed(alternative, check.reading)) {
        check.outcome = Outcome::right;
        return check;
      }
    }
    if (flushed_step(call)) check.outcome = Outcome::right;
    const bool is_advice = found.rule->is_advice();
    if (is_advice && check.outcome == Outcome::wrong) check.outcome = Outcome::poor;
    check.why = "is not what " + std::string(found.rule->sentence()) + (is_advice ? " says it should be" : " prescribes");
    return check;
  }

  bool is_prescribed(const std::vector<Truth>& truths, std::string& reading) const {
    if (truths.size() > results_.size()) throw std::logic_error("a rule prescribes more components than there are");
    bool flushed = false;
    for (std::size_t i = 0; i < truths.size(); ++i) {
      if (matches(truths[i], type_of(i), results_[i], arithmetic_.zero_signs)) continue;
      if (!flushed_prescription(truths[i], type_of(i), results_[i])) return false;
      flushed = true;
    }
    reading = flushed ? "flush-prescribed" : "";
    return true;
  }

  // A zero for a prescribed subnormal: right under one reading of the circular clauses (A1).
  bool flushed_prescription(const Truth& t, Type type, Bits result) const {
    if (!arithmetic_.flushes || !is_float(type) || t.kind != Truth::Kind::real) return false;
    const Format& f = format(type);
    const std::optional<Bits> right = rounded(f, t, Rounding::rne);
    return right && f.is_subnormal(*right) && f.is_zero(result);
  }

  // nextafter has its own list of results when subnormals are flushed.
  bool flushed_step(const Call& call) const {
    if (!arithmetic_.flushes || promise_.builtin != "nextafter") return false;
    const Format& f = format(call.type);
    const std::optional<Bits> step = flushed_nextafter(f, call.args[0].bits, call.args[1].bits);
    return step && (*step == results_[0] || (f.is_zero(*step) && f.is_zero(results_[0])));
  }

  const Promise& promise_;
  const Call& call_;
  std::span<const Bits> results_;
  Arithmetic arithmetic_;
  std::size_t with_signs_ = 1;  // how many of the lists of arguments have all their zeros as given
};

// The same question, had an operand been zero that the device gives back as it is: subnormal. nullopt: it gives none back.
std::optional<Judgement> with_operand_as_zero(const Promise& promise, const Call& call, std::span<const Bits> results,
                                              const Arithmetic& arithmetic) {
  const bool may_flush = arithmetic.flushes && !arithmetic.must_flush && promise.flushing != Flushing::never;
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
