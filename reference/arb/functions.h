// Implements the functions of oracle.def with Arb and integer arithmetic, as an independent check of the oracle. They cover
// calls whose value is a real number by the definition of the function. Zeros, infinities, NaN, poles and arguments outside
// the domain are defined by rules, and not covered.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "reference/arb/ball.h"
#include "reference/truth/call.h"

namespace classay::arb {

struct Component {
  std::optional<Enclosure> real;
  std::optional<bool> negative_zero;  // the sign of an exact zero, if it follows from IEEE 754 and not from a rule
  std::int64_t integer = 0;           // without `real`: sign of lgamma_r, or signed low bits of remquo

  Component(Enclosure e) : real(std::move(e)) {}  // NOLINT(google-explicit-constructor): a value of one kind
  Component(Enclosure e, bool negative) : real(std::move(e)), negative_zero(negative) {}
  explicit Component(std::int64_t i) : integer(i) {}
};

using Outcome = std::optional<std::vector<Component>>;  // nullopt: not covered
using Function = Outcome (*)(const Call&, slong precision);

#define CLASSAY_ORACLE(name) Outcome name(const Call& call, slong precision);
#include "reference/oracle/oracle.def"
#undef CLASSAY_ORACLE

// Increases the precision until every real component can be rounded to its type in every mode.
struct Refined {
  std::vector<Component> components;
  std::vector<std::optional<Roundings>> roundings;  // nullopt: an integer, or undecided at the largest precision
  bool decided = true;
};
// `types` repeats for vectors. nullopt: not covered.
std::optional<Refined> refine(Function f, const Call& call, std::span<const Type> types);

}  // namespace classay::arb
