#include "reference/derived/derived.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <stdexcept>

#include "reference/derived/condition.h"
#include "reference/derived/parser.h"
#include "reference/derived/step.h"
#include "reference/number/interval.h"

namespace classay {

std::optional<Limit> otherwise_of(const Derived& limit) {
  if (!std::isnan(limit.otherwise_absolute)) return Absolute{limit.otherwise_absolute};
  return std::isnan(limit.otherwise_ulp) ? std::nullopt : std::optional<Limit>(Ulp{limit.otherwise_ulp});
}

namespace derived {

struct Parsed {
  explicit Parsed(const Derived& limit)
      : otherwise(otherwise_of(limit)), alternatives(parse_forms(limit.forms, limit.arguments)) {
    if (!limit.defined.empty()) defined = parse_condition(limit.defined, limit.arguments);
    if (!limit.otherwise_where.empty()) otherwise_where = parse_condition(limit.otherwise_where, limit.arguments);
  }

  // True if the condition holds for every combination of values of the arguments.
  bool is_defined(std::span<const Argument> arguments) const { return always(defined, arguments); }
  bool has_otherwise(std::span<const Argument> arguments) const { return otherwise && always(otherwise_where, arguments); }

  std::optional<Limit> otherwise;
  std::vector<Alternative> alternatives;
  std::optional<Condition> defined;
  std::optional<Condition> otherwise_where;

 private:
  static bool always(const std::optional<Condition>& c, std::span<const Argument> arguments) {
    return !c || std::ranges::all_of(combinations(arguments),
                                     [&](const std::vector<Case>& v) { return holds(*c, v) == Holds::always; });
  }
};

namespace {

using Op = Expression::Op;

// Prevents an endless recursion of the judge if a table derives a step from itself.
constexpr int kDeepestDerivation = 8;

// The value of a subexpression, and the factors of a product, because an addition may fuse the unrounded product.
struct Stage {
  Reach reach;
  std::optional<std::array<Reach, 2>> factors = std::nullopt;
};

Stage negated(const Stage& a) {
  Stage n{negate(a.reach), a.factors};
  if (n.factors) n.factors->front() = negate(n.factors->front());
  return n;
}

class Evaluator {
 public:
  // `choice` selects the interpretation of a derived step that has several. If a step has fewer, its last one is used.
  Evaluator(const Setting& setting, const Steps& steps, std::size_t choice)
      : setting_(setting), steps_(steps), choice_(choice) {}

  // Returns the union of the forms whose condition may hold; nullopt if there are none.
  std::optional<Reach> evaluate(const Alternative& alternative, std::span<const Argument> arguments) {
    const std::vector<std::vector<Case>> cases = combinations(arguments);
    std::optional<Reach> all;
    for (const Form& form : alternative.forms) {
      const auto may_hold = [&](const std::vector<Case>& c) {
        return !form.condition || holds(*form.condition, c) != Holds::never;
      };
      if (std::ranges::none_of(cases, may_hold)) continue;
      const Reach one = flushed(setting_, value_of(form.expression, arguments).reach);
      all ? all->include(one) : void(all = one);
    }
    return all;
  }

  std::size_t choices() const { return choices_; }
  bool is_unlimited() const { return is_unlimited_; }
  bool leaves_finite() const { return leaves_finite_; }

 private:
  Stage value_of(const Expression& e, std::span<const Argument> arguments) {
    switch (e.op) {
      case Op::argument: return {arguments[e.argument].reach};
      case Op::number: return {constant(setting_, Interval::point(*e.number))};
      case Op::pi: return {constant(setting_, pi(setting_.precision))};
      case Op::one_over_pi: {
        const Interval one = Interval::point(power_of_two(0));
        return {constant(setting_, divide(one, pi(setting_.precision), setting_.precision))};
      }
      default: break;
    }
    std::vector<Stage> operands;
    for (const Expression& operand : e.operands) {
      operands.push_back(value_of(operand, arguments));
      const Reach& r = operands.back().reach;
      const bool given = operand.op == Op::argument;
      leaves_finite_ = leaves_finite_ || (!given && (r.nan || r.positive_infinity || r.negative_infinity));
    }
    return operation(e, operands);
  }

  Stage operation(const Expression& e, std::span<const Stage> operands) {
    switch (e.op) {
      case Op::negate: {
        Stage n = negated(operands[0]);
        n.reach = flushed(setting_, n.reach);
        return n;
      }
      case Op::absolute: return {flushed(setting_, absolute(operands[0].reach))};
      case Op::add: return {contracted_sum(operands[0], operands[1])};
      case Op::subtract: return {contracted_sum(operands[0], negated(operands[1]))};
      case Op::multiply:
        return {multiply(setting_, operands[0].reach, operands[1].reach), std::array{operands[0].reach, operands[1].reach}};
      case Op::divide: return {step(e.operands[0].is_one() ? "recip" : "div", operands)};
      default: return {e.function == "clamp" ? clamped(e, operands[0].reach) : step(e.function, operands)};
    }
  }

  // Both bounds are numbers in the text, and clamp does not round.
  Reach clamped(const Expression& e, const Reach& x) const {
    const auto bound = [&](std::size_t i) {
      if (e.operands[i].op != Op::number) throw std::invalid_argument("clamp of a derivation needs numbers as its bounds");
      return round_to(setting_.format, *e.operands[i].number, Rounding::rne);
    };
    return flushed(setting_, clamp(x, bound(1), bound(2)));
  }

