// Tests that a warning needs a gross error where accuracy is left to the implementation, and has no other causes.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <bit>

#include "harness/worker/judging/tally_review.h"
#include "suites/judge_promise.h"

namespace classay {
namespace {

using testing::HasSubstr;
using testing::IsEmpty;

Bits bits(float x) { return std::bit_cast<std::uint32_t>(x); }

std::string warning(const char* name, float input, float result, double ulps) {
  const Promise p = promise(*find(name), Type::f32, Edition::clc31, Profile::full, Mode::standard);
  Tally tally;
  tally.add({.index = 7, .inputs = {bits(input)}, .got = bits(result), .ulps = ulps}, Tally::Outcome::right,
            binade_of(kF32, bits(input)), false);
  return quality_warning(*find(name), Type::f32, p, {}, tally);
}

TEST(QualityTest, AGrossErrorOfANativeFunctionIsToldWithItsInput) {
  EXPECT_THAT(warning("native_exp", 1, 2.75F, 13'000), HasSubstr("native_exp(0x1p+0) gave 0x1.6p+1"));
  EXPECT_THAT(warning("native_exp", 1, 2.7184F, 500), IsEmpty());
  EXPECT_THAT(warning("lgamma", 0.5F, -0.5723649F, 1e7), HasSubstr("lgamma"));
}

// 65504 * 1.004 rounds to infinity, which the SPIR-V environment of 3.1 allows: two roundings. Its half is wrong in any.
TEST(QualityTest, WhatAnotherDocumentAllowsIsNotGross) {
  const Row& mad = *find("mad");
  const Promise p = promise(mad, Type::f16, Edition::clc31, Profile::full, Mode::standard);
  const auto warned = [&](Bits got) {
    Tally tally;
    tally.add({.index = 7, .inputs = {0xfbff, 0xbc01, 0xfbff}, .got = got, .ulps = 1e6}, Tally::Outcome::right, 15, true);
    return quality_warning(mad, Type::f16, p, {}, tally);
  };
  EXPECT_THAT(warned(kF16.infinity()), IsEmpty());
  EXPECT_THAT(warned(0x7800), HasSubstr("mad("));
}

TEST(QualityTest, WhereALimitIsStatedItIsTheJudgeWhoSpeaks) { EXPECT_THAT(warning("exp", 1, 2.75F, 13'000), IsEmpty()); }

TEST(QualityTest, WhatOnlyPassesWhereAStepHasNoLimitIsTold) {
  const Row& tan = *find("tan");
  const Promise p = promise(tan, Type::f32, Edition::clc31, Profile::full, Mode::relaxed);
  const Arithmetic relaxed = arithmetic(Mode::relaxed, Type::f32, {});
  const auto warned = [&](float x, float result, Tally::Outcome outcome) {
    Tally tally;
    tally.add({.index = 7, .inputs = {bits(x)}, .got = bits(result), .ulps = 1e6}, outcome, 2, false);
    return quality_warning(tan, Type::f32, p, relaxed, tally);
  };
  EXPECT_THAT(warned(4, 100, Tally::Outcome::poor), HasSubstr("1 of 1 results break no promise, but are poor"));
  EXPECT_THAT(warned(4, 100, Tally::Outcome::poor), HasSubstr("tan(0x1p+2) gave 0x1.9p+6, which a step"));
  EXPECT_THAT(warned(4, 1.1578213F, Tally::Outcome::right), IsEmpty());
}

TEST(QualityTest, WhatBreaksAnotherDocumentsLimitIsToldWithBoth) {
  const Promise p = promise(*find("degrees"), Type::f32, Edition::clc20, Profile::full, Mode::standard);
  Tally tally;
  tally.add({.index = 7, .inputs = {bits(1)}, .got = bits(57), .ulps = 1e6}, Tally::Outcome::poor, 0, false);
  const std::string text = quality_warning(*find("degrees"), Type::f32, p, {}, tally);
  EXPECT_THAT(text, HasSubstr("1 of 1 results break <= 2 ulp, OpenCL C 3.1"));
  EXPECT_THAT(text, HasSubstr("OpenCL C 2.0 states no limit"));
  EXPECT_THAT(text, HasSubstr("degrees(0x1p+0) gave 0x1.c8p+5"));
}

TEST(QualityTest, AnEmptyTallyWarnsOfNothing) {
  const Promise p = promise(*find("lgamma"), Type::f32, Edition::clc31, Profile::full, Mode::standard);
  EXPECT_THAT(quality_warning(*find("lgamma"), Type::f32, p, {}, {}), IsEmpty());
}

}  // namespace
}  // namespace classay
