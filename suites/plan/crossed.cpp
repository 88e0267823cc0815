// Makes pairs and triples of boundaries.
#include <numeric>

#include "suites/generator.h"
#include "suites/plan.h"

namespace classay {

void Plan::append_cross(Extent extent) {
  std::uint64_t count = 1;
  for (std::size_t a = 0; a < types_.size(); ++a) {
    crossed_.push_back(boundaries_of(a, extent));
    count *= crossed_.back().size();
  }
  append_crossed(count);
}

// Consecutive combinations differ in every argument: call variants run only the first few thousand.
void Plan::append_crossed(std::uint64_t count) {
  cross_step_ = upper_product(kGoldenStep, count) | 1U;
  while (std::gcd(cross_step_, count) != 1) cross_step_ += 2;
  append(Making::cross, count);
}

Tuple Plan::crossed(std::uint64_t at) const {
  std::uint64_t count = 1;
  for (const std::vector<Bits>& values : crossed_) count *= values.size();
  at = at * cross_step_ % count;
  Tuple tuple{};
  for (std::size_t a = crossed_.size(); a-- > 0;) {
    tuple.at(a) = crossed_[a][at % crossed_[a].size()];
    at /= crossed_[a].size();
  }
  return tuple;
}

// Call variants run only the first few thousand inputs. Of hundreds of boundaries, these have few pairs of special values.
void Plan::put_special_pairs_first() {
  std::vector<Tuple> pairs;
  for (const Bits x : boundaries_of(0, Extent::few)) {
    for (const Bits y : boundaries_of(1, Extent::few)) pairs.push_back({x, y});
  }
  table_.insert(table_.begin(), pairs.begin(), pairs.end());
}

}  // namespace classay
