// Where a derived implementation of a function of several arguments is promised anything (limit.h, Derived::defined): of
// one input, and of a run of them at once.
#pragma once

#include <vector>

#include "reference/bulk/bulk_judge.h"
#include "reference/derived/condition.h"
#include "reference/promise/limit.h"

namespace classay {

class PairDomain {
 public:
  // Throws std::invalid_argument for a condition that does not parse. An empty one holds everywhere.
  PairDomain(const Derived& limit, const std::vector<Type>& arguments);

  bool is_everywhere() const { return !condition_; }
  // Of numbers, neither NaN nor infinite.
  bool has(const BulkArguments& arguments) const;
  // Of all inputs of a run of numbers of one sign, or of none of them; `perhaps`: of some, or it takes a closer look.
  derived::Holds has(const BulkArguments& first, const BulkArguments& last) const;

 private:
  std::vector<Type> arguments_;
  std::optional<derived::Condition> condition_;
};

}  // namespace classay
