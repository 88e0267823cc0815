#include "reference/promise/rule.h"

#include <algorithm>
#include <stdexcept>
#include <string>

#include "reference/promise/rule_match.h"
#include "reference/promise/rule_parser.h"
#include "reference/truth/truth.h"

namespace classay {

using rule_grammar::Extended;
using rule_grammar::Quantifier;
using rule_grammar::Result;

struct Rule::Data {
  std::string text;
  std::string clause;
  bool is_advice;
  rule_grammar::Sentence sentence;
};

Rule::Rule(std::string_view sentence, std::string_view clause, bool is_advice)
    : data_(std::make_shared<const Data>(
          Data{std::string(sentence), std::string(clause), is_advice, rule_grammar::parse(sentence)})) {}

std::string_view Rule::builtin() const { return data_->sentence.builtin; }
std::string_view Rule::sentence() const { return data_->text; }
std::string_view Rule::clause() const { return data_->clause; }
bool Rule::is_advice() const { return data_->is_advice; }

bool Rule::covers(const Call& call) const {
  const rule_grammar::Sentence& s = data_->sentence;
  const auto holds = [&](const rule_grammar::Condition& c, const Value& v) {
    return rule_grammar::holds(c, rule_grammar::extended(v), call.args);
  };
  const auto first_holds = [&](const Value& v) { return holds(s.conditions.front(), v); };
  if (s.quantifier == Quantifier::all) return std::ranges::all_of(call.args, first_holds);
  if (s.quantifier == Quantifier::some) return std::ranges::any_of(call.args, first_holds);
  if (call.args.size() != s.conditions.size()) {
    throw std::invalid_argument("a call with " + std::to_string(call.args.size()) + " arguments does not fit the rule \"" +
                                data_->text + "\", which has " + std::to_string(s.conditions.size()));
  }
  return std::ranges::equal(s.conditions, call.args, holds);
}

namespace {

Extended value_of(const Result& r, const Format& f, std::span<const Value> args) {
  Extended e = r.constant;
  if (r.kind == Result::Kind::argument) e = rule_grammar::extended(args[r.argument]);
  if (r.kind == Result::Kind::min_subnormal) e.value = decode(f, f.min_subnormal());
  switch (r.sign) {
    case Result::Sign::own: break;
    case Result::Sign::positive: e.value.negative = false; break;
    case Result::Sign::negative: e.value.negative = true; break;
    case Result::Sign::of_argument:
    case Result::Sign::opposite_of_argument:
      e.value.negative = rule_grammar::extended(args[r.sign_argument]).value.negative;
      if (r.sign == Result::Sign::opposite_of_argument) e.value.negative = !e.value.negative;
      break;
  }
  return e;
}

Truth truth_of(const Result& r, const Format& f, std::span<const Value> args) {
  if (r.kind == Result::Kind::nan) return Truth::not_a_number();
  if (r.kind == Result::Kind::quiet_nan) return Truth::quiet_nan();
  if (r.kind == Result::Kind::any) return Truth::anything();
  const Extended e = value_of(r, f, args);
  if (r.integer) {
    const auto magnitude = static_cast<std::int64_t>(e.value.significand);
    return Truth::of_integer(int_value(Type::i32, e.value.negative ? -magnitude : magnitude));
  }
  switch (e.kind) {
    case Extended::Kind::nan: return Truth::not_a_number();
    case Extended::Kind::infinite: return Truth::infinity(e.value.negative);
    case Extended::Kind::finite: break;
  }
  return e.is_zero() ? Truth::zero(e.value.negative) : Truth::of(exact(e.value));
}

}  // namespace

std::vector<std::vector<Truth>> Rule::prescribed(const Call& call) const {
  if (!covers(call)) return {};
  const Format& f = format(call.type);
  // A sentence on all elements of a vector speaks of one, and its result holds for each.
  const std::size_t lanes = data_->sentence.quantifier == Quantifier::each ? 1 : call.args.size();
  std::vector<std::vector<Truth>> alternatives;
  for (const std::vector<Result>& outcome : data_->sentence.outcomes) {
    std::vector<Truth>& components = alternatives.emplace_back();
    for (std::size_t lane = 0; lane < lanes; ++lane) {
      for (const Result& r : outcome) components.push_back(truth_of(r, f, call.args.subspan(lane)));
    }
  }
  return alternatives;
}

}  // namespace classay
