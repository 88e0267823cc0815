#include "harness/worker/search/device_measure.h"

#include <cmath>
#include <limits>

#include "harness/journal/task.h"
#include "harness/worker/sweep/reported_arithmetic.h"

namespace classay {
namespace {

// The steps of a search have any size and an unknown end, so launches have whole work-groups.
constexpr std::uint64_t kWithoutEnd = std::uint64_t{1} << 40;
constexpr Stretch kSteps{Making::table, 0, kWithoutEnd, kWithoutEnd};

// Ranks results for the search: a wrong NaN, or a zero of the wrong sign, has no error in ulp and counts as infinite.
double badness(const Judged& judged) {
  switch (judged.outcome) {
    case Tally::Outcome::undefined: return 0;
    case Tally::Outcome::right:
    case Tally::Outcome::poor: return std::fabs(judged.ulps);
    case Tally::Outcome::wrong: break;
  }
  return judged.ulps == 0 ? std::numeric_limits<double>::infinity() : std::fabs(judged.ulps);
}

}  // namespace

DeviceMeasure::DeviceMeasure(Device& device, const Task& task, unsigned threads)
    : task_(task),
      judge_(task, reported_arithmetic(device.capabilities(), *task.unit.row, task.unit.format), threads),
      plan_(Plan::of_inputs(*task.unit.row, task.unit.format, Making::table, {})),
      asker_(std::make_unique<Asker>(device, task.unit, plan_, kSteps)) {}

std::vector<double> DeviceMeasure::operator()(std::span<const Tuple> inputs) {
  std::vector<Tuple> unknown;
  for (const Tuple& t : inputs) {
    if (known_.emplace(t, 0).second) unknown.push_back(t);
  }
  if (!unknown.empty()) ask(unknown);
  std::vector<double> errors;
  errors.reserve(inputs.size());
  for (const Tuple& t : inputs) errors.push_back(known_.at(t));
  return errors;
}

void DeviceMeasure::ask(const std::vector<Tuple>& inputs) {
  const Batch batch{plan_.count(), inputs.size()};
  plan_.extend(inputs);
  asker_->submit(batch, task_.unit.widths.front());
  const Delivery delivery = asker_->wait();
  std::vector<std::byte> linear(batch.count * static_cast<std::uint64_t>(judge_.packing().bytes()));
  gather(delivery.launched.spread, delivery.output, linear);
  std::vector<Judged> judged(inputs.size());
  judge_.judge_all(plan_, batch.first, linear, judged);
  tally_.merge(judge_.tally(plan_, batch.first, linear, judged));
  for (std::size_t i = 0; i < inputs.size(); ++i) known_[inputs[i]] = badness(judged[i]);
}

}  // namespace classay
