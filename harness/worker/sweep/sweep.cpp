#include "harness/worker/sweep/sweep.h"

#include <algorithm>
#include <utility>

#include "harness/journal/task.h"
#include "harness/worker/sweep/digester.h"

namespace classay {
namespace {

bool has_wrong_digests(const Ledger& ledger) {
  return std::ranges::any_of(ledger.widths, [](const WidthRecord& r) { return r.wrong_digests > 0; });
}

bool must_repeat(const Task& task, const Ledger& ledger) {
  return task.compare_on_device != UseOfDigests::always && has_unknown_results(ledger);
}

Ledger first_ledger(const Subject& subject) {
  const Task& task = subject.task();
  if (task.state) {
    const Ledger known = ledger_from(*task.state, task.unit.widths);
    return must_repeat(task, known) ? without_digests(known) : known;
  }
  const std::uint64_t count = subject.plan().count();
  Ledger ledger{.first = batch_begin(subject.stretches(), task.shard.begin(count)),
                .end = batch_begin(subject.stretches(), task.shard.end(count))};
  ledger.next = ledger.first;
  for (const int w : task.unit.widths) ledger.widths.push_back({.width = w});
  return ledger;
}

void add(const WidthRecord& of_batch, const Batch& batch, WidthRecord& known) {
  known.tally.merge(of_batch.tally);
  if (const std::uint64_t failed = of_batch.tally.failed(); failed > 0 && known.failed_in.size() < kFailedBatches) {
    known.failed_in.push_back({batch, failed});
  }
  known.bitwise_equal += of_batch.bitwise_equal;
  known.answers += of_batch.answers;
  known.slow_path += of_batch.slow_path;
  known.beyond_end += of_batch.beyond_end;
  if (known.wrote_beside.empty()) known.wrote_beside = of_batch.wrote_beside;
  known.by_digest += of_batch.by_digest;
  known.digests_checked += of_batch.digests_checked;
  known.wrong_digests += of_batch.wrong_digests;
  known.device_seconds += of_batch.device_seconds;
  known.absurd_times.add(of_batch.absurd_times);
}

// Returns false if results belong to whole vectors, or if the device cannot make digests.
bool may_digest(const Device& device, const Subject& subject) {
  return device.reduces() && subject.judge().results_of_vector() == 0;
}

// A resumed task with `auto` makes digests if it did before.
std::optional<Digester> digester_for(Device& device, const Subject& subject, const SweepEvents& events, Ledger& ledger) {
  const UseOfDigests use = subject.task().compare_on_device;
  const auto has_some = [](const WidthRecord& r) { return r.digests_checked > 0 || r.by_digest > 0; };
  const bool was_chosen =
      use == UseOfDigests::automatic && std::ranges::any_of(ledger.widths, has_some) && !has_wrong_digests(ledger);
  if (!may_digest(device, subject) || (use != UseOfDigests::always && !was_chosen)) return std::nullopt;
  std::optional<Digester> digester(std::in_place, device, subject.judge().packing(), subject.task().unit.front_end,
                                   note_of_program(events, ledger));
  ledger.build_seconds += digester->build_seconds();
  return digester;
}

}  // namespace

Launcher::Launcher(const SweepContext& context, const Stretch& stretch, std::vector<std::size_t> widths)
    : context_(context),
      stretch_(stretch),
      widths_(std::move(widths)),
      batch_{std::max(stretch.first, context.ledger.next), 0},
      next_(widths_.size()) {}

void Launcher::keep_busy(Asker& asker, const Suspects& suspects, CaseCut& cut) {
  const auto may_begin = [&] { return suspects.are_none() && !cut.is_deciding(); };
  fills_ = fills_ || asker.is_half_empty();
  while (fills_ && asker.has_room()) {
    if (next_ == widths_.size() && !(may_begin() && begin_batch(cut))) return;
    const std::size_t width = widths_[next_++];
    // If only one width runs, as in a repetition of a case, its digests are only checked.
    const bool is_digested = width != widths_.front() || widths_.size() == 1;
    context_.launch(asker, batch_, width, 0, is_digested ? context_.digester : nullptr);
  }
  fills_ = false;
}

bool Launcher::begin_batch(CaseCut& cut) {
  const Ledger& ledger = context_.ledger;
  if (must_repeat(context_.subject.task(), ledger)) return false;
  const std::uint64_t first = ledger.next_asked(batch_.first + batch_.count);
  if (first >= std::min(stretch_.end, ledger.end)) return false;
  batch_ = batch_at(stretch_, first);
  next_ = 0;
  cut.gives(batch_, first == stretch_.first);
  return true;
}

Sweep::Sweep(Device& device, const Task& task, const Plan& plan, unsigned threads, SweepEvents events, ProgramStore* store)
    : subject_(device.capabilities(), task, plan, threads),
      events_(std::move(events)),
      ledger_(first_ledger(subject_)),
      own_store_(device),
      digester_(digester_for(device, subject_, events_, ledger_)),
      context_{.device = device,
               .subject = subject_,
               .events = events_,
               .ledger = ledger_,
               .store = store != nullptr ? store : &own_store_,
               .digester = digester_ ? &*digester_ : nullptr},
      cut_(subject_, ledger_),
      other_forms_(context_),
      results_(subject_, ledger_),
      watch_(ledger_.seconds) {
  context_.store->begin_task();
}

const Ledger& Sweep::run() {
  for (const Stretch& s : subject_.stretches()) {
    if (is_to_repeat()) break;
    if (ledger_.next_asked(std::max(s.first, ledger_.next)) < std::min(s.end, ledger_.end)) run_stretch(s);
  }
  asker_.reset();
  if (!is_to_repeat()) other_forms_.ask();
  ledger_.seconds = watch_.seconds();
  return ledger_;
}

bool Sweep::is_to_repeat() const { return must_repeat(subject_.task(), ledger_); }

void Sweep::give_up_wrong_digests() {
  if (subject_.task().compare_on_device != UseOfDigests::always && has_wrong_digests(ledger_)) context_.digester = nullptr;
}

Asker& Sweep::asker_of(const Stretch& stretch) {
  if (asker_ && asker_->may_go_on(stretch)) {
    asker_->go_on(stretch);
    return *asker_;
  }
  asker_.reset();
  asker_.emplace(context_.asker(stretch));
  context_.note_programs(*asker_, name(stretch.making));
  return *asker_;
}

void Sweep::choose_digests(Asker& asker, const Stretch& stretch, std::span<const std::size_t> widths) {
  const Task& task = subject_.task();
  const Capabilities& can = context_.device.capabilities();
  const bool is_open = task.compare_on_device == UseOfDigests::automatic && context_.digester == nullptr && !digester_;
  if (!is_open || has_wrong_digests(ledger_) || can.shares_memory || !may_digest(context_.device, subject_)) return;
  const std::uint64_t from = ledger_.next_asked(std::max(stretch.first, ledger_.next));
  const std::uint64_t launches = replaceable_launches(ledger_, stretch, from, widths.size());
  const auto built = [&]() -> const Digester* {
    digester_.emplace(context_.device, subject_.judge().packing(), task.unit.front_end, note_of_program(events_, ledger_));
    ledger_.build_seconds += digester_->build_seconds();
    return &*digester_;
  };
  if (!digests_pay(context_, asker, batch_at(stretch, from), widths.back(), launches, built)) return;
  context_.digester = &*digester_;
  asker.begin_digests(context_.device);
}

void Sweep::run_stretch(const Stretch& stretch) {
  if (stretch.of_scalars && std::ranges::find(subject_.task().unit.widths, 1) == subject_.task().unit.widths.end()) {
    ledger_.next = std::min(stretch.end, ledger_.end);
    return;
  }
  Asker& asker = asker_of(stretch);
  const std::vector<std::size_t> widths = built_widths(asker, stretch);
  if (widths.empty()) {
    ledger_.next = std::min(stretch.end, ledger_.end);
    return;
  }
  choose_digests(asker, stretch, widths);
  const bool has_forms = &stretch == other_forms_.stretch();
  KeptBatches kept(has_forms ? kFormInputs : 1);
  Suspects suspects;
  Launcher launcher(context_, stretch, widths);
  results_.begin_with(widths.front());
  std::optional<Batch> judged;  // may still be judged in the background
  const auto commit_judged = [&] {
    if (judged) commit(*std::exchange(judged, std::nullopt), suspects.are_none());
  };
  for (;;) {
    if (asker.is_idle()) {
      commit_judged();
      suspects.settle(asker, subject_, ledger_);
    }
    launcher.keep_busy(asker, suspects, cut_);
    if (asker.is_idle()) break;
    Delivery delivery = asker.wait();
    launcher.keep_busy(asker, suspects, cut_);
    const Batch& batch = delivery.launched.batch;
    const std::size_t index = subject_.index_of(delivery.launched.spread.width);
    const bool is_first = index == widths.front();
    const bool is_read = is_first || context_.digester == nullptr || kept.keeps(batch);
    if (!delivery.is_brought && (is_read || !results_.are_known(delivery))) asker.bring(delivery);
    kept.keep(delivery, subject_);
    if (is_first) tell(HostStep::copy, batch);
    results_.receive(delivery);
    if (is_first) commit_judged();
    const std::span<const std::uint64_t> unwritten = results_.take(delivery);
    if (is_first || delivery.is_brought) tell(is_first ? HostStep::judge : HostStep::compare, batch);
    if (!delivery.is_brought && !unwritten.empty()) asker.bring(delivery);
    suspects.note(delivery, index, unwritten);
    if (index == widths.back()) judged = batch;
    // On a slow device, commit this batch before the next one can put it at risk.
    if (!LaneThreads::are_shared(batch.count)) commit_judged();
  }
  if (is_to_repeat()) return;
  kept.repeat(asker, widths, subject_, ledger_);
  tell_checkpoint();
  if (has_forms) other_forms_.remember(std::move(kept));
}

// A width whose program was not built stays excluded, also in a resumed task whose build succeeds.
std::vector<std::size_t> Sweep::built_widths(const Asker& asker, const Stretch& stretch) {
  const std::map<int, BuildFailure>& unbuilt = asker.programs().unbuilt();
  std::vector<std::size_t> built;
  for (std::size_t index = 0; index < ledger_.widths.size(); ++index) {
    WidthRecord& record = ledger_.widths[index];
    if (stretch.of_scalars && record.width != 1) continue;
    if (const auto failed = unbuilt.find(record.width); failed != unbuilt.end() && !is_unbuilt(record, stretch)) {
      const std::uint64_t inputs = ledger_.asked_until(std::min(stretch.end, ledger_.end));
      record.unbuilt.push_back({std::string(name(stretch.making)), stretch.first, inputs, failed->second});
    }
    if (!is_unbuilt(record, stretch)) built.push_back(index);
  }
  return built;
}

void Sweep::tell(HostStep step, const Batch& batch) const {
  if (events_.host) events_.host(step, batch.count);
}

void Sweep::commit(const Batch& batch, bool is_settled) {
  tell(HostStep::judged, batch);
  const std::span<const WidthRecord> widths = results_.finish(batch);
  for (std::size_t i = 0; i < widths.size(); ++i) add(widths[i], batch, ledger_.widths[i]);
  give_up_wrong_digests();
  ledger_.judge_seconds += results_.take_judge_seconds();
  ledger_.next = batch.first + batch.count;
  cut_.took(batch, widths);
  if (events_.progress) events_.progress(ledger_.next - ledger_.first, ledger_.end - ledger_.first, ledger_.failed());
  // A state stored here would lose suspects that are not settled, and the second launch of the stretch's first batch, which
  // comes at its end.
  const std::uint64_t end = std::min(stretch_of(subject_.stretches(), batch.first).end, ledger_.end);
  if (is_settled && ledger_.next_asked(ledger_.next) < end) tell_checkpoint();
}

void Sweep::tell_checkpoint() {
  if (!events_.checkpoint) return;
  ledger_.seconds = watch_.seconds();
  events_.checkpoint(ledger_);
}

std::unique_ptr<Sweep> run_sweep(Device& device, Task& task, const Plan& plan, unsigned threads, const SweepEvents& events,
                                 ProgramStore* store) {
  std::uint64_t done = 0;
  SweepEvents of_first = events;
  of_first.progress = [&](std::uint64_t now, std::uint64_t total, std::uint64_t failed) {
    done = now;
    if (events.progress) events.progress(now, total, failed);
  };
  auto sweep = std::make_unique<Sweep>(device, task, plan, threads, std::move(of_first), store);
  sweep->run();
  if (!sweep->is_to_repeat()) return sweep;
  task.state = state_of(without_digests(sweep->ledger()));
  sweep.reset();  // first, so that its memory is free
  // Progress must not decrease: the results that were thrown away remain in both numbers.
  SweepEvents of_second = events;
  of_second.progress = [&events, done](std::uint64_t now, std::uint64_t total, std::uint64_t failed) {
    if (events.progress) events.progress(done + now, done + total, failed);
  };
  sweep = std::make_unique<Sweep>(device, task, plan, threads, std::move(of_second), store);
  sweep->run();
  return sweep;
}

}  // namespace classay
