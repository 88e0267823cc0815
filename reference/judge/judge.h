// Decides whether a promise is kept: a pure function of the promise, the arguments, the result's bits and the device's
// traits. A verdict is given only when it is proven, which means that the enclosure of the exact value lies on one side of
// the limit; until then the precision grows. A result is compared with prescribed values, then with NaN, with the limit, and
// last with a flush to zero.
#pragma once

#include <array>
#include <memory>
#include <span>
#include <string>
#include <string_view>

#include "reference/promise/arithmetic.h"
#include "reference/promise/promise.h"

namespace classay {

struct Interval;  // reference/number/interval.h

// `poor` is a quality warning. No promise is broken: a step of the promised form has no limit here, or the specification
// states no limit, or only says what should be. But the result misses a different limit that the specification states for
// the builtin, or is not what should be.
enum class Verdict : std::uint8_t { right, wrong, undefined, poor };
constexpr std::string_view name(Verdict v) {
  constexpr std::array<std::string_view, 4> names{"right", "wrong", "undefined", "quality-warning"};
  return names.at(static_cast<std::size_t>(v));
}

struct Judgement {
  Verdict verdict = Verdict::wrong;
  // The largest error in ulp of the exact value among the components that are numbers; nullptr when there is none (a NaN
  // or an infinity where a number is right counts as infinite, and leaves it empty too).
  std::shared_ptr<Interval> error;
  bool is_below = false;  // that component is less than the exact value
  std::string clause;     // what decided: the limit's table or the rule's clause
  std::string reading;    // when an ambiguous clause was needed for `right`: its name in docs/ambiguities.md
  std::string why;        // a short sentence for all but `right`
};

// `results` holds the patterns of all components, in the order of the truths. Under a limit that is Unstated only prescribed
// values are judged; all else is undefined. Throws Undecided; std::invalid_argument when the number of results is wrong.
Judgement judge(const Promise& promise, const Call& call, std::span<const Bits> results, const Arithmetic& arithmetic);

}  // namespace classay
