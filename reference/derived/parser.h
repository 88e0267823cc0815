// The grammar of derived implementations (limit.h, Derived): what a relaxed table says of one builtin, as trees.
//
//   forms       = list { "or" list }                   two lists: the documents can be read in two ways
//   list        = form { ";" form } [ ";" ]
//   form        = [ condition ":" ] expression
//   condition   = conjunction { "or" conjunction }     within forms an "or" of conditions stands in parentheses
//   conjunction = test { "and" test }
//   test        = "not" test | "(" condition ")" | operand "is" [ "not" ] ( "odd" | "even" | "integer" | "finite" )
//               | operand relation operand { relation operand }             relation: < <= > >= = == !=
//   operand     = [ "-" ] ( ARGUMENT | "|" ARGUMENT "|" | "fabs" "(" ARGUMENT ")" | NUMBER | "inf" )
//   expression  = term { ( "+" | "-" ) term }          term = factor { ( "*" | "/" ) factor }
//   factor      = "-" factor | "(" expression ")" | "|" expression "|" | FUNCTION "(" expression { "," expression } ")"
//               | ARGUMENT | NUMBER | "M_PI_F" | "M_1_PI_F"
//
// A NUMBER is decimal or C hexadecimal, may end in f, and is exact in single precision.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "reference/number/real.h"

namespace classay::derived {

struct Expression {
  enum class Op : std::uint8_t {
    argument,
    number,
    pi,
    one_over_pi,
    negate,
    absolute,
    add,
    subtract,
    multiply,
    divide,
    call
  };
  Op op = Op::number;
  std::size_t argument = 0;    // its index among the builtin's arguments
  std::optional<Real> number;  // exact
  std::string_view function;   // one of functions()
  std::vector<Expression> operands = {};

  bool is_one() const { return op == Op::number && mpfr_cmp_ui(number->get(), 1) == 0; }
};

struct Operand {
  std::optional<std::size_t> argument;  // nullopt: a number
  std::optional<Real> number;
  bool absolute = false;
  bool negative = false;  // applied after `absolute`
};

struct Condition {
  enum class Kind : std::uint8_t { less, less_equal, equal, odd, even, integer, finite, all_of, any_of, negation };
  Kind kind = Kind::all_of;
  std::vector<Operand> operands = {};  // of a comparison (two, "a > b" stored as b < a) or an "is" (one)
  std::vector<Condition> parts = {};   // of all_of, any_of, negation
};

struct Form {
  std::optional<Condition> condition;  // nullopt: everywhere
  Expression expression;
};

// One way to read the document.
struct Alternative {
  std::string text;
  std::vector<Form> forms;
};

// A function that a derivation may call, and how many operands it takes.
struct Function {
  std::string_view name;
  std::size_t arity;
};
const Function* find_function(std::string_view name);  // nullptr when there is none

// `arguments` names the builtin's arguments in the order of its call, "y, x" for atan2.
// These throw std::invalid_argument with what is wrong, the text, and a caret under the place.
std::vector<Alternative> parse_forms(std::string_view text, std::string_view arguments);
Condition parse_condition(std::string_view text, std::string_view arguments);

}  // namespace classay::derived
