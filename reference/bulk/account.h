// What a bulk judge has counted and kept so far, and whom it may still have to ask: the part that does not depend on how
// lanes are settled.
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

  // The inputs that lanes are numbers of, from here on.
  void enter(const BulkInputs& inputs) { inputs_ = &inputs; }
  const BulkInputs& inputs() const { return *inputs_; }
  Bits result(std::uint64_t i) const;

  // A lane about which the values do not say enough.
  void ask(std::uint64_t i);
  // A lane with what was found of it, which is asked if that is nothing.
  void settle(std::uint64_t i, const Finding& finding);
  // `count` lanes with one value and one result. False, and nothing is done, if more has to be known of each of them.
  bool settle_alike(std::uint64_t first, std::size_t count, const Finding& finding);
  // A lane whose bin is counted, which may be one to keep.
  void offer(std::uint64_t i, const Finding& finding);
  // `count` lanes from number `first` on: those that are open, and, if they may be ones to keep, those that are settled,
  // which are all right. `find` says what is known of a lane.
  template <class Find>
  void take(std::uint64_t first, int count, const Settled& settled, std::int32_t margin, bool any_open, Find find);
  // The same of lanes with errors of any size, of which those beyond `limit` are wrong.
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
  double settle_finalist(const Entrant& e);  // its error
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

// In the order of the lanes, as the contest wants it.
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
  // Resolved it is more than the bar from half a step above it.
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
