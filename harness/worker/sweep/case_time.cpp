#include "harness/worker/sweep/case_time.h"

#include <algorithm>
#include <bit>
#include <utility>
#include <vector>

namespace classay {
namespace {

// The first levels that keep all chosen inputs.
constexpr int kSparedFor = 2;

bool is_worth_more(Making making) {
  const bool is_in_range = making == Making::sampled || making == Making::combined;
  return making == Making::literals || (is_sent(making) && !is_in_range);
}

}  // namespace

bool is_asked_at(int level, const Plan& plan, const Stretch& stretch, const Batch& batch) {
  const bool is_spared = is_worth_more(plan.segment_of(batch.first).making);
  const int halvings = is_spared ? std::max(0, level - kSparedFor) : level;
  const std::uint64_t number = (batch.first - stretch.first) / stretch.batch;
  if (level >= kLastLevel) return number == 0;
  return (number & ((std::uint64_t{1} << halvings) - 1)) == 0;
}

std::vector<Batch> batches_at(int level, const Plan& plan, const std::vector<Stretch>& all, std::uint64_t from,
                              std::uint64_t end) {
  std::vector<Batch> batches;
  for (const Stretch& s : all) {
    for (std::uint64_t at = std::max(s.first, from); at < std::min(s.end, end); at += s.batch) {
      const Batch batch = batch_at(s, at);
      if (is_asked_at(level, plan, s, batch)) batches.push_back(batch);
    }
  }
  return batches;
}

bool CaseTime::gives(bool is_first_of_stretch) {
  ++given_;
  return is_limited() && (is_first_of_stretch || std::has_single_bit(given_));
}

void CaseTime::took(const Batch& batch, const BatchTime& time, bool is_first_of_stretch) {
  if (!is_limited()) return;
  const double slowest = time.device.empty() ? 0 : *std::ranges::max_element(time.device);
  if (is_first_of_stretch && slowest <= seconds_) return;
  inputs_ += batch.count;
  wall_ += time.wall;
  device_.resize(time.device.size());
  for (std::size_t i = 0; i < device_.size(); ++i) device_[i] += time.device[i];
  // Each width gets an equal share of the host's time, and of the device's time if the device has no clock.
  const double share = wall_ / static_cast<double>(std::max<std::size_t>(device_.size(), 1));
  spent_ = std::max(share, device_.empty() ? 0 : *std::ranges::max_element(device_));
}

std::optional<double> CaseTime::inputs_left(bool is_cut) const {
  if (!is_limited() || inputs_ == 0 || spent_ <= 0) return std::nullopt;
  return std::max(0.0, (is_cut ? 2 : 1) * seconds_ - spent_) * static_cast<double>(inputs_) / spent_;
}

int level_for(double inputs, int level, const Plan& plan, const std::vector<Stretch>& all, std::uint64_t from,
              std::uint64_t end) {
  for (int l = level; l < kLastLevel; ++l) {
    std::uint64_t sum = 0;
    for (const Batch& b : batches_at(l, plan, all, from, end)) sum += b.count;
    if (static_cast<double>(sum) <= inputs) return l;
  }
  return kLastLevel;
}

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
