// Tests that any batch of a plan has the same tally with and without values, wherever it begins and ends among input ranges,
// windows and lists. With values the oracle is called for few of its inputs. Possible faults: a batch that begins within an
// input range or a window, the wrong argument varies, a window that differs from the model's.
#include "harness/worker/judging/case_judge.h"

#include <bit>

#include "harness/journal/task.h"
#include "harness/worker/lanes/lanes.h"
#include "reference/judge/judge.h"
#include "reference/number/real_scope.h"
#include "reference/truth/rounded_results.h"

namespace classay {
namespace {

enum class As : std::uint8_t { runs, lists, all };

struct Asked {
  const char* name;
  Type format;
  As as = As::runs;
  Edition edition = Edition::clc31;
};
void PrintTo(const Asked& a, std::ostream* out) { *out << a.name << ' ' << info(a.format).name; }

Plan plan_of(const Row& row, const Asked& a) {
  if (a.as == As::lists) return Plan::of_random(row, a.format, 1, 3000);
  if (a.as == As::all) return Plan::of_all(row, a.format);
  if (a.format == Type::f64) return Plan::of_windows(row, a.format, 2, windows_for(row, a.format, 0));
  return Plan::of_runs(row, a.format, 1, 6, 9);
}

// Returns the nearest numbers with some errors: many, so that every part of a plan has one, or few.
enum class Errors : std::uint8_t { many, few };

std::vector<std::byte> results(const Row& row, const Asked& a, const Plan& plan, Errors errors) {
  const std::vector<Type> arguments = argument_types(row, a.format);
  const std::vector<Type> types = result_types(row, a.format);
  const auto element = static_cast<int>(width(types.front()) / 8);
  const Bits other = is_float(types.front()) ? format(types.front()).quiet_nan() : mask(types.front()) / 3;
  std::vector<std::byte> all(plan.count() * static_cast<std::size_t>(element));
  const RealScope scope;
  for (std::uint64_t i = 0; i < plan.count(); ++i) {
    const Tuple input = plan.input(i);
    std::array<Value, 3> args;
    for (std::size_t k = 0; k < arguments.size(); ++k) args.at(k) = {arguments[k], input.at(k)};
    const Call call = call_of(row, a.format, std::span(args).first(arguments.size()));
    // Without a promise any result is right; for ilogb, rules allow two results for zeros and NaN.
    const Bits open = i % 2 == 0 ? 0x80000000 : 0x7fffffff;
    const Bits right = rounded_results(row.truth, call, types, Rounding::rne).front().value_or(open);
    const Bits far = right == other ? 0 : other;
    const bool is_near = errors == Errors::many ? i % 97 == 5 : i % 30'011 == 17;
    const bool is_far = errors == Errors::many ? i % 101 == 7 : i % 20'011 == 19;
    const Bits got = is_near ? right ^ 6U : is_far ? far : right;
    for (int b = 0; b < element; ++b)
      all[i * static_cast<std::size_t>(element) + static_cast<std::size_t>(b)] = static_cast<std::byte>(got >> (8 * b));
  }
  return all;
}

class CaseJudgeTest : public testing::TestWithParam<Asked> {};

void expect_same_tallies(const Asked& a, Errors errors) {
  const Row& row = *find(a.name);
  const Task task{.unit = {.row = &row, .format = a.format, .widths = {1}}, .edition = a.edition, .state = nullptr};
  const CaseJudge judge(task, {}, 2);
  const Plan plan = plan_of(row, a);
  const std::vector<std::byte> linear = results(row, a, plan, errors);
  const std::size_t element = linear.size() / plan.count();
  Tally known;
  Tally slow;
  std::uint64_t asked = 0;
  const std::uint64_t most = a.as == As::all ? 9001 : 701;
  for (std::uint64_t first = 0; first < plan.count(); first += most) {
    const std::uint64_t count = std::min<std::uint64_t>(most, plan.count() - first);
    ASSERT_TRUE(judge.judges_in_bulk(plan, first, count));
    const std::span<const std::byte> part = std::span(linear).subspan(first * element, count * element);
    const BulkTally bulk = judge.bulk_tally(plan, first, part, known);
    known.merge(bulk.tally);
    asked += bulk.asked_slowly;
    std::vector<Judged> all(count);
    judge.judge_all(plan, first, part, all);
    slow.merge(judge.tally(plan, first, part, all));
  }
  EXPECT_EQ(known, slow);
  EXPECT_GT(known.failed() + known.poor(), 0U);
  EXPECT_LT(asked, plan.count() / 2);
}

TEST_P(CaseJudgeTest, BatchesHaveTheTalliesOfJudgingOneByOne) { expect_same_tallies(GetParam(), Errors::many); }

// Parts without an error, in which some or all results are undefined, are counted at once.
TEST_P(CaseJudgeTest, SoHaveThoseWithFewErrors) {
  if (GetParam().as == As::all) expect_same_tallies(GetParam(), Errors::few);
}

// Values do not distinguish NaNs: a signaling one goes to the judge.
TEST(CaseJudgeOfNansTest, ASignalingOneIsFoundAmongOthers) {
  for (const Type format : {Type::f16, Type::f32}) {
    const Format& f = classay::format(format);
    const Row& row = *find("sqrt");
    for (const Edition edition : {Edition::clc20, Edition::clc31}) {
      const Task task{.unit = {.row = &row, .format = format, .widths = {1}}, .edition = edition, .state = nullptr};
      const CaseJudge judge(task, {}, 2);
      const Plan plan = Plan::of_all(row, format);
      const std::uint64_t first = f.sign_bit() | f.one();  // negative numbers from here on
      constexpr std::uint64_t kCount = 10'000;
      const int element = f.width / 8;
      std::vector<std::byte> linear(kCount * static_cast<std::size_t>(element));
      for (std::uint64_t i = 0; i < kCount; ++i) put_element(linear, element, i, f.quiet_nan());
      EXPECT_EQ(judge.bulk_tally(plan, first, linear, {}).tally.failed(), 0U);
      EXPECT_EQ(judge.bulk_tally(plan, first, linear, {}).tally.poor(), 0U);
      for (const std::uint64_t at : {std::uint64_t{0}, std::uint64_t{4095}, std::uint64_t{4097}, kCount - 1}) {
        put_element(linear, element, at, at % 2 == 0 ? f.infinity() + 1 : f.negate(f.quiet_nan()) - 1);
      }
      const Tally tally = judge.bulk_tally(plan, first, linear, {}).tally;
      EXPECT_EQ(tally.failed(), edition == Edition::clc20 ? 4U : 0U);
      EXPECT_EQ(tally.poor(), edition == Edition::clc20 ? 0U : 4U);
      EXPECT_EQ(tally.judged(), kCount);
    }
  }
}

TEST(CaseJudgeOfListsTest, ACallHasItsOwnLimit) {
  Task task{.unit = {.row = find("sin"), .format = Type::f32, .widths = {1}}, .state = nullptr};
  const StatedLimit strict{.ulp = 0.5, .clause = "f, line 1"};
  const StatedLimit loose{.ulp = 1e9, .clause = "f, line 2"};
  task.calls = {{{{0x3f800000}}, strict}, {{{0x40000000}}, loose}, {{{0x40400000}}}};
  const CaseJudge judge(task, {}, 1);
  const RealScope scope;
  // sin(1) = 0x3f576aa4 has an error of 0.47 ulp, the next number one of 0.53 ulp.
  EXPECT_EQ(judge.judgement({0x3f800000}, 0x3f576aa4).verdict, Verdict::right);
  const Judgement wrong = judge.judgement({0x3f800000}, 0x3f576aa5);
  EXPECT_EQ(wrong.verdict, Verdict::wrong);
  EXPECT_EQ(wrong.clause, "f, line 1");
  EXPECT_EQ(judge.judgement({0x40000000}, 0x3f000000).verdict, Verdict::right);
  // The others have the limit of the specification, 4 ulp.
  EXPECT_EQ(judge.judgement({0x40400000}, 0x3e1081c4 + 1).verdict, Verdict::right);
  EXPECT_EQ(judge.judgement({0x40400000}, 0x3f000000).verdict, Verdict::wrong);
  EXPECT_EQ(judge.own_limit(std::vector<Tuple>{{0x40400000}}), nullptr);
}

// In bulk and one by one, in lists and in consecutive inputs: results with an error of 0.53 ulp are wrong below 1 only.
TEST(CaseJudgeOfRangesTest, EveryInputHasTheLimitOfItsRange) {
  const Row& row = *find("sqrt");
  Task task{.unit = {.row = &row, .format = Type::f16, .widths = {1}}, .state = nullptr};
  task.limit = StatedLimit{.ulp = 2.5, .clause = "f, line 3"};
  task.range_limits = {{.ulp = 0.5, .clause = "f, line 1", .range = "1..2"},
                       {.ulp = 0, .clause = "f, line 2", .range = "4..4"}};
  const CaseJudge judge(task, {}, 1);
  const RealScope scope;
  for (const Plan& plan : {Plan::of_all(row, Type::f16), Plan::of_random(row, Type::f16, 1, 3000)}) {
    ASSERT_TRUE(judge.judges_in_bulk(plan, 0, plan.count()));
    std::vector<std::byte> bytes = results(row, {"sqrt", Type::f16}, plan, Errors::few);
    // One more in the last place is an error of at most 1.5 ulp.
    for (std::uint64_t i = 0; i < plan.count(); i += 3) bytes[2 * i] ^= std::byte{1};
    std::vector<Judged> all(plan.count());
    judge.judge_all(plan, 0, bytes, all);
    const BulkTally bulk = judge.bulk_tally(plan, 0, bytes, {});
    const Tally one_by_one = judge.tally(plan, 0, bytes, all);
    EXPECT_EQ(bulk.tally.failed(), one_by_one.failed());
    EXPECT_EQ(bulk.tally.judged(), one_by_one.judged());
    EXPECT_EQ(bulk.tally.first_failures(), one_by_one.first_failures());
    EXPECT_GT(one_by_one.failed(), 0U);
  }
  EXPECT_EQ(judge.judgement({0x3c00}, 0x3c01).verdict, Verdict::wrong);
  EXPECT_EQ(judge.judgement({0x3c00}, 0x3c01).clause, "f, line 1");
  EXPECT_EQ(judge.judgement({0x4001}, 0x3da9).verdict, Verdict::right);
  EXPECT_EQ(judge.judgement({0x4400}, 0x4000).verdict, Verdict::right);
  EXPECT_EQ(judge.judgement({0x4400}, 0x4001).verdict, Verdict::wrong);
  EXPECT_EQ(judge.judgement({0x4401}, 0x4001).clause, "f, line 3");
}

// Exact results of consecutive inputs are compared at once. One of them may be wrong in its last bit only.
TEST(CaseJudgeOfRunsTest, OneWrongBitIsFoundAmongRightResults) {
  const Row& row = *find("popcount");
  const Task task{.unit = {.row = &row, .format = Type::u32, .widths = {1}}, .edition = Edition::clc31, .state = nullptr};
  const CaseJudge judge(task, {}, 1);
  const Plan plan = Plan::of_all(row, Type::u32);
  constexpr std::uint64_t kCount = 100'000;
  std::vector<std::byte> linear(kCount * 4);
  const auto right = [](std::uint64_t i) { return static_cast<Bits>(std::popcount(i)); };
  for (std::uint64_t i = 0; i < kCount; ++i) put_element(linear, 4, i, right(i));
  EXPECT_EQ(judge.bulk_tally(plan, 0, linear, {}).tally.failed(), 0U);
  for (const std::uint64_t at : {std::uint64_t{0}, std::uint64_t{50'000}, kCount - 1}) {
    put_element(linear, 4, at, right(at) ^ 1U);
    const Tally tally = judge.bulk_tally(plan, 0, linear, {}).tally;
    EXPECT_EQ(tally.failed(), 1U) << at;
    EXPECT_EQ(tally.judged(), kCount);
    put_element(linear, 4, at, right(at));
  }
}

INSTANTIATE_TEST_SUITE_P(
    Builtins, CaseJudgeTest,
    testing::Values(Asked{"atan2", Type::f32}, Asked{"hypot", Type::f16}, Asked{"rootn", Type::f32}, Asked{"fma", Type::f32},
                    Asked{"fmod", Type::f16}, Asked{"div", Type::f32}, Asked{"fma", Type::f32, As::lists},
                    Asked{"add", Type::f16, As::lists}, Asked{"pow", Type::f32, As::lists},
                    Asked{"pown", Type::f32, As::lists}, Asked{"atan2", Type::f16, As::lists},
                    Asked{"exp", Type::f32, As::lists}, Asked{"exp", Type::f64}, Asked{"cbrt", Type::f64},
                    Asked{"atan2", Type::f64}, Asked{"hadd", Type::i8, As::lists}, Asked{"mul24", Type::i32, As::lists},
                    Asked{"div", Type::u16, As::lists}, Asked{"upsample", Type::i32, As::lists},
                    Asked{"less", Type::i64, As::lists}, Asked{"shift_left", Type::u8, As::lists},
                    Asked{"clamp", Type::u64, As::lists}, Asked{"bitselect", Type::f32, As::lists},
                    Asked{"select", Type::f16, As::lists}, Asked{"ilogb", Type::f32, As::lists},
                    Asked{"nan", Type::f32, As::lists}, Asked{"ilogb", Type::f16, As::all}, Asked{"nan", Type::f16, As::all},
                    Asked{"popcount", Type::u16, As::all}, Asked{"isnan", Type::f16, As::all},
                    Asked{"signbit", Type::f64, As::lists}, Asked{"isnormal", Type::f32, As::lists},
                    Asked{"convert_int_sat", Type::f16, As::all, Edition::clc20}, Asked{"convert_char", Type::f16, As::all},
                    Asked{"convert_uchar_rtp", Type::f16, As::all}, Asked{"as_half", Type::u16, As::all},
                    Asked{"implicit_uchar", Type::f16, As::all}, Asked{"clz", Type::i16, As::all},
                    Asked{"exp", Type::f16, As::all, Edition::clc20}, Asked{"fmax", Type::f16, As::runs, Edition::clc20}),
    [](const auto& of) {
      return std::string(of.param.name) + '_' + std::string(classay::info(of.param.format).name) +
             (of.param.edition == Edition::clc20 ? "_before" : "") +
             (of.param.as == As::lists ? "_lists"
              : of.param.as == As::all ? "_all"
                                       : "");
    });

}  // namespace
}  // namespace classay
