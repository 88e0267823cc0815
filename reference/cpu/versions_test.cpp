// What right looks like: sets come in order, the baseline is always among them, a lower set leaves out those above it, and a
// name that can not be had is refused with those that can.
#include "reference/cpu/versions.h"

#include <stdexcept>

#include "reference/bulk/loops.h"

namespace classay {
namespace {

using enum InstructionSet;
constexpr std::array kTwo{baseline, avx2};

TEST(InstructionSetTest, TheBaselineIsAlwaysThereAndOthersComeInOrder) {
  const std::span<const InstructionSet> here = sets_of_machine();
  ASSERT_GE(here.size(), 1U);
  EXPECT_LE(here.size(), kInstructionSets);
  for (std::size_t i = 0; i < here.size(); ++i) EXPECT_EQ(here[i], static_cast<InstructionSet>(i));
}

TEST(InstructionSetTest, ALowerSetLeavesOutThoseAboveIt) {
  EXPECT_EQ(sets_up_to("", kTwo).size(), 2U);
  EXPECT_EQ(sets_up_to("avx2", kTwo).size(), 2U);
  EXPECT_EQ(sets_up_to("baseline", kTwo).size(), 1U);
}

std::string refusal(std::string_view name) {
  try {
    sets_up_to(name, kTwo);
  } catch (const std::invalid_argument& e) {
    return e.what();
  }
  return "";
}

TEST(InstructionSetTest, WhatCanNotBeHadIsRefusedWithWhatCan) {
  EXPECT_EQ(refusal("avx512"),
            "the instruction set 'avx512' does not run on this machine; this machine runs: baseline, avx2");
  EXPECT_EQ(refusal("AVX2"), "the instruction set 'AVX2' is not known; this machine runs: baseline, avx2");
}

TEST(VersionsTest, EachVersionIsThatOfItsSet) {
  const std::span<const bulk::Loops* const> here = runnable<bulk::Loops>();
  ASSERT_EQ(here.size(), usable_sets().size());
  for (std::size_t i = 0; i < here.size(); ++i) EXPECT_EQ(here[i]->set, usable_sets()[i]);
  EXPECT_EQ(&best<bulk::Loops>(), here.back());
}

}  // namespace
}  // namespace classay
