// Results that hold what their output was filled with. What right looks like: one that has that value by chance is none; one
// that was never written is one, at its width.
#include "harness/sweep/suspects.h"

#include "harness/sweep/sweep_context.h"
#include "harness/sweep/testing.h"

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
    suspects.note(batch_at(table(), table().first), 1, places);
    suspects.note(batch_at(table(), table().first), 0, {});
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

TEST_F(SuspectsTest, OneThatIsNeverWrittenIsLost) {
  settle({.lost_component = 0});
  EXPECT_EQ(ledger_.widths[1].unwritten, 2U);
}

}  // namespace
}  // namespace classay::sweep_test
