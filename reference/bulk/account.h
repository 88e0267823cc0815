// Keeps the counts and candidates of a bulk judge, and calls the MPFR fallback for lanes that need it. It does not depend on
// how lanes are settled.
#pragma once

#include "reference/bulk/bulk_judge.h"
#include "reference/bulk/contest.h"
#include "reference/bulk/lane.h"
#include "reference/bulk/loops.h"

namespace classay::bulk {

class Account {
 public:
  Account(const Format& format, const SlowJudge& slow, const Tally* known)
      : format_(format), slow_(slow), contest_(format, known) {}

  // Sets the inputs to which lane numbers refer from now on.
  void enter(const BulkInputs& inputs) { inputs_ = &inputs; }
  const BulkInputs& inputs() const { return *inputs_; }
  Bits result(std::uint64_t i) const;

  // Judges a lane with the fallback, because its value does not decide the verdict.
  void ask(std::uint64_t i);
  // Records the finding of a lane, or calls the fallback if the finding is open.
  void settle(std::uint64_t i, const Finding& finding);
  // Records `count` lanes with one value and one result. Returns false if each lane needs its own finding.
  bool settle_alike(std::uint64_t first, std::size_t count, const Finding& finding);
  // Adds a counted lane to the contest, which may keep it.
  void offer(std::uint64_t i, const Finding& finding);
  // Takes `count` lanes from number `first` on. Open lanes are settled one by one. Settled lanes are all right, and compete
  // if their error may be large enough. `find` returns the finding of a lane.
  template <class Find>
  void take(std::uint64_t first, int count, const Settled& settled, std::int32_t margin, bool any_open, Find find);
  // Does the same for lanes with errors of any size. Settled lanes beyond `limit` are wrong.
  template <class Find>
  void take_far(std::uint64_t first, int count, const FarSettled& settled, double limit, bool any_open, Find find);

  void count_bins(const Loops& loops, std::uint8_t* bins, std::size_t count);

  BulkTally tally();

 private:
  bool share_binade(std::uint64_t first, int count) const {
    if (inputs_->is_one_binade) return true;
    const std::uint64_t last = first + static_cast<std::uint64_t>(count) - 1;
    return inputs_->is_run() && contest_.binade(inputs_->at(first)[0]) == contest_.binade(inputs_->at(last)[0]);
  }
  double settle_finalist(const Entrant& e);  // returns its error
  Judged asked(std::uint64_t index, const BulkArguments& arguments, Bits got);

  Format format_;
  const SlowJudge& slow_;
  Contest contest_;
  const BulkInputs* inputs_ = nullptr;
  Tally tally_;
  std::uint64_t asked_slowly_ = 0;
  std::uint64_t failed_ = 0;
  std::array<std::uint64_t, Tally::kHistogramBins> histogram_{};
};

// The lanes are processed in order, as the contest requires.
template <class Find>
void Account::take(std::uint64_t first, int count, const Settled& settled, std::int32_t margin, bool any_open, Find find) {
  const auto may_win = [&](std::int32_t error, std::size_t binade) {
    const std::int32_t largest = (error < 0 ? -error : error) + margin + 1;
    return largest > contest_.winning_worst() || largest > contest_.winning(binade);
  };
  const std::size_t binade = contest_.binade(inputs_->at(first)[0]);
  const bool is_one_binade = share_binade(first, count);
  if (is_one_binade && !any_open && !may_win(settled.largest, binade)) return;
  const Bits* const arguments = inputs_->lists[0];
  for (int i = 0; i < count; ++i) {
    const std::uint64_t at = first + static_cast<std::uint64_t>(i);
    if (any_open && settled.bins[i] == kOpenBin) {
      settle(at, find(at));
      continue;
    }
    const Bits argument = arguments != nullptr ? arguments[at] : inputs_->at(at)[0];
    if (may_win(settled.errors[i], is_one_binade ? binade : contest_.binade(argument))) offer(at, find(at));
  }
}

template <class Find>
void Account::take_far(std::uint64_t first, int count, const FarSettled& settled, double limit, bool any_open, Find find) {
  failed_ += static_cast<std::uint64_t>(settled.wrong);
  // After resolution, an error exceeds the bar if it is at least half a step above it.
  const auto may_win = [&](double error, std::size_t binade) { return error >= contest_.bar(binade) + kErrorStep / 2; };
  const std::size_t binade = contest_.binade(inputs_->at(first)[0]);
  const bool is_one_binade = share_binade(first, count);
  const bool has_failures = settled.wrong > 0 && contest_.needs_failures();
  if (is_one_binade && !any_open && !has_failures && !may_win(settled.largest, binade)) return;
  for (int i = 0; i < count; ++i) {
    const std::uint64_t at = first + static_cast<std::uint64_t>(i);
    if (settled.bins[i] == kOpenBin) {
      settle(at, find(at));
      continue;
    }
    const double error = settled.errors[i];
    const bool is_failure = has_failures && error > limit && contest_.needs_failures();
    if (is_failure || may_win(error, is_one_binade ? binade : contest_.binade(inputs_->at(at)[0]))) offer(at, find(at));
  }
}

}  // namespace classay::bulk