  Reach contracted_sum(const Stage& a, const Stage& b) {
    Reach r = add(setting_, a.reach, b.reach);
    if (a.factors) r.include(fused(setting_, (*a.factors)[0], (*a.factors)[1], b.reach));
    if (b.factors) r.include(fused(setting_, (*b.factors)[0], (*b.factors)[1], a.reach));
    return r;
  }

  Reach step(std::string_view name, std::span<const Stage> stages) {
    std::vector<Reach> operands;
    for (const Stage& s : stages) operands.push_back(s.reach);
    const Limit limit = steps_.limit_of(name, steps_.context);
    if (const auto* d = std::get_if<Derived>(&limit)) return derived_step(name, *d, operands);
    const Result result = apply(setting_, name, operands, limit);
    is_unlimited_ = is_unlimited_ || result.is_unlimited;
    return result.reach;
  }

  // Returns the results of the step's own derivation in one interpretation, and those that its limit for other
  // implementations allows.
  Reach derived_step(std::string_view name, const Derived& limit, std::span<const Reach> operands) {
    if (depth_ == kDeepestDerivation) {
      throw std::invalid_argument("the derivation of \"" + std::string(name) +
                                  "\" leads back to itself: give one of its steps a limit of its own");
    }
    const Parsed parsed(limit);
    std::vector<Argument> arguments;
    for (const Reach& r : operands) arguments.push_back(Argument::of(flushed(setting_, r)));
    if (!parsed.is_defined(arguments)) return anything();

    const bool has_otherwise = parsed.has_otherwise(arguments);
    Reach all{.format = setting_.format};
    ++depth_;
    choices_ = std::max(choices_, parsed.alternatives.size());
    const Alternative& alternative = parsed.alternatives[std::min(choice_, parsed.alternatives.size() - 1)];
    if (!has_otherwise && !covers(alternative, arguments)) all.include(anything());
    if (const std::optional<Reach> r = evaluate(alternative, arguments)) all.include(*r);
    --depth_;
    if (has_otherwise) all.include(apply(setting_, name, operands, *parsed.otherwise).reach);
    return all;
  }

  Reach anything() {
    is_unlimited_ = true;
    return setting_.with_unlimited ? Reach::everything(setting_.format) : Reach{.format = setting_.format};
  }

  // Returns whether the forms cover all values of the arguments.
  static bool covers(const Alternative& alternative, std::span<const Argument> arguments) {
    return std::ranges::all_of(combinations(arguments), [&](const std::vector<Case>& c) {
      return std::ranges::any_of(alternative.forms, [&](const Form& form) {
        return !form.condition || holds(*form.condition, c) == Holds::always;
      });
    });
  }

  Setting setting_;
  Steps steps_;
  std::size_t choice_ = 0;
  std::size_t choices_ = 1;
  int depth_ = 0;
  bool is_unlimited_ = false;
  bool leaves_finite_ = false;
};

std::vector<Argument> arguments_of(const Call& call, bool flushes) {
  std::vector<Argument> all;
  for (const Value& v : call.args) all.push_back(Argument::of(format(call.type), v, flushes));
  return all;
}

// Appends the result of one alternative, twice if a step has operands without a promise. Returns the number of
// interpretations of its steps.
std::size_t read(std::vector<Interpretation>& all, std::size_t choice, const std::string& name,
                 const Alternative& alternative, std::span<const Argument> arguments, Setting setting, const Steps& steps) {
  std::size_t choices = 1;
  for (const bool with_unlimited : {false, true}) {
    setting.with_unlimited = with_unlimited;
    Evaluator evaluator(setting, steps, choice);
    const std::optional<Reach> reach = evaluator.evaluate(alternative, arguments);
    if (!reach) return 1;
    all.push_back({name, *reach, evaluator.leaves_finite(), with_unlimited});
    choices = evaluator.choices();
    if (!evaluator.is_unlimited()) break;
  }
  return choices;
}

}  // namespace
}  // namespace derived

Derivation::Derivation(const Derived& limit) : parsed_(std::make_shared<const derived::Parsed>(limit)) {}

bool Derivation::is_defined(const Call& call) const { return parsed_->is_defined(derived::arguments_of(call, false)); }

bool Derivation::has_otherwise(const Call& call) const { return parsed_->has_otherwise(derived::arguments_of(call, false)); }

std::vector<Interpretation> Derivation::interpretations(const Call& call, const Steps& steps, const Arithmetic& arithmetic,
                                                        Precision p) const {
  const std::vector<derived::Argument> arguments = derived::arguments_of(call, arithmetic.flushes);
  const derived::Setting setting{.format = format(call.type), .arithmetic = arithmetic, .precision = p};
  const bool several = parsed_->alternatives.size() > 1;
  std::vector<Interpretation> all;
  for (const derived::Alternative& a : parsed_->alternatives) {
    const std::string name = several ? "as \"" + a.text + "\"" : "";
    std::size_t choices = 1;
    for (std::size_t choice = 0; choice < choices; ++choice) {
      choices = derived::read(all, choice, name, a, arguments, setting, steps);
    }
  }
  return all;
}

}  // namespace classay
