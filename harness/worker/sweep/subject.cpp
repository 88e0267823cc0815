#include "harness/worker/sweep/subject.h"

#include <algorithm>
#include <utility>

#include "harness/journal/task.h"
#include "harness/worker/sweep/asker.h"
#include "harness/worker/sweep/device_support.h"

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

bool depends_on_neighbours(const Subject& subject, int width) {
  return subject.judge().arithmetic().assumes_finite() && width > 1;
}

bool excuses_some(const Subject& subject, const Batch& batch, int width) {
  if (!depends_on_neighbours(subject, width)) return false;
  for (std::uint64_t at = 0; at < batch.count; ++at) {
    if (subject.judge().is_assumed_away(subject.plan().input(batch.first + at))) return true;
  }
  return false;
}

// The last input may be in several vectors.
bool excuses(const Subject& subject, const Batch& batch, std::uint64_t at, int width) {
  if (!depends_on_neighbours(subject, width)) return false;
  if (at + 1 == batch.count) return excuses_some(subject, batch, width);
  const std::vector<Tuple> lanes = subject.vector_of(batch.first + at, width);
  return std::ranges::any_of(lanes, [&](const Tuple& lane) { return subject.judge().is_assumed_away(lane); });
}

Tally::Outcome outcome_of(const Subject& subject, const Batch& batch, std::uint64_t at, Packed result, int width) {
  const Tally::Outcome outcome = subject.judge().judged(subject.plan().input(batch.first + at), result).outcome;
  const bool is_excused = outcome == Tally::Outcome::wrong && excuses(subject, batch, at, width);
  return is_excused ? Tally::Outcome::undefined : outcome;
}

Tally tally_of(const Subject& subject, const Batch& batch, std::span<const std::byte> results, std::vector<Judged> judged,
               int width) {
  const CaseJudge& judge = subject.judge();
  const auto is_wrong = [](const Judged& j) { return j.outcome == Tally::Outcome::wrong; };
  const bool may_excuse = std::ranges::any_of(judged, is_wrong) && excuses_some(subject, batch, width);
  for (std::uint64_t at = 0; may_excuse && at < batch.count; ++at) {
    if (is_wrong(judged[at]) && excuses(subject, batch, at, width)) judged[at].outcome = Tally::Outcome::undefined;
  }
  return judge.tally(subject.plan(), batch.first, results, judged);
}

void tally_one_by_one(const Subject& subject, const Batch& batch, std::span<const std::byte> results, WidthRecord& record) {
  std::vector<Judged> judged(batch.count);
  subject.judge().judge_all(subject.plan(), batch.first, results, judged);
  record.tally = tally_of(subject, batch, results, std::move(judged), record.width);
  record.slow_path += batch.count;
}

void tally_in_bulk(const Subject& subject, const Batch& batch, std::span<const std::byte> results, const Tally& known,
                   WidthRecord& record) {
  BulkTally bulk = subject.judge().bulk_tally(subject.plan(), batch.first, results, known);
  if (bulk.tally.failed() > 0 && excuses_some(subject, batch, record.width)) {
    return tally_one_by_one(subject, batch, results, record);
  }
  record.tally = std::move(bulk.tally);
  record.slow_path += bulk.asked_slowly;
}

WidthRecord judge_vectors(const Subject& subject, const Delivery& delivery, std::vector<std::uint64_t>& unwritten) {
  const CaseJudge& judge = subject.judge();
  const Batch& batch = delivery.launched.batch;
  const int width = delivery.launched.spread.width;
  const std::vector<std::byte> results = delivery.output.all();
  find_unwritten(judge.packing(), results, delivery.poisoned, unwritten);
  const auto lanes_of = [&](std::uint64_t v) { return subject.vector_of(batch.first + v, width); };
  std::vector<Judged> judged(delivery.launched.spread.items());
  judge.judge_vectors(lanes_of, results, judged);
  WidthRecord record{.width = width};
  for (std::uint64_t v = 0; v < judged.size(); ++v) {
    judge.add(record.tally, batch.first + v, lanes_of(v).front(), judge.results_of(results, v).front(), judged[v]);
  }
  record.slow_path = judged.size();
  const std::uint64_t first = batch.first * static_cast<std::uint64_t>(judge.results_of_vector());
  record.answers = digest(results, judge.packing().bytes(), first);
  return record;
}

}  // namespace classay
