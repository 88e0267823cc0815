#include "reference/bulk/account.h"

#include <algorithm>
#include <cmath>
#include <string>

namespace classay::bulk {

Bits Account::result(std::uint64_t i) const { return element(format_, inputs_->results.data(), i); }

void Account::ask(std::uint64_t i) {
  const std::uint64_t index = inputs_->first_index + i;
  const BulkArguments arguments = inputs_->at(i);
  const Bits got = result(i);
  const Judged j = asked(index, arguments, got);
  tally_.add({.index = index, .inputs = arguments, .got = got, .ulps = j.ulps}, j.outcome, binade_of(format_, arguments[0]),
             format_.is_negative(arguments[0]));
  if (j.outcome != Tally::Outcome::undefined) contest_.judged(arguments[0], j.ulps);
}

void Account::settle(std::uint64_t i, const Finding& finding) {
  if (finding.kind == Finding::Kind::open) return ask(i);
  const bool is_wrong = finding.kind == Finding::Kind::wrong;
  ++histogram_[finding.bin];
  failed_ += is_wrong ? 1 : 0;
  const bool may_win = std::max(-finding.low, finding.high) + kErrorStep > contest_.bar(contest_.binade(inputs_->at(i)[0]));
  if (may_win || (is_wrong && contest_.needs_failures())) offer(i, finding);
}

bool Account::settle_alike(std::uint64_t first, std::size_t count, const Finding& finding) {
  const std::size_t binade = contest_.binade(inputs_->at(first)[0]);
  const bool is_one_binade = inputs_->is_run() && contest_.binade(inputs_->at(first + count - 1)[0]) == binade;
  const double error = finding.largest();
  if (finding.kind == Finding::Kind::open || !is_one_binade || finding.least() != error) return false;
  const bool is_wrong = finding.kind == Finding::Kind::wrong;
  histogram_[finding.bin] += count;
  failed_ += is_wrong ? count : 0;
  // The errors are equal: if one lane does not compete, none of the later lanes does.
  const auto may_stand = [&] { return error > contest_.bar(binade) || (is_wrong && contest_.needs_failures()); };
  for (std::uint64_t i = 0; i < count && may_stand(); ++i) offer(first + i, finding);
  return true;
}

void Account::offer(std::uint64_t i, const Finding& finding) {
  if (finding.kind == Finding::Kind::open) throw std::logic_error("a lane that was settled is not right for sure");
  contest_.offer({.index = inputs_->first_index + i,
                  .inputs = inputs_->at(i),
                  .got = result(i),
                  .least = finding.least(),
                  .largest = finding.largest(),
                  .is_wrong = finding.kind == Finding::Kind::wrong});
}

void Account::count_bins(const Loops& loops, std::uint8_t* bins, std::size_t count) {
  static_assert(kBins == Tally::kHistogramBins);
  loops.count(bins, count, histogram_.data());
}

BulkTally Account::tally() {
  tally_.count(failed_, histogram_);
  contest_.settle([this](const Entrant& e) { return settle_finalist(e); });
  return {std::move(tally_), asked_slowly_};
}

// Judges a lane that is already counted and now needs its exact error.
double Account::settle_finalist(const Entrant& e) {
  const Judged j = asked(e.index, e.inputs, e.got);
  const double error = std::fabs(resolved_error(j.ulps));
  const auto outcome = e.is_wrong ? Tally::Outcome::wrong : Tally::Outcome::right;
  if (j.outcome != outcome || !(error >= e.least && error <= e.largest)) {
    throw ValuesContradicted("input " + std::to_string(e.inputs[0]) + ", " + std::to_string(e.inputs[1]) + ", " +
                             std::to_string(e.inputs[2]) + " with result " + std::to_string(e.got) +
                             ": by its value, the error is at least " + std::to_string(e.least) + " and at most " +
                             std::to_string(e.largest) + " ulp; judged, it is " + std::to_string(j.ulps));
  }
  tally_.keep({.index = e.index, .inputs = e.inputs, .got = e.got, .ulps = j.ulps}, j.outcome,
              binade_of(format_, e.inputs[0]), format_.is_negative(e.inputs[0]));
  return error;
}

Judged Account::asked(std::uint64_t index, const BulkArguments& arguments, Bits got) {
  ++asked_slowly_;
  return slow_(index, arguments, got);
}

}  // namespace classay::bulk
