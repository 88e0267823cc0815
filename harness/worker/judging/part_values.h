// Splits a stretch of a plan into parts whose values are queried at once, and provides the values of one result for each. A
// part is all of a range, what lies in one input range or window, or a few thousand other inputs.
#pragma once

#include <algorithm>
#include <array>
#include <functional>
#include <memory>
#include <numeric>
#include <optional>
#include <vector>

#include "reference/bulk/bulk_judge.h"
#include "reference/bulk/direct_values.h"
#include "suites/plan.h"
#include "suites/row.h"

namespace classay {

struct PlanPart {
  const Segment* segment = nullptr;
  std::uint64_t first = 0;  // in the plan
  std::uint64_t count = 0;
  // For input ranges and windows:
  std::uint64_t number = 0;  // index of the range in the plan
  std::uint64_t in_run = 0;  // where in the range the part begins
  Run run;
};

inline PlanPart part_at(const Plan& plan, std::uint64_t at, std::uint64_t end) {
  constexpr std::uint64_t kListed = 4096;
  const Segment& segment = plan.segment_of(at);
  const std::uint64_t left = std::min(end, segment.first + segment.count) - at;
  PlanPart part{.segment = &segment, .first = at, .count = left};
  if (segment.making == Making::range) return part;
  if (!is_in_runs(segment.making)) {
    part.count = std::min(left, kListed);
    return part;
  }
  const std::uint64_t length = std::uint64_t{1} << static_cast<unsigned>(segment.run_bits);
  const std::uint64_t in_segment = at - segment.first;
  const std::uint64_t in_its_segment = in_segment >> static_cast<unsigned>(segment.run_bits);
  part.number = segment.first_run + in_its_segment;
  part.in_run = in_segment & (length - 1);
  part.count = std::min(left, length - part.in_run);
  part.run = plan.run(segment, in_its_segment);
  return part;
}

template <class Work>
void for_each_part(const Plan& plan, std::uint64_t first, std::uint64_t end, Work work) {
  while (first < end) {
    const PlanPart part = part_at(plan, first, end);
    work(part);
    first += part.count;
  }
}

// The arguments of a part, as a list each.
class Columns {
 public:
  Columns(const Plan& plan, const PlanPart& part) : arity_(static_cast<std::size_t>(plan.arity())) {
    for (std::size_t a = 0; a < arity_; ++a) columns_.at(a).resize(part.count);
    if (part.segment != nullptr && part.segment->making == Making::range && arity_ == 1) {
      std::iota(columns_[0].begin(), columns_[0].end(), plan.input(part.first)[0]);
      return;
    }
    for (std::uint64_t i = 0; i < part.count; ++i) {
      const Tuple input = plan.input(part.first + i);
      for (std::size_t a = 0; a < arity_; ++a) columns_.at(a)[i] = input.at(a);
    }
  }
  std::array<const Bits*, 3> lists() const {
    std::array<const Bits*, 3> all{};
    for (std::size_t a = 0; a < arity_; ++a) all.at(a) = columns_.at(a).data();
    return all;
  }

 private:
  std::size_t arity_;
  std::array<std::vector<Bits>, 3> columns_;
};

// The inputs of a part in the form of a bulk judge: consecutive inputs, or lists. Precondition: not windows.
class PartInputs {
 public:
  PartInputs(const Plan& plan, const PlanPart& part) : run_{.first_index = part.first} {
    const Making making = part.segment->making;
    if (making == Making::range) {
      run_.first = plan.input(part.first);
    } else if (is_in_runs(making)) {
      run_.first = run_input(part.run, part.in_run);
      run_.varies = static_cast<std::size_t>(part.run.varies);
    } else {
      columns_.emplace(plan, part);
    }
  }

  // Returns the inputs from index `from` on, without results. They point into this object.
  BulkInputs inputs(std::uint64_t from = 0) const {
    BulkInputs some = run_;
    some.first_index += from;
    if (!columns_) {
      some.first.at(some.varies) += from;
      return some;
    }
    some.lists = columns_->lists();
    for (const Bits*& list : some.lists) list = list == nullptr ? nullptr : list + from;
    return some;
  }

 private:
  BulkInputs run_;
  std::optional<Columns> columns_;
};

// A judge of one result has one of these, a judge of two results has two.
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
