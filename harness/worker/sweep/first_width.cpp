#include "harness/worker/sweep/first_width.h"

#include <utility>

#include "harness/worker/sweep/batch_tally.h"
#include "harness/worker/sweep/stopwatch.h"

namespace classay {

void FirstWidth::receive(const Delivery& delivery) {
  const Launched& launched = delivery.launched;
  const AnswerPacking& packing = subject_.judge().packing();
  received_.results.resize(launched.batch.count * static_cast<std::uint64_t>(packing.bytes()));
  received_.digest = lanes_.take(launched.spread, delivery.output, packing, delivery.poisoned, launched.batch.first,
                                 received_.results, received_.unwritten);
}

void FirstWidth::start(const Batch& batch, const Tally& known, WidthRecord& record) {
  std::swap(received_, started_);
  background_.start([this, batch, &known, &record] { judge(batch, known, record); });
}

double FirstWidth::finish() {
  background_.finish();
  return std::exchange(seconds_, 0);
}

void FirstWidth::judge(const Batch& batch, const Tally& known, WidthRecord& record) {
  const Stopwatch watch;
  const CaseJudge& judge = subject_.judge();
  is_in_bulk_ = judge.judges_in_bulk(subject_.plan(), batch.first, batch.count);
  if (is_in_bulk_) {
    tally_in_bulk(subject_, batch, results(), known, record);
  } else {
    judged_.resize(batch.count);
    judge.judge_all(subject_.plan(), batch.first, results(), judged_);
    record.tally = tally_of(subject_, batch, results(), judged_, record.width);
    record.slow_path = batch.count;
  }
  record.answers = digest();
  seconds_ = watch.seconds();
}

}  // namespace classay
