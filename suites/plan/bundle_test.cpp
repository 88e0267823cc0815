// Checks the division into bundles. Possible faults: a builtin is in two bundles or finds itself not in its own; builtins of
// different build options meet, so that a program does not build; bundles are too small to save time.
#include "suites/plan/bundle.h"

#include <gmock/gmock.h>

#include <set>

#include "suites/plan/small_tier.h"
#include "suites/signature.h"

namespace classay {
namespace {

TEST(BundleTest, EachBuiltinIsOnceInItsBundle) {
  std::size_t bundled = 0;
  std::set<std::size_t> bundles;
  for (const Row& row : table()) {
    for (const Type format : row.formats) {
      const auto bundle = bundle_of(row, format);
      if (!bundle) continue;
      ++bundled;
      bundles.insert(*bundle);
      EXPECT_THAT(bundled_with(*bundle), testing::Contains(Bundled{&row, format})) << row.name;
    }
  }
  std::size_t members = 0;
  for (const std::size_t bundle : bundles) members += bundled_with(bundle).size();
  EXPECT_EQ(members, bundled);
  EXPECT_EQ(*bundles.rbegin(), bundles.size() - 1);
  EXPECT_GT(bundled, 6 * bundles.size());
}

TEST(BundleTest, ABundleHasOneProgram) {
  for (const Row& row : table()) {
    for (const Type format : row.formats) {
      const auto bundle = bundle_of(row, format);
      if (!bundle) continue;
      std::set<std::string_view> names;
      const std::span<const Bundled> all = bundled_with(*bundle);
      EXPECT_LE(all.size(), kLargestBundle);
      for (const Bundled& other : all) {
        names.insert(other.row->name);
        EXPECT_EQ(other.format, format);
        EXPECT_EQ(other.row->newer, row.newer);
        EXPECT_EQ(other.row->contraction, row.contraction);
      }
      EXPECT_EQ(names.size(), all.size());
    }
  }
}

TEST(BundleTest, BuiltinsWithSeveralProgramsAndThoseOfLargerTiersHaveNone) {
  EXPECT_TRUE(bundle_of(*find("sin"), Type::f32));
  EXPECT_EQ(bundle_of(*find("sin"), Type::f32), bundle_of(*find("sinh"), Type::f32));
  EXPECT_NE(bundle_of(*find("sin"), Type::f32), bundle_of(*find("sin"), Type::f64));
  EXPECT_FALSE(bundle_of(*find("dot"), Type::f32));     // across lanes
  EXPECT_FALSE(bundle_of(*find("select"), Type::f32));  // another condition for scalars
  for (const Row& row : table()) {
    for (const Type format : row.formats) {
      EXPECT_FALSE(bundle_of(row, format) && is_left_to_larger_tiers(row, format, 1, Tier::smoke)) << row.name;
    }
  }
}

}  // namespace
}  // namespace classay
