#include "reference/promise/rule_parser.h"

#include <algorithm>
#include <array>
#include <utility>

#include "reference/promise/lexer.h"

namespace classay::rule_grammar {
namespace {

using grammar::Token;

constexpr std::array kAdjectives{
    std::pair<std::string_view, Term::Kind>{"number", Term::Kind::number},
    std::pair<std::string_view, Term::Kind>{"finite", Term::Kind::finite},
    std::pair<std::string_view, Term::Kind>{"integer", Term::Kind::integer},
    std::pair<std::string_view, Term::Kind>{"non-integer", Term::Kind::non_integer},
    std::pair<std::string_view, Term::Kind>{"odd", Term::Kind::odd},
    std::pair<std::string_view, Term::Kind>{"even", Term::Kind::even},
    std::pair<std::string_view, Term::Kind>{"non-odd", Term::Kind::non_odd},
};
constexpr std::array<std::string_view, 9> kOtherWords{"any", "nan",  "not",           "all",     "some",
                                                      "inf", "with", "min_subnormal", "copysign"};
constexpr std::array kRelations{
    std::pair<std::string_view, Relation>{"<", Relation::less},
    std::pair<std::string_view, Relation>{"<=", Relation::less_equal},
    std::pair<std::string_view, Relation>{">", Relation::greater},
    std::pair<std::string_view, Relation>{">=", Relation::greater_equal},
    std::pair<std::string_view, Relation>{"=", Relation::equal},
    std::pair<std::string_view, Relation>{"!=", Relation::not_equal},
};

template <class Table>
auto look_up(const Table& table, const Token& t) {
  using Value = typename Table::value_type::second_type;
  for (const auto& [text, value] : table) {
    if (t.is(text)) return std::optional<Value>(value);
  }
  return std::optional<Value>();
}

bool is_variable(const Token& t) {
  return t.kind == Token::Kind::word && !look_up(kAdjectives, t) &&
         std::ranges::none_of(kOtherWords, [&](std::string_view w) { return t.is(w); });
}

// a < b is b > a.
constexpr Relation mirrored(Relation r) {
  switch (r) {
    case Relation::less: return Relation::greater;
    case Relation::less_equal: return Relation::greater_equal;
    case Relation::greater: return Relation::less;
    case Relation::greater_equal: return Relation::less_equal;
    default: return r;
  }
}

constexpr Extended negate(Extended e) {
  e.value.negative = !e.value.negative;
  return e;
}

class Parser {
 public:
  explicit Parser(std::string_view sentence) : sentence_(sentence), tokens_(grammar::tokens(sentence, "rule")) {}

  Sentence parse() {
    if (token().kind != Token::Kind::word) fail("expected the name of a builtin");
    result_.builtin = take().text;
    expect("(");
    name_arguments();
    conditions();
    expect(")");
    expect("=");
    do {
      result_.outcomes.push_back(outcome());
      if (result_.outcomes.back().size() != result_.outcomes.front().size()) fail("alternatives of different lengths");
    } while (accept("|"));
    if (token().kind != Token::Kind::end) fail("expected the end of the sentence, or \"|\" and another result");
    return std::move(result_);
  }

 private:
  struct Side {
    bool is_argument = false;
    std::size_t argument = 0;
    bool magnitude = false;
    Extended constant = {};
    bool with_sign = false;
    std::size_t offset = 0;
  };

  const Token& token(std::size_t ahead = 0) const { return tokens_[std::min(at_ + ahead, tokens_.size() - 1)]; }
  const Token& take() { return tokens_[at_ + 1 < tokens_.size() ? at_++ : at_]; }
  bool accept(std::string_view text) {
    if (!token().is(text)) return false;
    take();
    return true;
  }
  void expect(std::string_view text) {
    if (!accept(text)) fail("expected \"" + std::string(text) + "\"");
  }
  [[noreturn]] void fail(std::string_view message) const { complain(token().offset, message); }
  [[noreturn]] void complain(std::size_t offset, std::string_view message) const {
    grammar::complain("rule", sentence_, offset, message);
  }

  // Arguments may be compared with later ones, so their names are known first: the first variable in each condition.
  void name_arguments() {
    names_.emplace_back();
    int depth = 0;
    for (std::size_t i = at_; i < tokens_.size() && (depth > 0 || !tokens_[i].is(")")); ++i) {
      const Token& t = tokens_[i];
      if (t.is("(")) ++depth;
      if (t.is(")")) --depth;
      if (depth == 0 && t.is(",")) names_.emplace_back();
      if (!is_variable(t) || !names_.back().empty()) continue;
      if (std::ranges::find(names_, t.text) != names_.end()) complain(t.offset, "two arguments have this name");
      names_.back() = t.text;
    }
  }

