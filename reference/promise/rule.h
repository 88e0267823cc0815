// Defines prescribed values: the results that C99 Annex F.9 and the additional requirements of the specifications name, as
// rules for all arguments that they cover. A rule is a parsed sentence:
//
//   atan2pi(±0, x<0) = ±1
//   pown(±0, odd n<0) = ±inf
//   ilogb(±0) = -2147483648 | -2147483647
//
// rule_parser.h has the grammar. Text and meaning cannot differ, because there is only the text.
#pragma once

#include <memory>
#include <string_view>
#include <vector>

#include "reference/truth/call.h"

namespace classay {

class Rule {
 public:
  // Throws std::invalid_argument with a caret under the place when the sentence does not parse.
  // `is_advice`: the specification writes that the result "should" be this value.
  Rule(std::string_view sentence, std::string_view clause, bool is_advice = false);

  std::string_view builtin() const;
  std::string_view sentence() const;
  std::string_view clause() const;
  bool is_advice() const;

  // The only right results when the rule covers these arguments: alternatives, nearly always a single one, each with one
  // exact Truth for each component (Kind::any for one that it leaves open). Empty when the rule does not cover them. A
  // prescribed zero's sign is binding; Kind::nan means any NaN. Needs no RealScope. Throws std::invalid_argument when the
  // number of arguments is not that of the sentence.
  std::vector<std::vector<Truth>> prescribed(const Call& call) const;
  bool covers(const Call& call) const;

 private:
  struct Data;
  std::shared_ptr<const Data> data_;
};

}  // namespace classay
