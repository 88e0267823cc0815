#include "harness/worker/sweep/second_launch.h"

#include <algorithm>

#include "harness/worker/lanes/lanes.h"
#include "harness/worker/sweep/subject.h"
#include "reference/number/real_scope.h"

namespace classay {
namespace {

using Outcome = Tally::Outcome;

struct Change {
  std::uint64_t at = 0;  // index of its input in the batch; for builtins across lanes, of its vector
  std::uint64_t element = 0;
};

// Returns the changes, ordered by input. The last input may be in several elements.
std::vector<Change> changes(const Subject& subject, const Spread& spread, const Left& first, const Left& second) {
  const std::size_t of_vector = subject.judge().results_of_vector();
  const auto width = static_cast<std::uint64_t>(spread.width);
  std::vector<Change> all;
  for (const std::uint64_t i : differing_places(first.elements, second.elements, subject.judge().packing().bytes())) {
    const std::uint64_t at =
        of_vector > 0 ? i / of_vector
                      : lane_input(spread.count, spread.width, spread.shift, i / width, static_cast<int>(i % width));
    all.push_back({at, i});
  }
  std::ranges::stable_sort(all, {}, &Change::at);
  return all;
}

std::vector<Outcome> outcomes(const Subject& subject, const Launched& launched, const std::vector<Change>& changes,
                              const std::vector<std::byte>& elements) {
  const CaseJudge& judge = subject.judge();
  const Batch& batch = launched.batch;
  const int width = launched.spread.width;
  const auto bytes = static_cast<std::size_t>(judge.packing().bytes());
  std::vector<Judged> judged(changes.size());
  if (judge.results_of_vector() > 0) {
    std::vector<std::byte> vectors;
    const std::size_t of_vector = judge.results_of_vector() * bytes;
    for (const Change& c : changes) {
      const auto begin = elements.begin() + static_cast<std::ptrdiff_t>(c.at * of_vector);
      vectors.insert(vectors.end(), begin, begin + static_cast<std::ptrdiff_t>(of_vector));
    }
    const auto lanes_of = [&](std::uint64_t i) { return subject.vector_of(batch.first + changes[i].at, width); };
    judge.judge_vectors(lanes_of, vectors, judged);
  } else {
    std::vector<CaseJudge::Result> results;
    for (const Change& c : changes) {
      results.push_back({batch.first + c.at, packed_at(elements, judge.packing().bytes(), c.element)});
    }
    judge.judge_chosen(subject.plan(), results, judged);
  }
  std::vector<Outcome> all;
  for (std::size_t i = 0; i < changes.size(); ++i) {
    const bool is_excused = judged[i].outcome == Outcome::wrong && excuses(subject, batch, changes[i].at, width);
    all.push_back(is_excused ? Outcome::undefined : judged[i].outcome);
  }
  return all;
}

bool is_same_value(const AnswerPacking& packing, const ResultBits& a, const ResultBits& b) {
  for (std::size_t c = 0; c < packing.types().size(); ++c) {
    const Type type = packing.types()[c];
    const bool are_nans = is_float(type) && format(type).is_nan(a.at(c)) && format(type).is_nan(b.at(c));
    if (a.at(c) != b.at(c) && !are_nans) return false;
  }
  return true;
}

// Sorted by severity. `unwritten`: in both launches; Suspects handles it.
enum class Kind : std::uint8_t { unwritten, same, differing, wrong, lost };

std::vector<Kind> kinds(const Subject& subject, const Launched& launched, const std::vector<Change>& changes,
                        const Left& first, const Left& second) {
  const AnswerPacking& packing = subject.judge().packing();
  const std::vector<Outcome> then = outcomes(subject, launched, changes, first.elements);
  const std::vector<Outcome> now = outcomes(subject, launched, changes, second.elements);
  std::vector<Kind> all;
  for (std::size_t i = 0; i < changes.size(); ++i) {
    const Packed a = packed_at(first.elements, packing.bytes(), changes[i].element);
    const Packed b = packed_at(second.elements, packing.bytes(), changes[i].element);
    const bool is_undefined = now[i] == Outcome::undefined;
    const unsigned held = unwritten_components(packing, b, second.poisoned);
    const auto may_stay = [&] {
      return may_hold_anything(subject, launched.batch, changes[i].at, launched.spread.width, now[i]);
    };
    if ((held & unwritten_components(packing, a, first.poisoned)) != 0 && !may_stay()) {
      all.push_back(Kind::unwritten);
    } else if (lost_a_store(packing, a, b, second.poisoned, now[i]) && !may_stay()) {
      all.push_back(Kind::lost);
    } else if (now[i] == Outcome::wrong) {
      all.push_back(Kind::wrong);
    } else if (is_undefined || then[i] == Outcome::undefined ||
               is_same_value(packing, packing.answer(a), packing.answer(b))) {
      all.push_back(Kind::same);
    } else {
      all.push_back(Kind::differing);
    }
  }
  return all;
}

void enter(SecondResults& known, Kind kind, const SecondResults& found) {
  const bool is_wrong = kind == Kind::wrong;
  if (is_wrong ? known.wrong == 0 : known.differing == 0) {
    known.index = found.index;
    known.first = found.first;
    known.second = found.second;
  }
  ++known.differing;
  known.wrong += is_wrong ? 1 : 0;
}

WidthRecord tallied(const Subject& subject, const Delivery& delivery, const Tally& known) {
  const Batch& batch = delivery.launched.batch;
  if (subject.judge().results_of_vector() > 0) {
    std::vector<std::uint64_t> unwritten;
    return judge_vectors(subject, delivery, unwritten);
  }
  WidthRecord record{.width = delivery.launched.spread.width};
  std::vector<std::byte> results(batch.count * static_cast<std::uint64_t>(subject.judge().packing().bytes()));
  gather(delivery.launched.spread, delivery.output, results);
  if (subject.judge().judges_in_bulk(subject.plan(), batch.first, batch.count)) {
    tally_in_bulk(subject, batch, results, known, record);
  } else {
    tally_one_by_one(subject, batch, results, record);
  }
  return record;
}

}  // namespace

Left left_by(const Delivery& delivery) { return {delivery.output.all(), delivery.poisoned}; }

void note_launch(const Delivery& delivery, WidthRecord& record) {
  if (delivery.wrote_outside) record.note_stray(delivery.wrote_beside);
  if (is_credible(delivery.device_seconds, delivery.host_seconds)) {
    record.device_seconds += delivery.device_seconds;
  } else {
    record.absurd_times.note(delivery.device_seconds, delivery.host_seconds);
  }
}

void judge_second(const Subject& subject, const Delivery& second, const Left& first, WidthRecord& record) {
  note_launch(second, record);
  const Left now = left_by(second);
  const std::vector<Change> all = changes(subject, second.launched.spread, first, now);
  if (all.empty()) return;
  const AnswerPacking& packing = subject.judge().packing();
  const std::vector<Kind> kind = kinds(subject, second.launched, all, first, now);
  // An input counts once, by the worst of its elements.
  for (std::size_t begin = 0, end = 0; begin < all.size(); begin = end) {
    std::size_t worst = begin;
    for (end = begin; end < all.size() && all[end].at == all[begin].at; ++end) worst = kind[end] > kind[worst] ? end : worst;
    if (kind[worst] == Kind::unwritten) continue;
    ++record.nondeterministic;
    if (kind[worst] == Kind::lost) ++record.unwritten;
    if (kind[worst] == Kind::same || kind[worst] == Kind::lost) continue;
    const auto bits = [&](const Left& left) {
      return packing.answer(packed_at(left.elements, packing.bytes(), all[worst].element));
    };
    enter(record.second_results, kind[worst],
          {.index = second.launched.batch.first + all[worst].at, .first = bits(first), .second = bits(now)});
  }
}

void judge_second(const Subject& subject, const Delivery& second, WidthRecord& record) {
  note_launch(second, record);
  const Tally now = tallied(subject, second, record.tally).tally;
  const auto before = std::ranges::find(record.failed_in, second.launched.batch, &FailedBatch::batch);
  const std::uint64_t known = before == record.failed_in.end() ? 0 : before->failed;
  if (now.failed() <= known) return;
  const auto is_new = [&](const Sample& s) {
    return std::ranges::find(record.tally.first_failures(), s.index, &Sample::index) == record.tally.first_failures().end();
  };
  const auto found = std::ranges::find_if(now.first_failures(), is_new);
  const Sample& sample = found == now.first_failures().end() ? now.first_failures().front() : *found;
  for (std::uint64_t i = known; i < now.failed(); ++i) {
    enter(record.second_results, Kind::wrong, {.index = sample.index, .first = {}, .second = {sample.got, sample.second}});
  }
}

std::uint64_t KeptBatches::inputs() const {
  std::uint64_t sum = 0;
  for (const Kept& k : all_) sum += k.batch.count;
  return sum;
}

void KeptBatches::keep(const Delivery& delivery, const Subject& subject) {
  const Batch& batch = delivery.launched.batch;
  if (!keeps(batch)) return;
  if (all_.empty() || !(all_.back().batch == batch)) {
    all_.push_back({batch, std::vector<Left>(subject.widths())});
  }
  all_.back().results[subject.index_of(delivery.launched.spread.width)] = left_by(delivery);
}

void KeptBatches::drop_all_but_first() { all_.resize(std::min<std::size_t>(all_.size(), 1)); }

void KeptBatches::repeat(Asker& asker, std::span<const std::size_t> widths, const Subject& subject, Ledger& ledger) const {
  if (all_.empty()) return;
  const Kept& first = all_.front();
  for (const std::size_t index : widths) {
    asker.submit(first.batch, subject.width(index), 1);
    const Delivery delivery = asker.wait();
    WidthRecord& record = ledger.widths[index];
    record.repeated += first.batch.count;
    judge_second(subject, delivery, first.results[index], record);
  }
}

namespace {

constexpr int kCertain = 32;  // bits that equal a pattern only if they are the pattern

// Returns the results of a launch in the order of inputs; for builtins across lanes, in the order of the vectors.
std::vector<std::byte> in_order(const Left& left, const Spread& spread, const CaseJudge& judge) {
  if (judge.results_of_vector() > 0) return left.elements;
  const int bytes = judge.packing().bytes();
  std::vector<std::byte> linear(spread.count * static_cast<std::uint64_t>(bytes));
  gather(spread, Output(left.elements, bytes, spread.width), linear);
  return linear;
}

// A place, and the components that held the fill pattern in every launch so far. A component that is stored does not follow
// the pattern, but may equal one by chance. Of two 8-bit results each may thus equal the pattern of a different launch.
struct Doubt {
  std::uint64_t place = 0;
  unsigned components = 0;
};

void keep_unwritten(std::vector<Doubt>& doubts, const Subject& subject, const Launched& launched, const Left& left) {
  const CaseJudge& judge = subject.judge();
  const AnswerPacking& packing = judge.packing();
  const Batch& batch = launched.batch;
  const std::vector<std::byte> linear = in_order(left, launched.spread, judge);
  std::erase_if(doubts, [&](Doubt& d) {
    const Packed result = packed_at(linear, packing.bytes(), d.place);
    d.components &= unwritten_components(packing, result, left.poisoned);
    if (d.components == 0) return true;
    if (judge.results_of_vector() > 0) return false;
    // Only of constants does the outcome matter.
    const std::uint64_t index = batch.first + d.place;
    const Tally::Outcome outcome =
        subject.is_constant(index) ? judge.judged(subject.plan().input(index), result).outcome : Tally::Outcome::wrong;
    return may_hold_anything(subject, batch, d.place, launched.spread.width, outcome);
  });
}

}  // namespace

bool may_hold_anything(const Subject& subject, const Batch& batch, std::uint64_t place, int width, Tally::Outcome outcome) {
  if (subject.judge().results_of_vector() > 0) return false;
  const std::uint64_t index = batch.first + place;
  if (subject.judge().is_assumed_away(subject.plan().input(index)) || excuses(subject, batch, place, width)) return true;
  return subject.is_constant(index) && outcome == Tally::Outcome::undefined;
}

bool lost_a_store(const AnswerPacking& packing, Packed before, Packed now, const ResultBits& poisoned,
                  Tally::Outcome outcome) {
  const unsigned held = unwritten_components(packing, now, poisoned);
  const ResultBits then = packing.answer(before);
  for (std::size_t c = 0; c < packing.types().size(); ++c) {
    if ((held >> c & 1U) == 0 || then.at(c) == poisoned.at(c)) continue;
    const Type type = packing.types()[c];
    if (outcome == Tally::Outcome::wrong || (is_float(type) && format(type).is_nan(poisoned.at(c)))) return true;
    if (outcome == Tally::Outcome::undefined && width(type) >= kCertain) return true;
  }
  return false;
}

unsigned deciding_launches(const AnswerPacking& packing) {
  int narrowest = kCertain / 2;
  for (const Type type : packing.types()) narrowest = std::min(narrowest, width(type));
  return static_cast<unsigned>(kCertain / narrowest);
}

void Suspects::note(const Delivery& delivery, std::size_t width_index, std::span<const std::uint64_t> places) {
  if (places.empty()) return;
  all_.push_back({delivery.launched.batch, width_index, {places.begin(), places.end()}, left_by(delivery)});
}

void Suspects::settle(Asker& asker, const Subject& subject, Ledger& ledger) {
  const RealScope scope;
  for (const Suspect& s : all_) ledger.widths[s.width_index].unwritten += unwritten(s, asker, subject, ledger);
  all_.clear();
}

std::uint64_t Suspects::unwritten(const Suspect& s, Asker& asker, const Subject& subject, Ledger& ledger) {
  WidthRecord& record = ledger.widths[s.width_index];
  std::vector<Doubt> doubts;
  for (const std::uint64_t place : s.places) doubts.push_back({place, ~0U});
  for (unsigned attempt = 1; attempt < deciding_launches(subject.judge().packing()) && !doubts.empty(); ++attempt) {
    asker.submit(s.batch, subject.width(s.width_index), attempt);
    const Delivery delivery = asker.wait();
    if (attempt == 1) {
      judge_second(subject, delivery, s.left, record);
      keep_unwritten(doubts, subject, delivery.launched, s.left);
    } else {
      note_launch(delivery, record);
    }
    keep_unwritten(doubts, subject, delivery.launched, left_by(delivery));
  }
  return doubts.size();
}

}  // namespace classay
