// Tests device times that cannot be true. Such a time decides nothing: a case on a fast device still runs in full, and a
// sentence reports the time. A device whose clock is right, coarse or missing gets the same results as without the check.
#include <cmath>
#include <limits>

#include "harness/worker/sweep/clocks.h"
#include "harness/worker/sweep/testing.h"

namespace classay::sweep_test {
namespace {

constexpr double kHour = 3600;

TEST(DeviceClockTest, TheHostBoundsWhatTheDeviceSays) {
  EXPECT_TRUE(is_credible(0.5, 1));
  EXPECT_TRUE(is_credible(0, 1)) << "a clock that is not there, or coarse";
  EXPECT_TRUE(is_credible(1.05, 1)) << "clocks drift";
  EXPECT_TRUE(is_credible(0.001, 0.0001)) << "clocks are coarse";
  EXPECT_FALSE(is_credible(kHour, 0.004));
  EXPECT_FALSE(is_credible(2, 1));
  EXPECT_FALSE(is_credible(-0.001, 1)) << "it ends before it begins";
  EXPECT_FALSE(is_credible(std::numeric_limits<double>::quiet_NaN(), 1));
  EXPECT_FALSE(is_credible(std::numeric_limits<double>::infinity(), 1));
}

TEST(DeviceClockTest, ItSaysWhatTheClockSaid) {
  AbsurdTimes times;
  EXPECT_EQ(text(times), "");
  times.note(kHour, 0.004);
  EXPECT_EQ(
      text(times),
      "the device's clock is wrong: by it a launch took 3.6e+03 s, and the host waited 0.004 s for it; these times are "
      "not used");
  times.note(-1, 0.004);
  EXPECT_EQ(times.launches, 2U);
  EXPECT_EQ(times.device, kHour) << "the first";
  EXPECT_THAT(text(times), testing::HasSubstr("(the first of 2 such launches)"));
  AbsurdTimes all;
  all.add({});
  all.add({.launches = 1, .device = -1, .host = 0.5});
  all.add(times);
  EXPECT_EQ(all, (AbsurdTimes{.launches = 3, .device = -1, .host = 0.5}));
  EXPECT_THAT(text(all), testing::HasSubstr("a launch ended before it began (the first of 3 such launches)"));
}

TEST(DeviceClockTest, WhatIsNoNumberCanBeWrittenDown) {
  AbsurdTimes times;
  times.note(std::numeric_limits<double>::quiet_NaN(), 1);
  EXPECT_TRUE(std::isfinite(times.device));
}

TEST(DeviceClockTest, ACounterMayGoThroughZero) {
  EXPECT_EQ(ticks_between(10, 14, 64), 4U);
  EXPECT_EQ(ticks_between(0xffff'fffeU, 3, 32), 5U);
  EXPECT_EQ(ticks_between((std::uint64_t{1} << 36) - 1, 1, 36), 2U);
  EXPECT_GT(ticks_between(10, 5, 64), std::uint64_t{1} << 62) << "it ran backwards: whoever has a clock of its own sees it";
}

class AbsurdClockTest : public SweepTest {
 protected:
  AbsurdClockTest() { task_.case_time = 60; }
  Ledger with_clock(double device, double host) {
    Faults faults;
    faults.seconds = device;
    faults.host_seconds = host;
    return sweep(std::move(faults));
  }
};

TEST_F(AbsurdClockTest, NoCaseIsCutShortByIt) {
  for (const double absurd :
       {kHour, -kHour, 1.8e10, -1e-6, std::numeric_limits<double>::infinity(), std::numeric_limits<double>::quiet_NaN()}) {
    const Ledger ledger = with_clock(absurd, 0.001);
    EXPECT_TRUE(ledger.cuts.empty()) << absurd;
    for (const Json& r : results_) {
      EXPECT_EQ(r.at("verdict"), "pass") << r.at("reason");
      EXPECT_THAT(r.at("clock").get<std::string>(), testing::StartsWith("the device's clock is wrong: "));
      EXPECT_EQ(r.at("reason"), r.at("clock"));
      EXPECT_EQ(r.at("seconds").at("device"), 0);
    }
    EXPECT_EQ(ledger_from(to_json(ledger), task_.unit.widths).widths, ledger.widths);
  }
}

TEST_F(AbsurdClockTest, AClockThatCanBeRightIsSaidNothingOf) {
  for (const double seconds : {0.0, 0.001, 0.01}) {
    with_clock(seconds, 0.01);
    for (const Json& r : results_) {
      EXPECT_FALSE(r.contains("clock"));
      EXPECT_EQ(r.at("reason"), "");
    }
  }
}

TEST_F(AbsurdClockTest, ASlowDeviceIsCutShortStill) {
  const Ledger ledger = with_clock(kHour, kHour);
  EXPECT_FALSE(ledger.cuts.empty());
  EXPECT_EQ(verdict(0), "partial");
  EXPECT_FALSE(results_[0].contains("clock"));
}

}  // namespace
}  // namespace classay::sweep_test
