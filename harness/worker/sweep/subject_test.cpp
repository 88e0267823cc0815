// Tests which inputs meet in a vector. A vector contains the inputs that the device got together; large and small numbers
// meet in every lane; and each failure can be traced to a neighbour that caused or excuses it.
#include "harness/worker/sweep/subject.h"

#include "harness/worker/sweep/testing.h"

namespace classay::sweep_test {
namespace {

// A launch rotates where results are stored, but not the vectors compiled into a program as constants.
TEST_F(SweepTest, TheVectorOfAConstantIsThatOfTheProgram) {
  FakeDevice right(task_.unit, plan_, {Making::literals, Making::table}, {});
  const Subject asked(right.capabilities(), task_, plan_, 1);
  const Segment& constants = plan_.segments().front();
  ASSERT_EQ(constants.making, Making::literals);
  for (const int width : {2, 3, 16}) {
    for (std::uint64_t i = 0; i < constants.count; ++i) {
      const std::uint64_t item = i % sections(constants.count, width);
      const std::vector<Tuple> vector = asked.vector_of(constants.first + i, width);
      ASSERT_EQ(vector.size(), static_cast<std::size_t>(width));
      for (int lane = 0; lane < width; ++lane) {
        const std::uint64_t at = lane_input(constants.count, width, 0, item, lane);
        EXPECT_EQ(vector.at(static_cast<std::size_t>(lane)), plan_.input(constants.first + at)) << i << " " << lane;
      }
    }
  }
}

// A driver may take a different code path for a whole vector because of one lane.
TEST_F(SweepTest, SmallNumbersMeetLargeOnesInEveryLaneThoughNeighboursInARangeAreAlike) {
  FakeDevice device(task_.unit, plan_, {Making::literals, Making::table}, {});
  const Subject asked(device.capabilities(), task_, plan_, 1);
  const auto is_small = [](const Tuple& t) { return kF16.magnitude(t[0]) < 0x1400; };
  const auto is_large = [](const Tuple& t) { return kF16.magnitude(t[0]) > 0x6400 && kF16.is_finite(t[0]); };
  for (const int width : {2, 3, 4, 8, 16}) {
    std::vector<int> met(static_cast<std::size_t>(width));
    for (std::uint64_t i = plan_.segments()[0].count; i < plan_.count(); ++i) {
      const std::vector<Tuple> vector = asked.vector_of(i, width);
      if (!std::ranges::any_of(vector, is_large)) continue;
      for (std::size_t lane = 0; lane < vector.size(); ++lane) met[lane] += is_small(vector[lane]) ? 1 : 0;
    }
    EXPECT_GT(*std::ranges::min_element(met), 50) << width;
  }
}

// `beside` is a finite input whose vector at width 4 has a NaN. The vector of 0x4325 has none.
TEST_F(SweepTest, FiniteMathSparesLanesBesideANanAndNoOthers) {
  task_.unit.mode = Mode::finite;
  constexpr std::size_t kAtFour = 3;
  constexpr Bits kAlone = 0x4325;
  FakeDevice right(task_.unit, plan_, {Making::literals, Making::table}, {});
  const Subject asked(right.capabilities(), task_, plan_, 1);
  ASSERT_EQ(task_.unit.widths.at(kAtFour), 4);
  const auto beside_nan = [&](std::uint64_t index) {
    return std::ranges::any_of(asked.vector_of(index, 4), [](const Tuple& t) { return kF16.is_nan(t[0]); });
  };
  const std::uint64_t first = plan_.count() - (std::uint64_t{1} << 16);  // the range of all patterns
  Bits beside = 1;
  while (beside < kF16.infinity() && !beside_nan(first + beside)) ++beside;
  ASSERT_TRUE(beside_nan(first + beside));
  ASSERT_LT(beside, kF16.infinity());
  ASSERT_FALSE(beside_nan(first + kAlone));
  const auto wrong_at = [this](Bits input, int width) {
    return sweep({.result = [=](const Element& e, Bits got) {
      return (width == 0 || e.width == width) && e.input == input ? got + 3 : got;
    }});
  };
  const Ledger spared = wrong_at(beside, 4);
  EXPECT_EQ(spared.widths[kAtFour].tally.failed(), 0U);
  EXPECT_EQ(spared.widths[kAtFour].tally.undefined(), spared.widths[0].tally.undefined() + 1);
  // The same if scalars are wrong too.
  const Ledger everywhere = wrong_at(beside, 0);
  EXPECT_EQ(everywhere.widths[0].tally.failed(), 1U);
  EXPECT_EQ(everywhere.widths[kAtFour].tally.failed(), 0U);
  const Ledger alone = wrong_at(kAlone, 4);
  EXPECT_EQ(alone.widths[kAtFour].tally.failed(), 1U);
  EXPECT_EQ(verdict(kAtFour), "fail");
}

TEST_F(SweepTest, AFailureThatItsNeighboursCauseIsTracedToThem) {
  // A lane errs if the lane before it holds a NaN; alone, it is right.
  std::map<std::pair<std::uint64_t, int>, Bits> held;
  const Ledger ledger = sweep({.result = [&](const Element& e, Bits right) {
    if (e.width != 4) return right;
    held[{e.item, e.lane}] = e.input;
    const bool after_nan = e.lane > 0 && kF16.is_nan(held[{e.item, e.lane - 1}]);
    return after_nan && right < 0x7000 ? right + 9 : right;
  }});
  ASSERT_GT(ledger.widths[3].tally.failed(), 0U);
  expect_others_pass(3);
  const Json& first = results_[3].at("first").at(0);
  const Json& vector = results_[3].at("vectors").at(0);
  ASSERT_EQ(vector.size(), 4U);
  bool is_traced = false;
  for (std::size_t lane = 1; lane < 4; ++lane) {
    const Bits before = std::stoull(vector.at(lane - 1).get<std::string>(), nullptr, 16);
    is_traced = is_traced || (vector.at(lane) == first.at("inputs").at(0) && kF16.is_nan(before));
  }
  EXPECT_TRUE(is_traced) << vector.dump() << first.dump();
}

}  // namespace
}  // namespace classay::sweep_test
