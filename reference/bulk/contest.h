// Who may stand in a tally: of many lanes whose errors are known to within a little, those that may be among the worst, the
// worst of their binade, or among the first failures. The others are dropped as they come, so that the few that remain can
// be judged exactly. Lanes come in the order of their index.
#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <span>
#include <vector>

#include "reference/judge/tally.h"

namespace classay::bulk {

// Errors are magnitudes as they compete: resolved_error.
struct Entrant {
  std::uint64_t index = 0;
  std::array<Bits, 3> inputs{};
  Bits got = 0;
  double least = 0;
  double largest = 0;
  bool is_wrong = false;
};

class Contest {
 public:
  // `format`: of the first argument, by whose sign and binade the errors of binades are kept. `known`, if any: a tally that
  // this one will be merged with, of inputs whose indices are smaller than all that come, and that outlives this. Who can
  // not beat it is dropped as well.
  Contest(const Format& format, const Tally* known);

  // The binades with their signs, as numbers from zero.
  std::size_t binade(Bits first_argument) const {
    return static_cast<std::size_t>(first_argument >> format_.fraction_bits());
  }

  // An error up to here wins nothing: who comes later loses a tie.
  double bar(std::size_t binade) {
    const double own = look_up(binade).bar;
    return worst_bar() < own ? worst_bar() : own;
  }
  // An error that may be larger wins something. In fixed point, as the loops have errors (ruler.h), half a step above the
  // bar; of a binade, and for the worst of all: the smaller of the two decides.
  std::int32_t winning(std::size_t binade) { return look_up(binade).winning; }
  std::int32_t winning_worst() const { return winning_worst_; }
  bool needs_failures() const { return failures_ < Tally::kKept; }

  void offer(const Entrant& entrant);
  void judged(Bits first_argument, double error);  // a lane that is in the tally already

  // Those that may yet stand in the tally, and some others, in their order: `judge` gives the error of each, without a sign,
  // by which those behind it are measured.
  void settle(const std::function<double(const Entrant&)>& judge);

 private:
  struct Place {
    Entrant entrant;
    bool for_worst = false;
    bool for_binade = false;
    bool for_failures = false;
  };

  // Of a binade, which is only looked up in the other tally when somebody asks: f64 has 4096 of them, and a part of a sweep
  // meets few.
  struct Bar {
    double bar = kNobody;  // an error that a lane has for sure
    std::int32_t winning = 0;
    bool is_known = false;
  };

  Bar& look_up(std::size_t binade) {
    Bar& b = bars_[binade];
    if (!b.is_known) begin(binade, b);
    return b;
  }
  void begin(std::size_t binade, Bar& bar) const;
  double worst_bar() const { return worst_.back(); }
  void raise(std::size_t binade, double error);
  bool is_out(const Place& place);
  void drop();

  static constexpr double kNobody = -1;
  Format format_;
  const Tally* known_;
  std::array<double, Tally::kKept> worst_;  // the largest errors that lanes have for sure, the largest first
  std::vector<Bar> bars_;
  std::int32_t winning_worst_;
  std::uint64_t failures_ = 0;
  std::vector<Place> places_;
  std::size_t drop_at_ = 1024;
};

}  // namespace classay::bulk
