// Possible faults: a piece that reaches a watchdog's limit, an unknown kernel in one piece, or pieces that begin elsewhere
// after another measurement.
#include "harness/device/launch_grid.h"

#include <gtest/gtest.h>

namespace classay {
namespace {

constexpr std::uint64_t kLaunch = std::uint64_t{1} << 22;

TEST(LaunchGridTest, AnUnknownKernelIsSplit) {
  LaunchGrid grid;
  grid.note("fast", kLaunch, 1e-4);
  EXPECT_GT(grid.piece("fast"), kLaunch);
  EXPECT_EQ(grid.piece("unknown"), LaunchGrid::kUnmeasured);
}

TEST(LaunchGridTest, APieceIsShortAndItsLengthAPowerOfTwo) {
  for (const double per_item : {1e-9, 3e-8, 1e-6, 7e-5}) {
    LaunchGrid grid;
    grid.note("kernel", kLaunch, per_item * static_cast<double>(kLaunch));
    const std::uint64_t piece = grid.piece("kernel");
    EXPECT_TRUE(std::has_single_bit(piece));
    EXPECT_LE(static_cast<double>(piece) * per_item, 1.1 * LaunchGrid::kLongest) << per_item;
    EXPECT_GT(static_cast<double>(piece) * per_item, LaunchGrid::kLongest / 2) << per_item;
  }
}

TEST(LaunchGridTest, TheSlowestLaunchCounts) {
  LaunchGrid grid;
  grid.note("kernel", kLaunch, 4);
  const std::uint64_t piece = grid.piece("kernel");
  grid.note("kernel", kLaunch, 0.5);
  EXPECT_EQ(grid.piece("kernel"), piece);
  grid.note("kernel", kLaunch, 8);
  EXPECT_EQ(grid.piece("kernel"), piece / 2);
}

// The start of a launch takes time too, and a device may have no clock.
TEST(LaunchGridTest, FewWorkItemsAndNoTimeSayNothing) {
  LaunchGrid grid;
  grid.note("kernel", 1, 1);
  grid.note("kernel", kLaunch, 0);
  grid.note("kernel", kLaunch, -1);
  EXPECT_EQ(grid.piece("kernel"), LaunchGrid::kUnmeasured);
}

}  // namespace
}  // namespace classay
