// Tests that judging in bulk makes the tally of judging one by one, for any results, in every mode that excuses arithmetic.
// Possible faults: an undefined result counts as right (ends of domains, infinities, NaNs, overflows); an error within a
// relaxed limit counts as wrong; a prescribed zero counts as undefined.
#include <gtest/gtest.h>

#include <random>

#include "harness/journal/task.h"
#include "harness/worker/judging/case_judge.h"
#include "harness/worker/lanes/lanes.h"
#include "reference/number/real_scope.h"
#include "reference/truth/rounded_results.h"

namespace classay {
namespace {

constexpr std::array kExcusing{Mode::relaxed, Mode::unsafe, Mode::finite, Mode::no_signed_zeros};
constexpr std::array kSome{Edition::clc20, Edition::clc31, Edition::clspv};

// Returns a result near the right one, or sometimes any value.
Bits answer(const Format& f, Bits input, Bits right, std::uint64_t often) {
  std::mt19937_64 random(input * 77 + often);
  switch (random() % (12 * often)) {
    case 0: return f.quiet_nan();
    case 1: return f.infinity(random() % 2 == 0);
    case 2: return f.zero(random() % 2 == 0);
    case 3: return f.negate(right);
    case 4: return random() & f.mask();
    case 5: return f.is_finite(right) ? right ^ (random() % 8192) : right;
    case 6:
    case 7: return f.is_finite(right) ? right ^ (random() % 16) : right;
    default: return right;
  }
}

class ExcusedJudgeTest : public testing::TestWithParam<const Row*> {
 protected:
  // About one result in `often` is changed.
  void expect_same(Type format, Mode mode, Edition edition, Bits first, std::uint64_t count, std::uint64_t often) {
    expect_same(Plan::of_all(*GetParam(), format), format, mode, edition, first, count, often);
  }
  void expect_same(const Plan& plan, Type format, Mode mode, Edition edition, std::uint64_t first, std::uint64_t count,
                   std::uint64_t often) {
    const Row& row = *GetParam();
    const Task task{.unit = {.row = &row, .format = format, .mode = mode, .widths = {1}}, .edition = edition};
    const CaseJudge judge(task, {}, 1);
    if (!judge.judges_in_bulk(plan, first, count)) return;
    ++judged_;
    const Format& f = classay::format(format);
    std::vector<std::byte> linear(count * static_cast<std::size_t>(f.width) / 8);
    for (std::uint64_t i = 0; i < count; ++i) {
      const Tuple input = plan.input(first + i);
      const Bits all = input[0] ^ (input[1] << 7) ^ (input[2] << 13);
      put_element(linear, f.width / 8, i, answer(f, all, nearest(row, format, input), often));
    }
    std::vector<Judged> judged(count);
    judge.judge_all(plan, first, linear, judged);
    const Tally slow = judge.tally(plan, first, linear, judged);
    // Judges two parts; the second knows the tally of the first.
    const std::size_t half = count / 2 * static_cast<std::size_t>(f.width) / 8;
    const BulkTally begin = judge.bulk_tally(plan, first, std::span(linear).first(half), {});
    const BulkTally end = judge.bulk_tally(plan, first + count / 2, std::span(linear).subspan(half), begin.tally);
    Tally bulk = begin.tally;
    bulk.merge(end.tally);
    EXPECT_EQ(bulk, slow) << row.name << " " << name(mode) << " " << info(format).name << " of " << name(edition) << " from "
                          << first;
    asked_ += begin.asked_slowly + end.asked_slowly;
    inputs_ += count;
    failed_ += slow.failed();
    undefined_ += slow.undefined();
  }

  static Bits nearest(const Row& row, Type type, const Tuple& input) {
    const std::vector<Type> types = argument_types(row, type);
    std::array<Value, 3> args;
    for (std::size_t a = 0; a < types.size(); ++a) args.at(a) = {types[a], input.at(a)};
    const Call call = call_of(row, type, std::span(args).first(types.size()));
    return rounded_results(row.truth, call, std::span(&type, 1), Rounding::rne).front().value_or(0);
  }

