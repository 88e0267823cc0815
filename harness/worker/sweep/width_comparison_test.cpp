// Tests the comparison of widths. The tally of each width equals that of judging it alone, and equal results are judged
// once. Possible faults: an error of one width is lost or counted at another; an error only in a padding lane is not seen.
#include "harness/worker/sweep/width_comparison.h"

#include "harness/worker/sweep/part_testing.h"
#include "reference/number/real_scope.h"
#include "reference/truth/rounded_results.h"

namespace classay::sweep_test {
namespace {

constexpr Bits kPoison = 0xfd5a;

class WidthComparisonTest : public PartTest {
 protected:
  // Returns a result of the batch: element `place` of the output at a width, with its input.
  using Changed = std::function<Bits(std::uint64_t place, Bits input, Bits right)>;

  WidthComparisonTest() {
    const RealScope scope;
    // Consecutive finite numbers around four.
    batch_ = batch_of(subject_.stretches(), plan_.count() - (std::uint64_t{1} << 16) + 0x4400);
    for (std::uint64_t i = 0; i < batch_.count; ++i) {
      const Value x{Type::f16, plan_.input(batch_.first + i)[0]};
      const Call call{.type = Type::f16, .args = std::span(&x, 1)};
      right_.push_back(*rounded_results(task_.unit.row->truth, call, std::array{Type::f16}, Rounding::rne)[0]);
    }
  }

  // Returns the places that may never have been written.
  std::vector<std::uint64_t> take(int width, const Changed& changed = {}) {
    const Spread spread = spread_of(batch_, width);
    std::vector<std::byte> elements(spread.elements() * 2);
    for (std::uint64_t place = 0; place < spread.elements(); ++place) {
      const auto lanes = static_cast<std::uint64_t>(width);
      const std::uint64_t i = lane_input(batch_.count, width, spread.shift, place / lanes, static_cast<int>(place % lanes));
      const Bits right = right_[i];
      put_element(elements, 2, place, changed ? changed(place, plan_.input(batch_.first + i)[0], right) : right);
    }
    const Delivery delivery{.launched = {batch_, spread},
                            .output = Output(elements, 2, width),
                            .poisoned = {kPoison, 0},
                            .device_seconds = 1,
                            .host_seconds = 1};
    comparison_.receive(delivery);
    const std::span<const std::uint64_t> places = comparison_.take(delivery);
    return {places.begin(), places.end()};
  }
  // Index 0, 1, 2: scalars, vectors of 2, vectors of 4.
  const WidthRecord& of(std::size_t index) { return comparison_.finish(batch_)[index]; }

  static Changed wrong_at(Bits wrong) {
    return [wrong](std::uint64_t, Bits input, Bits right) { return input == wrong ? right + 3 : right; };
  }
  Bits input(std::uint64_t i) const { return plan_.input(batch_.first + i)[0]; }

  Batch batch_;
  std::vector<Bits> right_;
  WidthComparison comparison_{subject_, ledger_};
};

TEST_F(WidthComparisonTest, WhatIsTheSameIsJudgedOnce) {
  for (const int width : task_.unit.widths) EXPECT_TRUE(take(width).empty());
  EXPECT_EQ(of(0).tally.judged() + of(0).tally.undefined(), batch_.count);
  for (const std::size_t other : {1U, 2U}) {
    EXPECT_EQ(of(other).tally, of(0).tally);
    EXPECT_EQ(of(other).answers, of(0).answers);
    EXPECT_EQ(of(other).bitwise_equal, batch_.count);
    EXPECT_EQ(of(other).slow_path, 0U);
    EXPECT_EQ(of(other).device_seconds, 1);
  }
}

TEST_F(WidthComparisonTest, AnErrorCountsWhereItIs) {
  constexpr std::uint64_t kOne = 100;
  take(1);
  take(2, wrong_at(input(kOne)));
  take(4);
  EXPECT_EQ(of(0).tally.failed(), 0U);
  EXPECT_EQ(of(1).tally.failed(), 1U);
  EXPECT_EQ(of(1).bitwise_equal, batch_.count - 1);
  EXPECT_NE(of(1).answers, of(0).answers);
  EXPECT_EQ(of(2).tally.failed(), 0U);
}

TEST_F(WidthComparisonTest, AnErrorOfTheFirstAloneIsNotThatOfTheOthers) {
  take(1, wrong_at(input(7)));
  take(2);
  take(4, wrong_at(input(7)));
  EXPECT_EQ(of(0).tally.failed(), 1U);
  EXPECT_EQ(of(1).tally.failed(), 0U);
  EXPECT_EQ(of(2).tally.failed(), 1U);
  EXPECT_EQ(of(2).bitwise_equal, batch_.count);
}

TEST_F(WidthComparisonTest, OtherResultsThatTwoWidthsHaveAreJudgedOnce) {
  take(1);
  take(2, wrong_at(input(55)));
  take(4, wrong_at(input(55)));
  EXPECT_EQ(of(1).tally.failed(), 1U);
  EXPECT_GE(of(1).slow_path, 1U);
  EXPECT_EQ(of(2).tally, of(1).tally);
  EXPECT_EQ(of(2).answers, of(1).answers);
  EXPECT_EQ(of(2).bitwise_equal, batch_.count - 1);
  EXPECT_EQ(of(2).slow_path, 0U);
}

TEST_F(WidthComparisonTest, TheWorstOfWhatPadsCounts) {
  const Spread spread = spread_of(batch_, 4);
  ASSERT_GT(spread.elements(), batch_.count);
  // The last input has its own place and padding places; only one of them is wrong.
  std::vector<std::uint64_t> places;
  for (std::uint64_t place = 0; place < spread.elements(); ++place) {
    if (lane_input(batch_.count, 4, spread.shift, place / 4, static_cast<int>(place % 4)) + 1 == batch_.count)
      places.push_back(place);
  }
  ASSERT_EQ(places.size(), spread.elements() - batch_.count + 1);
  for (const std::uint64_t wrong : places) {
    take(1);
    take(2);
    take(4, [wrong](std::uint64_t place, Bits, Bits right) { return place == wrong ? Bits{0x3c00} : right; });
    EXPECT_EQ(of(2).tally.failed(), 1U) << wrong;
    EXPECT_EQ(of(1).tally.failed(), 0U);
  }
}

TEST_F(WidthComparisonTest, ResultsThatAreWhatTheOutputWasFilledWithAreTold) {
  const Changed lost = [&](std::uint64_t, Bits in, Bits right) { return in == input(20) ? kPoison : right; };
  EXPECT_TRUE(take(1).empty());
  EXPECT_EQ(take(2, lost), std::vector<std::uint64_t>{20});
  EXPECT_EQ(take(4, lost), std::vector<std::uint64_t>{20}) << "of results that were told before, too";
  of(0);
  EXPECT_EQ(take(1, lost), std::vector<std::uint64_t>{20});
  EXPECT_EQ(take(2, lost), std::vector<std::uint64_t>{20}) << "and of those that are like the first";
  EXPECT_TRUE(take(4).empty());
}

TEST_F(WidthComparisonTest, TheFirstOfThoseThatBuildIsTheFirst) {
  comparison_.begin_with(1);
  take(2, wrong_at(input(9)));
  take(4, wrong_at(input(9)));
  EXPECT_EQ(of(0).tally, Tally());
  EXPECT_EQ(of(1).tally.failed(), 1U);
  EXPECT_EQ(of(2).bitwise_equal, batch_.count);
}

}  // namespace
}  // namespace classay::sweep_test
