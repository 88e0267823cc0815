// Checks plans of several arguments. Every pair and triple of the boundaries occurs exactly once in every tier. Input ranges
// vary one argument through consecutive patterns of its type. Inputs are functions of seed and index. Every row with a plan
// has a plan in every tier, whose size its judge can handle.
#include <set>

#include "suites/generator.h"
#include "suites/plan.h"

namespace classay {
namespace {

Plan plan_of(std::string_view builtin, Type type, Tier tier, std::uint64_t seed = 1) {
  return Plan(*find(builtin), type, tier, seed, {});
}

const Segment* segment(const Plan& plan, Making making) {
  const auto at = std::ranges::find(plan.segments(), making, &Segment::making);
  return at == plan.segments().end() ? nullptr : &*at;
}

TEST(PairsPlanTest, EveryPairOfBoundariesComesUpOnce) {
  for (const Tier tier : {Tier::smoke, Tier::quick, Tier::full}) {
    for (const auto& [builtin, other] : {std::pair{"pow", Type::f32}, std::pair{"pown", Type::i32}}) {
      const Plan plan = plan_of(builtin, Type::f32, tier);
      const Segment* cross = segment(plan, Making::cross);
      ASSERT_NE(cross, nullptr);
      std::set<Tuple> seen;
      for (std::uint64_t i = 0; i < cross->count; ++i) seen.insert(plan.input(cross->first + i));
      EXPECT_EQ(seen.size(), cross->count);
      const Extent extent = recipe(*find(builtin), Type::f32, tier, Mode::standard, JudgeSpeed::in_bulk).crossed;
      const std::vector<Bits> first = boundaries(Type::f32, extent);
      const std::vector<Bits> second = boundaries(other, extent);
      EXPECT_EQ(cross->count, first.size() * second.size());
      for (const Bits x : {first.front(), first.back()}) {
        for (const Bits y : second) EXPECT_TRUE(seen.contains({x, y, 0}));
      }
    }
  }
}

// Call variants run the first 4,096 inputs. In the order of loops these had six of about 700 first arguments in full.
TEST(PairsPlanTest, TheFirstPairsHaveEveryBoundaryOfBothArguments) {
  const Plan plan = plan_of("fmax", Type::f32, Tier::full);
  const Segment* cross = segment(plan, Making::cross);
  ASSERT_NE(cross, nullptr);
  std::set<Bits> first;
  std::set<Bits> second;
  for (std::uint64_t i = 0; i < 4096; ++i) {
    first.insert(plan.input(cross->first + i)[0]);
    second.insert(plan.input(cross->first + i)[1]);
  }
  const std::size_t all = boundaries(Type::f32, Extent::most).size();
  EXPECT_EQ(first.size(), all);
  EXPECT_EQ(second.size(), all);
}

// As isequal(nan, nan): of 495,616 pairs of boundaries of f32, nine are of two NaNs.
TEST(PairsPlanTest, PairsOfSpecialValuesComeFirst) {
  for (const Tier tier : {Tier::quick, Tier::full}) {
    const Plan plan = plan_of("fmax", Type::f32, tier);
    const Segment* table = segment(plan, Making::table);
    ASSERT_NE(table, nullptr);
    std::set<Tuple> seen;
    for (std::uint64_t i = 0; i < std::min<std::uint64_t>(table->count, 1024); ++i)
      seen.insert(plan.input(table->first + i));
    const std::vector<Bits> few = boundaries(Type::f32, Extent::few);
    for (const Bits x : few) {
      for (const Bits y : few) EXPECT_TRUE(seen.contains({x, y, 0}));
    }
  }
}

TEST(PairsPlanTest, EveryTripleOfBoundariesComesUpOnce) {
  const Plan plan = plan_of("fma", Type::f32, Tier::smoke);
  const Segment* cross = segment(plan, Making::cross);
  ASSERT_NE(cross, nullptr);
  const std::vector<Bits> few = boundaries(Type::f32, Extent::few);
  std::set<Tuple> seen;
  for (std::uint64_t i = 0; i < cross->count; ++i) seen.insert(plan.input(cross->first + i));
  EXPECT_EQ(seen.size(), few.size() * few.size() * few.size());
  for (const Bits z : few) EXPECT_TRUE(seen.contains({few[3], few[5], z}));
}

TEST(PairsPlanTest, LiteralsMeetEveryBoundaryOfEveryArgument) {
  for (const char* const builtin : {"pow", "fma"}) {
    const Plan plan = plan_of(builtin, Type::f32, Tier::smoke);
    const Segment* literals = segment(plan, Making::literals);
    ASSERT_NE(literals, nullptr);
    for (int a = 0; a < plan.arity(); ++a) {
      std::set<Bits> seen;
      for (std::uint64_t i = 0; i < literals->count; ++i) seen.insert(plan.input(i).at(static_cast<std::size_t>(a)));
      for (const Bits b : boundaries(Type::f32, Extent::few)) EXPECT_TRUE(seen.contains(b)) << builtin << a;
    }
  }
}

// Checks that some inputs of a range match its header. Returns the argument that varies.
int expect_run(const Plan& plan, const Segment& runs, std::uint64_t number, Type type) {
  const std::uint64_t length = std::uint64_t{1} << static_cast<unsigned>(runs.run_bits);
  const classay::Run run = plan.run(runs, number);
  const std::uint64_t first = runs.first + number * length;
  for (const std::uint64_t j : {std::uint64_t{0}, std::uint64_t{1}, length - 1}) {
    Tuple expected = run.at;
    expected.at(static_cast<std::size_t>(run.varies)) += j;
    EXPECT_EQ(plan.input(first + j), expected);
    EXPECT_EQ(expected.at(static_cast<std::size_t>(run.varies)) & ~mask(type), 0U);
  }
  return run.varies;
}

TEST(PairsPlanTest, ARunVariesOneArgumentThroughConsecutivePatterns) {
  for (const char* const builtin : {"pow", "fma", "rootn"}) {
    for (const Type type : kLanguageFloats) {
      const Plan plan = plan_of(builtin, type, Tier::quick);
      const Segment* runs = segment(plan, Making::runs);
      ASSERT_NE(runs, nullptr);
      std::set<int> varied;
      const std::uint64_t count = runs->count >> static_cast<unsigned>(runs->run_bits);
      for (std::uint64_t number = 0; number < count; ++number) varied.insert(expect_run(plan, *runs, number, type));
      EXPECT_FALSE(varied.contains(builtin[0] == 'r' ? 1 : plan.arity())) << "an integer varies";
    }
  }
}

TEST(PairsPlanTest, RunsOfEveryArgumentComeUp) {
  const Plan plan = Plan::of_runs(*find("fma"), Type::f32, 1, 256, 4);
  std::set<int> varied;
  for (std::uint64_t r = 0; r < 256; ++r) varied.insert(plan.run(plan.segments()[0], r).varies);
  EXPECT_EQ(varied, (std::set{0, 1, 2}));
}

TEST(PairsPlanTest, AllPairsOfHalvesAreEachPairOnce) {
  const Plan plan = Plan::of_all(*find("pow"), Type::f16);
  EXPECT_TRUE(plan.exhaustive());
  EXPECT_EQ(plan.count(), std::uint64_t{1} << 32);
  std::vector<bool> seen(65536);
  for (std::uint64_t line = 0; line < 65536; ++line) {
    const classay::Run run = plan.run(plan.segments()[0], line);
    EXPECT_EQ(run.at[0], 0U);
    seen.at(run.at[1]) = true;
  }
  EXPECT_EQ(std::ranges::count(seen, false), 0);
  EXPECT_EQ(plan.input(0xffff)[0], 0xffffU);
  EXPECT_NE(plan.text().find("all "), std::string::npos);
}

TEST(PairsPlanTest, WindowsAreWhereTheirMakerSays) {
  const RunMaker maker = [](std::uint64_t number) {
    return classay::Run{.at = {0x3ff0000000000000 + (number << 40U)}, .key = number * 0x9e3779b97f4a7c15, .shift = 20};
  };
  const Plan plan(*find("sin"), Type::f64, Tier::full, 1, {}, maker);
  const Plan without(*find("sin"), Type::f64, Tier::full, 1, {});
  EXPECT_EQ(plan.count(), without.count());
  EXPECT_NE(plan.hash(), without.hash());
  const Segment* windows = segment(plan, Making::windows);
  ASSERT_NE(windows, nullptr);
  EXPECT_EQ(windows->run_bits, kWindowBits);
  for (const std::uint64_t i : {0U, 5U, 4096U, 10000U}) {
    const classay::Run run = maker(i / 4096);
    EXPECT_EQ(plan.input(windows->first + i)[0], run.at[0] + ((window_pool(i % 4096) ^ run.key) >> 20U));
  }
}

// The additional inputs follow the shared ones, and no other width has them.
TEST(PairsPlanTest, ScalarsAreAskedMore) {
  const Row& row = *find("pow");
  const Plan plan = Plan::of_runs(row, Type::f32, 1, 10, 4, 30);
  const Plan all = Plan::of_runs(row, Type::f32, 1, 40, 4);
  EXPECT_EQ(plan.count(1), 640U);
  EXPECT_EQ(plan.count(4), 160U);
  EXPECT_EQ(plan.scalars_from(), 160U);
  EXPECT_EQ(all.scalars_from(), all.count());
  for (std::uint64_t i = 0; i < plan.count(); ++i) EXPECT_EQ(plan.input(i), all.input(i)) << i;
  EXPECT_EQ(plan.text(4), "10 runs of 16, seed 1");
  EXPECT_EQ(plan.text(1), "10 runs of 16, seed 1, 30 more runs of 16, seed 1");
  EXPECT_EQ(plan.hash(4), Plan::of_runs(row, Type::f32, 1, 10, 4).hash(4));
  EXPECT_NE(plan.hash(1), plan.hash(4));
}

TEST(PairsPlanTest, FullAsksScalarsFourTimesAsMany) {
  const Plan pow = plan_of("pow", Type::f32, Tier::full);
  EXPECT_GE(pow.count(1), std::uint64_t{1} << 32);
  EXPECT_GE(pow.count(16), std::uint64_t{1} << 30);
  EXPECT_LT(pow.count(16), std::uint64_t{1} << 31);
  const RunMaker maker = [](std::uint64_t number) { return classay::Run{.at = {number << 20U}}; };
  const Plan wide(*find("pow"), Type::f64, Tier::full, 1, {}, maker);
  EXPECT_GE(wide.count(1), std::uint64_t{1} << 30);
  EXPECT_GE(wide.count(2), std::uint64_t{1} << 28);
  EXPECT_LT(wide.count(2), std::uint64_t{1} << 29);
  const Plan counted = plan_of("pow", Type::f64, Tier::full);
  for (const int width : {1, 2}) EXPECT_EQ(counted.count(width), wide.count(width));
  EXPECT_EQ(wide.run(wide.segments().back(), 3), maker((std::uint64_t{1} << (28 - kWindowBits)) + 3));
  EXPECT_EQ(plan_of("pow", Type::f16, Tier::full).scalars_from(), plan_of("pow", Type::f16, Tier::full).count());
}

TEST(PairsPlanTest, TheSeedChangesWhatIsRandom) {
  const Plan a = plan_of("fma", Type::f64, Tier::smoke, 1);
  const Plan b = plan_of("fma", Type::f64, Tier::smoke, 2);
  EXPECT_EQ(a.hash(), plan_of("fma", Type::f64, Tier::smoke, 1).hash());
  EXPECT_NE(a.hash(), b.hash());
  ASSERT_EQ(a.count(), b.count());
  std::map<Making, std::uint64_t> differing;
  for (std::uint64_t i = 0; i < a.count(); ++i) {
    if (a.input(i) != b.input(i)) ++differing[a.segment_of(i).making];
  }
  for (const Making m : {Making::hard, Making::random, Making::runs}) EXPECT_GT(differing[m], segment(a, m)->count / 2);
  EXPECT_FALSE(differing.contains(Making::cross));
  EXPECT_FALSE(differing.contains(Making::literals));
}

TEST(PairsPlanTest, HardInputsOfFilesAreAsked) {
  const std::vector<std::vector<Bits>> hard{{0x3f812345, 0x40123456}};
  const Plan plan(*find("atan2"), Type::f32, Tier::smoke, 1, hard);
  const Segment* table = segment(plan, Making::table);
  ASSERT_NE(table, nullptr);
  EXPECT_EQ(plan.input(table->first), (Tuple{0x3f812345, 0x40123456, 0}));
}

// Returns the number of inputs that are judged one by one.
std::uint64_t slow(const Row& row, Type type, const Plan& plan) {
  std::uint64_t sum = 0;
  const bool has_runs = judge_speed(row, type, Mode::standard) == JudgeSpeed::in_bulk;
  for (const Segment& s : plan.segments()) {
    if (has_runs && s.making == Making::runs) continue;
    if (s.making != Making::range && s.making != Making::windows && s.making != Making::literals) sum += s.count;
  }
  return sum;
}

// Arguments have no bits beyond their types; unused arguments are zero.
void expect_fits(const Row& row, Type type, const Tuple& input) {
  const std::vector<Type> types = argument_types(row, type);
  for (std::size_t a = 0; a < 3; ++a) {
    EXPECT_EQ(input.at(a) & (a < types.size() ? ~mask(types[a]) : ~Bits{0}), 0U) << row.name;
  }
}

TEST(PairsPlanTest, EveryRowHasAPlanOfASizeThatItsJudgeCanBear) {
  for (const Row& row : table()) {
    for (const Type type : row.formats) {
      if (!has_plan(row, type)) continue;
      const Plan smoke(row, type, Tier::smoke, 1, {});
      EXPECT_GT(smoke.count(), 100U) << row.name;
      // Patterns are usually judged in bulk.
      const std::uint64_t times = is_of_patterns(row, type) ? 4 : 1;
      EXPECT_LE(slow(row, type, smoke), times * 12500) << row.name << smoke.text();
      EXPECT_LE(slow(row, type, Plan(row, type, Tier::quick, 1, {})), times * 150000) << row.name;
      for (const Segment& s : smoke.segments()) {
        for (const std::uint64_t at : {std::uint64_t{0}, s.count / 2, s.count - 1})
          expect_fits(row, type, smoke.input(s.first + at));
      }
    }
  }
}

}  // namespace
}  // namespace classay
