// Checks that sets are in order and always include the baseline. A set must be present only if the processor and the
// operating system support all of it. A lower set must exclude those above it. An unavailable name must be rejected with a
// list of the available ones.
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

#ifdef __x86_64__
#ifndef __clang__
// GCC's own detection; that of clang depends on its runtime library.
TEST(InstructionSetTest, TheyAreThoseThatTheCompilerFinds) {
  __builtin_cpu_init();
  const bool has_avx2 = __builtin_cpu_supports("avx2") != 0 && __builtin_cpu_supports("fma") != 0;
  const bool has_avx512 = has_avx2 && __builtin_cpu_supports("avx512f") != 0 && __builtin_cpu_supports("avx512bw") != 0 &&
                          __builtin_cpu_supports("avx512dq") != 0 && __builtin_cpu_supports("avx512vl") != 0;
  EXPECT_EQ(sets_of_machine().size(), has_avx512 ? 3U : has_avx2 ? 2U : 1U);
}
#endif

// Bits from Intel's manual. FMA is bit 12, OSXSAVE 27, AVX 28 of the first word. AVX2 is bit 5, AVX-512 F 16, DQ 17, BW 30,
// VL 31 of the second word. XMM is bit 1, YMM 2, the mask registers and ZMM 5 to 7 of the third word.
constexpr CpuWords kAll{.features = 0x18001000, .more_features = 0xc0030020, .kept = 0xe7};

TEST(InstructionSetTest, EveryPartOfASetIsNeeded) {
  EXPECT_EQ(count_of_sets(kAll), 3U);
  for (const int bit : {12, 27, 28}) {
    CpuWords less = kAll;
    less.features ^= 1U << bit;
    EXPECT_EQ(count_of_sets(less), 1U) << bit;
  }
  for (const int bit : {5, 16, 17, 30, 31}) {
    CpuWords less = kAll;
    less.more_features ^= 1U << bit;
    EXPECT_EQ(count_of_sets(less), bit == 5 ? 1U : 2U) << bit;
  }
}

TEST(InstructionSetTest, TheOperatingSystemKeepsTheRegisters) {
  for (const int bit : {1, 2, 5, 6, 7}) {
    CpuWords less = kAll;
    less.kept ^= 1U << bit;
    EXPECT_EQ(count_of_sets(less), bit <= 2 ? 1U : 2U) << bit;
  }
  EXPECT_EQ(count_of_sets({}), 1U);
}
#endif

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
