// What right looks like: versions come in the order of the sets, the baseline is always among them, and no version is looked
// for that a build does not have.
#include "reference/number/instruction_sets.h"

#include <array>

namespace classay {
namespace {

TEST(InstructionSetsTest, VersionsThatRunAreTheFirstOfAllAndOneAlwaysDoes) {
  constexpr std::array kVersions{1, 2, 3};
  const std::span<const int> here = runnable(std::span<const int>(kVersions));
  ASSERT_GE(here.size(), 1U);
  EXPECT_EQ(here.size(), runnable_instruction_sets());
  EXPECT_EQ(here.data(), kVersions.data());
}

TEST(InstructionSetsTest, ABuildForAnotherProcessorHasTheBaselineOnly) {
  constexpr std::array kVersions{1};
  EXPECT_EQ(runnable(std::span<const int>(kVersions)).size(), 1U);
}

}  // namespace
}  // namespace classay
