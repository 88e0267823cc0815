#include "harness/worker/sweep/other_forms.h"

#include <algorithm>
#include <map>

#include "harness/worker/sweep/second_launch.h"
#include "harness/worker/sweep/subject.h"
#include "reference/number/real_scope.h"
#include "suites/plan/small_tier.h"

namespace classay {

OtherForms::OtherForms(const SweepContext& context)
    : context_(context), groups_(context.device.group_limits()), plain_(kFormInputs) {}

// Tier smoke omits other calls for stores with a rounding mode in their name and for short integers: the plain-named store
// and the longer integers cover them.
std::vector<CallForm> OtherForms::forms_of(int width) const {
  const Task& task = context_.subject.task();
  const Row& row = *task.unit.row;
  const Type format = task.unit.format;
  const bool is_small = task.tier == Tier::smoke && (names_rounding(row) || !has_other_forms_in_smoke(format));
  std::vector<CallForm> forms = call_forms(row, task.unit.front_end, context_.device.capabilities(), groups_);
  std::erase_if(forms, [&](CallForm form) { return !has_form(form, width) || (is_small && !has_group_size(form)); });
  leave_out_variants(forms, row, format, width, task.tier);
  return forms;
}

std::vector<CallForm> OtherForms::all() const {
  std::vector<CallForm> all;
  for (const int width : context_.subject.task().unit.widths) {
    for (const CallForm form : forms_of(width)) {
      if (std::ranges::find(all, form) == all.end()) all.push_back(form);
    }
  }
  return all;
}

const Stretch* OtherForms::stretch() const {
  const std::vector<Stretch>& stretches = context_.subject.stretches();
  const auto sent = std::ranges::find(stretches, Making::table, &Stretch::making);
  if (sent == stretches.end() || all().empty()) return nullptr;
  const Ledger& ledger = context_.ledger;
  const std::uint64_t first = ledger.next_asked(std::max(sent->first, ledger.first));
  return first < std::min(sent->end, ledger.end) ? &*sent : nullptr;
}

void OtherForms::ask() {
  const Ledger& ledger = context_.ledger;
  const Stretch* const stretch = this->stretch();
  const auto is_asked = [&](const WidthRecord& r) { return !is_unbuilt(r, *stretch); };
  if (stretch == nullptr || std::ranges::none_of(ledger.widths, is_asked)) return;
  // A case that is cut short has only time for one batch.
  const bool is_cut = !ledger.cuts.empty();
  if (is_cut) plain_.drop_all_but_first();
  if (plain_.all().empty()) {
    plain_ = KeptBatches(is_cut ? 1 : kFormInputs);
    ask_plain_ones(*stretch);
  }
  for (const CallForm form : all()) ask_in(form, *stretch);
  if (context_.events.form) context_.events.form("");
}

// A resumed task no longer has the bits of the plain call. It launches the plain call a second time, and judges those
// results too.
void OtherForms::ask_plain_ones(const Stretch& stretch) {
  const Ledger& ledger = context_.ledger;
  Asker asker = context_.asker(stretch);
  const std::uint64_t end = std::min(stretch.end, ledger.end);
  std::uint64_t at = ledger.next_asked(std::max(stretch.first, ledger.first));
  while (at < end && !plain_.is_full()) {
    const Batch batch = batch_at(stretch, at);
    for (std::size_t index = 0; index < ledger.widths.size(); ++index) {
      if (is_unbuilt(ledger.widths[index], stretch)) continue;
      context_.launch(asker, batch, index);
      const Delivery delivery = asker.wait();
      judge_second(context_.subject, delivery, context_.ledger.widths[index]);
      plain_.keep(delivery, context_.subject);
    }
    at = ledger.next_asked(batch.first + batch.count);
  }
}

void OtherForms::ask_in(CallForm form, const Stretch& stretch) {
  std::vector<WidthRecord>& widths = context_.ledger.widths;
  std::vector<std::size_t> asked;
  for (std::size_t index = 0; index < widths.size(); ++index) {
    const std::vector<CallForm> forms = forms_of(widths[index].width);
    const bool has_form = std::ranges::find(forms, form) != forms.end();
    if (has_form && !is_unbuilt(widths[index], stretch)) asked.push_back(index);
  }
  const std::map<std::string, Unasked>& left_out = context_.subject.task().left_out;
  if (const auto reason = left_out.find(std::string(name(form))); reason != left_out.end()) {
    for (const std::size_t index : asked) widths[index].forms.push_back({.form = form, .unasked = reason->second});
    return;
  }
  if (context_.events.form) context_.events.form(name(form));
  Asker asker = context_.asker(stretch, form);
  context_.note_programs(asker, name(form));
  const std::map<int, BuildFailure>& unbuilt = asker.programs().unbuilt();
  for (const std::size_t index : asked) {
    FormRecord record{.form = form};
    if (const auto failed = unbuilt.find(widths[index].width); failed != unbuilt.end()) {
      record.unasked = {.verdict = failed->second.verdict, .reason = failed->second.reason, .log = failed->second.log};
    } else {
      ask_width(asker, index, record);
    }
    widths[index].forms.push_back(record);
  }
}

void OtherForms::ask_width(Asker& asker, std::size_t width_index, FormRecord& record) {
  for (const KeptBatches::Kept& kept : plain_.all()) {
    context_.launch(asker, kept.batch, width_index, 1);
    const Delivery delivery = asker.wait();
    compare(delivery, kept.results[width_index].elements, record);
    note_launch(delivery, context_.ledger.widths[width_index]);
  }
}

// The plain call's results are judged already; only different bits are judged here.
void OtherForms::compare(const Delivery& delivery, std::span<const std::byte> before, FormRecord& record) const {
  const RealScope scope;
  const CaseJudge& judge = context_.subject.judge();
  const int element = judge.packing().bytes();
  const Spread& spread = delivery.launched.spread;
  record.asked += spread.count;
  const std::vector<std::byte> now = delivery.output.all();
  for (const std::uint64_t i : differing_places(before, now, element)) {
    const Packed got = packed_at(now, element, i);
    ++record.differing;
    const auto width = static_cast<std::uint64_t>(spread.width);
    const std::uint64_t at = lane_input(spread.count, spread.width, spread.shift, i / width, static_cast<int>(i % width));
    const Batch& batch = delivery.launched.batch;
    const Tally::Outcome outcome = outcome_of(context_.subject, batch, at, got, spread.width);
    const bool is_lost = lost_a_store(judge.packing(), packed_at(before, element, i), got, delivery.poisoned, outcome) &&
                         !may_hold_anything(context_.subject, batch, at, spread.width, outcome);
    const bool is_wrong = outcome == Tally::Outcome::wrong || is_lost;
    if (is_wrong && record.failed++ == 0) record.first = delivery.launched.batch.first + at;
  }
}

}  // namespace classay
