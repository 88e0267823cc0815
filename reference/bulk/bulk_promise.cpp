#include "reference/bulk/bulk_promise.h"

#include <algorithm>

#include "reference/promise/rule_parser.h"

namespace classay {
namespace {

using rule_grammar::Condition;
using rule_grammar::Extended;
using rule_grammar::Quantifier;
using rule_grammar::Relation;
using rule_grammar::Result;
using rule_grammar::Term;

bool is_point(const Condition& c) {
  const auto fixes = [](const Term& t) {
    return t.kind == Term::Kind::relation && t.relation == Relation::equal && !t.argument;
  };
  return !c.complement && std::ranges::any_of(c.terms, fixes);
}

// NaN, an infinity or a zero: a value expresses these too.
bool is_special(const Result& r) {
  if (r.kind == Result::Kind::nan) return true;
  return r.kind == Result::Kind::constant && (r.constant.kind != Extended::Kind::finite || r.constant.is_zero());
}

// A rule may prescribe a nonzero number for single arguments, which have no value. For whole ranges of arguments it may not,
// because the error in ulp would then decide. Functions of several arguments have no values in such ranges (fmax(x, nan) =
// x).
bool leaves_numbers_to_the_limit(const Rule& rule) {
  const rule_grammar::Sentence s = rule_grammar::parse(rule.sentence());
  if (s.quantifier != Quantifier::each) return false;
  const bool is_of_one = s.conditions.size() == 1;
  if (is_of_one && s.outcomes.size() != 1) return false;
  for (const std::vector<Result>& results : s.outcomes) {
    if (results.size() != 1 || results.front().kind == Result::Kind::any) return false;
    if (is_of_one && !is_special(results.front()) && !is_point(s.conditions.front())) return false;
  }
  return true;
}

// Returns whether a rule for one argument leaves only the sign of a zero open, as that of sign(NaN).
bool leaves_sign_of_zero(const Rule& rule) {
  const rule_grammar::Sentence s = rule_grammar::parse(rule.sentence());
  if (s.quantifier != Quantifier::each || s.conditions.size() != 1) return false;
  return std::ranges::all_of(s.outcomes, [](const std::vector<Result>& results) {
    return results.size() == 1 && results.front().kind == Result::Kind::constant && results.front().constant.is_zero();
  });
}

// The nearest number is right.
bool is_rounding(const Limit& limit) {
  return std::holds_alternative<Exact>(limit) || std::holds_alternative<CorrectlyRounded>(limit) ||
         std::holds_alternative<FmaOrTwoRoundings>(limit);
}

}  // namespace

bool values_say_what_rules_do(std::span<const Rule> rules) {
  return std::ranges::all_of(rules, leaves_numbers_to_the_limit);
}

bool is_flushing(const Promise& promise, const Arithmetic& arithmetic) {
  return promise.flushing == Flushing::always || (arithmetic.flushes && promise.flushing != Flushing::never);
}

std::optional<BulkPromise> bulk_promise(const Promise& promise, const Arithmetic& arithmetic,
                                        std::span<const Type> arguments) {
  const Type type = arguments.front();
  if (!is_float(type) || arguments.size() > 3) return std::nullopt;
  if (promise.results.size() != 1 || promise.results.front() != type || promise.rounding_in_call) return std::nullopt;
  if (!arithmetic.edge_rules || !arithmetic.zero_signs || arithmetic.assumes_finite()) return std::nullopt;
  if (arithmetic.must_flush) return std::nullopt;
  const auto is_expressed = [](const Rule& rule) { return leaves_numbers_to_the_limit(rule) || leaves_sign_of_zero(rule); };
  const bool has_open_zeros = !values_say_what_rules_do(promise.rules);
  if (has_open_zeros && !(is_rounding(promise.limit) && std::ranges::all_of(promise.rules, is_expressed)))
    return std::nullopt;
  BulkPromise bulk{.format = format(type), .flushes = is_flushing(promise, arithmetic)};
  for (std::size_t i = 0; i < bulk.is_real.size(); ++i) {
    bulk.is_real.at(i) = i < arguments.size() && is_float(arguments[i]);
    if (bulk.is_real.at(i) && arguments[i] != type) return std::nullopt;
  }
  // A quality warning, or wrong by a prescribed value, or a zero of the other sign.
  bulk.has_other_ways = promise.is_of_another || has_open_zeros;
  if (const auto* ulp = std::get_if<Ulp>(&promise.limit)) {
    bulk.limit = ulp->n;
  } else if (std::holds_alternative<ImplementationDefined>(promise.limit)) {
    bulk.always_right = true;
  } else if (is_rounding(promise.limit)) {
    if (arithmetic.rounding != Rounding::rne) return std::nullopt;
    bulk.limit = 0.5;
    bulk.is_rounding = true;
    bulk.has_other_ways = bulk.has_other_ways || std::holds_alternative<FmaOrTwoRoundings>(promise.limit);
  } else {
    return std::nullopt;
  }
  return bulk;
}

}  // namespace classay
