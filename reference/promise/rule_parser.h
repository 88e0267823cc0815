// Parses the sentences of prescribed values (rule.h). The grammar:
//
//   rule       = name "(" conditions ")" "=" outcome { "|" outcome }      "|": any one of these results is right
//   conditions = condition { "," condition }                              one for each argument
//              | ( "all" | "some" ) condition                             of the arguments, which are a vector's elements;
//                                                                         the one result then holds for each element
//   condition  = "not" condition | "any" | "nan" | constant
//              | "±" constant | "±(" condition ")"                        of the magnitude; marks the sign for the results
//              | { adjective } [ variable | comparison | variable "+" "0.5" [ "with" ( "even" | "odd" ) variable ] ]
//   adjective  = "number" | "finite" | "integer" | "non-integer" | "odd" | "even" | "non-odd"
//   comparison = side relation side [ relation side ]                     one side is the argument itself: "x" or "|x|"
//   side       = constant | variable | "|" variable "|"                   other variables are the other arguments
//   relation   = "<" | "<=" | ">" | ">=" | "=" | "!="
//   constant   = [ "+" | "-" ] ( decimal number | "inf" )
//   outcome    = result { "," result }                                    one for each component
//   result     = [ "quiet" ] "nan" | "any" | [ "±" | "∓" ] constant | ( "+" | "-" ) "min_subnormal"
//              | [ "-" ] variable | "|" variable "|" | "copysign(" ( constant | variable ) "," [ "-" ] variable ")"
//
// Meaning. "any" and a bare variable cover everything, NaN included, and so does "not": it is the complement. Adjectives and
// comparisons are statements on numbers: no NaN fulfils one, and "x<0" covers -inf unless it says "finite". "integer", "odd"
// and "even" are finite numbers; "non-integer" and "non-odd" are all other numbers, infinities included. "+0" and "-0" are
// those zeros only, "0" is both (and the integer 0). "n+0.5 with even n" is floor(x) even. In a result "±" has the sign of
// the argument that is marked so, "∓" the opposite. Numbers are exact dyadic rationals. "+-" and "-+" are accepted for "±"
// and "∓".
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "reference/number/format.h"

namespace classay::rule_grammar {

// A number of the extended line with signed zeros, or NaN, exactly. finite: `finite` holds the magnitude and the sign.
struct Extended {
  enum class Kind : std::uint8_t { finite, infinite, nan };
  Kind kind = Kind::finite;
  Dyadic value = {};  // only the sign counts unless finite

  bool is_zero() const { return kind == Kind::finite && value.significand == 0; }
};

// Precondition: neither is NaN. Both zeros are equal.
std::strong_ordering compare(const Extended& a, const Extended& b);

enum class Relation : std::uint8_t { less, less_equal, greater, greater_equal, equal, not_equal };

// A statement on one argument.
struct Term {
  enum class Kind : std::uint8_t {
    anything,
    nan,
    number,
    finite,
    integer,
    non_integer,
    odd,
    even,
    non_odd,
    half_integer,
    half_above_even,
    half_above_odd,
    positive_sign,  // by the sign bit
    negative_sign,
    relation,
  };
  Kind kind = Kind::anything;
  bool of_magnitude = false;
  Relation relation = Relation::equal;
  std::optional<std::size_t> argument = std::nullopt;  // compared with this argument, or with the number
  bool magnitude_of_argument = false;
  Extended constant = {};
};

// Holds if all terms hold; if `complement`, when not all do.
struct Condition {
  std::vector<Term> terms = {};
  bool complement = false;
  bool marks_sign = false;
};

// A magnitude and a sign.
struct Result {
  enum class Kind : std::uint8_t { nan, quiet_nan, any, constant, min_subnormal, argument };
  enum class Sign : std::uint8_t { own, positive, negative, of_argument, opposite_of_argument };
  Kind kind = Kind::nan;
  Sign sign = Sign::own;
  Extended constant = {};
  std::size_t argument = 0;
  std::size_t sign_argument = 0;
  bool integer = false;  // the component is an int
};

enum class Quantifier : std::uint8_t { each, all, some };

struct Sentence {
  std::string builtin;
  Quantifier quantifier = Quantifier::each;
  std::vector<Condition> conditions;          // a single one unless `each`
  std::vector<std::vector<Result>> outcomes;  // alternatives
};

// Returns whether this component of the builtin's result is an int. A sentence does not contain this.
bool is_integer_component(std::string_view builtin, std::size_t component);

// Throws std::invalid_argument with the expected word, the sentence, and a caret under the place.
Sentence parse(std::string_view sentence);

}  // namespace classay::rule_grammar
