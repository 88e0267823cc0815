// Returns the exact truth about one call as data: `oracle` prints it, and `judge` shows it next to a wrong result.
#pragma once

#include <array>
#include <optional>
#include <string>
#include <vector>

#include "harness/text/arguments.h"
#include "harness/text/number.h"
#include "reference/number/rounding.h"
#include "reference/truth/truth.h"

namespace classay {

struct Component {
  Type type = Type::f32;
  Truth truth;
  Enclosure value;
  bool exact = false;
  std::optional<int> ulp;                                           // as an exponent of two; none if the value is not a real
                                                                    // number
  std::array<std::optional<Bits>, kRoundings.size()> rounded = {};  // none where any value is right
};
// Throws Undecided.
std::vector<Component> components(const ParsedCall& call);

// A rule of the specifications that covers the call, with the editions that contain it.
struct Prescribed {
  std::string sentence;
  std::string clause;
  std::vector<Edition> editions;
  std::vector<std::vector<Truth>> alternatives;
};
// Newest edition first; different rules or clauses are separate entries.
std::vector<Prescribed> prescribed(const ParsedCall& call);

// A prescribed component for JSON and for people: "0x3f800000", "nan" for any NaN, "any".
std::string prescribed_text(const Truth& t, Type type);

}  // namespace classay
