// Judges results for one list of arguments, as given or with subnormals as zeros: first by the rules that prescribe a value,
// then by the limit, component by component. judge.cpp makes the lists and combines their verdicts.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "reference/judge/component.h"
#include "reference/promise/arithmetic.h"
#include "reference/promise/promise.h"

namespace classay {

// Unsafe math may assume "that arguments and results are valid", and may violate the edge cases (A40).
inline constexpr std::string_view kEdge = "unsafe math may violate edge cases";

struct VariantCheck {
  Outcome outcome = Outcome::wrong;
  std::optional<Interval> error;
  bool is_below = false;
  std::string clause;
  std::string reading;
  std::string why;
  bool prescribed = false;

  bool is_excused() const;  // nothing is promised, by the options of the build
};

// Returns the type of a component of the results.
Type type_of(const Promise& promise, std::size_t component);

// The rule that covers the arguments, and its prescribed values: nearly always one alternative.
struct Prescription {
  const Rule* rule;
  std::vector<std::vector<Truth>> alternatives;
};

class VariantJudge {
 public:
  // All of them live longer.
  VariantJudge(const Promise& promise, std::span<const Bits> results, const Arithmetic& arithmetic)
      : promise_(promise), results_(results), arithmetic_(arithmetic) {}

  // `call`: with the arguments of the list.
  VariantCheck check(const Call& call, Precision p) const;

 private:
  bool is_nan_of_signaling(const Call& call) const;
  bool signals_by_itself(const Call& call) const;
  VariantCheck check_as_given(const Call& call, Precision p) const;
  VariantCheck check_open(const Prescription& found, const Call& call, Precision p) const;
  VariantCheck check_limit(const Call& call, Precision p) const;
  VariantCheck check_prescribed(const Prescription& found, const Call& call) const;
  bool is_prescribed(const std::vector<Truth>& truths, std::string& reading) const;
  bool flushed_prescription(const Truth& t, Type type, Bits result) const;
  bool flushed_step(const Call& call) const;

  const Promise& promise_;
  std::span<const Bits> results_;
  const Arithmetic& arithmetic_;
};

}  // namespace classay
