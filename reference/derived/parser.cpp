#include "reference/derived/parser.h"

#include <algorithm>
#include <array>

#include "reference/number/real.h"
#include "reference/promise/lexer.h"

namespace classay::derived {
namespace {

using Op = Expression::Op;
using Kind = Condition::Kind;
using grammar::Token;

constexpr std::array<Function, 18> kFunctions{{
    {"sqrt", 1},
    {"log", 1},
    {"log2", 1},
    {"log10", 1},
    {"exp", 1},
    {"exp2", 1},
    {"sin", 1},
    {"cos", 1},
    {"tan", 1},
    {"atan", 1},
    {"asin", 1},
    {"acos", 1},
    {"fabs", 1},
    {"atan2", 2},
    {"rootn", 2},
    {"clamp", 3},
    {"floor", 1},
    {"trunc", 1},
}};

constexpr std::string_view kLanguage = "derived implementation";

// Deeper nesting is an error in a table, and must not overflow the stack.
constexpr int kDeepest = 64;

class Parser {
 public:
  Parser(std::string_view text, std::string_view arguments) : text_(text), tokens_(grammar::tokens(text, kLanguage)) {
    for (const Token& t : grammar::tokens(arguments, kLanguage)) {
      if (t.kind == Token::Kind::word) names_.push_back(t.text);
    }
  }

  std::vector<Alternative> forms() {
    std::vector<Alternative> all;
    do {
      const std::size_t begin = next().offset;
      Alternative a{.text = {}, .forms = list()};
      std::string_view source = text_.substr(begin, next().offset - begin);
      while (!source.empty() && (source.back() == ' ' || source.back() == ';')) source.remove_suffix(1);
      a.text = source;
      all.push_back(std::move(a));
    } while (accept("or"));
    expect_end("expected an operator, \";\" or \"or\"");
    return all;
  }

  Condition whole_condition() {
    Condition c = condition();
    expect_end("expected \"and\", \"or\" or the end of the condition");
    return c;
  }

 private:
  const Token& next() const { return tokens_[at_]; }
  bool accept(std::string_view s) {
    if (!next().is(s)) return false;
    ++at_;
    return true;
  }
  void expect(std::string_view s) {
    if (!accept(s)) fail("expected \"" + std::string(s) + "\"");
  }
  void expect_end(std::string_view what) {
    if (next().kind != Token::Kind::end) fail(what);
  }
  [[noreturn]] void fail(std::string_view what) const { grammar::complain(kLanguage, text_, next().offset, what); }

  std::vector<Form> list() {
    std::vector<Form> all;
    do {
      all.push_back(form());
    } while (accept(";") && next().kind != Token::Kind::end && !next().is("or"));
    return all;
  }

  Form form() {
    Form f;
    if (has_condition()) {
      f.condition = conjunction();
      expect(":");
    }
    f.expression = expression();
    return f;
  }

  bool has_condition() const {
    int depth = 0;
    for (std::size_t i = at_; tokens_[i].kind != Token::Kind::end && !tokens_[i].is(";"); ++i) {
      if (tokens_[i].is(":")) return true;
      if (depth == 0 && tokens_[i].is("or")) return false;
      depth += tokens_[i].is("(") ? 1 : tokens_[i].is(")") ? -1 : 0;
    }
    return false;
  }

  // Counts the nesting depth during its lifetime.
  struct Level {
    explicit Level(Parser& p) : parser(p) {
      if (++parser.depth_ > kDeepest) parser.fail("nested too deeply");
    }
    ~Level() { --parser.depth_; }
    Level(const Level&) = delete;
    Level& operator=(const Level&) = delete;
    Parser& parser;
  };

  Condition condition() {
    return joined("or", Kind::any_of, [this] { return conjunction(); });
  }
  Condition conjunction() {
    return joined("and", Kind::all_of, [this] { return test(); });
  }

  template <class F>
  Condition joined(std::string_view word, Kind kind, F&& part) {
    Condition first = part();
    if (!next().is(word)) return first;
    Condition all{.kind = kind};
    all.parts.push_back(std::move(first));
    while (accept(word)) all.parts.push_back(part());
    return all;
  }

  static Condition negation_of(Condition c) {
    Condition n{.kind = Kind::negation};
    n.parts.push_back(std::move(c));
    return n;
  }

  Condition test() {
    const Level level(*this);
    if (accept("not")) return negation_of(test());
    if (accept("(")) {
      Condition c = condition();
      expect(")");
      return c;
    }
    Operand first = operand();
    if (accept("is")) return property(std::move(first));
    return comparison(std::move(first));
  }

  Condition property(Operand of) {
    const bool negated = accept("not");
    constexpr std::array<std::pair<std::string_view, Kind>, 4> words{
        {{"odd", Kind::odd}, {"even", Kind::even}, {"integer", Kind::integer}, {"finite", Kind::finite}}};
    for (const auto& [word, kind] : words) {
      if (!accept(word)) continue;
      Condition c{.kind = kind};
      c.operands.push_back(std::move(of));
      return negated ? negation_of(std::move(c)) : c;
    }
    fail("expected \"odd\", \"even\", \"integer\" or \"finite\"");
  }

