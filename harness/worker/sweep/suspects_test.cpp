// Tests results that equal the fill pattern. A result that has that value by chance is not an error; one that was never
// written is an error at its width.
#include "harness/worker/sweep/second_launch.h"
#include "harness/worker/sweep/sweep_context.h"
#include "harness/worker/sweep/testing.h"

namespace classay::sweep_test {
namespace {

class SuspectsTest : public PartTest {
 protected:
  void settle(Faults faults) {
    FakeDevice device(task_.unit, plan_, {Making::table}, std::move(faults));
    const SweepContext context{.device = device, .subject = subject_, .events = events_, .ledger = ledger_};
    Asker asker = context.asker(table());
    const std::array<std::uint64_t, 2> places{3, 77};
    Suspects suspects;
    asker.submit(batch_at(table(), table().first), task_.unit.widths[1]);
    const Delivery first = asker.wait();
    suspects.note(first, 1, places);
    suspects.note(first, 0, {});
    EXPECT_FALSE(suspects.are_none());
    suspects.settle(asker, subject_, ledger_);
    EXPECT_TRUE(suspects.are_none());
    EXPECT_EQ(ledger_.widths[0].unwritten, 0U);
  }
};

TEST_F(SuspectsTest, AResultThatIsWrittenWasEqualByChance) {
  settle({});
  EXPECT_EQ(ledger_.widths[1].unwritten, 0U);
}

// The second launch brings all results of the batch, and a guard.
TEST_F(SuspectsTest, WhatElseComesIsJudged) {
  int asked = 0;
  settle({.result = [&](const Element& e, Bits right) {
    return e.item == 5 && e.lane == 0 && e.width == 2 && ++asked == 2 ? Bits{0x7c00} : right;
  }});
  EXPECT_EQ(ledger_.widths[1].second_results.wrong, 1U);
  EXPECT_EQ(ledger_.widths[1].unwritten, 0U);
  settle({.overrunning_launch = 1});
  EXPECT_EQ(ledger_.widths[1].beyond_end, 1U);
}

TEST_F(SuspectsTest, OneThatIsNeverWrittenIsLost) {
  settle({.lost_component = 0});
  EXPECT_EQ(ledger_.widths[1].unwritten, 2U);
}

// An infinity, a NaN and a negative number have no value as an unsigned short. The compiler knows this of constants, and may
// drop their stores. It must not drop the store of a defined value, or of an input that the kernel reads.
class LostConstantsTest : public SweepTest {
 protected:
  LostConstantsTest() {
    task_.unit = {.row = find("convert_ushort"), .format = Type::f16, .widths = {1, 2}};
    task_.tier = Tier::quick;
    plan_ = Plan(*task_.unit.row, task_.unit.format, task_.tier, task_.seed, {});
  }
  // Returns true for infinity, NaN, and numbers at or below -1.
  static bool has_no_value(Bits half) { return half >= 0xbc00 || (half >= 0x7c00 && half < 0x8000); }
};

TEST_F(LostConstantsTest, AStoreOfAnUndefinedValueMayGo) {
  int lost = 0;
  sweep({.is_lost = [&](const Element& e) { return e.is_literal && has_no_value(e.input) && ++lost > 0; }});
  EXPECT_GT(lost, 3);
  EXPECT_EQ(verdict(0), "pass") << results_[0].dump();
  EXPECT_EQ(verdict(1), "pass") << results_[1].dump();
}

TEST_F(LostConstantsTest, AStoreOfAValueMayNot) {
  sweep({.is_lost = [](const Element& e) { return e.is_literal && e.input == 0x3c00; }});
  EXPECT_EQ(verdict(0), "fail") << results_[0].dump();
}

TEST_F(LostConstantsTest, NorMayOneOfWhatAKernelGets) {
  sweep({.is_lost = [](const Element& e) { return !e.is_literal && e.input == 0xfc00; }});
  EXPECT_EQ(verdict(0), "fail") << results_[0].dump();
}

// -cl-finite-math-only: PoCL 3.1 on a processor with AVX-512 stores nothing where the kernel branches on a NaN that it
// reads.
class LostInFiniteMathTest : public SweepTest {
 protected:
  LostInFiniteMathTest() {
    task_.unit = {.row = find("sqrt"), .format = Type::f16, .mode = Mode::finite, .widths = {1, 2}};
    task_.tier = Tier::quick;
    plan_ = Plan(*task_.unit.row, task_.unit.format, task_.tier, task_.seed, {}, {}, task_.unit.mode);
  }
};

TEST_F(LostInFiniteMathTest, AStoreForAnArgumentThatIsAssumedAwayMayGo) {
  int lost = 0;
  sweep({.is_lost = [&](const Element& e) { return !e.is_literal && !kF16.is_finite(e.input) && ++lost > 0; }});
  EXPECT_GT(lost, 3);
  EXPECT_EQ(verdict(0), "pass") << results_[0].dump();
  EXPECT_EQ(verdict(1), "pass") << results_[1].dump();
}

TEST_F(LostInFiniteMathTest, OneForANumberMayNot) {
  sweep({.is_lost = [](const Element& e) { return !e.is_literal && e.input == 0x3c00; }});
  EXPECT_EQ(verdict(0), "fail") << results_[0].dump();
}

}  // namespace
}  // namespace classay::sweep_test
