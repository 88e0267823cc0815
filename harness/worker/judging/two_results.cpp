#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>

#include "harness/worker/judging/part_values.h"
#include "harness/worker/judging/plan_judging.h"
#include "harness/worker/lanes/answer_packing.h"
#include "harness/worker/lanes/lane_loops.h"
#include "harness/worker/lanes/lanes.h"
#include "reference/bulk/direct_values.h"
#include "reference/bulk/exact_values.h"
#include "reference/bulk/lane.h"
#include "reference/bulk/loops.h"
#include "reference/certified/narrow/model.h"
#include "reference/cpu/versions.h"
#include "reference/judge/component.h"
#include "reference/oracle/oracle.h"

namespace classay {
namespace {

constexpr std::uint64_t kChunk = 4096;

struct Components {
  std::unique_ptr<PartValues> first;
  std::unique_ptr<PartValues> second;
  bool is_second_exact = true;
};

Components components(const Row& row, Type type) {
  const Evaluate truth = row.truth;
  const Format& f = format(type);
  const auto model = [&](Evaluate of) {
    return line_part_values(std::make_unique<certified::Model>(*certified::function_of(of), f));
  };
  const auto direct = [&](std::size_t result) { return direct_part_values(*direct_function_of(truth, result), f); };
  switch (value_source(row, type)) {
    case ValueSource::sine_and_cosine: return {model(oracle::sin), model(oracle::cos), false};
    case ValueSource::gamma_and_sign: return {model(oracle::lgamma), line_part_values(sign_of_gamma_values(f))};
    case ValueSource::remainder_and_quotient: return {direct(0), direct(1)};
    default:
      ExactPair exact = exact_pair(truth, f);
      return {line_part_values(std::move(exact.first)), line_part_values(std::move(exact.second))};
  }
}

struct Chunk {
  Chunk(const Plan& plan, const PlanPart& of) : part(of), all(plan, of) {}
  PlanPart part;
  PartInputs all;
};

// The results of a chunk apart, and the required second ones.
struct Scratch {
  std::vector<std::byte> firsts;
  std::vector<std::byte> seconds;
  std::vector<double> required;
};

class TwoResults : public BatchJudge {
 public:
  // `is_zero_open`: if the second result should be 0, any value is accepted.
  TwoResults(Components components, AnswerPacking packing, const BulkPromise& promise_of_first, Promise promise,
             bool is_zero_open)
      : components_(std::move(components)),
        packing_(std::move(packing)),
        promise_(promise_of_first),
        whole_promise_(std::move(promise)),
        is_zero_open_(is_zero_open),
        first_bytes_(static_cast<std::size_t>(width(packing_.types()[0])) / 8),
        second_bytes_(static_cast<std::size_t>(width(packing_.types()[1])) / 8),
        unzip_(best<LaneLoops>().unzip(static_cast<int>(first_bytes_), static_cast<int>(second_bytes_))) {}

  bool knows(const Segment& segment) const override { return components_.first->knows(segment); }

  BulkTally tally(const Plan& plan, std::uint64_t first, std::span<const std::byte> results, const SlowJudge& slow,
                  const Tally* known) const override {
    const Results all{.packing = packing_, .first_index = first, .bytes = results};
    // For lanes in the bulk judge, the second result is right and is read from the device's output.
    const SlowJudge whole = [&](std::uint64_t index, const BulkArguments& arguments, Bits) {
      return slow(index, arguments, all.packed(index));
    };
    BulkJudge judge(promise_, whole, known);
    BulkTally others;
    Scratch scratch{.firsts = std::vector<std::byte>(kChunk * first_bytes_),
                    .seconds = std::vector<std::byte>(kChunk * second_bytes_),
                    .required = std::vector<double>(kChunk)};
    const std::uint64_t end = first + results.size() / static_cast<std::size_t>(packing_.bytes());
    for_each_part(plan, first, end, [&](const PlanPart& part) {
      for (std::uint64_t done = 0; done < part.count; done += kChunk) {
        PlanPart chunk = part;
        chunk.first = part.first + done;
        chunk.in_run = part.in_run + done;
        chunk.count = std::min(kChunk, part.count - done);
        add(Chunk(plan, chunk), all, slow, scratch, judge, others);
      }
    });
    BulkTally known_lanes = judge.tally();
    // The bulk judge has only first results; adds the second ones.
    known_lanes.tally.change_bits([&](Sample& s) { s.second = packing_.answer(all.packed(s.index))[1]; });
    others.tally.merge(known_lanes.tally);
    others.asked_slowly += known_lanes.asked_slowly;
    return others;
  }

 private:
  struct Results {
    const AnswerPacking& packing;
    std::uint64_t first_index = 0;
    std::span<const std::byte> bytes;
    Bits packed(std::uint64_t index) const { return element_at(bytes, packing.bytes(), index - first_index); }
  };

