#include "harness/sweep/first_width.h"

#include <utility>

#include "harness/sweep/batch_tally.h"
#include "harness/sweep/stopwatch.h"

namespace classay {

void FirstWidth::start(const Delivery& delivery, const Tally& known, WidthRecord& record) {
  const Batch batch = delivery.launched.batch;
  const AnswerPacking& packing = subject_.judge().packing();
  first_ = batch.first;
  digest_.reset();
  results_.resize(batch.count * static_cast<std::uint64_t>(packing.bytes()));
  lanes_.gather(delivery.launched.spread, delivery.output, results_);
  unwritten_.clear();
  lanes_.find_unwritten(packing, results_, delivery.poisoned, unwritten_);
  // The threads serve one caller, which is not the background: a digest of few results is left to that.
  if (LaneThreads::are_shared(batch.count)) digest_ = lanes_.digest(results_, packing.bytes(), first_);
  background_.start([this, batch, &known, &record] { judge(batch, known, record); });
}

double FirstWidth::finish() {
  background_.finish();
  return std::exchange(seconds_, 0);
}

std::uint64_t FirstWidth::digest() {
  if (!digest_) digest_ = classay::digest(results_, subject_.judge().packing().bytes(), first_);
  return *digest_;
}

void FirstWidth::judge(const Batch& batch, const Tally& known, WidthRecord& record) {
  const Stopwatch watch;
  const CaseJudge& judge = subject_.judge();
  is_in_bulk_ = judge.judges_in_bulk(subject_.plan(), batch.first, batch.count);
  if (is_in_bulk_) {
    tally_in_bulk(subject_, batch, results_, known, record);
  } else {
    judged_.resize(batch.count);
    judge.judge_all(subject_.plan(), batch.first, results_, judged_);
    record.tally = tally_of(subject_, batch, results_, judged_, record.width);
    record.slow_path = batch.count;
  }
  record.answers = LaneThreads::are_shared(batch.count) ? digest_.value()
                                                        : classay::digest(results_, judge.packing().bytes(), batch.first);
  seconds_ = watch.seconds();
}

}  // namespace classay
