// The truth about one call, as data: what `oracle` prints and what `judge` shows beside a wrong result.
#pragma once

#include <array>
#include <optional>
#include <string>
#include <vector>

#include "harness/words/arguments.h"
#include "harness/words/numerals.h"
#include "reference/number/rounding.h"

namespace classay {

struct Component {
  Type type = Type::f32;
  Truth truth;
  Enclosure value;
  bool exact = false;
  std::optional<int> ulp;                                           // as an exponent of two; none for what is no real number
  std::array<std::optional<Bits>, kRoundings.size()> rounded = {};  // none where any value is right
};
// Throws Undecided.
std::vector<Component> components(const ParsedCall& call);

// A rule that covers the call, with the editions in which it stands.
struct Prescribed {
  std::string sentence;
  std::string clause;
  std::vector<Edition> editions;
  std::vector<std::vector<Truth>> alternatives;
};
// The newest edition's first; different rules or clauses apart.
std::vector<Prescribed> prescribed(const ParsedCall& call);

// "0x3f800000", "nan" for any NaN, "any": a prescribed component as JSON and people have it.
std::string prescribed_text(const Truth& t, Type type);

}  // namespace classay