  void add(const Chunk& chunk, const Results& all, const SlowJudge& slow, Scratch& scratch, BulkJudge& judge,
           BulkTally& others) const {
    const std::size_t count = chunk.part.count;
    const BulkInputs inputs = chunk.all.inputs();
    const std::uint64_t before = inputs.first_index - all.first_index;
    unzip_(all.bytes.data() + before * static_cast<std::size_t>(packing_.bytes()), scratch.firsts.data(),
           scratch.seconds.data(), count);
    if (!components_.is_second_exact) return judge_both(chunk, scratch, judge);
    const std::span required = std::span(scratch.required).first(count);
    components_.second->use(chunk.part, inputs, count, [&](const Values& values) {
      for (std::size_t done = 0; done < count;) done += values.at(inputs.number(done), required.subspan(done)).count;
    });
    if (is_zero_open_) std::ranges::replace(required, 0.0, std::numeric_limits<double>::quiet_NaN());
    std::uint64_t from = 0;
    for (std::uint64_t i = are_required(scratch, count) ? count : 0; i < count; ++i) {
      if (is_required(scratch, i)) continue;
      judge_firsts(chunk, from, i, scratch.firsts, judge);
      const std::uint64_t index = inputs.first_index + i;
      ask(index, inputs.at(i), all.packed(index), slow, others);
      from = i + 1;
    }
    judge_firsts(chunk, from, count, scratch.firsts, judge);
  }

  void judge_both(const Chunk& chunk, const Scratch& scratch, BulkJudge& judge) const {
    const std::size_t count = chunk.part.count;
    BulkInputs inputs = chunk.all.inputs();
    inputs.results = std::span(scratch.firsts).first(count * first_bytes_);
    const std::span seconds = std::span(scratch.seconds).first(count * second_bytes_);
    components_.first->use(chunk.part, inputs, count, [&](const Values& first) {
      components_.second->use(chunk.part, inputs, count, [&](const Values& second) {
        judge.add(first, {second, seconds}, inputs);
      });
    });
  }

  // Returns true only if all second results are the required ones.
  bool are_required(const Scratch& scratch, std::size_t count) const {
    const Type second = packing_.types()[1];
    if (whole_promise_.quotient_bits > 0) return false;
    if (second == Type::i32) return best<LaneLoops>().are_ints(scratch.seconds.data(), scratch.required.data(), count);
    return best<bulk::Loops>().of(format(second)).exactly(scratch.required.data(), scratch.seconds.data(), count);
  }

  bool is_required(const Scratch& scratch, std::size_t i) const {
    const Type second = packing_.types()[1];
    const Bits got = element_at(scratch.seconds, static_cast<int>(second_bytes_), i);
    const double required = scratch.required[i];
    if (is_float(second)) {
      const double value = bulk::value_of(format(second), got);
      const bool are_nans = std::isnan(value) && std::isnan(required);
      return are_nans || std::bit_cast<Bits>(value) == std::bit_cast<Bits>(required);  // signs of zeros matter
    }
    const auto number = static_cast<std::int32_t>(got);
    if (whole_promise_.quotient_bits > 0) {
      return is_right_quotient(whole_promise_, number, static_cast<std::int32_t>(required));
    }
    return std::isnan(required) || number == required;
  }

  void judge_firsts(const Chunk& chunk, std::uint64_t from, std::uint64_t to, std::span<const std::byte> firsts,
                    BulkJudge& judge) const {
    if (from == to) return;
    BulkInputs inputs = chunk.all.inputs(from);
    inputs.results = firsts.subspan(from * first_bytes_, (to - from) * first_bytes_);
    components_.first->use(chunk.part, inputs, to - from, [&](const Values& values) { judge.add(values, inputs); });
  }

  void ask(std::uint64_t index, const Tuple& input, Bits packed, const SlowJudge& slow, BulkTally& others) const {
    const Judged judged = slow(index, input, packed);
    ++others.asked_slowly;
    const ResultBits answer = packing_.answer(packed);
    others.tally.add({.index = index, .inputs = input, .got = answer[0], .second = answer[1], .ulps = judged.ulps},
                     judged.outcome, binade_of(promise_.format, input[0]), promise_.format.is_negative(input[0]));
  }

  Components components_;
  AnswerPacking packing_;
  BulkPromise promise_;
  Promise whole_promise_;
  bool is_zero_open_;
  std::size_t first_bytes_;
  std::size_t second_bytes_;
  LaneLoops::Unzip unzip_;
};

// By OpenCL's rules lgamma_r stores 0 at a pole; C does not specify what it stores.
bool leaves_pole_open(const Row& row, Type format, std::span<const Rule> rules) {
  if (row.truth != oracle::lgamma_r) return false;
  const Format& f = classay::format(format);
  const std::array pole{Value{format, f.negate(f.one())}};
  const Call call = call_of(row, format, pole);
  return std::ranges::any_of(rules, [&](const Rule& rule) {
    const auto alternatives = rule.prescribed(call);
    return !alternatives.empty() && alternatives.front().back().kind == Truth::Kind::any;
  });
}

}  // namespace

std::unique_ptr<BatchJudge> two_results_judge(const JudgedCase& c) {
  const auto& [row, format, lanes, promise, arithmetic] = c;
  // These values include what rules prescribe. But a broken rule has no error in ulp, so all results that are not right go
  // to the MPFR fallback.
  Promise of_first = promise;
  of_first.results = promise.results.first(1);
  of_first.rules = {};
  std::optional<BulkPromise> bulk = bulk_promise(of_first, arithmetic, argument_types(row, format));
  if (!bulk) return nullptr;
  bulk->has_other_ways = true;
  return std::make_unique<TwoResults>(components(row, format), AnswerPacking(row, format), *bulk, promise,
                                      leaves_pole_open(row, format, promise.rules));
}

}  // namespace classay