  const RealScope scope_;
  std::uint64_t judged_ = 0, asked_ = 0, inputs_ = 0;
  std::uint64_t failed_ = 0, undefined_ = 0;
};

TEST_P(ExcusedJudgeTest, BatchesHaveTheTalliesOfJudgingOneByOne) {
  const Format& f = kF32;
  std::mt19937_64 random(GetParam()->name.size());
  for (const Mode mode : kExcusing) {
    for (const Edition edition : kSome) {
      std::vector<Bits> places{0, f.min_normal() - 20, f.one() - 20, f.infinity() - 20};
      // Where tgamma overflows, slightly and by more, and the last binade of exp, exp2 and exp10.
      for (const Bits b : {0x00080000, 0x00100000, 0x001f8200, 0x00200000, 0x42b0ccd0, 0x42ff0000, 0x4219999a}) {
        places.push_back(b - 20);
      }
      // Ends of domains, and where results overflow or are all integers.
      for (const Bits b : {0x3f000000, 0x40000000, 0x40490fdb, 0x41200000, 0x42b00000, 0x42b17218, 0x4b000000, 0x5f800000}) {
        places.push_back(b - 20);
      }
      for (int i = 0; i < 8; ++i) places.push_back(random() & (f.infinity() - 1));
      for (const Bits place : places) {
        for (const Bits sign : {Bits{0}, f.sign_bit()})
          expect_same(Type::f32, mode, edition, place | sign, 40, 1 + place % 3);
      }
    }
  }
  // For native_ functions, the specifications prescribe only a few special results.
  EXPECT_TRUE(failed_ > 0 || GetParam()->name.starts_with("native_"));
  EXPECT_GT(undefined_, 0U);
}

// Subnormal inputs of a function in relaxed math, all with the same result.
struct Subnormals {
  explicit Subnormals(const char* function, Bits got) : row(*find(function)), results(kCount * 4) {
    for (std::uint64_t i = 0; i < kCount; ++i) put_element(results, 4, i, got);
    std::vector<Judged> judged(kCount);
    judge.judge_all(plan, kFirst, results, judged);
    slow = judge.tally(plan, kFirst, results, judged);
    bulk = judge.bulk_tally(plan, kFirst, results, {});
  }

