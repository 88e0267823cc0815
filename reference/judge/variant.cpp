#include "reference/judge/variant.h"

#include <algorithm>
#include <stdexcept>

#include "reference/judge/component.h"
#include "reference/judge/flush.h"
#include "reference/judge/range.h"

namespace classay {
namespace {

constexpr std::string_view kOpen = "special values are not promised";
constexpr std::string_view kAssumed = "only finite results are promised";

void keep_larger(VariantCheck& all, Check& check) {
  if (!check.error || (all.error && compare(check.error->high, all.error->high) <= 0)) return;
  all.error = std::move(check.error);
  all.is_below = check.is_below;
}

void merge(VariantCheck& all, const Check& check) {
  if (check.outcome <= all.outcome) return;
  all.outcome = check.outcome;
  all.why = check.why;
}

bool has_nan(const Call& call) { return std::ranges::any_of(call.args, is_nan); }

bool has_signaling(const Call& call) {
  return std::ranges::any_of(call.args, [](Value v) { return is_float(v.type) && format(v.type).is_signaling(v.bits); });
}

bool is_assumed_away(const Truth& t, const Arithmetic& a) {
  return (t.kind == Truth::Kind::nan && !a.nans) || (t.kind == Truth::Kind::infinite && !a.infinities);
}

// A component whose exact value is a NaN or an infinity that no rule prescribes. IEEE 754 fixes it ("the result of a
// floating-point exception must match the IEEE 754 spec"): a NaN where nothing else is defined, an infinity at a pole, and
// the limit of the exact value where an argument is infinite (A16).
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
  const std::string_view expected = t.is_quiet                   ? "must be a quiet NaN"
                                    : t.kind == Truth::Kind::nan ? "must be NaN"
                                    : t.negative                 ? "must be -inf"
                                                                 : "must be +inf";
  if (!q.arithmetic.edge_rules) return {.outcome = Outcome::undefined, .why = kEdge};
  if (q.promise.special_values_are_open) return {.outcome = Outcome::undefined, .why = kOpen};
  // The infinity next to a NaN belongs to a different component (cross).
  const bool is_of_nan = t.kind == Truth::Kind::nan && has_nan(q.call);
  if (is_of_nan) return {.outcome = Outcome::wrong, .why = expected};
  // Infinities that the code of mix subtracts may have another limit in an equivalent formula.
  if (t.kind == Truth::Kind::nan && std::holds_alternative<Derived>(limit) && !q.promise.core_operation) {
    return {.outcome = Outcome::poor, .why = "is not the NaN that the code gives (A16)"};
  }
  return beyond_special(q, format(type), t, expected);
}

bool is_right_integer(const Promise& promise, const Truth& t, Type type, Bits result) {
  if (promise.quotient_bits == 0) return matches(t, type, result, true);
  return is_right_quotient(promise, static_cast<std::int32_t>(result), static_cast<std::int32_t>(t.integer));
}

Check check_component(const Question& q, Type type, Bits result, const Truth& t) {
  switch (t.kind) {
    case Truth::Kind::any: return {.outcome = Outcome::undefined, .why = "the result is undefined for these arguments"};
    case Truth::Kind::integer: {
      const bool right = is_right_integer(q.promise, t, type, result);
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

bool overflows(const Question& q) { return q.promise.overflows != nullptr && q.promise.overflows(q.call); }

// Checks the statements other than the limit, and applies the limit of a different specification.
Check check_statements(const Question& q, Type type, Bits result, const Truth& t) {
  if (t.is_prescribed && matches(t, type, result, q.arithmetic.zero_signs)) return {.outcome = Outcome::right};
  if (t.is_prescribed && matches(t, type, result, false))
    return {.outcome = Outcome::poor, .why = "is -0 in place of 0.0 (A74)"};
  if (t.is_prescribed && q.arithmetic.edge_rules) return {.why = "differs from the prescribed result"};
  Check check = check_component(q, type, result, t);
  const bool keeps_range = q.promise.keeps_range && q.arithmetic.edge_rules && t.kind == Truth::Kind::real;
  if (keeps_range && check.outcome != Outcome::undecided && loses_range(q, format(type), result, t)) {
    check.outcome = Outcome::wrong;
    check.why = "overflows in an intermediate step, or loses bits to an underflow";
  } else if (q.promise.is_of_another && check.outcome == Outcome::wrong &&
             (t.kind != Truth::Kind::integer || q.promise.promises_nothing)) {
    check.outcome = Outcome::poor;
  } else if (t.kind == Truth::Kind::integer && check.outcome == Outcome::wrong && overflows(q)) {
    check.outcome = Outcome::poor;
    check.why = "overflows: undefined in C99; A71 and A73 in docs/ambiguities.md say what SPIR-V has";
  }
  return check;
}

std::optional<Prescription> prescription(const Promise& promise, const Call& call) {
  for (const Rule& rule : promise.rules) {
    if (auto alternatives = rule.prescribed(call); !alternatives.empty())
      return Prescription{&rule, std::move(alternatives)};
  }
  return std::nullopt;
}

}  // namespace

bool VariantCheck::is_excused() const { return outcome == Outcome::undefined && (why == kAssumed || why == kEdge); }

Type type_of(const Promise& promise, std::size_t component) { return promise.results[component % promise.results.size()]; }

// Support of signaling NaNs is not required: they may behave as quiet ones, or make a NaN of whatever is computed from
// them.
bool VariantJudge::is_nan_of_signaling(const Call& call) const {
  return results_.size() == 1 && is_float(type_of(promise_, 0)) && format(type_of(promise_, 0)).is_nan(results_[0]) &&
         has_signaling(call);
}

// A NaN that signals, and that no operand brought along.
bool VariantJudge::signals_by_itself(const Call& call) const {
  const bool is_open = promise_.quiet_nan == QuietNan::open || promise_.quiet_nan == QuietNan::kept;
  if (is_open || !arithmetic_.edge_rules || has_signaling(call)) return false;
  for (std::size_t i = 0; i < results_.size(); ++i) {
    if (is_float(type_of(promise_, i)) && format(type_of(promise_, i)).is_signaling(results_[i])) return true;
  }
  return false;
}

VariantCheck VariantJudge::check(const Call& call, Precision p) const {
  VariantCheck check = check_as_given(call, p);
  if (promise_.quiet_nan == QuietNan::kept) {
    const auto keeps = [](const Value& v, Bits result) { return v.bits == result; };
    if (check.outcome == Outcome::right && !std::ranges::equal(call.args, results_, keeps)) {
      check.outcome = Outcome::wrong;
      check.why = "is not the operand \"without modification\"";
    }
    return check;
  }
  const bool is_bad = check.outcome == Outcome::wrong || (promise_.promises_nothing && check.outcome == Outcome::poor);
  if (is_bad && is_nan_of_signaling(call)) {
    check.outcome = Outcome::right;
    check.reading = "signaling-nan";
  }
  if (check.outcome == Outcome::right && signals_by_itself(call)) {
    const bool is_advice = promise_.quiet_nan == QuietNan::advised;
    check.outcome = is_advice ? Outcome::poor : Outcome::wrong;
    check.clause = "edge case behavior (docs/ambiguities.md, which-nan)";
    check.why = is_advice ? "is a signaling NaN, and should be a quiet one" : "must be a quiet NaN";
  }
  return check;
}

VariantCheck VariantJudge::check_as_given(const Call& call, Precision p) const {
  if (std::optional<Prescription> found = prescription(promise_, call)) {
    VariantCheck check = check_prescribed(*found, call);
    if (promise_.special_values_are_open && check.outcome != Outcome::right) return check_open(*found, call, p);
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

VariantCheck VariantJudge::check_open(const Prescription& found, const Call& call, Precision p) const {
  const auto is_special = [](const Truth& t) { return t.kind == Truth::Kind::nan || t.kind == Truth::Kind::infinite; };
  const bool has_number =
      std::ranges::none_of(found.alternatives, [&](const auto& truths) { return std::ranges::any_of(truths, is_special); });
  if (has_number) return check_limit(call, p);
  return {.outcome = Outcome::undefined, .clause = std::string(promise_.clause), .why = std::string(kOpen)};
}

VariantCheck VariantJudge::check_limit(const Call& call, Precision p) const {
  const std::vector<Truth> truths = promise_.truth(call, p);
  if (truths.size() != results_.size()) {
    throw std::invalid_argument(std::string(promise_.builtin) + " has " + std::to_string(truths.size()) +
                                " result components, got " + std::to_string(results_.size()));
  }
  const Question question{promise_, call, arithmetic_, p};
  VariantCheck all{.outcome = Outcome::right, .clause = std::string(promise_.clause)};
  std::size_t open = 0;
  for (std::size_t i = 0; i < truths.size(); ++i) {
    Check check = check_statements(question, type_of(promise_, i), results_[i], truths[i]);
    keep_larger(all, check);
    if (check.outcome == Outcome::right && !check.reading.empty()) all.reading = check.reading;
    if (truths[i].kind == Truth::Kind::any) {
      ++open;
      if (open == truths.size()) merge(all, check);
    } else {
      merge(all, check);
    }
  }
  const bool is_off = all.outcome == Outcome::wrong || all.outcome == Outcome::poor;
  if (is_off && gives_itself(question, results_)) return {.outcome = Outcome::right, .clause = all.clause};
  if (all.outcome == Outcome::wrong && flushed_step(call)) all.outcome = Outcome::right;
  return all;
}

VariantCheck VariantJudge::check_prescribed(const Prescription& found, const Call& call) const {
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
  if (promise_.promises_nothing && check.outcome == Outcome::wrong) check.outcome = Outcome::poor;
  check.why = "is not what " + std::string(found.rule->sentence()) + (is_advice ? " says it should be" : " prescribes");
  return check;
}

bool VariantJudge::is_prescribed(const std::vector<Truth>& truths, std::string& reading) const {
  if (truths.size() > results_.size()) throw std::logic_error("a rule prescribes more components than there are");
  bool flushed = false;
  for (std::size_t i = 0; i < truths.size(); ++i) {
    if (matches(truths[i], type_of(promise_, i), results_[i], arithmetic_.zero_signs)) continue;
    if (!flushed_prescription(truths[i], type_of(promise_, i), results_[i])) return false;
    flushed = true;
  }
  reading = flushed ? "flush-prescribed" : "";
  return true;
}

// A zero for a prescribed subnormal: right under one reading of the circular clauses (A1).
bool VariantJudge::flushed_prescription(const Truth& t, Type type, Bits result) const {
  if (!arithmetic_.flushes || arithmetic_.keeps_results || !is_float(type) || t.kind != Truth::Kind::real) return false;
  const Format& f = format(type);
  const std::optional<Bits> right = rounded(f, t, Rounding::rne);
  return right && f.is_subnormal(*right) && f.is_zero(result);
}

// nextafter has its own list of results when subnormals are flushed.
bool VariantJudge::flushed_step(const Call& call) const {
  if (!arithmetic_.flushes || promise_.builtin != "nextafter") return false;
  const Format& f = format(call.type);
  for (const bool flushes_y : {true, false}) {
    const std::optional<Bits> step = flushed_nextafter(f, call.args[0].bits, call.args[1].bits, flushes_y);
    if (step && (*step == results_[0] || (f.is_zero(*step) && f.is_zero(results_[0])))) return true;
  }
  return false;
}

}  // namespace classay
