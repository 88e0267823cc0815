// Tests that judging in bulk makes the same tally as judging one by one, for any pair of results, including the second ones.
#include "harness/journal/task.h"
#include "harness/worker/judging/case_judge.h"
#include "harness/worker/lanes/lanes.h"
#include "reference/number/real_scope.h"
#include "reference/truth/rounded_results.h"
#include "suites/judge_promise.h"

namespace classay {
namespace {

struct Subject {
  const char* builtin;
  Type format;
};
void PrintTo(const Subject& s, std::ostream* out) { *out << s.builtin << " " << info(s.format).name; }

using Device = std::function<ResultBits(std::uint64_t index, const Tuple& input, const ResultBits& right)>;

class TwoResultsTest : public testing::TestWithParam<Subject> {
 protected:
  TwoResultsTest() {
    task_.unit = {.row = find(GetParam().builtin), .format = GetParam().format, .widths = {1}};
    task_.tier = Tier::full;
  }
  const Format& f() const { return format(GetParam().format); }

  std::vector<std::byte> answers(const CaseJudge& judge, std::uint64_t first, std::uint64_t count,
                                 const Device& device) const {
    const RealScope scope;
    const AnswerPacking& packing = judge.packing();
    std::vector<std::byte> linear(count * static_cast<std::size_t>(packing.bytes()));
    for (std::uint64_t i = 0; i < count; ++i) {
      const Tuple input = plan_.input(first + i);
      std::vector<Value> values;
      for (const Type type : argument_types(*task_.unit.row, GetParam().format))
        values.push_back({type, input.at(values.size())});
      const Call call{.type = GetParam().format, .args = values};
      const auto results = rounded_results(task_.unit.row->truth, call, packing.types(), Rounding::rne);
      const ResultBits right{results.at(0).value(), results.at(1).value_or(0)};  // lgamma_r at a pole: any sign
      put_packed(linear, packing.bytes(), i, packing.packed(device(first + i, input, right)));
    }
    return linear;
  }

  // Judges both ways, in two parts; the second part knows the tally of the first.
  void expect_same(std::uint64_t first, std::uint64_t count, const Device& device, const Arithmetic& arithmetic = {}) {
    const CaseJudge judge(task_, arithmetic, 1);
    ASSERT_TRUE(judge.judges_in_bulk(plan_, first, count));
    const std::vector<std::byte> linear = answers(judge, first, count, device);
    std::vector<Judged> judged(count);
    judge.judge_all(plan_, first, linear, judged);
    const Tally slow = judge.tally(plan_, first, linear, judged);
    const std::size_t half = count / 2 * static_cast<std::size_t>(judge.packing().bytes());
    Tally bulk = judge.bulk_tally(plan_, first, std::span(linear).first(half), {}).tally;
    const BulkTally rest = judge.bulk_tally(plan_, first + count / 2, std::span(linear).subspan(half), bulk);
    bulk.merge(rest.tally);
    EXPECT_EQ(bulk, slow) << first;
    asked_slowly_ = rest.asked_slowly;
    failed_ = bulk.failed();
  }

  // For one argument, places where results change: both signs of zeros, subnormals, small numbers, numbers near 1, and those
  // beyond all fractions. For two, every segment: lists, and partial input ranges.
  std::vector<std::uint64_t> places() const {
    if (plan_.arity() == 2) {
      std::vector<std::uint64_t> all;
      for (const Segment& s : plan_.segments()) {
        if (s.count >= 2000) all.push_back(s.first + s.count / 3 - 500);
      }
      return all;
    }
    const std::uint64_t range = plan_.count() - (std::uint64_t{1} << static_cast<unsigned>(f().width));
    std::vector<std::uint64_t> all;
    for (const Bits b : {Bits{0}, f().min_normal() - 500, f().one() - 500, f().infinity() - 500}) {
      for (const Bits sign : {Bits{0}, f().sign_bit()}) all.push_back(range + (b | sign));
    }
    return all;
  }