  // Parses one relation, or a chain of relations that must all hold.
  Condition comparison(Operand left) {
    Condition all{.kind = Kind::all_of};
    while (next().kind == Token::Kind::sign && std::string_view("<>=!").find(next().text[0]) != std::string_view::npos) {
      const std::string_view relation = tokens_[at_++].text;
      Operand right = operand();
      all.parts.push_back(relate(relation, left, right));
      left = std::move(right);
    }
    if (all.parts.empty()) fail("expected a comparison or \"is\"");
    return all.parts.size() == 1 ? Condition(all.parts.front()) : all;
  }

  static Condition relate(std::string_view relation, const Operand& left, const Operand& right) {
    const bool ordered = relation[0] == '<' || relation[0] == '>';
    const Kind kind = !ordered ? Kind::equal : relation.size() == 2 ? Kind::less_equal : Kind::less;
    Condition c{.kind = kind};
    const bool swapped = relation[0] == '>';
    c.operands = {swapped ? right : left, swapped ? left : right};
    return relation == "!=" ? negation_of(std::move(c)) : c;
  }

  Operand operand() {
    Operand o;
    o.negative = accept("-");
    const bool bars = accept("|");
    const bool call = !bars && accept("fabs");
    if (call) expect("(");
    o.absolute = bars || call;
    o.argument = argument();
    if (!o.argument) {
      if (o.absolute) fail("expected an argument");
      o.number = std::make_shared<const Real>(number_or_infinity());
    }
    if (bars) expect("|");
    if (call) expect(")");
    return o;
  }

  std::optional<std::size_t> argument() {
    if (next().kind != Token::Kind::word) return std::nullopt;
    const auto found = std::ranges::find(names_, next().text);
    if (found == names_.end()) return std::nullopt;
    ++at_;
    return found - names_.begin();
  }

  Real number_or_infinity() {
    Real r(64);
    if (accept("inf")) {
      mpfr_set_inf(r, 1);
      return r;
    }
    if (next().kind != Token::Kind::number) fail("expected an argument or a number");
    return number();
  }

  Real number() {
    Real r(kF32.precision);
    const std::string digits(next().text);
    char* end = nullptr;
    const int ternary = mpfr_strtofr(r, digits.c_str(), &end, 0, MPFR_RNDN);
    if (end != digits.c_str() + digits.size()) fail("not a number");
    if (ternary != 0) fail("not exact in single precision");
    ++at_;
    return r;
  }

  Expression expression() {
    const Level level(*this);
    Expression e = term();
    while (next().is("+") || next().is("-")) {
      const Op op = accept("+") ? Op::add : (accept("-"), Op::subtract);
      e = node(op, std::move(e), term());
    }
    return e;
  }

  Expression term() {
    Expression e = factor();
    while (next().is("*") || next().is("/")) {
      const Op op = accept("*") ? Op::multiply : (accept("/"), Op::divide);
      e = node(op, std::move(e), factor());
    }
    return e;
  }

  Expression factor() {
    const Level level(*this);
    if (accept("-")) return node(Op::negate, factor());
    if (accept("(")) return closed(expression(), ")");
    if (accept("|")) return node(Op::absolute, closed(expression(), "|"));
    if (accept("M_PI_F")) return Expression{.op = Op::pi, .number = {}, .function = {}};
    if (accept("M_1_PI_F")) return Expression{.op = Op::one_over_pi, .number = {}, .function = {}};
    if (const auto index = argument())
      return Expression{.op = Op::argument, .argument = *index, .number = {}, .function = {}};
    if (next().kind == Token::Kind::number)
      return Expression{.op = Op::number, .number = std::make_shared<const Real>(number()), .function = {}};
    if (next().kind == Token::Kind::word) return call();
    fail("expected an argument, a number, a function, \"-\", \"(\" or \"|\"");
  }

  Expression call() {
    const Function* f = find_function(next().text);
    if (f == nullptr) fail("neither an argument nor a function that a derivation may call");
    ++at_;
    expect("(");
    Expression e{.op = Op::call, .number = {}, .function = f->name};
    for (std::size_t i = 0; i < f->arity; ++i) {
      if (i > 0) expect(",");
      e.operands.push_back(expression());
    }
    expect(")");
    if (f->name == "fabs") e.op = Op::absolute;
    return e;
  }

  Expression closed(Expression e, std::string_view by) {
    expect(by);
    return e;
  }

  template <class... E>
  static Expression node(Op op, E&&... operands) {
    Expression e{.op = op, .number = {}, .function = {}};
    (e.operands.push_back(std::forward<E>(operands)), ...);
    return e;
  }

  std::string_view text_;
  std::vector<Token> tokens_;
  std::vector<std::string_view> names_;
  std::size_t at_ = 0;
  int depth_ = 0;
};

}  // namespace

const Function* find_function(std::string_view name) {
  const auto* found = std::ranges::find(kFunctions, name, &Function::name);
  return found == kFunctions.end() ? nullptr : found;
}

std::vector<Alternative> parse_forms(std::string_view text, std::string_view arguments) {
  return Parser(text, arguments).forms();
}

Condition parse_condition(std::string_view text, std::string_view arguments) {
  return Parser(text, arguments).whole_condition();
}

bool Expression::is_one() const { return op == Op::number && mpfr_cmp_ui(number->get(), 1) == 0; }

}  // namespace classay::derived
