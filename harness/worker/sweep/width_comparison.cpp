#include "harness/worker/sweep/width_comparison.h"

#include <algorithm>
#include <atomic>
#include <mutex>
#include <utility>

#include "harness/worker/sweep/clocks.h"
#include "harness/worker/sweep/second_launch.h"
#include "harness/worker/sweep/subject.h"
#include "reference/number/real_scope.h"

namespace classay {
namespace {

// This many results fit into a core's own cache, both as stored and in the order of inputs.
constexpr std::uint64_t kBlock = std::uint64_t{1} << 14;

// Findings of take() in a part of the results.
struct Found {
  std::uint64_t digest = 0;
  std::vector<std::uint64_t> unwritten;

  void look(const AnswerPacking& packing, const ResultBits& poisoned, std::uint64_t first, std::span<const std::byte> linear,
            Places places) {
    const auto element = static_cast<std::size_t>(packing.bytes());
    const auto results = linear.subspan(places.begin * element, (places.end - places.begin) * element);
    digest += classay::digest(results, packing.bytes(), first + places.begin);
    std::size_t at = unwritten.size();
    find_unwritten(packing, results, poisoned, unwritten);
    for (; at < unwritten.size(); ++at) unwritten[at] += places.begin;
  }
};

// Compares the digest, if there is one, with the digest of the results, if they were brought. `right` computes the latter.
template <class Right>
void check(const Delivery& delivery, WidthRecord& record, Right right) {
  if (!delivery.digest || !delivery.is_brought) return;
  ++record.digests_checked;
  record.wrong_digests += *delivery.digest == right() ? 0 : 1;
}

// `results`: those that were brought, in the order of inputs.
bool has_other_padding(const Delivery& delivery, std::span<const std::byte> results) {
  return !differing_padding(delivery.launched.spread, delivery.output, results).empty();
}

}  // namespace

std::uint64_t LaneThreads::take(const Spread& spread, const Output& output, const AnswerPacking& packing,
                                const ResultBits& poisoned, std::uint64_t first, std::span<std::byte> linear,
                                std::vector<std::uint64_t>& unwritten) {
  Found all;
  std::mutex mutex;
  const auto width = static_cast<std::uint64_t>(spread.width);
  parallel_.run(spread.items(), kFewest / width, [&](std::size_t begin, std::size_t end) {
    Found found;
    for (Items some{begin, begin}; some.begin < end; some.begin = some.end) {
      some.end = std::min<std::uint64_t>(end, some.begin + kBlock / width);
      gather(spread, output, linear, some);
      for (int lane = 0; lane < spread.width; ++lane) {
        found.look(packing, poisoned, first, linear, places_of(spread, some, lane));
      }
    }
    const std::lock_guard lock(mutex);
    all.digest += found.digest;
    all.unwritten.insert(all.unwritten.end(), found.unwritten.begin(), found.unwritten.end());
  });
  std::ranges::sort(all.unwritten);
  unwritten = std::move(all.unwritten);
  return all.digest;
}

bool LaneThreads::is_same(const Spread& spread, const Output& output, std::span<const std::byte> linear) {
  std::atomic<bool> is_same = true;
  parallel_.run(spread.items(), kFewest / static_cast<std::size_t>(spread.width), [&](std::size_t begin, std::size_t end) {
    if (!classay::is_same(spread, output, linear, {begin, end})) is_same = false;
  });
  return is_same;
}

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

WidthComparison::WidthComparison(const Subject& subject, const Ledger& ledger)
    : subject_(subject), ledger_(ledger), lanes_(subject.threads()), first_(subject, lanes_) {}

bool WidthComparison::are_known(const Delivery& delivery) {
  const int width = delivery.launched.spread.width;
  if (Digester::is_checked(delivery.launched.batch, width)) return false;
  return is_as_told(delivery, subject_.index_of(width)) || is_like_first(delivery);
}

void WidthComparison::receive(const Delivery& delivery) {
  const bool is_first = subject_.index_of(delivery.launched.spread.width) == first_width_;
  if (is_first && subject_.judge().results_of_vector() == 0) first_.receive(delivery);
}

std::span<const std::uint64_t> WidthComparison::take(const Delivery& delivery) {
  const std::size_t index = subject_.index_of(delivery.launched.spread.width);
  std::span<const std::uint64_t> unwritten;
  if (subject_.judge().results_of_vector() > 0) {
    // The unit has only this width.
    const Stopwatch watch;
    told_ = {};
    pending_.clear();
    pending_.push_back(judge_vectors(subject_, delivery, told_.unwritten));
    unwritten = told_.unwritten;
    judge_seconds_ += watch.seconds();
  } else {
    unwritten = index == first_width_ ? take_first(delivery) : take_other(delivery, index);
  }
  note_launch(delivery, pending_[index]);
  return unwritten;
}

std::span<const std::uint64_t> WidthComparison::take_first(const Delivery& delivery) {
  const Batch& batch = delivery.launched.batch;
  pending_.clear();
  told_.results.clear();
  like_first_.clear();
  for (const int w : subject_.task().unit.widths) pending_.push_back({.width = w});
  first_.start(batch, ledger_.widths[first_width_].tally, pending_[first_width_]);
  check(delivery, pending_[first_width_],
        [&] { return Digest{.sum = first_.digest(), .has_other_padding = has_other_padding(delivery, first_.results())}; });
  if (delivery.launched.spread.elements() > batch.count) {
    finish_first();
    other_.assign(first_.results().begin(), first_.results().end());
    if (take_padding(delivery, first_width_)) tally_other(batch, first_width_, digest_of_other(batch));
  }
  return first_.unwritten();
}

std::span<const std::uint64_t> WidthComparison::take_other(const Delivery& delivery, std::size_t index) {
  const Batch& batch = delivery.launched.batch;
  const Spread& spread = delivery.launched.spread;
  WidthRecord& record = pending_[index];
  if (!delivery.is_brought) record.by_digest = batch.count;
  if (is_as_told(delivery, index)) {
    record.tally = pending_[told_.of].tally;
    record.answers = pending_[told_.of].answers;
    record.bitwise_equal = pending_[told_.of].bitwise_equal;
    check(delivery, record, [&] { return Digest{.sum = record.answers}; });
    return told_.unwritten;
  }
  if (is_like_first(delivery)) {
    record.bitwise_equal = batch.count;
    like_first_.push_back(index);
    check(delivery, record, [&] { return Digest{.sum = first_.digest()}; });
    return first_.unwritten();
  }
  finish_first();
  other_.resize(first_.results().size());
  const std::uint64_t digest = lanes_.take(spread, delivery.output, subject_.judge().packing(), delivery.poisoned,
                                           batch.first, other_, told_.unwritten);
  check(delivery, record, [&] { return Digest{.sum = digest, .has_other_padding = has_other_padding(delivery, other_)}; });
  const bool is_replaced = take_padding(delivery, index);
  record.bitwise_equal = batch.count - tally_other(batch, index, is_replaced ? digest_of_other(batch) : digest);
  told_.of = index;
  told_.results.swap(other_);
  if (is_replaced) told_.results.clear();
  return told_.unwritten;
}

void WidthComparison::finish_first() { judge_seconds_ += first_.finish(); }

// Padding repeats the last input in several elements. The worst of them counts, also at the first width, because one lane
// alone may be wrong. Returns true if it is not the element in the input's own place.
bool WidthComparison::take_padding(const Delivery& delivery, std::size_t index) {
  const RealScope scope;
  const CaseJudge& judge = subject_.judge();
  const int element = judge.packing().bytes();
  const std::uint64_t last = delivery.launched.batch.count - 1;
  const Tuple input = subject_.plan().input(delivery.launched.batch.first + last);
  const auto is_wrong = [&](Packed bits) { return judge.judged(input, bits).outcome == Tally::Outcome::wrong; };
  for (const Packed bits : differing_padding(delivery.launched.spread, delivery.output, other_)) {
    pending_[index].slow_path += 2;
    if (is_wrong(packed_at(other_, element, last))) return false;
    if (!is_wrong(bits)) continue;
    put_packed(other_, element, last, bits);
    return true;
  }
  return false;
}

// Wider vectors often differ from scalars in the same places and by the same bits.
bool WidthComparison::is_as_told(const Delivery& delivery, std::size_t index) {
  if (told_.results.empty() || depends_on_neighbours(subject_, subject_.width(index))) return false;
  if (!ledger_.widths[index].tally.keeps_same(ledger_.widths[told_.of].tally)) return false;
  if (!delivery.is_brought) return *delivery.digest == Digest{.sum = pending_[told_.of].answers};
  return lanes_.is_same(delivery.launched.spread, delivery.output, told_.results);
}

bool WidthComparison::is_like_first(const Delivery& delivery) {
  if (!delivery.is_brought) return *delivery.digest == Digest{.sum = first_.digest()};
  return lanes_.is_same(delivery.launched.spread, delivery.output, first_.results());
}

std::uint64_t WidthComparison::digest_of_other(const Batch& batch) const {
  return digest(other_, subject_.judge().packing().bytes(), batch.first);
}

// Tallies results that differ from those of the first width, wholly or partly. Returns how many differ.
std::uint64_t WidthComparison::tally_other(const Batch& batch, std::size_t index, std::uint64_t digest) {
  const RealScope scope;
  const CaseJudge& judge = subject_.judge();
  const int element = judge.packing().bytes();
  WidthRecord& record = pending_[index];
  record.answers = digest;
  if (first_.is_in_bulk()) {
    tally_in_bulk(subject_, batch, other_, ledger_.widths[index].tally, record);
    return count_differing(first_.results(), other_, element);
  }
  const std::vector<std::uint64_t> differing = differing_places(first_.results(), other_, element);
  std::vector<Judged> judged = first_.judged();
  for (const std::uint64_t at : differing) {
    judged[at] = judge.judged(subject_.plan().input(batch.first + at), packed_at(other_, element, at));
  }
  record.slow_path += differing.size();
  record.tally = tally_of(subject_, batch, other_, std::move(judged), record.width);
  return differing.size();
}

// Tallies results equal to those of the first width. A bulk tally keeps only samples that can join the known tally of its
// own width. If the known tally of this width would keep other samples, the results are tallied again.
void WidthComparison::tally_like_first(const Batch& batch, std::size_t index) {
  const WidthRecord& like = pending_[first_width_];
  const Tally& known = ledger_.widths[index].tally;
  WidthRecord& record = pending_[index];
  record.answers = like.answers;
  const bool is_excused = like.tally.failed() > 0 && excuses_some(subject_, batch, record.width);
  if (first_.is_in_bulk() && (is_excused || !known.keeps_same(ledger_.widths[first_width_].tally))) {
    return tally_in_bulk(subject_, batch, first_.results(), known, record);
  }
  record.tally = is_excused ? tally_of(subject_, batch, first_.results(), first_.judged(), record.width) : like.tally;
}

std::span<const WidthRecord> WidthComparison::finish(const Batch& batch) {
  finish_first();
  for (const std::size_t index : like_first_) tally_like_first(batch, index);
  return pending_;
}

double WidthComparison::take_judge_seconds() { return std::exchange(judge_seconds_, 0); }

}  // namespace classay
