#include "harness/worker/sweep/sweep_context.h"

#include <algorithm>

#include "harness/text/hash.h"
#include "kernels/writer.h"
#include "suites/plan/small_tier.h"

namespace classay {
namespace {

// Returns whether literals and a table share a program.
bool share_one(const Subject& subject) {
  const auto has = [&](Making making) {
    return std::ranges::any_of(subject.stretches(), [making](const Stretch& s) { return s.making == making; });
  };
  return writer(subject.task().unit.front_end).folds_beside_table && has(Making::literals) && has(Making::table);
}

// Compilers take most of the time of tier smoke. The widths do not depend on the task, so that the program is always the
// same. Larger tiers run each width in its own kernel.
std::vector<int> together(const Device& device, const Task& task) {
  const Unit& unit = task.unit;
  if (!device.compiles_at_launch() || task.tier != Tier::smoke || unit.front_end != FrontEnd::clc) return {};
  return widths_together(*unit.row, unit.format, widths_alike(*unit.row, unit.format, unit.widths.front()));
}

}  // namespace

OnProgram note_of_program(const SweepEvents& events, Ledger& ledger) {
  return [&](std::string_view name, const std::string& text) {
    ledger.kernels[std::string(name)] = sha256(text);
    if (events.program) events.program(name, text);
  };
}

Asker SweepContext::asker(const Stretch& stretch, CallForm form) const {
  const bool may_share = stretch.making == Making::literals || stretch.making == Making::table;
  const bool is_plain_call = form == CallForm::plain || has_group_size(form);
  ProgramStore* const kept_in = may_share && is_plain_call ? store : nullptr;
  const Asking asking{.form = form,
                      .tier = subject.task().tier,
                      .on_program = note_of_program(events, ledger),
                      .store = kept_in,
                      .bundle = kept_in != nullptr ? kept_in->bundle_for(subject.task()) : nullptr,
                      .is_shared = may_share && is_plain_call && share_one(subject),
                      .is_digested = digester != nullptr && form == CallForm::plain,
                      .together = classay::together(device, subject.task())};
  return Asker(device, subject.task().unit, subject.plan(), stretch, asking);
}

void SweepContext::note_programs(const Asker& asker, std::string_view name) const {
  ledger.build_seconds += asker.build_seconds();
  if (const auto& failure = asker.programs().unshared()) ledger.by_width[std::string(Programs::kShared)] = *failure;
  if (const auto& whole = asker.programs().whole()) ledger.by_width[std::string(name)] = *whole;
}

void SweepContext::launch(Asker& asker, const Batch& batch, std::size_t width_index, unsigned attempt,
                          const Digester* by) const {
  const int width = subject.width(width_index);
  if (events.launch) events.launch(width);
  asker.submit(batch, width, attempt, by);
}

}  // namespace classay
