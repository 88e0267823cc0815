#include "harness/worker/sweep/case_cut.h"

#include <algorithm>
#include <utility>
#include <vector>

namespace classay {

CaseCut::CaseCut(const Subject& subject, Ledger& ledger, std::function<double()> since_last)
    : subject_(subject), ledger_(ledger), time_(subject.task().case_time), since_last_(std::move(since_last)) {}

// A task that runs selected batches runs all of them.
bool CaseCut::can_be_cut() const { return time_.is_limited() && (ledger_.only.empty() || !ledger_.cuts.empty()); }

void CaseCut::gives(const Batch& batch, bool is_first_of_stretch) {
  if (can_be_cut() && time_.gives(is_first_of_stretch)) decisive_ = batch;
}

void CaseCut::took(const Batch& batch, std::span<const WidthRecord> widths) {
  if (!can_be_cut()) return;
  BatchTime took{.wall = since_last_(), .device = {}};
  for (const WidthRecord& r : widths) took.device.push_back(r.device_seconds);
  time_.took(batch, took, batch.first == stretch_of(subject_.stretches(), batch.first).first);
  if (decisive_ != batch) return;
  decisive_.reset();
  const std::optional<double> inputs = time_.inputs_left(!ledger_.cuts.empty());
  if (!inputs) return;
  const int level = level_for(*inputs, ledger_.level(), subject_.plan(), subject_.stretches(), ledger_.next, ledger_.end);
  if (level > ledger_.level()) cut_to(level, batch);
}

// Batches that have run stay in the list.
void CaseCut::cut_to(int level, const Batch& decisive) {
  const std::vector<Stretch>& stretches = subject_.stretches();
  std::vector<Batch> all =
      ledger_.only.empty() ? batches_at(0, subject_.plan(), stretches, ledger_.first, ledger_.next) : ledger_.only;
  std::erase_if(all, [&](const Batch& b) { return b.first >= ledger_.next; });
  const std::uint64_t after = all.size();
  const std::vector<Batch> rest = batches_at(level, subject_.plan(), stretches, ledger_.next, ledger_.end);
  all.insert(all.end(), rest.begin(), rest.end());
  std::uint64_t asked = 0;
  for (const Batch& b : all) asked += b.count;
  if (ledger_.only.empty() && asked == ledger_.end - ledger_.first) return;  // nothing is left out
  const Stretch& stretch = stretch_of(stretches, decisive.first);
  const std::uint64_t end = std::min(stretch.end, ledger_.end);
  const std::uint64_t before = ledger_.asked_until(end);
  ledger_.only = std::move(all);
  ledger_.cuts.push_back({.after = after, .level = level});
  // This also reduces the number of inputs that do not run because a program is missing.
  for (WidthRecord& r : ledger_.widths) {
    for (Unbuilt& u : r.unbuilt) {
      if (u.first == stretch.first) u.inputs -= before - ledger_.asked_until(end);
    }
  }
}

}  // namespace classay
