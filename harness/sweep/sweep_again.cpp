// What a sweep asks a second time: the first batches of a stretch, once more and in other forms of the call.
#include <algorithm>
#include <map>

#include "harness/sweep/sweep.h"
#include "kernels/source.h"
#include "reference/number/real.h"

namespace classay {

// Those that one of its widths has.
std::vector<CallForm> Sweep::forms_asked() const {
  std::vector<CallForm> forms = call_forms(*task_.unit.row, task_.unit.front_end, has_generic_pointers(device_.identity()));
  std::erase_if(forms, [&](CallForm form) {
    return std::ranges::none_of(task_.unit.widths, [form](int width) { return has_form(form, width); });
  });
  return forms;
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
  for (const std::size_t index : built_) {
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
  Asker asker(device_, task_.unit, plan_, stretch, CallForm::plain, keeping_programs());
  const std::uint64_t end = std::min(stretch.end, ledger_.end);
  kept_.clear();
  std::uint64_t held = 0;
  for (std::uint64_t at = ledger_.next_asked(std::max(stretch.first, ledger_.first)); at < end && held < wanted_;) {
    const Batch batch = batch_at(stretch, at);
    for (std::size_t index = 0; index < task_.unit.widths.size(); ++index) {
      if (is_unbuilt(ledger_.widths[index], stretch)) continue;
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
  const auto is_asked = [&](const WidthRecord& r) { return !is_unbuilt(r, *stretch); };
  if (stretch == nullptr || std::ranges::none_of(ledger_.widths, is_asked)) return;
  // A case that is cut short has no time for more than a batch.
  const bool is_cut = !ledger_.cuts.empty();
  wanted_ = is_cut ? 1 : kFormInputs;
  if (is_cut && !plain_.empty()) plain_.resize(1);
  if (plain_.empty()) ask_plain_ones(*stretch);
  for (const CallForm form : forms_asked()) {
    std::vector<std::size_t> asked;
    for (std::size_t index = 0; index < ledger_.widths.size(); ++index) {
      const WidthRecord& r = ledger_.widths[index];
      if (is_asked(r) && has_form(form, r.width)) asked.push_back(index);
    }
    ask_in_form(form, asked);
  }
  if (events_.form) events_.form("");
}

void Sweep::ask_in_form(CallForm form, const std::vector<std::size_t>& asked) {
  if (const auto left_out = task_.left_out.find(std::string(name(form))); left_out != task_.left_out.end()) {
    for (const std::size_t index : asked) ledger_.widths[index].forms.push_back({.form = form, .unasked = left_out->second});
    return;
  }
  if (events_.form) events_.form(name(form));
  Asker asker(device_, task_.unit, plan_, *stretch_for_forms(), form, keeping_programs());
  ledger_.build_seconds += asker.build_seconds();
  if (const auto& whole = asker.programs().whole()) ledger_.by_width[std::string(name(form))] = *whole;
  const std::map<int, BuildFailure>& unbuilt = asker.programs().unbuilt();
  for (const std::size_t index : asked) {
    FormRecord record{.form = form};
    if (const auto failed = unbuilt.find(ledger_.widths[index].width); failed != unbuilt.end()) {
      record.unasked = {.verdict = CaseVerdict::fail, .reason = failed->second.reason, .log = failed->second.log};
    } else {
      ask_width_in_form(asker, index, record);
    }
    ledger_.widths[index].forms.push_back(record);
  }
}

void Sweep::ask_width_in_form(Asker& asker, std::size_t index, FormRecord& record) {
  for (const Kept& kept : plain_) {
    if (events_.launch) events_.launch(task_.unit.widths[index]);
    asker.submit(kept.batch, task_.unit.widths[index], 1);
    const Delivery delivery = asker.wait();
    compare_form(delivery, kept.results[index], record);
    ledger_.widths[index].beyond_end += delivery.wrote_outside ? 1 : 0;
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
