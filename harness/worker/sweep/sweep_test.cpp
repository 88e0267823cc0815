// Tests that a device that rounds every result correctly passes at every width, with all inputs judged. An error in a single
// element, lane, launch or buffer fails at its width, and only there.
#include "harness/worker/sweep/sweep.h"

#include "harness/worker/sweep/testing.h"
#include "suites/plan/small_tier.h"

namespace classay::sweep_test {
namespace {

TEST_F(SweepTest, ARightDevicePassesWithEveryInputJudgedAtEveryWidth) {
  const Ledger ledger = sweep({});
  for (const WidthRecord& r : ledger.widths) {
    EXPECT_EQ(r.tally.judged() + r.tally.undefined(), plan_.count());
    EXPECT_EQ(r.tally.failed(), 0U);
    EXPECT_EQ(r.bitwise_equal, r.width == 1 ? 0 : plan_.count());
    EXPECT_EQ(r.answers, ledger.widths[0].answers);
  }
  EXPECT_NE(ledger.widths[0].answers, 0U);
  expect_others_pass(results_.size());
  EXPECT_EQ(results_[0].at("inputs").at("exhaustive"), true);
}

TEST_F(SweepTest, ASingleWrongScalarResultFailsTheScalarAlone) {
  const Ledger ledger =
      sweep({.result = [](const Element& e, Bits right) { return e.width == 1 && e.input == 0x4325 ? right + 3 : right; }});
  EXPECT_EQ(ledger.widths[0].tally.failed(), 1U);
  EXPECT_EQ(verdict(0), "fail");
  expect_others_pass(0);
  EXPECT_EQ(results_[0].at("max_ulp").at("input"), Json::array({"0x4325"}));
}

TEST_F(SweepTest, AWrongLaneFailsAtItsWidthForInputsWithEveryLowBits) {
  for (const std::size_t index : {1U, 2U, 3U, 4U, 5U}) {
    const int width = task_.unit.widths[index];
    std::vector<bool> seen(16);
    const Ledger ledger = sweep({.result = [&](const Element& e, Bits right) {
      const bool wrong = e.width == width && e.lane == width - 1 && right < 0x7000;
      if (wrong) seen[e.input % 16] = true;
      return wrong ? right + 3 : right;
    }});
    EXPECT_GT(ledger.widths[index].tally.failed(), 10U);
    EXPECT_EQ(verdict(index), "fail");
    expect_others_pass(index);
    EXPECT_EQ(std::ranges::count(seen, true), 16);
  }
}

// Drivers handle remainders of work-groups and SIMD vectors in separate code.
TEST_F(SweepTest, AWrongLastWorkItemOfAnOddNumberFailsAtEveryWidth) {
  const Ledger ledger = sweep({.result = [](const Element& e, Bits right) {
    const bool is_left_over = e.launched % 2 == 1 && e.item + 1 == e.launched;
    return is_left_over && !e.is_literal ? (right == kF16.one() ? kF16.zero(false) : kF16.one()) : right;
  }});
  for (const WidthRecord& r : ledger.widths) EXPECT_GT(r.tally.failed(), 0U) << r.width;
  for (std::size_t i = 0; i < results_.size(); ++i) EXPECT_EQ(verdict(i), "fail");
}

// Such a driver would compile six kernels for constants and seven for a table. It compiles two for each, and one of a single
// width. An error at one width still fails that width only.
TEST_F(SweepTest, ADriverThatCompilesAtLaunchGetsOneKernelForAllVectorsInSmoke) {
  std::map<std::string, std::set<std::uint64_t>> sizes;
  const Faults faults{
      .result = [](const Element& e, Bits right) { return e.width == 3 && right == kF32.one() ? right + 64 : right; },
      .launched = [&](CallForm, const Launch& launch) { sizes[launch.kernel].insert(launch.items); },
      .compiles_at_launch = true};
  task_.unit.format = Type::f32;
  for (const Tier tier : {Tier::smoke, Tier::quick}) {
    task_.tier = tier;
    plan_ = Plan(*task_.unit.row, task_.unit.format, task_.tier, task_.seed, {});
    sizes.clear();
    sweep(faults);
    EXPECT_EQ(verdict(2), "fail");
    expect_others_pass(2);
    const std::vector<int> vectors = widths_together(*task_.unit.row, Type::f32, kVectorWidths);
    EXPECT_EQ(vectors, (std::vector{2, 3, 4, 8, 16}));
    std::size_t compiled = 0;
    for (const auto& [kernel, launched] : sizes) compiled += launched.size();
    for (const Making making : {Making::literals, Making::table}) {
      EXPECT_EQ(sizes.contains(kernel_name(making, vectors)), tier == Tier::smoke) << name(making);
      EXPECT_TRUE(sizes.contains(kernel_name(making, 1))) << name(making);
    }
    if (tier != Tier::smoke) continue;
    EXPECT_EQ(compiled, 5U);  // one kernel of a single width runs with an even size too
  }
}

// Tier smoke leaves most vectors of halves to larger tiers. A task may run them, but they have kernels of their own.
TEST_F(SweepTest, AWidthThatSmokeLeavesOutHasItsOwnKernel) {
  std::set<std::string> kernels;
  task_.tier = Tier::smoke;
  plan_ = Plan(*task_.unit.row, task_.unit.format, task_.tier, task_.seed, {});
  sweep({.launched = [&](CallForm, const Launch& launch) { kernels.insert(launch.kernel); }, .compiles_at_launch = true});
  expect_others_pass(results_.size());
  int alone = 0;
  for (const int width : kVectorWidths) alone += kernels.contains(kernel_name(Making::literals, width)) ? 1 : 0;
  EXPECT_EQ(alone, 4);
}

TEST_F(SweepTest, AWrongWorkItemSeesInputsWithEveryLowBits) {
  for (const int width : task_.unit.widths) {
    std::vector<bool> seen(16);
    sweep({.result = [&](const Element& e, Bits right) {
      if (e.width == width && e.item % 16 == 5) seen[e.input % 16] = true;
      return right;
    }});
    EXPECT_EQ(std::ranges::count(seen, true), 16) << width;
  }
}

TEST_F(SweepTest, AnErrorWithinTheLimitIsMeasuredAndPasses) {
  // Half precision sqrt: at most 1.5 ulp in OpenCL C 3.1. A neighbour of the nearest number is within that.
  const Ledger ledger =
      sweep({.result = [](const Element& e, Bits right) { return e.input == 0x4325 ? right + 1 : right; }});
  EXPECT_EQ(ledger.widths[0].tally.failed(), 0U);
  EXPECT_GT(ledger.widths[0].tally.worst().front().ulps, 0.5);
}

TEST_F(SweepTest, ErrorsHaveTheirSign) {
  const Ledger ledger = sweep({.result = [](const Element& e, Bits right) {
    return e.input == 0x4325 ? right - 40 : e.input == 0x4421 ? right + 30 : right;
  }});
  const std::vector<Sample>& worst = ledger.widths[0].tally.worst();
  EXPECT_LT(worst[0].ulps, -39);
  EXPECT_GT(worst[1].ulps, 29);
  // Each sample has the right result.
  for (const char* list : {"worst", "first"}) {
    for (const Json& sample : results_[0].at(list)) {
      const bool has_error = sample.at("ulps") != 0;
      EXPECT_EQ(sample.contains("low") && sample.contains("high") && sample.contains("expected"), has_error)
          << sample.dump();
      EXPECT_TRUE(!has_error || sample.at("ulps").get<double>() < 1 || sample.at("expected") != sample.at("got"));
    }
  }
  EXPECT_EQ(results_[0].at("worst").at(0).at("low"), results_[0].at("max_ulp").at("low"));
}

TEST_F(SweepTest, AnotherNanIsRightButNotTheSameBits) {
  const Ledger ledger = sweep(
      {.result = [](const Element& e, Bits right) { return e.width == 4 && e.input == 0xbc00 ? Bits{0x7e55} : right; }});
  EXPECT_EQ(ledger.widths[3].tally.failed(), 0U);
  EXPECT_LT(ledger.widths[3].bitwise_equal, plan_.count());
  EXPECT_EQ(ledger.widths[4].bitwise_equal, plan_.count());
  EXPECT_NE(ledger.widths[3].answers, ledger.widths[0].answers);
  EXPECT_EQ(ledger.widths[4].answers, ledger.widths[0].answers);
}

TEST_F(SweepTest, ANanForANumberFailsWithAnInfiniteError) {
  const Ledger ledger = sweep({.result = [](const Element&, Bits) { return Bits{0x7e00}; }});
  for (std::size_t i = 0; i < results_.size(); ++i) EXPECT_EQ(verdict(i), "fail");
  EXPECT_TRUE(std::isinf(ledger.widths[0].tally.worst().front().ulps));
  EXPECT_TRUE(results_[0].at("max_ulp").at("value").is_null());
}

TEST_F(SweepTest, ALostLaunchIsNeverAPass) {
  for (const int launch : {0, 3, 15, 26}) {
    const Ledger ledger = sweep({.lost_launch = launch});
    std::size_t lost = 0;
    for (const WidthRecord& r : ledger.widths) lost += r.unwritten > 0 || r.tally.failed() > 0 ? 1 : 0;
    EXPECT_GE(lost, 1U) << launch;
  }
}

TEST_F(SweepTest, ResultsOfTheLaunchBeforeAreNeverAPass) {
  for (const int launch : {14, 15, 19}) {
    const Ledger ledger = sweep({.stale_launch = launch});
    EXPECT_GT(ledger.failed(), 0U) << launch;
  }
}

TEST_F(SweepTest, WritingBehindOrBeforeTheOutputFails) {
  for (const Faults& faults : {Faults{.overrunning_launch = 15}, Faults{.underrunning_launch = 15}}) {
    sweep(faults);
    std::size_t failed = 0;
    for (std::size_t i = 0; i < results_.size(); ++i) failed += verdict(i) == "fail" ? 1 : 0;
    EXPECT_EQ(failed, 1U);
  }
}

TEST_F(SweepTest, TheDevicesErrorsAreHandedOn) {
  EXPECT_THROW(sweep({.failing_launch = 16, .fault = Fault::lost}), DeviceError);
}

TEST_F(SweepTest, WithoutTheScalarTheFirstWidthIsJudged) {
  task_.unit.widths = {4, 8};
  const Ledger ledger =
      sweep({.result = [](const Element& e, Bits right) { return e.width == 4 && e.input == 0x4325 ? right + 2 : right; }});
  EXPECT_EQ(ledger.widths[0].tally.failed(), 1U);
  EXPECT_EQ(ledger.widths[1].tally.failed(), 0U);
  EXPECT_EQ(ledger.widths[1].tally.judged(), plan_.count());
}

TEST_F(BulkSweepTest, FindsWhatJudgingOneByOneFinds) {
  const Faults none{};
  const Faults few{.result = [](const Element& e, Bits right) { return e.input % 5000 == 7 ? right ^ 6 : right; }};
  const Faults at_some_widths{.result = [](const Element& e, Bits right) {
    return (e.width == 3 && e.input % 4000 == 9) || (e.width > 4 && e.input > 0x4000 && e.input < 0x4100) ? right + 2
                                                                                                          : right;
  }};
  const Faults all{.result = [](const Element&, Bits) { return Bits{0x7e00}; }};
  for (const Faults& faults : {none, few, at_some_widths, all}) {
    const Ledger ledger = sweep(faults);
    for (const WidthRecord& r : ledger.widths) EXPECT_EQ(r.tally, slowly(faults, r.width)) << r.width;
  }
}

TEST_F(BulkSweepTest, AsksTheSlowJudgeAboutFewResults) {
  const Ledger ledger = sweep({});
  for (const WidthRecord& r : ledger.widths) EXPECT_LT(r.slow_path, 1000U) << r.width;
}

}  // namespace
}  // namespace classay::sweep_test
