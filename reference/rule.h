// Prescribed values: the results that C99 Annex F.9 and the documents' additional requirements name, as rules that hold for
// all arguments they cover. A rule is the sentence itself, parsed:
//
//   atan2pi(±0, x<0) = ±1
//   pown(±0, odd n<0) = ±inf
//   rootn(any, 0) = nan
//
// The grammar stands in rule.cpp. Text and meaning can not drift apart, because there is only the text.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "reference/truth.h"

namespace classay {

class Rule {
 public:
  // Throws std::invalid_argument with a caret under the place when the sentence does not parse.
  Rule(std::string_view sentence, std::string_view clause);

  std::string_view builtin() const;
  std::string_view sentence() const;
  std::string_view clause() const;

  // The only right results when the rule covers these arguments: one exact Truth for each component (Kind::any for one that
  // it leaves open); nullopt when it does not cover them. ldexp(x, 0) and the like, whose result is an argument, included.
  std::optional<std::vector<Truth>> prescribed(const Call& call) const;

 private:
  struct Parsed;
  std::shared_ptr<const Parsed> parsed_;
};

}  // namespace classay
