// The comparison of the MPFR oracle with the Arb functions, call by call: do the enclosures overlap, are the roundings the
// same? Test support; it says what disagrees, and decides nothing about who is right.
#pragma once

#include <ostream>
#include <string>
#include <string_view>

#include "reference/arb/functions.h"
#include "reference/inputs/inputs.h"

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

// A function of oracle.def with both its implementations.
struct Subject {
  std::string_view name;
  Shape shape;
  Evaluate oracle;
  Function check;
};
std::span<const Subject> subjects();
const Subject& subject(std::string_view name);  // throws std::out_of_range

// A subject in a format, as tests are instantiated over.
struct Case {
  const Subject* subject;
  Type type;
};
inline std::string name(const Case& c) { return std::string(c.subject->name).append("_").append(info(c.type).name); }
inline void PrintTo(const Case& c, std::ostream* out) { *out << name(c); }  // for GoogleTest

std::vector<Type> result_types(Shape shape, Type format);

// The arguments of one call, which the Call looks at.
struct Arguments {
  int lanes = 1;
  std::vector<Value> values;
  Call call(Type format) const { return {.type = format, .lanes = lanes, .args = values}; }
};
// Call i of a subject. Ints are i32, vectors have one to four lanes in turn.
Arguments arguments(Shape shape, Type format, const Inputs& inputs, std::uint64_t i);
Arguments arguments(Type format, std::span<const Bits> patterns);

// What the oracle says of one component, and how the project rounds it.
struct Answer {
  Truth truth;
  Roundings roundings{};  // of a real component
};
std::vector<Answer> answers(const Subject& subject, const Call& call);  // throws Undecided

// What is wrong with one answer, in words; empty when nothing is. The second form compares enclosures only: with components
// of higher precision than the answers', it sees an error in their last place.
std::string disagreement(const Answer& answer, const Component& component, const std::optional<Roundings>& roundings);
std::string disagreement(const Truth& truth, const Component& component);

// Everything that is checked of one call, except that `answers` may be wrong ones. The enclosures are compared a second
// time at a higher precision when `deep`.
struct Finding {
  bool covered = false;
  std::string disagreement;  // with function, arguments, and both enclosures; empty when all is well
};
Finding check(const Subject& subject, const Call& call, std::span<const Answer> answers, bool deep);
Finding check(const Subject& subject, const Call& call, bool deep);

}  // namespace classay::arb
