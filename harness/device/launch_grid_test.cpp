// Possible faults: a piece that reaches a watchdog's limit, an unknown kernel in one piece, pieces that begin elsewhere
// after another measurement, or work-items in no piece or in two.
#include "harness/device/launch_grid.h"

#include <gtest/gtest.h>

namespace classay {
namespace {

constexpr std::uint64_t kLaunch = std::uint64_t{1} << 22;

TEST(LaunchGridTest, AnUnknownKernelIsSplit) {
  LaunchGrid grid(true);
  grid.note("fast", kLaunch, 1e-4);
  EXPECT_GT(grid.piece("fast"), kLaunch);
  EXPECT_EQ(grid.piece("unknown"), LaunchGrid::kUnmeasured);
}

TEST(LaunchGridTest, APieceIsShortAndItsLengthAPowerOfTwo) {
  for (const double per_item : {1e-9, 3e-8, 1e-6, 7e-5}) {
    LaunchGrid grid(true);
    grid.note("kernel", kLaunch, per_item * static_cast<double>(kLaunch));
    const std::uint64_t piece = grid.piece("kernel");
    EXPECT_TRUE(std::has_single_bit(piece));
    EXPECT_LE(static_cast<double>(piece) * per_item, 1.1 * LaunchGrid::kLongest) << per_item;
    EXPECT_GT(static_cast<double>(piece) * per_item, LaunchGrid::kLongest / 2) << per_item;
  }
}

TEST(LaunchGridTest, TheSlowestLaunchCounts) {
  LaunchGrid grid(true);
  grid.note("kernel", kLaunch, 4);
  const std::uint64_t piece = grid.piece("kernel");
  grid.note("kernel", kLaunch, 0.5);
  EXPECT_EQ(grid.piece("kernel"), piece);
  grid.note("kernel", kLaunch, 8);
  EXPECT_EQ(grid.piece("kernel"), piece / 2);
}

// The start of a launch takes time too, and a device may have no clock.
TEST(LaunchGridTest, FewWorkItemsAndNoTimeSayNothing) {
  LaunchGrid grid(true);
  grid.note("kernel", 1, 1);
  grid.note("kernel", kLaunch, 0);
  grid.note("kernel", kLaunch, -1);
  EXPECT_EQ(grid.piece("kernel"), LaunchGrid::kUnmeasured);
}

constexpr auto kAnywhere = [](std::uint64_t) { return true; };

Launch launch_of(std::uint64_t items) { return {.kernel = "kernel", .items = items, .outputs = {}, .may_be_split = true}; }

TEST(LaunchGridTest, EachWorkItemIsInOnePiece) {
  const LaunchGrid grid(true);
  constexpr std::uint64_t kLength = LaunchGrid::kUnmeasured;
  for (const std::uint64_t items : {std::uint64_t{1}, kLength, kLength + 1, 3 * kLength - 1, 3 * kLength}) {
    std::uint64_t next = 0;
    for (const Piece& p : grid.pieces(launch_of(items), kAnywhere)) {
      EXPECT_EQ(p.first, next) << "of " << items;
      EXPECT_EQ(p.first % kLength, 0U);
      EXPECT_LE(p.count, kLength);
      EXPECT_GT(p.count, 0U);
      next += p.count;
    }
    EXPECT_EQ(next, items);
  }
}

TEST(LaunchGridTest, LaunchesThatCannotBeSplitHaveOnePiece) {
  const std::vector<Piece> whole{{.first = 0, .count = kLaunch}};
  const LaunchGrid grid(true);
  ASSERT_EQ(grid.pieces(launch_of(kLaunch), kAnywhere).size(), kLaunch / LaunchGrid::kUnmeasured);
  EXPECT_EQ(LaunchGrid(false).pieces(launch_of(kLaunch), kAnywhere), whole) << "without a watchdog";
  EXPECT_EQ(grid.pieces(launch_of(kLaunch), [](std::uint64_t) { return false; }), whole) << "the back end has no offsets";
  Launch dependent = launch_of(kLaunch);
  dependent.may_be_split = false;
  EXPECT_EQ(grid.pieces(dependent, kAnywhere), whole);
  Launch range = launch_of(kLaunch);
  range.range = Range{};
  EXPECT_EQ(grid.pieces(range, kAnywhere), whole);
}

}  // namespace
}  // namespace classay
