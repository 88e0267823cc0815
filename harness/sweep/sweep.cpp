#include "harness/sweep/sweep.h"

#include <algorithm>
#include <utility>

#include "harness/sweep/said.h"
#include "harness/sweep/sha256.h"

namespace classay {
namespace {

using Clock = std::chrono::steady_clock;

double since(Clock::time_point start) { return std::chrono::duration<double>(Clock::now() - start).count(); }

}  // namespace

Sweep::Sweep(Device& device, const Task& task, const Plan& plan, unsigned threads, SweepEvents events)
    : device_(device),
      task_(task),
      plan_(plan),
      judge_(task, arithmetic_said(device.identity(), task.unit.format), threads),
      events_(std::move(events)),
      stretches_(classay::stretches(plan, largest_batch(device.identity()), task.unit.front_end)),
      time_(task.case_time) {
  if (task.state.is_null()) {
    ledger_.first = ledger_.next = batch_begin(stretches_, task.shard.begin(plan.count()));
    ledger_.end = batch_begin(stretches_, task.shard.end(plan.count()));
    for (const int w : task.unit.widths) ledger_.widths.push_back({.width = w});
  } else {
    ledger_ = ledger_from(task.state, task.unit.widths);
  }
}

const Ledger& Sweep::run() {
  start_ = committed_ = Clock::now();
  seconds_before_ = ledger_.seconds;
  for (const Stretch& s : stretches_) {
    if (ledger_.next_asked(std::max(s.first, ledger_.next)) < std::min(s.end, ledger_.end)) run_stretch(s);
  }
  ask_in_other_forms();
  ledger_.seconds = seconds_before_ + since(start_);
  return ledger_;
}

std::vector<Tuple> Sweep::vector_of(std::uint64_t index, int width) const {
  const Batch batch = batch_of(stretches_, index);
  Spread spread = spread_of(batch, width, plan_.lanes());
  // A program with constants makes its vectors once and for all; a launch only turns where their results go.
  if (stretch_of(stretches_, index).making == Making::literals) spread.shift = 0;
  const std::uint64_t item = (index - batch.first) % spread.items();
  std::vector<Tuple> vector;
  for (int lane = 0; lane < width; ++lane) {
    vector.push_back(plan_.input(batch.first + lane_input(spread.count, width, spread.shift, item, lane)));
  }
  return vector;
}

OnProgram Sweep::keeping_programs() {
  return [this](std::string_view name, const std::string& text) {
    ledger_.kernels[std::string(name)] = sha256(text);
    if (events_.program) events_.program(name, text);
  };
}

void Sweep::run_stretch(const Stretch& stretch) {
  Asker asker(device_, task_.unit, plan_, stretch, CallForm::plain, keeping_programs());
  ledger_.build_seconds += asker.build_seconds();
  note_unbuilt(asker, stretch);
  if (built_.empty()) {
    ledger_.next = std::min(stretch.end, ledger_.end);
    return;
  }
  giving_ = {std::max(stretch.first, ledger_.next), 0};
  next_width_ = built_.size();
  kept_.clear();
  const bool has_forms = &stretch == stretch_for_forms();
  wanted_ = has_forms ? kFormInputs : 1;
  for (;;) {
    if (asker.is_idle()) ask_again(asker);
    keep_busy(asker, stretch);
    if (asker.is_idle()) break;
    const Delivery delivery = asker.wait();
    keep_busy(asker, stretch);
    take(delivery);
  }
  repeat(asker);
  if (has_forms) plain_ = std::move(kept_);
}

// A width that its program was not built for is not asked: not even by who goes on with the task, and has better luck.
void Sweep::note_unbuilt(const Asker& asker, const Stretch& stretch) {
  const std::string program(name(stretch.making));
  if (const auto& whole = asker.programs().whole()) ledger_.by_width[program] = *whole;
  built_.clear();
  for (std::size_t index = 0; index < ledger_.widths.size(); ++index) {
    WidthRecord& record = ledger_.widths[index];
    const auto& unbuilt = asker.programs().unbuilt();
    if (const auto failed = unbuilt.find(record.width); failed != unbuilt.end() && !is_unbuilt(record, stretch)) {
      const std::uint64_t inputs = ledger_.asked_until(std::min(stretch.end, ledger_.end));
      record.unbuilt.push_back({program, stretch.first, inputs, failed->second});
    }
    if (!is_unbuilt(record, stretch)) built_.push_back(index);
  }
}

// Gives the device as much as it takes: all widths of a batch, then the next batch.
void Sweep::keep_busy(Asker& asker, const Stretch& stretch) {
  while (asker.has_room()) {
    if (next_width_ == built_.size()) {
      if (!suspects_.empty() || has_to_decide_) return;  // to be settled before more of them come up
      const std::uint64_t first = ledger_.next_asked(giving_.first + giving_.count);
      if (first >= std::min(stretch.end, ledger_.end)) return;
      giving_ = batch_at(stretch, first);
      next_width_ = 0;
      has_to_decide_ = can_be_cut() && time_.gives(first == stretch.first);
    }
    const int width = task_.unit.widths[built_[next_width_++]];
    if (events_.launch) events_.launch(width);
    asker.submit(giving_, width);
  }
}

std::size_t Sweep::index_of(int width) const {
  return static_cast<std::size_t>(std::ranges::find(task_.unit.widths, width) - task_.unit.widths.begin());
}

void Sweep::take(const Delivery& delivery) {
  const std::size_t index = index_of(delivery.launched.spread.width);
  keep(delivery, index);
  if (judge_.results_of_vector() > 0) {
    take_vectors(delivery);
  } else if (index == first_width()) {
    take_first_width(delivery);
  } else {
    take_other_width(delivery);
  }
  pending_[index].device_seconds += delivery.device_seconds;
  pending_[index].beyond_end += delivery.wrote_outside ? 1 : 0;
  if (index == built_.back()) commit(delivery.launched.batch);
}

// Of builtins across lanes: each vector is one input, its first lane stands for it, and no other width is like this one.
void Sweep::take_vectors(const Delivery& delivery) {
  const Clock::time_point start = Clock::now();
  const Batch& batch = delivery.launched.batch;
  const int width = delivery.launched.spread.width;
  pending_ = {{.width = width}};
  linear_ = in_order(delivery);
  std::vector<std::uint64_t> places;
  find_unwritten(judge_.form(), linear_, delivery.poisoned, places);
  suspect(delivery, 0, std::move(places));
  judged_.resize(delivery.launched.spread.items());
  const auto lanes_of = [&](std::uint64_t v) { return vector_of(batch.first + v, width); };
  judge_.judge_vectors(lanes_of, linear_, judged_);
  for (std::uint64_t v = 0; v < judged_.size(); ++v) {
    judge_.add(pending_[0].tally, batch.first + v, lanes_of(v).front(), judge_.results_of(linear_, v).front(), judged_[v]);
  }
  pending_[0].slow_path = judged_.size();
  pending_[0].answers = digest(linear_, batch.first * static_cast<std::uint64_t>(judge_.results_of_vector()));
  ledger_.judge_seconds += since(start);
}

std::uint64_t Sweep::digest(std::span<const std::byte> results, std::uint64_t first) const {
  return classay::digest(results, judge_.form().bytes(), first);
}

// Results in the order of inputs; of vectors, in the order of these.
std::vector<std::byte> Sweep::in_order(const Delivery& delivery) const {
  if (judge_.results_of_vector() > 0) return delivery.output.all();
  std::vector<std::byte> linear(delivery.launched.batch.count * static_cast<std::uint64_t>(judge_.form().bytes()));
  gather(delivery.launched.spread, delivery.output, linear);
  return linear;
}

void Sweep::take_first_width(const Delivery& delivery) {
  const Batch& batch = delivery.launched.batch;
  const AnswerForm& form = judge_.form();
  pending_.clear();
  told_.clear();
  like_first_.clear();
  for (const int w : task_.unit.widths) pending_.push_back({.width = w});
  linear_.resize(batch.count * static_cast<std::uint64_t>(form.bytes()));
  gather(delivery.launched.spread, delivery.output, linear_);
  unwritten_.clear();
  find_unwritten(form, linear_, delivery.poisoned, unwritten_);
  suspect(delivery, first_width(), unwritten_);
  judging_.start([this, batch] { tally_first_width(batch); });
  if (delivery.launched.spread.elements() > batch.count) {
    finish_first_width();
    other_ = linear_;
    if (take_padding(delivery, first_width())) tally_other(batch, first_width());
  }
}

void Sweep::take_other_width(const Delivery& delivery) {
  const Batch& batch = delivery.launched.batch;
  const std::size_t index = index_of(delivery.launched.spread.width);
  WidthRecord& record = pending_[index];
  if (is_as_told(delivery, index)) {
    record.tally = pending_[told_of_].tally;
    record.answers = pending_[told_of_].answers;
    record.bitwise_equal = pending_[told_of_].bitwise_equal;
    suspect(delivery, index, told_unwritten_);
    return;
  }
  if (is_same(delivery.launched.spread, delivery.output, linear_)) {
    record.bitwise_equal = batch.count;
    like_first_.push_back(index);
    suspect(delivery, index, unwritten_);
    return;
  }
  finish_first_width();
  other_.resize(linear_.size());
  gather(delivery.launched.spread, delivery.output, other_);
  told_unwritten_.clear();
  find_unwritten(judge_.form(), other_, delivery.poisoned, told_unwritten_);
  suspect(delivery, index, told_unwritten_);
  const bool is_replaced = take_padding(delivery, index);
  record.bitwise_equal = batch.count - tally_other(batch, index);
  told_of_ = index;
  told_.swap(other_);
  if (is_replaced) told_.clear();
}

// The last input stands in several elements where it pads: the worst of them counts, of the first width too, because a lane
// may be wrong there alone. True if it is another one than that in its own place.
bool Sweep::take_padding(const Delivery& delivery, std::size_t index) {
  const RealScope scope;
  const int element = judge_.form().bytes();
  const std::uint64_t last = delivery.launched.batch.count - 1;
  const Tuple input = plan_.input(delivery.launched.batch.first + last);
  const auto is_wrong = [&](Packed bits) { return judge_.judged(input, bits).outcome == Tally::Outcome::wrong; };
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
bool Sweep::is_as_told(const Delivery& delivery, std::size_t index) const {
  return !told_.empty() && !depends_on_neighbours(index) &&
         ledger_.widths[index].tally.keeps_same(ledger_.widths[told_of_].tally) &&
         is_same(delivery.launched.spread, delivery.output, told_);
}

// In a thread beside.
void Sweep::tally_first_width(const Batch& batch) {
  const Clock::time_point start = Clock::now();
  WidthRecord& record = pending_[first_width()];
  is_in_bulk_ = judge_.judges_in_bulk(plan_, batch.first, batch.count);
  if (is_in_bulk_) {
    tally_in_bulk(batch, linear_, first_width());
  } else {
    judged_.resize(batch.count);
    judge_.judge_all(plan_, batch.first, linear_, judged_);
    record.tally = tally_of(batch, linear_, judged_, first_width());
    record.slow_path = batch.count;
  }
  record.answers = digest(linear_, batch.first);
  judged_for_ = since(start);
}

void Sweep::finish_first_width() {
  judging_.finish();
  ledger_.judge_seconds += std::exchange(judged_for_, 0);
}

void Sweep::tally_in_bulk(const Batch& batch, std::span<const std::byte> results, std::size_t index) {
  BulkTally bulk = judge_.bulk_tally(plan_, batch.first, results, ledger_.widths[index].tally);
  if (bulk.tally.failed() > 0 && excuses_some(batch, index)) return tally_one_by_one(batch, results, index);
  pending_[index].tally = std::move(bulk.tally);
  pending_[index].slow_path += bulk.asked_slowly;
}

void Sweep::tally_one_by_one(const Batch& batch, std::span<const std::byte> results, std::size_t index) {
  std::vector<Judged> judged(batch.count);
  judge_.judge_all(plan_, batch.first, results, judged);
  pending_[index].tally = tally_of(batch, results, std::move(judged), index);
  pending_[index].slow_path += batch.count;
}

// The same results. A tally that was made in bulk holds what may stand beside what was known before: of another width,
// something else may be.
void Sweep::tally_like_first(const Batch& batch, std::size_t index) {
  const WidthRecord& like = pending_[first_width()];
  pending_[index].answers = like.answers;
  const bool is_excused = like.tally.failed() > 0 && excuses_some(batch, index);
  if (is_in_bulk_ && (is_excused || !ledger_.widths[index].tally.keeps_same(ledger_.widths[first_width()].tally))) {
    return tally_in_bulk(batch, linear_, index);
  }
  pending_[index].tally = is_excused ? tally_of(batch, linear_, judged_, index) : like.tally;
}

// Results that are not those of the first width, or not all of them: how many.
std::uint64_t Sweep::tally_other(const Batch& batch, std::size_t index) {
  const RealScope scope;
  const int element = judge_.form().bytes();
  pending_[index].answers = digest(other_, batch.first);
  if (is_in_bulk_) {
    tally_in_bulk(batch, other_, index);
    return count_differing(linear_, other_, element);
  }
  const std::vector<std::uint64_t> differing = differing_places(linear_, other_, element);
  std::vector<Judged> judged = judged_;
  for (const std::uint64_t at : differing) {
    judged[at] = judge_.judged(plan_.input(batch.first + at), packed_at(other_, element, at));
  }
  pending_[index].slow_path += differing.size();
  pending_[index].tally = tally_of(batch, other_, std::move(judged), index);
  return differing.size();
}

// Where only finite arguments are promised, a vector with a lane that is not finite is no such argument as a whole: nobody
// says that its other lanes are right (A44). The last input may stand in several vectors.
Tally Sweep::tally_of(const Batch& batch, std::span<const std::byte> results, std::vector<Judged> judged,
                      std::size_t index) const {
  const int width = task_.unit.widths[index];
  const auto is_beside_infinite = [&](std::uint64_t at) {
    const std::vector<Tuple> lanes = vector_of(batch.first + at, width);
    return std::ranges::any_of(lanes, [&](const Tuple& lane) { return judge_.is_assumed_away(lane); });
  };
  const auto is_wrong = [](const Judged& j) { return j.outcome == Tally::Outcome::wrong; };
  const bool may_excuse = std::ranges::any_of(judged, is_wrong) && excuses_some(batch, index);
  for (std::uint64_t at = 0; may_excuse && at < batch.count; ++at) {
    if (!is_wrong(judged[at])) continue;
    if (at + 1 == batch.count || is_beside_infinite(at)) judged[at].outcome = Tally::Outcome::undefined;
  }
  return judge_.tally(plan_, batch.first, results, judged);
}

bool Sweep::depends_on_neighbours(std::size_t index) const {
  return judge_.arithmetic().assumes_finite() && task_.unit.widths[index] > 1;
}

// May what is wrong in the batch stand beside an input of which nothing is promised?
bool Sweep::excuses_some(const Batch& batch, std::size_t index) const {
  if (!depends_on_neighbours(index)) return false;
  for (std::uint64_t at = 0; at < batch.count; ++at) {
    if (judge_.is_assumed_away(plan_.input(batch.first + at))) return true;
  }
  return false;
}

void Sweep::suspect(const Delivery& delivery, std::size_t width, std::vector<std::uint64_t> places) {
  if (!places.empty()) suspects_.push_back({delivery.launched.batch, width, std::move(places)});
}

// A result may be equal to the pattern by chance. Filled with another pattern, what was never written shows.
void Sweep::ask_again(Asker& asker) {
  const AnswerForm& form = judge_.form();
  for (const Suspects& s : suspects_) {
    asker.submit(s.batch, task_.unit.widths[s.width], 1);
    const Delivery delivery = asker.wait();
    const std::vector<std::byte> linear = in_order(delivery);
    for (const std::uint64_t place : s.places) {
      if (is_unwritten(form, packed_at(linear, form.bytes(), place), delivery.poisoned)) ++ledger_.widths[s.width].unwritten;
    }
  }
  suspects_.clear();
}

// All widths of a batch are known: they are added to what the sweep knows, at once.
void Sweep::commit(const Batch& batch) {
  finish_first_width();
  for (const std::size_t i : like_first_) tally_like_first(batch, i);
  for (std::size_t i = 0; i < pending_.size(); ++i) {
    WidthRecord& known = ledger_.widths[i];
    known.tally.merge(pending_[i].tally);
    if (const std::uint64_t failed = pending_[i].tally.failed(); failed > 0 && known.failed_in.size() < kFailedBatches) {
      known.failed_in.push_back({batch, failed});
    }
    known.bitwise_equal += pending_[i].bitwise_equal;
    known.answers += pending_[i].answers;
    known.slow_path += pending_[i].slow_path;
    known.beyond_end += pending_[i].beyond_end;
    known.device_seconds += pending_[i].device_seconds;
  }
  ledger_.next = batch.first + batch.count;
  account_for_time(batch);
  if (events_.progress) events_.progress(ledger_.next - ledger_.first, ledger_.end - ledger_.first, ledger_.failed());
  tell_checkpoint();
}

// A task that asks a chosen part asks all of it.
bool Sweep::can_be_cut() const { return time_.is_limited() && (ledger_.only.empty() || !ledger_.cuts.empty()); }

void Sweep::account_for_time(const Batch& batch) {
  if (!can_be_cut()) return;
  const Stretch& stretch = stretch_of(stretches_, batch.first);
  BatchTime took{.wall = since(std::exchange(committed_, Clock::now())), .device = {}};
  for (const WidthRecord& r : pending_) took.device.push_back(r.device_seconds);
  time_.took(batch, took, batch.first == stretch.first);
  if (!(batch == giving_) || !std::exchange(has_to_decide_, false)) return;
  const std::optional<double> inputs = time_.inputs_left(!ledger_.cuts.empty());
  if (!inputs) return;
  const int level = level_for(*inputs, ledger_.level(), plan_, stretches_, ledger_.next, ledger_.end);
  if (level > ledger_.level()) cut_short(level);
}

// What was asked stays; of the rest, what the level asks.
void Sweep::cut_short(int level) {
  std::vector<Batch> all =
      ledger_.only.empty() ? batches_at(0, plan_, stretches_, ledger_.first, ledger_.next) : ledger_.only;
  std::erase_if(all, [&](const Batch& b) { return b.first >= ledger_.next; });
  const std::uint64_t after = all.size();
  const std::vector<Batch> rest = batches_at(level, plan_, stretches_, ledger_.next, ledger_.end);
  all.insert(all.end(), rest.begin(), rest.end());
  std::uint64_t asked = 0;
  for (const Batch& b : all) asked += b.count;
  if (ledger_.only.empty() && asked == ledger_.end - ledger_.first) return;  // nothing is left out
  const std::uint64_t end = std::min(stretch_of(stretches_, giving_.first).end, ledger_.end);
  const std::uint64_t before = ledger_.asked_until(end);
  ledger_.only = std::move(all);
  ledger_.cuts.push_back({.after = after, .level = level});
  // What a width is not asked for want of a program is less now, too.
  for (WidthRecord& r : ledger_.widths) {
    for (Unbuilt& u : r.unbuilt) {
      if (u.first == stretch_of(stretches_, giving_.first).first) u.inputs -= before - ledger_.asked_until(end);
    }
  }
}

void Sweep::tell_checkpoint() {
  // Suspects that are not settled yet would be forgotten by who goes on from here.
  if (!suspects_.empty() || !events_.checkpoint) return;
  ledger_.seconds = seconds_before_ + since(start_);
  events_.checkpoint(ledger_);
}

}  // namespace classay
