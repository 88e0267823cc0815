// Decides where a derived implementation of a function of several arguments has a promise (limit.h, Derived::defined). It
// decides for one input, or for an input range at once.
#pragma once

#include <vector>

#include "reference/bulk/bulk_judge.h"
#include "reference/derived/condition.h"
#include "reference/promise/limit.h"

namespace classay {

class PairDomain {
 public:
  // Throws std::invalid_argument if the condition does not parse. An empty condition holds everywhere.
  PairDomain(const Derived& limit, const std::vector<Type>& arguments);

  bool is_everywhere() const { return !condition_; }
  // For finite numbers.
  bool has(const BulkArguments& arguments) const;
  // For an input range of numbers of one sign: holds for all, or for none; `perhaps`: for some, or undecided.
  derived::Holds has(const BulkArguments& first, const BulkArguments& last) const;

 private:
  std::vector<Type> arguments_;
  std::optional<derived::Condition> condition_;
};

}  // namespace classay
