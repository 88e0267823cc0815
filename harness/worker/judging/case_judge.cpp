#include "harness/worker/judging/case_judge.h"

#include <algorithm>
#include <mutex>

#include "harness/journal/task.h"
#include "harness/text/inputs.h"
#include "harness/worker/lanes/lanes.h"
#include "reference/cpu/float_environment.h"
#include "reference/judge/judge.h"
#include "reference/number/real_scope.h"
#include "suites/judge_promise.h"

namespace classay {
namespace {

// Restores the environment wherever judging begins, so that a driver's environment never affects it.
constexpr std::string_view kJudging = "results were judged";

// Fewer inputs are not worth a thread.
constexpr std::size_t kFewest = 256;
constexpr std::size_t kFewestInBulk = std::size_t{1} << 16;

Promise promise_of(const Task& task, int lanes) {
  const Unit& unit = task.unit;
  return limited(promise(*unit.row, unit.format, task.edition, task.profile, unit.mode, lanes), task.limit);
}

}  // namespace

Promise limited(Promise promise, const std::optional<StatedLimit>& limit) {
  if (!limit) return promise;
  promise.limit = Ulp{limit->ulp};
  promise.clause = limit->clause;
  promise.is_of_another = promise.promises_nothing = false;
  promise.special_values_are_open = !limit->special_values;
  return promise;
}

CaseJudge::CaseJudge(const Task& task, const Arithmetic& device, unsigned threads)
    : row_(*task.unit.row),
      format_(task.unit.format),
      packing_(*task.unit.row, format_),
      lanes_(lanes_of_truth(case_of(task.unit, task.unit.widths.front()))),
      results_of_vector_(goes_across_lanes(task.unit.row->signature)
                             ? static_cast<std::size_t>(result_count(*task.unit.row, task.unit.widths.front()))
                             : 0),
      arguments_(argument_types(*task.unit.row, format_)),
      promise_(promise_of(task, lanes_)),
      device_(device),
      arithmetic_(classay::arithmetic(mode_under(task.edition, task.unit.mode), format_, device)),
      parallel_(std::make_unique<Parallel>(threads)) {
  for (const ListedCall& call : task.calls) {
    if (call.limit) own_limits_.emplace(call.lanes, *call.limit);
  }
  for (const StatedLimit& limit : task.range_limits) {
    const std::optional<ArgumentRange> range = range_of(limit.range, arguments_.front());
    if (range) range_limits_.push_back({*range, limit, limited(promise_, limit), nullptr});
  }
  // A few calls are judged one by one, each by its own limit.
  if (!task.models || !task.calls.empty()) return;
  batch_judge_ = batch_judge_for(promise_);
  for (RangeLimit& one : range_limits_) {
    one.batch_judge = batch_judge_for(one.promise);
    if (one.batch_judge == nullptr) batch_judge_.reset();
  }
}

std::unique_ptr<BatchJudge> CaseJudge::batch_judge_for(const Promise& promise) const {
  std::optional<JudgePlan> plan = plan_judging({row_, format_, lanes_, promise, arithmetic_});
  return plan ? std::move(plan->batch_judge) : nullptr;
}

const StatedLimit* CaseJudge::own_limit(std::span<const Tuple> call) const {
  if (!own_limits_.empty()) {
    const auto found = own_limits_.find({call.begin(), call.end()});
    if (found != own_limits_.end()) return &found->second;
  }
  const RangeLimit* const of_range = range_limit(call);
  return of_range == nullptr ? nullptr : &of_range->limit;
}

// A vector lies in a range if all its lanes do.
const CaseJudge::RangeLimit* CaseJudge::range_limit(std::span<const Tuple> call) const {
  const auto found = std::ranges::find_if(range_limits_, [&](const RangeLimit& one) {
    return std::ranges::all_of(call,
                               [&](const Tuple& lane) { return one.range.contains(rank_of(arguments_.front(), lane[0])); });
  });
  return found == range_limits_.end() ? nullptr : &*found;
}

Promise CaseJudge::promise_for(std::span<const Tuple> call) const {
  const StatedLimit* const own = own_limit(call);
  return limited(promise_, own == nullptr ? std::nullopt : std::optional(*own));
}

Judgement CaseJudge::judgement(const Tuple& input, Packed result) const {
  std::array<Value, 3> args;
  for (std::size_t a = 0; a < arguments_.size(); ++a) args.at(a) = {arguments_[a], input.at(a)};
  const Call call = call_of(row_, format_, std::span(args).first(arguments_.size()), lanes_);
  const ResultBits answer = packing_.answer(result);
  const std::span<const Bits> results = std::span(answer).first(packing_.types().size());
  if (own_limits_.empty() && range_limits_.empty()) return judge(promise_, call, results, arithmetic_);
  return judge(promise_for(std::span(&input, 1)), call, results, arithmetic_);
}

Judgement CaseJudge::judgement(std::span<const Tuple> vector, std::span<const Bits> results) const {
  const std::vector<Value> args = vector_arguments(arguments_, vector);
  return judge(promise_for(vector), call_of(row_, format_, args, lanes_), results, arithmetic_);
}

std::vector<Bits> CaseJudge::results_of(std::span<const std::byte> results, std::uint64_t vector) const {
  std::vector<Bits> all;
  for (std::size_t r = 0; r < results_of_vector_; ++r) {
    all.push_back(element_at(results, packing_.bytes(), vector * results_of_vector_ + r));
  }
  return all;
}

void CaseJudge::judge_vectors(const VectorOf& vector_of, std::span<const std::byte> results, std::span<Judged> all) const {
  parallel_->run(all.size(), kFewest, [&](std::size_t begin, std::size_t end) {
    require_float_environment(kJudging);
    const RealScope scope;
    for (std::size_t i = begin; i < end; ++i) {
      all[i] = classay::judged(judgement(vector_of(i), results_of(results, i)));
    }
  });
}

bool CaseJudge::is_assumed_away(const Tuple& input) const {
  for (std::size_t a = 0; a < arguments_.size(); ++a) {
    if (!is_float(arguments_[a])) continue;
    const Format& f = format(arguments_[a]);
    if (!arithmetic_.nans && f.is_nan(input.at(a))) return true;
    if (!arithmetic_.infinities && f.is_infinite(input.at(a))) return true;
  }
  return false;
}

Judged CaseJudge::judged(const Tuple& input, Packed result) const { return classay::judged(judgement(input, result)); }

void CaseJudge::judge_all(const Plan& plan, std::uint64_t first, std::span<const std::byte> linear,
                          std::span<Judged> all) const {
  parallel_->run(all.size(), kFewest, [&](std::size_t begin, std::size_t end) {
    require_float_environment(kJudging);
    const RealScope scope;
    for (std::size_t i = begin; i < end; ++i) {
      all[i] = judged(plan.input(first + i), packed_at(linear, packing_.bytes(), i));
    }
  });
}

void CaseJudge::judge_chosen(const Plan& plan, std::span<const Result> results, std::span<Judged> all) const {
  parallel_->run(all.size(), kFewest, [&](std::size_t begin, std::size_t end) {
    const RealScope scope;
    for (std::size_t i = begin; i < end; ++i) all[i] = judged(plan.input(results[i].index), results[i].bits);
  });
}

Tally CaseJudge::tally(const Plan& plan, std::uint64_t first, std::span<const std::byte> linear,
                       std::span<const Judged> all) const {
  Tally tally;
  for (std::size_t i = 0; i < all.size(); ++i) {
    add(tally, first + i, plan.input(first + i), packed_at(linear, packing_.bytes(), i), all[i]);
  }
  return tally;
}

bool CaseJudge::judges_in_bulk(const Plan& plan, std::uint64_t first, std::uint64_t count) const {
  if (batch_judge_ == nullptr || count == 0) return false;
  for (std::uint64_t at = first; at < first + count;) {
    const Segment& segment = plan.segment_of(at);
    const bool is_known = batch_judge_->knows(segment) && std::ranges::all_of(range_limits_, [&](const RangeLimit& one) {
                            return one.batch_judge->knows(segment);
                          });
    if (!is_known) return false;
    at = segment.first + segment.count;
  }
  return true;
}

BulkTally CaseJudge::tally_by_values(const Plan& plan, std::uint64_t first, std::span<const std::byte> linear,
                                     const SlowJudge& slow, const Tally& known) const {
  if (range_limits_.empty()) return tally_of_limit(*batch_judge_, plan, first, linear, slow, known);
  const auto bytes = static_cast<std::size_t>(packing_.bytes());
  const std::uint64_t count = linear.size() / bytes;
  const auto limit_at = [&](std::uint64_t i) {
    const Tuple input = plan.input(first + i);
    return range_limit(std::span(&input, 1));
  };
  BulkTally whole;
  const RangeLimit* limit = count == 0 ? nullptr : limit_at(0);
  for (std::uint64_t at = 0; at < count;) {
    const RangeLimit* const here = limit;
    std::uint64_t next = at + 1;
    while (next < count && (limit = limit_at(next)) == here) ++next;
    const BatchJudge& judge = here == nullptr ? *batch_judge_ : *here->batch_judge;
    const BulkTally part =
        tally_of_limit(judge, plan, first + at, linear.subspan(at * bytes, (next - at) * bytes), slow, known);
    whole.tally.merge(part.tally);
    whole.asked_slowly += part.asked_slowly;
    at = next;
  }
  return whole;
}

// Where a NaN must be quiet, results that are signaling NaNs, which are rare, are judged one by one, and those between them
// by values.
BulkTally CaseJudge::tally_of_limit(const BatchJudge& judge, const Plan& plan, std::uint64_t first,
                                    std::span<const std::byte> linear, const SlowJudge& slow, const Tally& known) const {
  const bool asks_for_quiet = promise_.quiet_nan == QuietNan::advised || promise_.quiet_nan == QuietNan::required;
  if (!asks_for_quiet) return judge.tally(plan, first, linear, slow, &known);
  const auto bytes = static_cast<std::size_t>(packing_.bytes());
  const std::uint64_t count = linear.size() / bytes;
  BulkTally whole;
  const auto add_tally = [&](const BulkTally& part) {
    whole.tally.merge(part.tally);
    whole.asked_slowly += part.asked_slowly;
  };
  for (std::uint64_t at = 0; at < count;) {
    const std::uint64_t next = next_signaling(packing_, linear, at);
    if (next > at) {
      add_tally(judge.tally(plan, first + at, linear.subspan(at * bytes, (next - at) * bytes), slow, &known));
    }
    if (next < count) {
      const Tuple input = plan.input(first + next);
      const Packed result = packed_at(linear, packing_.bytes(), next);
      add(whole.tally, first + next, input, result, judged(input, result));
      ++whole.asked_slowly;
    }
    at = next + 1;
  }
  return whole;
}

BulkTally CaseJudge::bulk_tally(const Plan& plan, std::uint64_t first, std::span<const std::byte> linear,
                                const Tally& known) const {
  const SlowJudge slow = [&](std::uint64_t, const BulkArguments& input, Bits got) { return judged(input, got); };
  const auto bytes = static_cast<std::size_t>(packing_.bytes());
  BulkTally whole;
  std::mutex mutex;
  parallel_->run(linear.size() / bytes, kFewestInBulk, [&](std::size_t begin, std::size_t end) {
    require_float_environment(kJudging);
    const RealScope scope;
    const BulkTally part =
        tally_by_values(plan, first + begin, linear.subspan(begin * bytes, (end - begin) * bytes), slow, known);
    const std::lock_guard lock(mutex);
    whole.tally.merge(part.tally);
    whole.asked_slowly += part.asked_slowly;
  });
  return whole;
}

void CaseJudge::add(Tally& tally, std::uint64_t index, const Tuple& input, Packed result, const Judged& judged) const {
  const Type type = arguments_.front();
  const bool real = is_float(type);
  const Format& f = real ? format(type) : kF32;
  const int binade = real ? binade_of(f, input[0]) : 0;
  const ResultBits answer = packing_.answer(result);
  tally.add({.index = index, .inputs = input, .got = answer[0], .second = answer[1], .ulps = judged.ulps}, judged.outcome,
            binade, real && f.is_negative(input[0]));
}

}  // namespace classay
