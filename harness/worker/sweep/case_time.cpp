#include "harness/worker/sweep/case_time.h"

#include <algorithm>
#include <bit>

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

}  // namespace classay
