#include "harness/worker/sweep/subject.h"

#include <algorithm>

#include "harness/journal/task.h"
#include "harness/worker/sweep/asker.h"
#include "harness/worker/sweep/reported_arithmetic.h"

namespace classay {

Subject::Subject(const Capabilities& device, const Task& task, const Plan& plan, unsigned threads)
    : task_(task),
      plan_(plan),
      threads_(threads),
      judge_(task, reported_arithmetic(device, *task.unit.row, task.unit.format), threads),
      stretches_(classay::stretches(plan, largest_batch(device), task.unit.front_end, task.unit.row)) {}

std::size_t Subject::index_of(int width) const {
  return static_cast<std::size_t>(std::ranges::find(task_.unit.widths, width) - task_.unit.widths.begin());
}

std::vector<Tuple> Subject::vector_of(std::uint64_t index, int width) const {
  const Batch batch = batch_of(stretches_, index);
  const Spread spread = spread_of(batch, width, plan_.lanes(), stretch_of(stretches_, index).making);
  const std::uint64_t item = (index - batch.first) % spread.items();
  std::vector<Tuple> vector;
  for (int lane = 0; lane < width; ++lane) {
    vector.push_back(plan_.input(batch.first + lane_input(spread.count, width, spread.shift, item, lane)));
  }
  return vector;
}

}  // namespace classay
