// What a sweep asks a second time: the first batches of a stretch, once more and in other forms of the call.
#include <optional>

#include "harness/sweep/sweep.h"
#include "kernels/source.h"
#include "reference/number/real.h"

namespace classay {
std::vector<CallForm> Sweep::forms_asked() const {
  return call_forms(*task_.unit.row, task_.unit.front_end, has_generic_pointers(device_.identity()));
}

void Sweep::keep(const Delivery& delivery, std::size_t index) {
  const Batch& batch = delivery.launched.batch;
  if (kept_.empty() || !(kept_.back().batch == batch)) {
    std::uint64_t held = 0;
    for (const Kept& k : kept_) held += k.batch.count;
    if (held >= wanted_) return;
    kept_.push_back({batch, std::vector<std::vector<std::byte>>(task_.unit.widths.size())});
  }
  kept_.back().results[index] = delivery.output.all();
}

// The same inputs in the same vectors: a device that gives something else the second time can not be judged by either.
void Sweep::repeat(Asker& asker) {
  if (kept_.empty()) return;
  const int element = judge_.form().bytes();
  const Kept& first = kept_.front();
  for (std::size_t index = 0; index < first.results.size(); ++index) {
    asker.submit(first.batch, task_.unit.widths[index], 1);
    const Delivery delivery = asker.wait();
    WidthRecord& record = ledger_.widths[index];
    record.repeated += first.batch.count;
    record.device_seconds += delivery.device_seconds;
    record.nondeterministic += differing_places(first.results[index], delivery.output.all(), element).size();
  }
}

// The first inputs that are sent; nullptr: nothing is asked in other forms.
const Stretch* Sweep::stretch_for_forms() const {
  const auto sent = std::ranges::find(stretches_, Making::table, &Stretch::making);
  if (sent == stretches_.end() || forms_asked().empty()) return nullptr;
  const std::uint64_t first = ledger_.next_asked(std::max(sent->first, ledger_.first));
  return first < std::min(sent->end, ledger_.end) ? &*sent : nullptr;
}

// In a task that was gone on with, what the plain call gave may be forgotten.
void Sweep::ask_plain_ones(const Stretch& stretch) {
  Asker asker(device_, task_.unit, plan_, stretch.making, CallForm::plain, keeping_programs());
  const std::uint64_t end = std::min(stretch.end, ledger_.end);
  kept_.clear();
  std::uint64_t held = 0;
  for (std::uint64_t at = ledger_.next_asked(std::max(stretch.first, ledger_.first)); at < end && held < wanted_;) {
    const Batch batch = batch_at(stretch, at);
    for (std::size_t index = 0; index < task_.unit.widths.size(); ++index) {
      if (events_.launch) events_.launch(task_.unit.widths[index]);
      asker.submit(batch, task_.unit.widths[index]);
      keep(asker.wait(), index);
    }
    held += batch.count;
    at = ledger_.next_asked(batch.first + batch.count);
  }
  plain_ = std::move(kept_);
}

// At last, because a form may not build, or end the process: by then, all of the plain call is known.
void Sweep::ask_in_other_forms() {
  const Stretch* const stretch = stretch_for_forms();
  if (stretch == nullptr) return;
  wanted_ = kFormInputs;
  if (plain_.empty()) ask_plain_ones(*stretch);
  const auto put_unasked = [&](CallForm form, const Unasked& why) {
    for (WidthRecord& r : ledger_.widths) r.forms.push_back({.form = form, .unasked = why});
  };
  for (const CallForm form : forms_asked()) {
    if (const auto left_out = task_.left_out.find(std::string(name(form))); left_out != task_.left_out.end()) {
      put_unasked(form, left_out->second);
      continue;
    }
    if (events_.form) events_.form(name(form));
    std::optional<Asker> asker;
    try {
      asker.emplace(device_, task_.unit, plan_, Making::table, form, keeping_programs());
    } catch (const DeviceError& e) {
      if (e.fault() != Fault::build) throw;
      put_unasked(form, {.reason = e.what()});
      continue;
    }
    ledger_.build_seconds += asker->build_seconds();
    ask_in_form(*asker, form);
  }
  if (events_.form) events_.form("");
}

void Sweep::ask_in_form(Asker& asker, CallForm form) {
  for (std::size_t index = 0; index < task_.unit.widths.size(); ++index) {
    FormRecord record{.form = form};
    for (const Kept& kept : plain_) {
      if (events_.launch) events_.launch(task_.unit.widths[index]);
      asker.submit(kept.batch, task_.unit.widths[index], 1);
      const Delivery delivery = asker.wait();
      compare_form(delivery, kept.results[index], record);
      ledger_.widths[index].beyond_end += delivery.wrote_outside ? 1 : 0;
    }
    ledger_.widths[index].forms.push_back(record);
  }
}

// What the plain call gave is judged already; other bits are judged by themselves.
void Sweep::compare_form(const Delivery& delivery, std::span<const std::byte> before, FormRecord& record) const {
  const RealScope scope;
  const int element = judge_.form().bytes();
  const Spread& spread = delivery.launched.spread;
  record.asked += spread.count;
  const std::vector<std::byte> now = delivery.output.all();
  for (const std::uint64_t i : differing_places(before, now, element)) {
    const Packed got = packed_at(now, element, i);
    ++record.differing;
    const auto width = static_cast<std::uint64_t>(spread.width);
    const std::uint64_t at = delivery.launched.batch.first +
                             lane_input(spread.count, spread.width, spread.shift, i / width, static_cast<int>(i % width));
    const bool is_wrong = is_unwritten(judge_.form(), got, delivery.poisoned) ||
                          judge_.judged(plan_.input(at), got).outcome == Tally::Outcome::wrong;
    if (is_wrong && record.failed++ == 0) record.first = at;
  }
}

}  // namespace classay
