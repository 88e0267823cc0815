// Parses the grammar of derived implementations (limit.h, Derived), which relaxed tables use for a builtin, into trees.
//
//   forms       = list { "or" list }                   two lists: the specifications have two interpretations
//   list        = form { ";" form } [ ";" ]
//   form        = [ condition ":" ] expression
//   condition   = conjunction { "or" conjunction }     within forms, an "or" of conditions needs parentheses
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
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace classay {
class Real;  // reference/number/real.h
}

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
  std::size_t argument = 0;            // index in the builtin's arguments
  std::shared_ptr<const Real> number;  // exact
  std::string_view function;           // one of functions()
  std::vector<Expression> operands = {};

  bool is_one() const;
};

struct Operand {
  std::optional<std::size_t> argument;  // nullopt: a number
  std::shared_ptr<const Real> number;
  bool absolute = false;
  bool negative = false;  // applied after `absolute`
};

struct Condition {
  enum class Kind : std::uint8_t { less, less_equal, equal, odd, even, integer, finite, all_of, any_of, negation };
  Kind kind = Kind::all_of;
  std::vector<Operand> operands = {};  // two for a comparison ("a > b" is stored as b < a), one for an "is"
  std::vector<Condition> parts = {};   // for all_of, any_of, negation
};

struct Form {
  std::optional<Condition> condition;  // nullopt: everywhere
  Expression expression;
};

// One interpretation of the specification.
struct Alternative {
  std::string text;
  std::vector<Form> forms;
};

// A function that a derivation may call, and its number of operands.
struct Function {
  std::string_view name;
  std::size_t arity;
};
const Function* find_function(std::string_view name);  // nullptr if it does not exist

// `arguments` names the builtin's arguments in the order of its call, "y, x" for atan2. Both functions throw
// std::invalid_argument with the error, the text, and a caret at the error.
std::vector<Alternative> parse_forms(std::string_view text, std::string_view arguments);
Condition parse_condition(std::string_view text, std::string_view arguments);

}  // namespace classay::derived
