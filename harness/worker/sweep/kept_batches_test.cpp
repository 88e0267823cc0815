// Tests the batches that are kept. As many inputs are kept as requested, with the bits of each width. A second launch with
// the same bits does not count; different bits are counted (and judged: second_launch_test.cpp).
#include "harness/worker/sweep/part_testing.h"
#include "harness/worker/sweep/second_launch.h"
#include "harness/worker/sweep/sweep_context.h"

namespace classay::sweep_test {
namespace {

class KeptBatchesTest : public PartTest {
 protected:
  // Returns what is kept of three batches at all widths, after a second launch.
  KeptBatches keep(std::uint64_t wanted, Faults faults) {
    FakeDevice device(task_.unit, plan_, {Making::table}, std::move(faults));
    const SweepContext context{.device = device, .subject = subject_, .events = events_, .ledger = ledger_};
    Asker asker = context.asker(table());
    KeptBatches kept(wanted);
    for (std::uint64_t number = 0; number < 3; ++number) {
      for (const int width : task_.unit.widths) {
        asker.submit(batch_at(table(), table().first + number * table().batch), width);
        kept.keep(asker.wait(), subject_);
      }
    }
    const std::array<std::size_t, 2> widths{0, 2};
    kept.repeat(asker, widths, subject_, ledger_);
    return kept;
  }
};

TEST_F(KeptBatchesTest, AsManyAreKeptAsWereWanted) {
  const std::uint64_t batch = table().batch;
  EXPECT_EQ(keep(1, {}).all().size(), 1U);
  EXPECT_EQ(keep(batch, {}).all().size(), 1U);
  KeptBatches two = keep(batch + 1, {});
  ASSERT_EQ(two.all().size(), 2U);
  EXPECT_TRUE(two.is_full());
  EXPECT_EQ(two.all()[1].batch, batch_at(table(), table().first + batch));
  for (const Left& left : two.all()[1].results) EXPECT_GE(left.elements.size(), batch * 2);
  two.drop_all_but_first();
  EXPECT_EQ(two.all().size(), 1U);
}

TEST_F(KeptBatchesTest, TheSameBitsAreNoChange) {
  keep(1, {});
  EXPECT_EQ(ledger_.widths[0].repeated, table().batch);
  EXPECT_EQ(ledger_.widths[0].nondeterministic, 0U);
  EXPECT_EQ(ledger_.widths[1].repeated, 0U) << "that was not to be asked";
}

TEST_F(KeptBatchesTest, OtherBitsAreOne) {
  const Bits changed = plan_.input(table().first + 5)[0];
  int asked = 0;
  keep(1, {.result = [&](const Element& e, Bits right) {
         const bool is_it = e.width == 4 && e.input == changed;
         return is_it && asked++ > 0 ? right ^ 1 : right;
       }});
  EXPECT_EQ(ledger_.widths[2].nondeterministic, 1U);
  EXPECT_EQ(ledger_.widths[0].nondeterministic, 0U);
}

}  // namespace
}  // namespace classay::sweep_test
