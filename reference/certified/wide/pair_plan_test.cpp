// Checks that the places of a plan of pairs reach every binade of results, every octave and size of arguments, both signs
// and every ratio. Nearly all blocks must be polynomials with numbers as values, and the plan must depend on the seed.
// Possible faults: a part of the plane without places; a plan that depends on progress.
#include <cmath>
#include <map>
#include <set>

#include "reference/certified/testing.h"
#include "reference/certified/wide/check.h"
#include "reference/certified/wide/octave.h"
#include "reference/certified/wide/pair_model.h"

namespace classay::certified {
namespace {

using Kind = WideBlock::Kind;

class WidePairPlanTest : public testing::TestWithParam<PairFunction> {
 protected:
  const PairFunction& function() const { return *pair_function_named(GetParam().name); }
};
INSTANTIATE_TEST_SUITE_P(EveryFunction, WidePairPlanTest,
                         testing::ValuesIn(pair_functions().begin(), pair_functions().end()), named<PairFunction>);

// Returns the floor of log2 |f| in the middle of a block, or nothing if there is none.
std::optional<int> binade(const WidePairModel& model, const WidePairBlock& block) {
  const WideValue v = first_value(model, block);
  if (std::isnan(v.tail) || !std::isfinite(v.head) || v.head == 0) return std::nullopt;
  return std::ilogb(v.head) + v.scale;
}

TEST(WidePairPlacesTest, PowersReachResultsOfAllBinadesWithXFarFromOneAndNextToIt) {
  for (const char* name : {"pow", "powr", "pown"}) {
    const WidePairModel model(*pair_function_named(name));
    std::set<int> far;
    std::set<int> near;
    std::set<int> nearness;
    for (std::uint64_t i = 0; i < 8 * 2200; ++i) {
      if (i % 8 != 0 && i % 8 != 3) continue;
      const WidePairPlace p = model.plan().place(1, i);
      const std::optional<int> b = binade(model, model.block(p));
      const Bits x = p.varies == Varies::first ? p.place.magnitude : p.fixed;
      const double distance = std::fabs(std::bit_cast<double>(kF64.magnitude(x)) - 1);
      if (b) (distance < 0x1p-10 ? near : far).insert(*b / 16);
      if (distance > 0 && distance < 0.5) nearness.insert(std::ilogb(distance));
    }
    EXPECT_GE(far.size(), 2000U / 16) << name;
    EXPECT_GE(near.size(), 2000U / 16) << name;
    EXPECT_GE(nearness.size(), std::string_view(name) == "pown" ? 20U : 50U) << name;
  }
}

TEST(WidePairPlacesTest, RootsAreOfAllSmallNumbersAndOfBigOnes) {
  const WidePairPlan plan(*pair_function_named("rootn"));
  std::set<std::int64_t> small;
  std::set<int> sizes;
  std::set<Bits> octaves;
  for (std::uint64_t i = 0; i < 8192; ++i) {
    const WidePairPlace p = plan.place(1, i);
    const std::int64_t n = as_signed({Type::i32, p.fixed});
    EXPECT_EQ(p.varies, Varies::first);
    if (std::abs(n) <= 64) small.insert(n);
    sizes.insert(static_cast<int>(std::bit_width(static_cast<Bits>(std::abs(n)))));
    octaves.insert(octave_of(p.place.magnitude).first);
  }
  EXPECT_GE(small.size(), 128U);
  EXPECT_GE(sizes.size(), 31U);
  EXPECT_EQ(octaves.size(), 2097U);
}

TEST(WidePairPlacesTest, PlanesHaveAllQuadrantsRatiosAndOctaves) {
  for (const char* name : {"atan2", "hypot"}) {
    const WidePairPlan plan(*pair_function_named(name));
    std::set<int> signs;
    std::set<int> ratios;
    std::set<Bits> octaves;
    std::size_t alike = 0;
    for (std::uint64_t i = 0; i < 40000; ++i) {
      const WidePairPlace p = plan.place(1, i);
      const auto fixed = std::bit_cast<double>(p.fixed);
      const auto varied = std::bit_cast<double>(p.place.magnitude);
      signs.insert((std::signbit(fixed) ? 1 : 0) + (p.place.is_negative ? 2 : 0) + (p.varies == Varies::first ? 4 : 0));
      ratios.insert(std::ilogb(varied) - std::ilogb(fixed));
      octaves.insert(octave_of(p.place.magnitude).first);
      if (std::fabs(std::fabs(fixed) - varied) <= 0x1p-40 * varied) ++alike;
    }
    EXPECT_EQ(signs.size(), 8U);
    EXPECT_GE(ratios.size(), 4000U);
    EXPECT_EQ(octaves.size(), 2097U);
    EXPECT_GE(alike, 3000U);
  }
}

TEST_P(WidePairPlanTest, NearlyNoBlockIsMadeOfSingleValuesAndMostHoldNumbers) {
  const WidePairModel model(function());
  std::map<Kind, std::size_t> kinds;
  std::size_t numbers = 0;
  constexpr std::size_t kBlocks = 800;
  for (std::uint64_t i = 0; i < kBlocks; ++i) {
    const WidePairBlock block = model.block(2, i);
    if (block.kind != Kind::single || block.count == 256) ++kinds[block.kind];  // a window next to zero has few numbers
    if (binade(model, block)) ++numbers;
  }
  EXPECT_LE(kinds[Kind::single], kBlocks / 100);
  EXPECT_GE(kinds[Kind::polynomial], kBlocks * 6 / 10);
  EXPECT_GE(numbers, kBlocks * 7 / 10);
}

TEST_P(WidePairPlanTest, PlacesAreTheSameForASeedAndOthersForAnother) {
  const WidePairPlan plan(function());
  std::size_t same = 0;
  for (std::uint64_t i = 0; i < 400; ++i) {
    const WidePairPlace a = plan.place(1, i);
    const WidePairPlace again = plan.place(1, i);
    EXPECT_TRUE(a.fixed == again.fixed && a.place.magnitude == again.place.magnitude && a.place.key == again.place.key);
    ASSERT_TRUE(kF64.is_finite(a.place.magnitude) && a.place.magnitude > 1);
    if (a.place.magnitude == plan.place(2, i).place.magnitude) ++same;
  }
  EXPECT_LT(same, 40U);
}

}  // namespace
}  // namespace classay::certified