  std::size_t argument_named(const Token& t) const {
    const auto found = std::ranges::find(names_, t.text);
    if (t.text.empty() || found == names_.end()) complain(t.offset, "no argument has this name");
    return static_cast<std::size_t>(found - names_.begin());
  }

  void conditions() {
    if (accept("all"))
      result_.quantifier = Quantifier::all;
    else if (accept("some"))
      result_.quantifier = Quantifier::some;
    do {
      if (result_.quantifier != Quantifier::each && !result_.conditions.empty()) {
        fail("\"all\" and \"some\" take a single condition");
      }
      result_.conditions.push_back(condition());
    } while (accept(","));
  }

  std::size_t current() const { return result_.conditions.size(); }

  Condition condition() {
    if (accept("not")) {
      Condition c = condition();
      c.complement = !c.complement;
      c.marks_sign = false;
      return c;
    }
    if (accept("any")) return {};
    if (accept("nan")) return {.terms = {{.kind = Term::Kind::nan}}};
    if (token().is("±")) return of_magnitude();

    Condition c;
    const std::size_t first = at_;
    while (const auto adjective = look_up(kAdjectives, token())) {
      c.terms.push_back({.kind = *adjective});
      take();
    }
    if (token().is(",") || token().is(")")) {
      if (at_ == first) fail("expected a condition");
      return c;
    }
    numeric(c, at_ != first);
    return c;
  }

  Condition of_magnitude() {
    take();
    Condition c;
    if (accept("(")) {
      c = condition();
      expect(")");
    } else {
      if (token().kind != Token::Kind::number && !token().is("inf"))
        fail("expected a number, inf, or \"(\" and a condition");
      c.terms.push_back(equals(unsigned_constant()));
    }
    if (c.marks_sign || c.complement) fail("\"±\" of a condition that has \"±\" or \"not\" already");
    c.marks_sign = true;
    for (Term& t : c.terms) t.of_magnitude = true;
    return c;
  }

  static Term equals(const Extended& constant) {
    return {.kind = Term::Kind::relation, .relation = Relation::equal, .constant = constant};
  }

  // A constant, a variable, a comparison, or n+0.5, after `adjectives`.
  void numeric(Condition& c, bool adjectives) {
    const Side left = side();
    if (left.is_argument && !left.magnitude && token().is("+")) return half(c, left);
    if (look_up(kRelations, token())) {
      const Side middle = relation(c, left);
      if (look_up(kRelations, token())) relation(c, middle);
      return;
    }
    if (left.is_argument) {
      if (left.magnitude) fail("expected a relation");
      own(left);
      return;
    }
    if (adjectives) complain(left.offset, "a constant takes no adjectives");
    if (left.constant.kind == Extended::Kind::infinite && !left.with_sign) {
      complain(left.offset, "infinity needs a sign: +inf, -inf or ±inf");
    }
    c.terms.push_back(equals(left.constant));
    if (!left.with_sign || !left.constant.is_zero()) return;
    c.terms.push_back({.kind = left.constant.value.negative ? Term::Kind::negative_sign : Term::Kind::positive_sign});
  }

  bool is_own(const Side& s) const { return s.is_argument && s.argument == current(); }
  void own(const Side& s) const {
    if (!is_own(s)) complain(s.offset, "this is the name of another argument");
  }

  void half(Condition& c, const Side& n) {
    own(n);
    take();
    if (token().text != "0.5") fail("expected 0.5");
    take();
    Term term{.kind = Term::Kind::half_integer};
    if (accept("with")) {
      if (accept("even")) {
        term.kind = Term::Kind::half_above_even;
      } else {
        expect("odd");
        term.kind = Term::Kind::half_above_odd;
      }
      if (argument_named(token()) != current()) fail("this is the name of another argument");
      take();
    }
    c.terms.push_back(term);
  }

  // The relation of `left` to what follows it. Returns the right side, which may be the left one of another relation.
  Side relation(Condition& c, const Side& left) {
    Relation r = *look_up(kRelations, token());
    take();
    const Side right = side();
    const bool swapped = !is_own(left);
    if (swapped && !is_own(right)) complain(left.offset, "neither side is the argument itself");
    const Side& self = swapped ? right : left;
    const Side& other = swapped ? left : right;
    if (swapped) r = mirrored(r);
    Term term{.kind = Term::Kind::relation, .of_magnitude = self.magnitude, .relation = r, .constant = other.constant};
    if (other.is_argument) {
      term.argument = other.argument;
      term.magnitude_of_argument = other.magnitude;
    }
    c.terms.push_back(term);
    return right;
  }

  Side side() {
    Side s{.offset = token().offset};
    if (accept("|")) {
      s.magnitude = true;
      s.is_argument = true;
      s.argument = variable();
      expect("|");
      return s;
    }
    if (is_variable(token())) {
      s.is_argument = true;
      s.argument = variable();
      return s;
    }
    s.with_sign = token().is("+") || token().is("-");
    s.constant = constant();
    return s;
  }

