// Where the values of one result come from, for a part of a plan at a time: who judges one result at once has one of these,
// who judges two has two.
#pragma once

#include <functional>
#include <memory>

#include "harness/judging/plan_parts.h"
#include "reference/bulk/direct_values.h"
#include "reference/certified/pairs/model.h"

namespace classay {

class PartValues {
 public:
  PartValues() = default;
  PartValues(const PartValues&) = delete;
  PartValues& operator=(const PartValues&) = delete;
  virtual ~PartValues() = default;

  // Are there values for all inputs of the segment?
  virtual bool knows(const Segment& segment) const = 0;

  // Does some work with those of `count` inputs of the part. Thread-safe. Precondition: its segment is known.
  using Work = std::function<void(const Values&)>;
  virtual void use(const PlanPart& part, const BulkInputs& inputs, std::size_t count, const Work& work) const = 0;
};

// Of functions of one argument, of those that need no model, and of those of two that have one.
std::unique_ptr<PartValues> line_part_values(std::unique_ptr<Values> values);
std::unique_ptr<PartValues> direct_part_values(const DirectFunction& function, const Format& format);
std::unique_ptr<PartValues> pair_part_values(const certified::PairFunction& function, const Format& format);

}  // namespace classay
