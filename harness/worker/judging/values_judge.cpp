// Judges results by values with bounds, where every verdict follows from a BulkPromise.
#include "harness/worker/judging/part_values.h"
#include "harness/worker/judging/plan_judging.h"

namespace classay {
namespace {

class ValuesJudge : public BatchJudge {
 public:
  ValuesJudge(std::unique_ptr<PartValues> values, const BulkPromise& promise)
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

std::unique_ptr<BatchJudge> values_judge(const JudgedCase& c) {
  const auto promise = bulk_promise(c.promise, c.arithmetic, argument_types(c.row, c.format));
  return promise ? std::make_unique<ValuesJudge>(part_values(c.row, c.format), *promise) : nullptr;
}

}  // namespace classay