  std::size_t variable() {
    if (!is_variable(token())) fail("expected the name of an argument");
    return argument_named(take());
  }

  Extended constant() {
    if (accept("-")) return negate(unsigned_constant());
    accept("+");
    return unsigned_constant();
  }

  Extended unsigned_constant() {
    if (accept("inf")) return {.kind = Extended::Kind::infinite};
    if (token().kind != Token::Kind::number) fail("expected a number");
    return {.value = grammar::dyadic("rule", sentence_, take())};
  }

  std::vector<Result> outcome() {
    std::vector<Result> components;
    do {
      const std::size_t offset = token().offset;
      Result r = result();
      r.integer = is_integer_component(result_.builtin, components.size());
      check(r, offset);
      components.push_back(r);
    } while (accept(","));
    return components;
  }

  // A zero or an infinity of a floating-point component has a sign; an int is a plain number.
  void check(const Result& r, std::size_t offset) const {
    if (r.kind == Result::Kind::any) return;
    if (r.integer) {
      const Dyadic& v = r.constant.value;
      const bool plain = r.kind == Result::Kind::constant && r.constant.kind == Extended::Kind::finite && v.exponent == 0;
      if (!plain || v.significand > (std::uint64_t{1} << 31) - (v.negative ? 0 : 1)) {
        complain(offset, "this component is an int");
      }
      return;
    }
    if (r.kind != Result::Kind::constant || r.sign != Result::Sign::own) return;
    const Token& t = *std::ranges::find(tokens_, offset, &Token::offset);
    if (t.is("+") || t.is("-")) return;
    if (r.constant.is_zero()) complain(offset, "a zero needs a sign: +0, -0, ±0 or copysign(0, x)");
    if (r.constant.kind == Extended::Kind::infinite) complain(offset, "infinity needs a sign");
  }

  Result result() {
    if (accept("nan")) return {.kind = Result::Kind::nan};
    if (accept("quiet")) {
      expect("nan");
      return {.kind = Result::Kind::quiet_nan};
    }
    if (accept("any")) return {.kind = Result::Kind::any};
    if (accept("copysign")) return with_sign_of();
    if (token().is("±") || token().is("∓")) return with_marked_sign();
    if (accept("|")) {
      Result r{.kind = Result::Kind::argument, .sign = Result::Sign::positive};
      r.argument = variable();
      expect("|");
      return r;
    }
    const bool negative = token().is("-");
    const bool positive = token().is("+");
    if ((negative || positive) && token(1).is("min_subnormal")) {
      at_ += 2;
      return {.kind = Result::Kind::min_subnormal, .sign = negative ? Result::Sign::negative : Result::Sign::positive};
    }
    if (is_variable(token(negative ? 1 : 0))) {
      if (negative) take();
      const std::size_t argument = variable();
      return {.kind = Result::Kind::argument,
              .sign = negative ? Result::Sign::opposite_of_argument : Result::Sign::own,
              .argument = argument,
              .sign_argument = argument};
    }
    if (!negative && !positive && token().kind != Token::Kind::number && !token().is("inf")) fail("expected a result");
    return {.kind = Result::Kind::constant, .constant = constant()};
  }

  Result with_marked_sign() {
    const auto marked = std::ranges::find_if(result_.conditions, &Condition::marks_sign);
    if (marked == result_.conditions.end()) fail("no argument has \"±\"");
    const bool opposite = take().is("∓");
    return {.kind = Result::Kind::constant,
            .sign = opposite ? Result::Sign::opposite_of_argument : Result::Sign::of_argument,
            .constant = unsigned_constant(),
            .sign_argument = static_cast<std::size_t>(marked - result_.conditions.begin())};
  }

  Result with_sign_of() {
    expect("(");
    Result r{.kind = Result::Kind::constant};
    if (is_variable(token())) {
      r.kind = Result::Kind::argument;
      r.argument = variable();
    } else {
      r.constant = unsigned_constant();
    }
    expect(",");
    r.sign = accept("-") ? Result::Sign::opposite_of_argument : Result::Sign::of_argument;
    r.sign_argument = variable();
    expect(")");
    return r;
  }

  std::string_view sentence_;
  std::vector<Token> tokens_;
  std::size_t at_ = 0;
  std::vector<std::string_view> names_;
  Sentence result_;
};

}  // namespace

bool is_integer_component(std::string_view builtin, std::size_t component) {
  constexpr std::array<std::pair<std::string_view, std::size_t>, 5> integers{
      {{"convert_sat", 0}, {"frexp", 1}, {"ilogb", 0}, {"lgamma_r", 1}, {"remquo", 1}}};
  return std::ranges::find(integers, std::pair(builtin, component)) != integers.end();
}

Sentence parse(std::string_view sentence) { return Parser(sentence).parse(); }

}  // namespace classay::rule_grammar
