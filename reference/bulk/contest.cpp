#include "reference/bulk/contest.h"

#include <algorithm>
#include <cmath>

namespace classay::bulk {
namespace {

double error_of(const Sample& s) { return std::fabs(resolved_error(s.ulps)); }

}  // namespace

Contest::Contest(const Tally* known) : known_(known), worst_() {
  worst_.fill(kNobody);
  if (known == nullptr) return;
  failures_ = known->first_failures().size();
  std::ranges::transform(known->worst(), worst_.begin(), error_of);
}

void Contest::enter_binade(int key) {
  if (binade_bars_.empty()) {
    binade_bars_.push_back(kNobody);
  } else {
    binade_bars_.back() = binade_bar_;
    binade_bars_.push_back(kNobody);
  }
  binade_bar_ = kNobody;
  if (known_ == nullptr) return;
  const auto place = known_->per_binade().find(key);
  if (place != known_->per_binade().end()) binade_bar_ = error_of(place->second);
}

void Contest::raise(double error) {
  binade_bar_ = std::max(binade_bar_, error);
  if (error <= worst_.back()) return;
  const auto place = std::ranges::upper_bound(worst_, error, std::greater());
  std::move_backward(place, worst_.end() - 1, worst_.end());
  *place = error;
}

void Contest::judged(double error) { raise(std::fabs(resolved_error(error))); }

void Contest::offer(const Entrant& entrant) {
  const Place place{.entrant = entrant,
                    .binade = static_cast<std::uint32_t>(binade_bars_.size() - 1),
                    .for_worst = entrant.largest > worst_bar(),
                    .for_binade = entrant.largest > binade_bar_,
                    .for_failures = entrant.is_wrong && needs_failures()};
  if (!place.for_worst && !place.for_binade && !place.for_failures) return;
  if (entrant.is_wrong) ++failures_;
  raise(entrant.least);
  places_.push_back(place);
  if (places_.size() >= drop_at_) drop();
}

// Only who is surely behind: of equal errors the earlier one may be that which set the bar.
bool Contest::is_out(const Place& place) const {
  const double binade_bar = place.binade + 1 == binade_bars_.size() ? binade_bar_ : binade_bars_[place.binade];
  const bool wins_worst = place.for_worst && place.entrant.largest >= worst_bar();
  const bool wins_binade = place.for_binade && place.entrant.largest >= binade_bar;
  return !wins_worst && !wins_binade && !place.for_failures;
}

void Contest::drop() {
  std::erase_if(places_, [this](const Place& p) { return is_out(p); });
  drop_at_ = std::max<std::size_t>(1024, 2 * places_.size());
}

std::vector<Entrant> Contest::finalists() const {
  std::vector<Entrant> all;
  for (const Place& p : places_) {
    if (!is_out(p)) all.push_back(p.entrant);
  }
  return all;
}

}  // namespace classay::bulk
