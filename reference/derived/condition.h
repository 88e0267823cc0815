// Evaluates a condition of a derivation. For known arguments it holds or does not hold. A step that is itself derived may
// have many values for an argument, which are split into cases. For an interval, the condition may hold for some values
// only.
#pragma once

#include <algorithm>
#include <optional>
#include <span>
#include <vector>

#include "reference/derived/parser.h"
#include "reference/derived/reach.h"
#include "reference/number/type.h"

namespace classay::derived {

enum class Holds : std::uint8_t { never, perhaps, always };

using Case = std::optional<Interval>;  // one value, a closed interval, or nullopt: a NaN

// An argument of a builtin, or of a step that is itself derived.
struct Argument {
  Reach reach;              // as a floating-point operand
  std::vector<Case> cases;  // operands of conditions: exact, even if the format cannot represent the integer

  // With `flushes`, a subnormal has two cases: itself and zero.
  static Argument of(const Format& f, Value v, bool flushes);
  static Argument of(const Reach& r);
};

// Returns all combinations of one case per argument.
std::vector<std::vector<Case>> combinations(std::span<const Argument> arguments);

Holds holds(const Condition& c, std::span<const Case> arguments);

constexpr Holds from(bool always, bool never) { return always ? Holds::always : never ? Holds::never : Holds::perhaps; }

// Evaluates "and", "or" and "not". `holds_alone` evaluates a relation or property.
template <class HoldsAlone>
Holds holds_joined(const Condition& c, const HoldsAlone& holds_alone) {
  using Kind = Condition::Kind;
  if (c.kind == Kind::negation) {
    const Holds h = holds_joined(c.parts.front(), holds_alone);
    return from(h == Holds::never, h == Holds::always);
  }
  if (c.kind != Kind::all_of && c.kind != Kind::any_of) return holds_alone(c);
  const bool all = c.kind == Kind::all_of;
  Holds h = all ? Holds::always : Holds::never;
  for (const Condition& part : c.parts) {
    const Holds one = holds_joined(part, holds_alone);
    h = all ? std::min(h, one) : std::max(h, one);
  }
  return h;
}

}  // namespace classay::derived
