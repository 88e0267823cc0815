// Provides the values of one result, for a part of a plan at a time. A judge of one result has one of these, a judge of two
// results has two.
#pragma once

#include <functional>
#include <memory>

#include "harness/worker/judging/plan_parts.h"
#include "reference/bulk/direct_values.h"
#include "suites/row.h"

namespace classay {

class PartValues {
 public:
  PartValues() = default;
  PartValues(const PartValues&) = delete;
  PartValues& operator=(const PartValues&) = delete;
  virtual ~PartValues() = default;

  // Returns whether there are values for all inputs of the segment.
  virtual bool knows(const Segment& segment) const = 0;

  // Calls `work` with the values of `count` inputs of the part. Thread-safe. Precondition: knows() its segment.
  using Work = std::function<void(const Values&)>;
  virtual void use(const PlanPart& part, const BulkInputs& inputs, std::size_t count, const Work& work) const = 0;
};

// The values of one result. Precondition: is_of_one_result(value_source(row, type)).
std::unique_ptr<PartValues> part_values(const Row& row, Type type);

// For functions of one argument, and for those without a model.
std::unique_ptr<PartValues> line_part_values(std::unique_ptr<Values> values);
std::unique_ptr<PartValues> direct_part_values(const DirectFunction& function, const Format& format);

}  // namespace classay
