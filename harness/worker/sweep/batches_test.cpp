// Tests that at each width some launch has an odd number of work-items, the last of which has an input of its own. In most
// launches so few work-items are idle that losing a quarter of them loses results.
#include "harness/worker/sweep/batches.h"

#include <gtest/gtest.h>

#include <map>
#include <set>

#include "kernels/source.h"
#include "suites/row.h"

namespace classay {
namespace {

struct AskedPlan {
  const char* row;
  Type format;
};
constexpr std::array kPlans = std::to_array<AskedPlan>({{"sqrt", Type::f32},
                                                        {"sqrt", Type::f16},
                                                        {"log", Type::f64},
                                                        {"hypot", Type::f32},
                                                        {"fma", Type::f32},
                                                        {"convert_uint", Type::f32},
                                                        {"mul_hi", Type::u16},
                                                        {"add_sat", Type::u8}});

Capabilities card() {
  Capabilities device;
  device.largest_allocation = device.global_memory = std::uint64_t{1} << 36;
  return device;
}

// Only the first few batches and the last two, to save time.
std::vector<Batch> ends_of(const Stretch& s) {
  std::vector<Batch> all;
  for (std::uint64_t at = s.first; at < s.end && all.size() < 4; at += s.batch) all.push_back(batch_at(s, at));
  const std::uint64_t last = s.first + (s.end - 1 - s.first) / s.batch * s.batch;
  for (const std::uint64_t at : {last - std::min(last - s.first, s.batch), last}) {
    if (all.back().first < at) all.push_back(batch_at(s, at));
  }
  return all;
}

bool last_counts(const Stretch& s, const Batch& batch, int width) {
  const std::uint64_t items = work_items(s, batch, width, CallForm::plain);
  return items % 2 == 1 && items == sections(batch.count, width);
}

void expect_remainders(const Plan& plan, const Capabilities& device, const std::string& where) {
  const std::vector<Stretch> all = stretches(plan, largest_batch(device));
  for (const int width : kVectorWidths) {
    for (const Stretch& s : all) {
      const std::vector<Batch> batches = ends_of(s);
      EXPECT_TRUE(std::ranges::any_of(batches, [&](const Batch& b) { return last_counts(s, b, width); }))
          << where << ", width " << width << ", " << name(s.making);
      for (const Batch& b : batches) EXPECT_GE(work_items(s, b, width, CallForm::plain), sections(b.count, width)) << where;
    }
  }
}

TEST(BatchesTest, EachStretchHasALaunchWithAnOddNumberOfWorkItemsAtEachWidth) {
  Capabilities processor = card();
  processor.shares_memory = true;
  for (const AskedPlan& asked : kPlans) {
    for (const Tier tier : {Tier::smoke, Tier::quick, Tier::full, Tier::certify}) {
      const Plan plan(*find(asked.row), asked.format, tier, 1, {});
      const std::string where = std::string(asked.row) + ", " + std::string(name(tier));
      expect_remainders(plan, processor, where + ", processor");
      expect_remainders(plan, card(), where + ", card");
    }
  }
}

TEST(BatchesTest, ALaunchThatLosesAQuarterOfItsWorkItemsLosesResults) {
  const Plan plan(*find("copysign"), Type::f32, Tier::smoke, 1, {});
  for (const Stretch& s : stretches(plan, largest_batch(card()))) {
    for (const Batch& b : ends_of(s)) {
      if (b.count < s.batch) continue;
      for (const int width : kVectorWidths) {
        const std::uint64_t items = work_items(s, b, width, CallForm::plain);
        EXPECT_LT(items - items / 4, std::max<std::uint64_t>(sections(b.count, width), 4)) << width;
      }
    }
  }
}

// Returns the sizes of the launches of small batches: one, and another one for the last launch of one width.
std::map<int, std::set<std::uint64_t>> sizes_by_width(const Stretch& s) {
  std::map<int, std::set<std::uint64_t>> all;
  for (const int width : kVectorWidths) {
    for (const Batch& b : ends_of(s)) all[width].insert(work_items(s, b, width, CallForm::plain));
  }
  return all;
}

// Drivers that compile a kernel for each work-group size would compile it twice in a tier that is mostly compilation.
TEST(BatchesTest, SmallLaunchesOfAStretchHaveOneSizeButAtOneWidth) {
  const Plan plan(*find("sqrt"), Type::f32, Tier::smoke, 1, {});
  for (const Stretch& s : stretches(plan, largest_batch(card()))) {
    std::size_t all = 0;
    for (const auto& [width, sizes] : sizes_by_width(s)) all += sizes.size();
    EXPECT_LE(all, kVectorWidths.size() + 1);
  }
}

// The work-items beyond the last multiple of 64, or the last two, hold inputs of their own.
bool is_even(const Stretch& s, const Batch& batch, int width) {
  const std::uint64_t items = work_items(s, batch, width, CallForm::plain);
  return items % 2 == 0 && items % 64 != 0 && items == sections(batch.count, width) + 1;
}

// One size for all widths: a driver that compiles a kernel for each work-group size compiles it once.
TEST(BatchesTest, LaunchesOfAKernelOfSeveralWidthsHaveOneSize) {
  const Plan plan(*find("sqrt"), Type::f32, Tier::smoke, 1, {});
  for (const Stretch& s : stretches(plan, largest_batch(card()))) {
    std::set<std::uint64_t> sizes;
    for (const Batch& b : ends_of(s)) {
      sizes.insert(work_items_together(s, b, 1, CallForm::plain));
      for (const int width : kVectorWidths) {
        EXPECT_EQ(is_even_launch(s, b, width), is_even(s, b, width)) << width;
        EXPECT_GE(work_items_together(s, b, 1, CallForm::plain), sections(b.count, width));
        EXPECT_GE(work_items_together(s, b, 1, CallForm::scalar_argument), sections(b.count, width));
      }
    }
    EXPECT_EQ(sizes.size(), 1U);
    EXPECT_EQ(*sizes.begin() % 2, 1U);
  }
}

std::size_t even_launches(const Plan& plan) {
  std::size_t count = 0;
  for (const Stretch& s : stretches(plan, largest_batch(card()))) {
    for (const Batch& b : ends_of(s)) {
      for (const int width : kVectorWidths) count += is_even(s, b, width) ? 1 : 0;
    }
  }
  return count;
}

TEST(BatchesTest, SomeLaunchesHaveAnEvenNumberOfWorkItemsThatIsNoMultipleOf64) {
  for (const AskedPlan& asked : kPlans) {
    for (const Tier tier : {Tier::smoke, Tier::quick, Tier::full}) {
      EXPECT_GT(even_launches(Plan(*find(asked.row), asked.format, tier, 1, {})), 0U) << asked.row << " " << name(tier);
    }
  }
}

// With a prime number of work-items, a driver that makes work-groups as large as possible would make groups of one.
TEST(BatchesTest, LargeLaunchesAreOfWholeGroupsButTheLastTwo) {
  const Plan plan = Plan::of_all(*find("sqrt"), Type::f32);
  const std::vector<Stretch> all = stretches(plan, largest_batch(card()));
  ASSERT_EQ(all.size(), 1U);
  const std::vector<Batch> batches = ends_of(all[0]);
  for (std::size_t i = 0; i + 2 < batches.size(); ++i) {
    EXPECT_EQ(work_items(all[0], batches[i], 2, CallForm::plain) % 256, 0U);
  }
  const Batch& last = batches.back();
  const Batch& before = batches[batches.size() - 2];
  EXPECT_EQ(work_items(all[0], before, 2, CallForm::plain) % 2, 0U);
  EXPECT_NE(work_items(all[0], before, 2, CallForm::plain) % 64, 0U);
  EXPECT_EQ(work_items(all[0], last, 2, CallForm::plain) % 2, 1U);
}

}  // namespace
}  // namespace classay
