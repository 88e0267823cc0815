// Compares the MPFR oracle with the Arb functions, call by call: the enclosures must overlap, and the roundings must be
// equal. For tests. It describes a disagreement, and does not decide which side is right.
#pragma once

#include <ostream>
#include <string>
#include <string_view>

#include "reference/arb/functions.h"
#include "reference/inputs/inputs.h"
#include "reference/truth/truth.h"

namespace classay::arb {

enum class Shape : std::uint8_t {
  unary,
  unary_to_two,       // sincos, fract
  unary_to_real_int,  // lgamma_r
  binary,
  binary_to_real_int,  // remquo
  ternary,
  real_int,
  vector_to_scalar,
  vectors_to_scalar,
  vector_to_vector,
  vectors_to_vector,  // cross
};

// A function of oracle.def with both of its implementations.
struct Subject {
  std::string_view name;
  Shape shape;
  Evaluate oracle;
  Function check;
};
std::span<const Subject> subjects();
const Subject& subject(std::string_view name);  // throws std::out_of_range

// A subject in a format; tests are instantiated for it.
struct Case {
  const Subject* subject;
  Type type;
};
inline std::string name(const Case& c) { return std::string(c.subject->name).append("_").append(info(c.type).name); }
inline void PrintTo(const Case& c, std::ostream* out) { *out << name(c); }  // for GoogleTest

std::vector<Type> result_types(Shape shape, Type format);

// The arguments of one call, to which the Call refers.
struct Arguments {
  int lanes = 1;
  std::vector<Value> values;
  Call call(Type format) const { return {.type = format, .lanes = lanes, .args = values}; }
};
// Returns call i of a subject. Ints are i32; vectors have one to four lanes in turn.
Arguments arguments(Shape shape, Type format, const Inputs& inputs, std::uint64_t i);
Arguments arguments(Type format, std::span<const Bits> patterns);

// The oracle's result for one component, and its rounding.
struct Answer {
  Truth truth;
  Roundings roundings{};  // for a real component
};
std::vector<Answer> answers(const Subject& subject, const Call& call);  // throws Undecided

// Describes the fault of one result; empty if there is none. The second function compares enclosures only. With components
// of higher precision it detects an error in the last place.
std::string disagreement(const Answer& answer, const Component& component, const std::optional<Roundings>& roundings);
std::string disagreement(const Truth& truth, const Component& component);

// Checks everything about one call; `answers` may be wrong on purpose. With `deep`, the enclosures are compared again at a
// higher precision.
struct Finding {
  bool covered = false;
  std::string disagreement;  // with function, arguments, and both enclosures; empty if both agree
};
Finding check(const Subject& subject, const Call& call, std::span<const Answer> answers, bool deep);
Finding check(const Subject& subject, const Call& call, bool deep);

}  // namespace classay::arb