  Task task_;
  Plan plan_{*find(GetParam().builtin), GetParam().format, Tier::full, 1, {}};
  std::uint64_t asked_slowly_ = 0;
  std::uint64_t failed_ = 0;
};

TEST_P(TwoResultsTest, ARightDevicePassesAndHardlyAnyResultIsAskedOfTheSlowJudge) {
  for (const std::uint64_t first : places()) {
    expect_same(first, 1000, [](std::uint64_t, const Tuple&, const ResultBits& right) { return right; });
    EXPECT_EQ(failed_, 0U);
    // For an infinite divisor, a number is prescribed.
    EXPECT_LE(asked_slowly_, plan_.arity() == 2 ? 250 : 4 * Tally::kKept) << first;
  }
}

TEST_P(TwoResultsTest, WhatIsWrongInEitherResultIsFound) {
  const Limit limit = promise(*task_.unit.row, GetParam().format, task_.edition, task_.profile, task_.unit.mode, 1).limit;
  for (const std::size_t component : {0U, 1U}) {
    for (const std::uint64_t first : places()) {
      expect_same(first, 1000, [&](std::uint64_t index, const Tuple&, ResultBits answer) {
        if (index % 97 == 5) answer.at(component) ^= 1;
        if (index % 89 == 7) answer.at(component) = 0x7fff;
        return answer;
      });
      // The first result of lgamma_r has no limit if it is a number.
      const bool is_limited = component == 1 || !std::holds_alternative<ImplementationDefined>(limit);
      if (is_limited) {
        EXPECT_GT(failed_, 0U) << component << " " << first;
      }
    }
  }
}

TEST_P(TwoResultsTest, SignsOfBothResultsAreFound) {
  const AnswerPacking packing(*task_.unit.row, GetParam().format);
  for (const std::size_t component : {0U, 1U}) {
    if (!is_float(packing.types()[component])) continue;
    for (const std::uint64_t first : places()) {
      expect_same(first, 1000, [&](std::uint64_t index, const Tuple&, ResultBits answer) {
        if (index % 83 == 3) answer.at(component) ^= f().sign_bit();
        return answer;
      });
    }
  }
}

TEST_P(TwoResultsTest, SignsOfZerosAreFound) {
  if (plan_.arity() == 2) return;  // tested below
  expect_same(places().front(), 1000, [&](std::uint64_t, const Tuple& input, ResultBits answer) {
    if (input[0] == 0) answer[0] ^= f().sign_bit();
    return answer;
  });
  EXPECT_EQ(failed_, 1U);
}

TEST_P(TwoResultsTest, ADeviceThatFlushesIsJudgedTheSame) {
  const auto flushing = [&](std::uint64_t, const Tuple& input, ResultBits answer) {
    if (f().is_subnormal(input[0])) answer = {f().zero(f().is_negative(input[0])), 0};
    return answer;
  };
  for (const bool flushes : {false, true}) {
    for (const std::uint64_t first : places()) expect_same(first, 1000, flushing, {.flushes = flushes});
  }
}

TEST_P(TwoResultsTest, ListsAreJudgedLikeRanges) {
  const std::uint64_t literals = std::min<std::uint64_t>(plan_.segments().front().count, 1000);
  expect_same(0, literals, [](std::uint64_t index, const Tuple&, ResultBits answer) {
    if (index % 50 == 3) answer[index % 100 == 3 ? 0 : 1] ^= 66;
    return answer;
  });
  EXPECT_GT(failed_, 0U);
}

using RemquoTest = TwoResultsTest;

INSTANTIATE_TEST_SUITE_P(Builtins, RemquoTest, testing::Values(Subject{"remquo", Type::f32}, Subject{"remquo", Type::f16}),
                         [](const auto& test) { return std::string(classay::info(test.param.format).name); });

TEST_P(RemquoTest, SignsOfZerosAreFound) {
  std::uint64_t zeros = 0;
  std::uint64_t found = 0;
  for (const std::uint64_t first : places()) {
    expect_same(first, 1000, [&](std::uint64_t, const Tuple&, ResultBits answer) {
      if (!f().is_zero(answer[0])) return answer;
      ++zeros;
      return ResultBits{f().negate(answer[0]), answer[1]};
    });
    found += failed_;
  }
  EXPECT_GT(zeros, 0U);
  EXPECT_EQ(found, zeros);
}

TEST_P(RemquoTest, AQuotientMayBeCutBehindSevenBits) {
  for (const int bits : {6, 7, 8, 20, 31}) {
    std::uint64_t failed = 0;
    for (const std::uint64_t first : places()) {
      expect_same(first, 1000, [&](std::uint64_t, const Tuple&, const ResultBits& right) {
        const auto quotient = static_cast<std::int32_t>(static_cast<std::uint32_t>(right[1]));
        const std::int64_t cut = std::abs(std::int64_t{quotient}) % (std::int64_t{1} << bits);
        return ResultBits{right[0], static_cast<std::uint32_t>(quotient < 0 ? -cut : cut)};
      });
      failed += failed_;
    }
    EXPECT_EQ(failed > 0, bits < 7) << bits;
  }
}

TEST_P(RemquoTest, RunsAreLong) {
  std::uint64_t in_runs = 0;
  for (const Segment& s : plan_.segments()) in_runs += is_in_runs(s.making) ? s.count : 0;
  EXPECT_GE(in_runs, std::uint64_t{1} << (f() == kF16 ? 26U : 28U));
}

// suites/plan/recipe.cpp lists these functions by name.
TEST(TwoResultsPlanTest, AllFloatsAreAskedOfThoseThatAreJudgedSo) {
  int asked = 0;
  for (const Row& row : table()) {
    if (result_types(row, Type::f32).size() != 2 || argument_types(row, Type::f32).size() != 1) continue;
    const Task task{.unit = {.row = &row, .format = Type::f32, .widths = {1}}};
    const Plan plan(row, Type::f32, Tier::full, 1, {});
    EXPECT_EQ(plan.exhaustive(), CaseJudge(task, {}, 1).judges_in_bulk(plan, 0, plan.count())) << row.name;
    asked += plan.exhaustive() ? 1 : 0;
  }
  EXPECT_EQ(asked, 5);
}

INSTANTIATE_TEST_SUITE_P(Builtins, TwoResultsTest,
                         testing::Values(Subject{"fract", Type::f32}, Subject{"fract", Type::f16},
                                         Subject{"modf", Type::f32}, Subject{"modf", Type::f16}, Subject{"frexp", Type::f32},
                                         Subject{"frexp", Type::f16}, Subject{"sincos", Type::f32},
                                         Subject{"sincos", Type::f16}, Subject{"lgamma_r", Type::f32},
                                         Subject{"lgamma_r", Type::f16}, Subject{"remquo", Type::f32},
                                         Subject{"remquo", Type::f16}),
                         [](const auto& test) {
                           return std::string(test.param.builtin) + "_" + std::string(classay::info(test.param.format).name);
                         });

}  // namespace
}  // namespace classay
