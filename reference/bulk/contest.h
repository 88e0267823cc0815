// Who may stand in a tally: of many lanes whose errors are known to within a little, those that may be among the worst, the
// worst of their binade, or among the first failures. The others are dropped as they come, so that the few that remain can
// be judged exactly. Lanes come in the order of their index, one binade of the argument after the other.
#pragma once

#include <array>
#include <cstdint>
#include <limits>
#include <vector>

#include "reference/judge/tally.h"

namespace classay::bulk {

// Errors are magnitudes as they compete: resolved_error.
struct Entrant {
  std::uint64_t index = 0;
  Bits input = 0;
  Bits got = 0;
  double least = 0;
  double largest = 0;
  bool is_wrong = false;
};

class Contest {
 public:
  // `known`, if any: a tally that this one will be merged with, of inputs whose indices are smaller than all that come. Who
  // can not beat it is dropped as well.
  explicit Contest(const Tally* known);

  // `key`: of Tally::per_binade. Each binade comes once.
  void enter_binade(int key);

  // An error up to here wins nothing: who comes later loses a tie.
  double bar() const { return worst_bar() < binade_bar_ ? worst_bar() : binade_bar_; }
  bool needs_failures() const { return failures_ < Tally::kKept; }

  void offer(const Entrant& entrant);
  void judged(double error);  // a lane that is in the tally already

  // Those that may yet stand in the tally, and some others.
  std::vector<Entrant> finalists() const;

 private:
  struct Place {
    Entrant entrant;
    std::uint32_t binade = 0;  // the number of its binade
    bool for_worst = false;
    bool for_binade = false;
    bool for_failures = false;
  };

  double worst_bar() const { return worst_.back(); }
  void raise(double error);
  bool is_out(const Place& place) const;
  void drop();

  static constexpr double kNobody = -1;
  const Tally* known_;
  std::array<double, Tally::kKept> worst_;  // the largest errors that lanes have for sure, the largest first
  double binade_bar_ = kNobody;             // such an error of the binade
  std::vector<double> binade_bars_;         // of those before
  std::uint64_t failures_ = 0;
  std::vector<Place> places_;
  std::size_t drop_at_ = 1024;
};

}  // namespace classay::bulk
