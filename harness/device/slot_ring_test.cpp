// Possible faults: two launches in flight share a slot, or launches end in another order than they began.
#include "harness/device/slot_ring.h"

#include <gtest/gtest.h>

#include <deque>

namespace classay {
namespace {

struct NumberedSlot {
  int launch = 0;
};

TEST(SlotRingTest, LaunchesEndInTheirOrderWhateverTheSlots) {
  for (const std::size_t slots : {1U, 2U, 3U, 8U}) {
    SlotRing<NumberedSlot> ring(slots);
    std::deque<int> flying;
    int launched = 0;
    for (std::uint64_t step = 0; step < 1000; ++step) {
      const bool is_full = ring.in_flight() == ring.size();
      const bool begins = !is_full && (ring.in_flight() == 0 || step * step % 7 < 4);
      if (begins) {
        ring.next().launch = ++launched;
        ring.begin();
        flying.push_back(launched);
      } else {
        ASSERT_EQ(ring.oldest().launch, flying.front());
        ring.end_oldest();
        ASSERT_EQ(ring.last_ended().launch, flying.front());
        flying.pop_front();
      }
      ASSERT_EQ(ring.in_flight(), flying.size());
    }
    EXPECT_GT(launched, 400);
  }
}

}  // namespace
}  // namespace classay