  static constexpr std::uint64_t kFirst = 5000;
  static constexpr std::uint64_t kCount = 2000;
  RealScope scope;
  const Row& row;
  std::vector<std::byte> results;
  Task task{.unit = {.row = &row, .format = Type::f32, .mode = Mode::relaxed, .widths = {1}}, .edition = Edition::clc31};
  CaseJudge judge{task, {}, 1};
  Plan plan = Plan::of_all(row, Type::f32);
  Tally slow;
  BulkTally bulk;
};

// A subnormal may be treated as a zero: results that are wrong for both need no fallback.
TEST(SubnormalTest, ResultsThatAreWrongForZerosTooMakeNoWorkForTheSlowJudge) {
  for (const auto& [function, got] :
       {std::pair("exp", 0x3f7ffff2U), {"exp2", 0x3f7ffff2U}, {"exp", 0x00c00000U}, {"erf", 0x00c00000U}}) {
    const Subnormals s(function, got);
    EXPECT_EQ(s.bulk.tally, s.slow) << function;
    EXPECT_EQ(s.slow.failed(), Subnormals::kCount) << function;
    EXPECT_LT(s.bulk.asked_slowly, Subnormals::kCount / 10) << function;
  }
}

// exp may return 1 + 3 ulp, and for zeros erf may return ten units in the last place of a zero.
TEST(SubnormalTest, ResultsThatAreRightForZerosAreRight) {
  for (const auto& [function, got] : {std::pair("exp", 0x3f800002U), {"erf", 10U}}) {
    const Subnormals s(function, got);
    EXPECT_EQ(s.bulk.tally, s.slow) << function;
    EXPECT_EQ(s.slow.failed(), 0U) << function;
  }
}

// If only finite results are promised, an infinity is undefined.
TEST(SubnormalTest, OfOnesThatMayBePolesNothingIsPromisedButWhatIsRight) {
  const Subnormals wrong("rsqrt", 0x3f800000);
  EXPECT_EQ(wrong.bulk.tally, wrong.slow);
  EXPECT_EQ(wrong.slow.undefined(), Subnormals::kCount);
  EXPECT_LT(wrong.bulk.asked_slowly, Subnormals::kCount / 10);
  // The right result for the 6,000th subnormal.
  const Subnormals near("rsqrt", 0x61959095);
  EXPECT_EQ(near.bulk.tally, near.slow);
  EXPECT_GT(near.slow.judged(), 0U);
  EXPECT_GT(near.slow.undefined(), 0U);
}

TEST_P(ExcusedJudgeTest, ListsAreJudgedLikeRanges) {
  std::vector<Tuple> list;
  std::mt19937_64 random(7);
  for (int i = 0; i < 300; ++i) list.push_back({i % 7 == 0 ? random() % 4 << 30 : random() & kF32.mask()});
  const Plan plan = Plan::of_inputs(*GetParam(), Type::f32, Making::table, list);
  for (const Mode mode : kExcusing) expect_same(plan, Type::f32, mode, Edition::clc31, 0, list.size(), 2);
  EXPECT_GT(judged_, 0U);
}

TEST_P(ExcusedJudgeTest, ADeviceThatIsRightIsHardlyAskedAbout) {
  // For tanpi, the limit of implementations that are not derived holds up to 1.
  const bool is_known_up_to_one = GetParam()->name == "tanpi";
  for (const Bits sign : {Bits{0}, kF32.sign_bit()}) {
    for (const Bits place : {0x3f100000, 0x41200010}) {
      if (is_known_up_to_one && place > kF32.one()) continue;
      expect_same(Type::f32, Mode::relaxed, Edition::clc31, place | sign, 600, 1U << 20);
    }
  }
  EXPECT_GT(inputs_, 0U);
  EXPECT_LE(asked_, 8 * Tally::kKept) << "of " << inputs_;
}

bool is_ruled(const Row& row, std::span<const Rule> rules, Bits argument) {
  const std::array args{Value{Type::f32, argument}};
  const Call call = call_of(row, Type::f32, args);
  return std::ranges::any_of(rules, [&](const Rule& rule) { return rule.covers(call); });
}

// One argument represents all large numbers of a binade: the test tries the least, the last, and some between.
TEST(ExcusedRulesTest, NoneTellsLargeNumbersFromEachOther) {
  std::mt19937_64 random(3);
  std::uint64_t covered = 0;
  for (const Row& row : table()) {
    if (row.signature != Signature::unary || row.section != find("sin")->section) continue;
    const Task task{.unit = {.row = &row, .format = Type::f32, .mode = Mode::relaxed, .widths = {1}}};
    const CaseJudge judge(task, {}, 1);
    const std::span rules = judge.promise().rules;
    for (Bits binade = 0x4b800000; binade < kF32.infinity(); binade += kF32.min_normal()) {
      for (const Bits least : {binade, binade | kF32.sign_bit()}) {
        const bool is_first = is_ruled(row, rules, least);
        covered += is_first ? 1 : 0;
        EXPECT_EQ(is_ruled(row, rules, least + kF32.fraction_mask()), is_first) << row.name << ' ' << least;
        const Bits between = least + (random() & kF32.fraction_mask());
        EXPECT_EQ(is_ruled(row, rules, between), is_first) << row.name << ' ' << between;
      }
    }
  }
  EXPECT_GT(covered, 0U);
}

// Functions with an absolute limit: errors up to the limit, which near a zero of the function are many ulp.
class AbsoluteLimitTest : public ExcusedJudgeTest {};

Task relaxed_task(const Row& row) {
  return {.unit = {.row = &row, .format = Type::f32, .mode = Mode::relaxed, .widths = {1}}, .edition = Edition::clc31};
}

TEST_P(AbsoluteLimitTest, AnErrorWithinItIsHardlyAskedAbout) {
  const Row& row = *GetParam();
  const CaseJudge judge(relaxed_task(row), {}, 1);
  const auto* const limit = std::get_if<AbsoluteOn>(&judge.promise().limit);
  constexpr std::uint64_t kCount = 5000;
  const Plan plan = Plan::of_all(row, Type::f32);
  for (const Bits first : {Bits{0x3f7ff000 - kCount}, Bits{0x3f800010}}) {
    std::vector<std::byte> linear(kCount * 4);
    for (std::uint64_t i = 0; i < kCount; ++i) {
      const Tuple input = plan.input(first + i);
      const auto right = std::bit_cast<float>(static_cast<std::uint32_t>(nearest(row, Type::f32, input)));
      const auto off = static_cast<float>(right + (i % 2 == 0 ? 0.99 : -0.98) * limit->tolerance);
      put_element(linear, 4, i, std::bit_cast<std::uint32_t>(off));
    }
    std::vector<Judged> judged(kCount);
    judge.judge_all(plan, first, linear, judged);
    const BulkTally bulk = judge.bulk_tally(plan, first, linear, {});
    EXPECT_EQ(bulk.tally, judge.tally(plan, first, linear, judged));
    EXPECT_EQ(bulk.tally.failed(), 0U);
    EXPECT_LT(bulk.asked_slowly, 200U);
  }
}

class ExcusedPairsTest : public ExcusedJudgeTest {
 protected:
  static bool is_integer(std::size_t a) { return !is_float(argument_types(*GetParam(), Type::f32).at(a)); }
};

// Combines zeros, subnormals, ones, the largest numbers, infinities and NaN with each other, and numbers with their
// neighbours.
TEST_P(ExcusedPairsTest, ListsHaveTheTalliesOfJudgingOneByOne) {
  const Format& f = kF32;
  std::mt19937_64 random(GetParam()->name.size());
  const std::vector<Bits> numbers{
      0,          1,          f.min_normal() - 1, f.min_normal(),   f.one() - 1,  f.one(),      f.one() + 1,
      0x40000000, 0x40400000, 0x4b800000,         f.infinity() - 1, f.infinity(), f.quiet_nan()};
  const std::vector<Bits> integers{0, 1, 2, 3, 24, 127, 0x7fffffff, 0x80000000, 0xfffffffe, 0xffffffff};
  std::vector<Tuple> list;
  for (Bits x : numbers) {
    for (Bits y : is_integer(1) ? integers : numbers) {
      for (unsigned signs = 0; signs < 4; ++signs) {
        const Bits second = is_integer(1) ? y : y | (signs & 2) << 30;
        list.push_back({x | (signs & 1) << 31, second, numbers[random() % numbers.size()]});
      }
    }
  }
  // Results about to become infinite.
  for (int i = 0; i < 200; ++i) {
    const Bits near_one = f.one() + random() % 64 - 32;
    const Bits x = f.infinity() - 1 - random() % 40;
    list.push_back({x, is_integer(1) ? random() % 2 : random() % 2 == 0 ? near_one : random() % f.one(), random() % x});
    if (!is_integer(1)) list.push_back({list.back()[1], x, random() & f.mask()});
  }
  // Products beyond all numbers that the addend brings back.
  for (int i = 0; i < 200; ++i) {
    const Bits exponent = 128 + random() % 120;
    const Bits x = exponent << 23 | (random() & f.fraction_mask());
    const Bits y = (382 - exponent - random() % 2) << 23 | (random() & f.fraction_mask());
    list.push_back({x, is_integer(1) ? random() % 2 : y, f.sign_bit() | (f.infinity() - 1 - random() % 0x00ffffff)});
  }
  // Products on both sides of the limit where they round to an infinity: 2^127 times numbers next to 2, and their halves.
  for (const Bits x : {Bits{0x7f000000}, Bits{0x7effffff}, Bits{0x7f7fffff}}) {
    for (const Bits y : {Bits{0x3fffffff}, Bits{0x40000000}, Bits{0x40000001}, Bits{0x3f800000}, Bits{0x3f800001}}) {
      for (int i = 0; i < 8; ++i) list.push_back({x, is_integer(1) ? 1 : y, f.sign_bit() | (0x7f000000 - i)});
    }
  }
  // Both sides of 2^-62 and 2^62.
  for (int i = 0; i < 100; ++i) {
    const auto near = [&] { return (random() % 2 == 0 ? 0x20800000 : 0x5e800000) + random() % 9 - 4; };
    list.push_back({i % 3 == 0 ? f.one() : near(), is_integer(1) ? 1 : near(), f.one()});
  }
  for (int i = 0; i < 500; ++i) {
    const Bits x = random() & f.mask();
    const Bits y = is_integer(1) ? integers[random() % integers.size()] : (x & 0xff800000) ^ (random() & 0x81ffffff);
    list.push_back({x, y, random() & f.mask()});
  }
  for (Tuple& t : list) t[2] = argument_types(*GetParam(), Type::f32).size() < 3 ? 0 : t[2];
  const Plan plan = Plan::of_inputs(*GetParam(), Type::f32, Making::table, list);
  for (const Mode mode : kExcusing) {
    for (const Edition edition : kSome) expect_same(plan, Type::f32, mode, edition, 0, list.size(), 2);
  }
  EXPECT_GT(undefined_, 0U);
  EXPECT_GT(failed_, 0U);
}

TEST_P(ExcusedPairsTest, RunsHaveTheTalliesOfJudgingOneByOne) {
  const Plan plan = Plan::of_runs(*GetParam(), Type::f32, 3, 24, 5);
  for (const Mode mode : kExcusing) {
    for (const Edition edition : kSome) {
      for (const std::uint64_t often : {1, 1000}) expect_same(plan, Type::f32, mode, edition, 3, plan.count() - 5, often);
    }
  }
  EXPECT_GT(judged_, 0U);
}

TEST_P(ExcusedPairsTest, ADeviceThatIsRightIsHardlyAskedAbout) {
  const Plan plan = Plan::of_runs(*GetParam(), Type::f32, 5, 4, 9);
  for (const Mode mode : {Mode::relaxed, Mode::finite}) {
    expect_same(plan, Type::f32, mode, Edition::clc31, 0, plan.count(), 1U << 20);
  }
  EXPECT_GT(inputs_, 0U);
  EXPECT_LE(asked_, inputs_ / 20) << "of " << inputs_;
}

// Checks every table. Returns the number of checks.
int expect_at_once(const Unit& unit) {
  int told = 0;
  const Plan plan = Plan::of_random(*unit.row, unit.format, 1, 10);
  for (const Edition edition : kEditions) {
    for (const Profile profile : kProfiles) {
      const Task task{.unit = unit, .edition = edition, .profile = profile};
      EXPECT_TRUE(CaseJudge(task, {}, 1).judges_in_bulk(plan, 0, 10))
          << name(unit) << " " << name(edition) << " " << name(profile);
      ++told;
    }
  }
  return told;
}

// suites/value_source.cpp does not know the limits.
TEST(ExcusedPlanTest, WhatIsSaidToBeExcusedAtOnceIs) {
  int told = 0;
  for (const Row& row : table()) {
    for (const FrontEnd front_end : {FrontEnd::clc, FrontEnd::il}) {
      if (!has_plan(row, Type::f32) || !speaks(front_end, row, Type::f32)) continue;
      for (const Mode mode : modes(front_end, row, Type::f32)) {
        if (!excuses_arithmetic(mode) || judge_speed(row, Type::f32, mode) != JudgeSpeed::in_bulk) continue;
        told += expect_at_once({.front_end = front_end, .row = &row, .format = Type::f32, .mode = mode, .widths = {1}});
      }
    }
  }
  EXPECT_GT(told, 1000);
}

std::vector<const Row*> subjects() {
  std::vector<const Row*> all;
  for (const Row& row : table()) {
    if (row.signature == Signature::unary && row.section == find("sin")->section &&
        is_of_one_result(value_source(row, Type::f32))) {
      all.push_back(&row);
    }
  }
  return all;
}

std::vector<const Row*> of_absolute_limits() {
  const RealScope scope;
  std::vector<const Row*> all = subjects();
  std::erase_if(all, [](const Row* row) {
    return !std::holds_alternative<AbsoluteOn>(CaseJudge(relaxed_task(*row), {}, 1).promise().limit);
  });
  return all;
}

std::vector<const Row*> of_several() {
  std::vector<const Row*> all{find("div")};  // relaxed, it has a domain of magnitudes
  for (const Row& row : table()) {
    const bool is_of_several = row.signature != Signature::unary && row.section == find("sin")->section;
    const bool is_known = has_plan(row, Type::f32) && judge_speed(row, Type::f32, Mode::finite) == JudgeSpeed::in_bulk;
    if (is_of_several && is_known) all.push_back(&row);
  }
  return all;
}

INSTANTIATE_TEST_SUITE_P(Builtins, AbsoluteLimitTest, testing::ValuesIn(of_absolute_limits()),
                         [](const auto& test) { return std::string(test.param->name); });

INSTANTIATE_TEST_SUITE_P(Builtins, ExcusedPairsTest, testing::ValuesIn(of_several()),
                         [](const auto& test) { return std::string(test.param->name); });

INSTANTIATE_TEST_SUITE_P(Builtins, ExcusedJudgeTest, testing::ValuesIn(subjects()),
                         [](const auto& test) { return std::string(test.param->name); });

}  // namespace
}  // namespace classay
