#include "reference/bulk/contest.h"

#include <algorithm>
#include <cmath>
#include <map>

#include "reference/bulk/ruler.h"

namespace classay::bulk {
namespace {

double error_of(const Sample& s) { return std::fabs(resolved_error(s.ulps)); }

// Smaller and larger than every error in fixed point, including a margin.
constexpr std::int32_t kAlways = -(1 << 30);
constexpr std::int32_t kNever = 1 << 30;

std::int32_t winning(double bar) {
  if (bar < 0) return kAlways;
  if (bar >= kFineErrors) return kNever;
  return static_cast<std::int32_t>(std::ldexp(bar + kErrorStep / 2, kErrorBits));
}

// Keeps the largest error first.
void insert(std::span<double> errors, double error) {
  const auto place = std::ranges::upper_bound(errors, error, std::greater());
  if (place == errors.end()) return;
  std::move_backward(place, errors.end() - 1, errors.end());
  *place = error;
}

}  // namespace

Contest::Contest(const Format& format, const Tally* known)
    : format_(format), known_(known), worst_(), bars_(binade(format.mask()) + 1), winning_worst_(kAlways) {
  worst_.fill(kNobody);
  if (known == nullptr) return;
  failures_ = known->first_failures().size();
  std::ranges::transform(known->worst(), worst_.begin(), error_of);
  winning_worst_ = bulk::winning(worst_bar());
}

void Contest::begin(std::size_t binade, Bar& bar) const {
  bar = {.bar = kNobody, .winning = kAlways, .is_known = true};
  if (known_ == nullptr) return;
  const Bits first = static_cast<Bits>(binade) << format_.fraction_bits();
  const auto sample = known_->per_binade().find(Tally::binade_key(binade_of(format_, first), format_.is_negative(first)));
  if (sample == known_->per_binade().end()) return;
  bar.bar = error_of(sample->second);
  bar.winning = bulk::winning(bar.bar);
}

void Contest::raise(std::size_t binade, double error) {
  Bar& of_binade = look_up(binade);
  if (error > of_binade.bar) {
    of_binade.bar = error;
    of_binade.winning = bulk::winning(error);
  }
  if (error <= worst_.back()) return;
  insert(worst_, error);
  winning_worst_ = bulk::winning(worst_bar());
}

void Contest::judged(Bits first_argument, double error) { raise(binade(first_argument), std::fabs(resolved_error(error))); }

void Contest::offer(const Entrant& entrant) {
  const std::size_t b = binade(entrant.inputs[0]);
  const Place place{.entrant = entrant,
                    .for_worst = entrant.largest > worst_bar(),
                    .for_binade = entrant.largest > look_up(b).bar,
                    .for_failures = entrant.is_wrong && needs_failures()};
  if (!place.for_worst && !place.for_binade && !place.for_failures) return;
  if (entrant.is_wrong) ++failures_;
  raise(b, entrant.least);
  places_.push_back(place);
  if (places_.size() >= drop_at_) drop();
}

// Drops a lane only if it is certainly behind: of equal errors, the earlier lane may have set the bar.
bool Contest::is_out(const Place& place) {
  const double binade_bar = look_up(binade(place.entrant.inputs[0])).bar;
  const bool wins_worst = place.for_worst && place.entrant.largest >= worst_bar();
  const bool wins_binade = place.for_binade && place.entrant.largest >= binade_bar;
  return !wins_worst && !wins_binade && !place.for_failures;
}

void Contest::drop() {
  std::erase_if(places_, [this](const Place& p) { return is_out(p); });
  drop_at_ = std::max<std::size_t>(1024, 2 * places_.size());
}

// A later lane loses a tie, even if the earlier error was not known exactly before it was judged. Otherwise a long range of
// equal errors, all possibly in the next step, would be judged one by one.
void Contest::settle(const std::function<double(const Entrant&)>& judge) {
  std::array<double, Tally::kKept> worst;
  worst.fill(kNobody);
  std::map<std::size_t, double> of_binades;
  for (const Place& p : places_) {
    double& of_binade = of_binades.try_emplace(binade(p.entrant.inputs[0]), kNobody).first->second;
    const bool may_win = (p.for_worst && p.entrant.largest > worst.back()) ||
                         (p.for_binade && p.entrant.largest > of_binade) || p.for_failures;
    if (!may_win || is_out(p)) continue;
    const double error = judge(p.entrant);
    of_binade = std::max(of_binade, error);
    insert(worst, error);
  }
}

}  // namespace classay::bulk
