// Selects the lanes that a tally may keep. Their errors are known approximately. A lane stays if it may be among the worst,
// the worst of its binade, or among the first failures. All others are dropped on arrival, so that only a few lanes are
// judged exactly. Lanes must arrive in the order of their index.
#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <span>
#include <vector>

#include "reference/judge/tally.h"

namespace classay::bulk {

// Errors are magnitudes after resolution (resolved_error).
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
  // `format` is the format of the first argument, whose sign and binade select the bar. `known` is an optional tally of
  // inputs with smaller indices, which must outlive the contest. Lanes that cannot exceed its samples are dropped too.
  Contest(const Format& format, const Tally* known);

  // Returns the number of a binade and sign, from zero.
  std::size_t binade(Bits first_argument) const {
    return static_cast<std::size_t>(first_argument >> format_.fraction_bits());
  }

  // An error up to the bar does not compete, because a later lane loses a tie.
  double bar(std::size_t binade) {
    const double own = look_up(binade).bar;
    return worst_bar() < own ? worst_bar() : own;
  }
  // A larger error may compete. The thresholds are in fixed point, as the errors of the loops (ruler.h), and half a step
  // above the bar. One belongs to a binade, the other to the worst errors; exceeding either is enough.
  std::int32_t winning(std::size_t binade) { return look_up(binade).winning; }
  std::int32_t winning_worst() const { return winning_worst_; }
  bool needs_failures() const { return failures_ < Tally::kKept; }

  void offer(const Entrant& entrant);
  void judged(Bits first_argument, double error);  // a lane that the tally already contains

  // Returns the lanes that the tally may keep, and some others, in order. `judge` returns the unsigned error of a lane,
  // which later lanes must exceed.
  void settle(const std::function<double(const Entrant&)>& judge);

 private:
  struct Place {
    Entrant entrant;
    bool for_worst = false;
    bool for_binade = false;
    bool for_failures = false;
  };

  // The error that a lane of this binade must exceed to be kept. Read from the known tally on first use, because f64 has
  // 4,096 binades, and a part of a sweep uses few.
  struct Bar {
    double bar = kNobody;  // an error that some lane certainly has
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
  std::array<double, Tally::kKept> worst_;  // the largest certain errors, in descending order
  std::vector<Bar> bars_;
  std::int32_t winning_worst_;
  std::uint64_t failures_ = 0;
  std::vector<Place> places_;
  std::size_t drop_at_ = 1024;
};

}  // namespace classay::bulk
