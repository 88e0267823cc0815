// Holes of other suites that inputs can have: grids that miss the hard places, generators that repeat each other, tables
// that a buffer's size cuts off.
#include <gtest/gtest.h>

#include <set>

#include "reference/inputs/inputs.h"

namespace classay {
namespace {

TEST(InputHolesTest, TheMiddleBitsOfF64SignificandsAreNotAllAlike) {
  const Inputs inputs(kF64, 1);
  const std::uint64_t first = boundary_table(kF64).size();
  constexpr Bits middle = Bits{0xffff} << 18;
  int generic = 0;
  int plain = 0;
  for (std::uint64_t i = first; i < first + 20000; ++i) {
    const Bits bits = inputs.one(i) & middle;
    ++(bits == 0 || bits == middle ? plain : generic);
  }
  EXPECT_GT(generic, plain);
  EXPECT_GT(plain, 0);  // and plain ones are asked too
}

TEST(InputHolesTest, TwoSeedsAndTwoInputsHaveStreamsOfTheirOwn) {
  std::set<std::uint64_t> seen;
  for (std::uint64_t seed = 0; seed < 100; ++seed) {
    for (std::uint64_t i = 0; i < 100; ++i) seen.insert(CounterRandom(seed, i).next());
  }
  EXPECT_EQ(seen.size(), 10000U);
  EXPECT_EQ(CounterRandom(3, 4).next(), CounterRandom(3, 4).next());
}

TEST(InputHolesTest, NoTripleOfTheBoundaryTableIsCutOff) {
  for (const Format& f : {kF16, kF32, kF64}) {
    const Inputs inputs(f, 1);
    const std::size_t n = shortest_boundary_table(f).size();
    std::set<std::array<Bits, 3>> seen;
    for (std::uint64_t i = 0; i < n * n * n; ++i) seen.insert(inputs.triple(i));
    EXPECT_EQ(seen.size(), n * n * n);
  }
}

}  // namespace
}  // namespace classay
