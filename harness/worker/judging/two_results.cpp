#include <algorithm>
#include <bit>
#include <cmath>
#include <cstring>
#include <limits>

#include "harness/worker/judging/part_values.h"
#include "harness/worker/judging/plan_judging.h"
#include "harness/worker/lanes/answer_packing.h"
#include "harness/worker/lanes/lanes.h"
#include "reference/bulk/direct_values.h"
#include "reference/bulk/exact_values.h"
#include "reference/bulk/lane.h"
#include "reference/certified/narrow/model.h"
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

class TwoResults : public BatchJudge {
 public:
  // `is_zero_open`: if the second result should be 0, any value is accepted.
  TwoResults(Components components, AnswerPacking packing, const BulkPromise& promise_of_first, Promise promise,
             bool is_zero_open)
      : components_(std::move(components)),
        packing_(std::move(packing)),
        promise_(promise_of_first),
        whole_promise_(std::move(promise)),
        is_zero_open_(is_zero_open) {}

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
    const std::uint64_t end = first + results.size() / static_cast<std::size_t>(packing_.bytes());
    for_each_part(plan, first, end, [&](const PlanPart& part) {
      for (std::uint64_t done = 0; done < part.count; done += kChunk) {
        PlanPart chunk = part;
        chunk.first = part.first + done;
        chunk.in_run = part.in_run + done;
        chunk.count = std::min(kChunk, part.count - done);
        add(Chunk(plan, chunk), all, slow, judge, others);
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

  void add(const Chunk& chunk, const Results& all, const SlowJudge& slow, BulkJudge& judge, BulkTally& others) const {
    const std::size_t count = chunk.part.count;
    if (!components_.is_second_exact) return judge_both(chunk, all, judge);
    const BulkInputs inputs = chunk.all.inputs();
    std::vector<double> seconds(count);
    components_.second->use(chunk.part, inputs, count, [&](const Values& values) {
      for (std::size_t done = 0; done < count;) {
        done += values.at(inputs.number(done), std::span(seconds).subspan(done)).count;
      }
    });
    if (is_zero_open_) std::ranges::replace(seconds, 0.0, std::numeric_limits<double>::quiet_NaN());
    std::vector<std::byte> firsts(count * static_cast<std::size_t>(promise_.format.width) / 8);
    std::vector<std::uint8_t> is_other(count);  // the second result is not the required one
    const std::uint64_t before = inputs.first_index - all.first_index;
    split(all.bytes.subspan(before * static_cast<std::size_t>(packing_.bytes())), seconds, firsts, is_other);
    std::uint64_t from = 0;
    for (std::uint64_t i = 0; i < count; ++i) {
      if (is_other[i] == 0) continue;
      judge_firsts(chunk, from, i, firsts, judge);
      const std::uint64_t index = inputs.first_index + i;
      ask(index, inputs.at(i), all.packed(index), slow, others);
      from = i + 1;
    }
    judge_firsts(chunk, from, count, firsts, judge);
  }

  void judge_both(const Chunk& chunk, const Results& all, BulkJudge& judge) const {
    const std::size_t element = static_cast<std::size_t>(promise_.format.width) / 8;
    const std::size_t count = chunk.part.count;
    BulkInputs inputs = chunk.all.inputs();
    const std::byte* const packed = all.bytes.data() + (inputs.first_index - all.first_index) * 2 * element;
    std::array<std::vector<std::byte>, 2> apart{std::vector<std::byte>(count * element),
                                                std::vector<std::byte>(count * element)};
    with_word(static_cast<int>(element), [&]<class Word>(Word) {
      for (std::size_t i = 0; i < count; ++i) {
        std::memcpy(apart[0].data() + i * sizeof(Word), packed + 2 * i * sizeof(Word), sizeof(Word));
        std::memcpy(apart[1].data() + i * sizeof(Word), packed + (2 * i + 1) * sizeof(Word), sizeof(Word));
      }
    });
    inputs.results = apart[0];
    components_.first->use(chunk.part, inputs, count, [&](const Values& first) {
      components_.second->use(chunk.part, inputs, count, [&](const Values& second) {
        judge.add(first, {second, apart[1]}, inputs);
      });
    });
  }

  void split(std::span<const std::byte> packed, std::span<const double> seconds, std::span<std::byte> firsts,
             std::span<std::uint8_t> is_other) const {
    const Type second = packing_.types()[1];
    if (whole_promise_.quotient_bits > 0) return split_quotients(packed, seconds, firsts, is_other);
    if (second == Type::f32) return split<std::uint32_t, std::uint32_t>(packed, seconds, firsts, is_other, other_float);
    if (promise_.format == kF32) return split<std::uint32_t, std::uint32_t>(packed, seconds, firsts, is_other, other_int);
    if (second == Type::i32) return split<std::uint16_t, std::uint32_t>(packed, seconds, firsts, is_other, other_int);
    split<std::uint16_t, std::uint16_t>(packed, seconds, firsts, is_other, other_half);
  }

  void split_quotients(std::span<const std::byte> packed, std::span<const double> seconds, std::span<std::byte> firsts,
                       std::span<std::uint8_t> is_other) const {
    const auto other = [this](std::uint32_t got, double expected) {
      return !is_right_quotient(whole_promise_, static_cast<std::int32_t>(got), static_cast<std::int32_t>(expected));
    };
    if (promise_.format == kF32) return split<std::uint32_t, std::uint32_t>(packed, seconds, firsts, is_other, other);
    split<std::uint16_t, std::uint32_t>(packed, seconds, firsts, is_other, other);
  }

  // Both components take the size of the larger one.
  template <class First, class Second, class IsOther>
  static void split(std::span<const std::byte> packed, std::span<const double> seconds, std::span<std::byte> firsts,
                    std::span<std::uint8_t> is_other, IsOther other) {
    constexpr std::size_t part = sizeof(Second);
    for (std::size_t i = 0; i < seconds.size(); ++i) {
      std::memcpy(firsts.data() + i * sizeof(First), packed.data() + 2 * i * part, sizeof(First));
      Second got;
      std::memcpy(&got, packed.data() + (2 * i + 1) * part, sizeof got);
      is_other[i] = other(got, seconds[i]) ? 1 : 0;
    }
  }

  // Signs of zeros matter; all NaNs are equal.
  static bool other_float(std::uint32_t got, double expected) {
    const auto right = std::bit_cast<std::uint32_t>(static_cast<float>(expected));
    const bool are_nans = (got & 0x7fffffffU) > 0x7f800000U && std::isnan(expected);
    return got != right && !are_nans;
  }
  static bool other_half(std::uint16_t got, double expected) {
    const double value = bulk::value_of(kF16, got);
    return std::bit_cast<Bits>(value) != std::bit_cast<Bits>(expected) && !(std::isnan(value) && std::isnan(expected));
  }
  // If no number is expected, any value is accepted.
  static bool other_int(std::uint32_t got, double expected) {
    return !std::isnan(expected) && static_cast<std::int32_t>(got) != static_cast<std::int32_t>(expected);
  }

  void judge_firsts(const Chunk& chunk, std::uint64_t from, std::uint64_t to, std::span<const std::byte> firsts,
                    BulkJudge& judge) const {
    if (from == to) return;
    const std::size_t element = static_cast<std::size_t>(promise_.format.width) / 8;
    BulkInputs inputs = chunk.all.inputs(from);
    inputs.results = firsts.subspan(from * element, (to - from) * element);
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
