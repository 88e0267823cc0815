#include "harness/worker/judging/values_for.h"

#include <algorithm>

#include "harness/worker/judging/part_values.h"
#include "harness/worker/judging/windows_judge.h"
#include "reference/bulk/exact_values.h"
#include "reference/bulk/formats.h"
#include "reference/certified/narrow/model.h"

namespace classay {

namespace {

// For f16 and f32.
class NarrowJudge : public BatchJudge {
 public:
  NarrowJudge(std::unique_ptr<PartValues> values, const BulkPromise& promise)
      : values_(std::move(values)), promise_(promise) {}

  bool knows(const Segment& segment) const override { return values_->knows(segment); }

  BulkTally tally(const Plan& plan, std::uint64_t first, std::span<const std::byte> results, const SlowJudge& slow,
                  const Tally* known) const override {
    BulkJudge judge(promise_, slow, known);
    const std::size_t element = static_cast<std::size_t>(promise_.format.width) / 8;
    for_each_part(plan, first, first + results.size() / element, [&](const PlanPart& part) {
      const PartInputs all(plan, part);
      BulkInputs inputs = all.inputs();
      inputs.results = results.subspan((part.first - first) * element, part.count * element);
      values_->use(part, inputs, part.count, [&](const Values& values) { judge.add(values, inputs); });
    });
    return judge.tally();
  }

 private:
  std::unique_ptr<PartValues> values_;
  BulkPromise promise_;
};

}  // namespace

std::unique_ptr<Values> line_values(const Row& row, Type type) {
  if (row.signature != Signature::unary || !is_narrow(type)) return nullptr;
  const Format& format = classay::format(type);
  if (const certified::Function* f = certified::function_of(row.truth)) {
    return std::make_unique<certified::Model>(*f, format);
  }
  return exact_values(row.truth, format);
}

std::unique_ptr<PartValues> narrow_values(const Row& row, Type type) {
  if (row.truth == nullptr || !is_narrow(type)) return nullptr;
  const Format& f = format(type);
  if (const DirectFunction* direct = direct_function_for(row)) return direct_part_values(*direct, f);
  if (const certified::PairFunction* pair = certified::pair_function_of(row.truth)) return pair_part_values(*pair, f);
  std::unique_ptr<Values> line = line_values(row, type);
  return line == nullptr ? nullptr : line_part_values(std::move(line));
}

std::unique_ptr<BatchJudge> batch_judge(const Row& row, Type type, const BulkPromise& promise) {
  if (row.truth == nullptr) return nullptr;
  if (is_wide(type)) return windows_judge(row, promise);
  std::unique_ptr<PartValues> values = narrow_values(row, type);
  return values == nullptr ? nullptr : std::make_unique<NarrowJudge>(std::move(values), promise);
}

}  // namespace classay
