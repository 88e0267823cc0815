// Tests that a device that matches its report has no contradictions. One that reports denormals and loses them anywhere,
// reports infinities or fma without having them, or rounds differently has one for each. Unreported properties give a note,
// not a failure. The requirements are checked in the report and in the measurement, by profile, version and type.
#include "harness/worker/probes/fp_config.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "harness/worker/probes/testing.h"
#include "harness/worker/sweep/reported_arithmetic.h"

namespace classay {
namespace {

using probe_test::all_traits;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::SizeIs;
using testing::StartsWith;

const FloatSupport kFull{.available = true, .denormals = true, .infinity_and_nan = true, .to_nearest = true, .fma = true};
const FloatSupport kFlushing{.available = true, .infinity_and_nan = true, .to_nearest = true};
const FloatSupport kTowardZero{.available = true, .denormals = true, .infinity_and_nan = true, .to_zero = true};

Traits flushes_all() {
  return {.format = Type::f32, .infinite = true, .not_a_number = true, .rounds_once = true, .rounding = Rounding::rne};
}

Capabilities device(Profile profile = Profile::full, Version version = {3, 0}, bool is_custom = false) {
  Capabilities id;
  id.profile = profile;
  id.environment = version;
  id.is_custom = is_custom;
  return id;
}
const Capabilities kFullProfile = device();
const Capabilities kEmbedded = device(Profile::embedded);

TEST(FpConfigTest, ADeviceThatDoesAsItSaysHasNoContradictions) {
  EXPECT_THAT(contradictions(kFull, all_traits()), IsEmpty());
  EXPECT_THAT(contradictions(kFlushing, flushes_all()), IsEmpty());
  Traits truncates = all_traits();
  truncates.rounding = Rounding::rtz;
  EXPECT_THAT(contradictions(kTowardZero, truncates), IsEmpty());
}

TEST(FpConfigTest, WhoSaysLessThanThereIsIsToldSoAndNoLiar) {
  EXPECT_THAT(contradictions(kFlushing, all_traits()), IsEmpty());
  EXPECT_THAT(unclaimed(kFlushing, all_traits()), ElementsAre(HasSubstr("CL_FP_DENORM is not reported")));
  FloatSupport silent = kFull;
  silent.infinity_and_nan = false;
  EXPECT_THAT(contradictions(silent, all_traits()), IsEmpty());
  EXPECT_THAT(unclaimed(silent, all_traits()), ElementsAre(HasSubstr("CL_FP_INF_NAN is not reported")));
  EXPECT_THAT(unclaimed(kFull, all_traits()), IsEmpty());
  EXPECT_THAT(unclaimed(kFlushing, flushes_all()), IsEmpty());
  // The same if only some are kept.
  Traits t = all_traits();
  t.fused_to = t.not_a_number = false;
  silent.denormals = false;
  EXPECT_THAT(unclaimed(silent, t), IsEmpty());
}

TEST(FpConfigTest, EveryLossOfReportedDenormalsIsOne) {
  for (bool Traits::*loss : {&Traits::moved, &Traits::added, &Traits::multiplied_from, &Traits::multiplied_to,
                             &Traits::fused_from, &Traits::fused_to}) {
    Traits t = all_traits();
    t.*loss = false;
    EXPECT_THAT(contradictions(kFull, t), ElementsAre(HasSubstr("CL_FP_DENORM")));
  }
}

TEST(FpConfigTest, AnotherRoundingThanReportedIsOne) {
  for (const auto mode : {std::optional(Rounding::rtz), std::optional(Rounding::rtp), std::optional<Rounding>()}) {
    Traits t = all_traits();
    t.rounding = mode;
    EXPECT_THAT(contradictions(kFull, t), ElementsAre(HasSubstr("CL_FP_ROUND_TO_NEAREST")));
  }
  EXPECT_THAT(contradictions(kTowardZero, all_traits()), ElementsAre(HasSubstr("toward zero")));
}

TEST(FpConfigTest, ReportedInfinitiesNansAndFmaThatAreNotThereAreOne) {
  for (bool Traits::*loss : {&Traits::infinite, &Traits::not_a_number}) {
    Traits t = all_traits();
    t.*loss = false;
    EXPECT_THAT(contradictions(kFull, t), ElementsAre(HasSubstr("CL_FP_INF_NAN")));
  }
  Traits twice = all_traits();
  twice.rounds_once = false;
  EXPECT_THAT(contradictions(kFull, twice), ElementsAre("CL_FP_FMA is reported, but fma rounds the product"));
  EXPECT_THAT(contradictions(kFlushing, twice), IsEmpty());
}

// Half, and single precision of the embedded profile, may round toward zero. Subnormals and fma are required only of double.
TEST(FpConfigTest, TheMinimumDependsOnFormatAndProfile) {
  Traits truncates = all_traits();
  truncates.moved = truncates.added = false;
  truncates.rounding = Rounding::rtz;
  const FloatSupport said{.available = true, .infinity_and_nan = true, .to_zero = true};
  EXPECT_THAT(below_minimum(kEmbedded, said, truncates), IsEmpty());
  EXPECT_THAT(below_minimum(kFullProfile, said, truncates),
              ElementsAre(StartsWith("CL_FP_ROUND_TO_NEAREST is not reported: round to nearest even is required"),
                          StartsWith("CL_FP_ROUND_TO_NEAREST is not what the device does: ")));
  truncates.format = Type::f16;
  EXPECT_THAT(below_minimum(kFullProfile, said, truncates), IsEmpty());
  truncates.format = Type::f64;
  EXPECT_THAT(below_minimum(kEmbedded, said, truncates), SizeIs(5));  // fma exists, but is not reported
  EXPECT_THAT(below_minimum(kFullProfile, kFull, all_traits(Type::f64)), IsEmpty());
  truncates.rounding = Rounding::rtp;
  for (const Type format : {Type::f16, Type::f32}) {
    truncates.format = format;
    EXPECT_THAT(below_minimum(kEmbedded, said, truncates),
                ElementsAre(StartsWith("CL_FP_ROUND_TO_NEAREST or CL_FP_ROUND_TO_ZERO is not what the device does")));
  }
}

TEST(FpConfigTest, TheMinimumIsSaidAndDone) {
  FloatSupport silent = kFull;
  silent.infinity_and_nan = false;
  for (const Type format : {Type::f16, Type::f32, Type::f64}) {
    EXPECT_THAT(below_minimum(kFullProfile, silent, all_traits(format)),
                ElementsAre(StartsWith("CL_FP_INF_NAN is not reported: \"INFs and NaNs must be supported\"")));
    Traits t = all_traits(format);
    t.not_a_number = false;
    EXPECT_THAT(below_minimum(kFullProfile, kFull, t), ElementsAre(StartsWith("CL_FP_INF_NAN is not what the device does")));
  }
  Traits twice = all_traits(Type::f64);
  twice.rounds_once = false;
  EXPECT_THAT(below_minimum(kFullProfile, kFull, twice), ElementsAre(StartsWith("CL_FP_FMA is not what the device does")));
  twice.format = Type::f32;
  EXPECT_THAT(below_minimum(kFullProfile, kFull, twice), IsEmpty());
}

// The API lets devices of the embedded profile omit infinities and NaNs of single precision, though the language requires
// them (docs/ambiguities.md, embedded-infinities). If they are reported, they must exist.
TEST(FpConfigTest, TheEmbeddedProfileMayHaveNoInfinitiesOfSinglePrecision) {
  FloatSupport said = kFull;
  said.infinity_and_nan = false;
  Traits t = all_traits();
  t.infinite = t.not_a_number = false;
  EXPECT_THAT(below_minimum(kEmbedded, said, t), IsEmpty());
  EXPECT_THAT(contradictions(said, t), IsEmpty());
  EXPECT_THAT(contradictions(kFull, t), SizeIs(1));
  EXPECT_THAT(below_minimum(kFullProfile, said, t), SizeIs(2));
  t.format = Type::f16;
  EXPECT_THAT(below_minimum(kEmbedded, said, t), SizeIs(2));
}

TEST(FpConfigTest, NothingIsPromisedOfInfinitiesThatNeedNotBeThere) {
  Capabilities id = kEmbedded;
  id.f32 = id.f16 = {.available = true, .to_nearest = true};
  EXPECT_FALSE(reported_arithmetic(id, Type::f32).nans);
  EXPECT_FALSE(reported_arithmetic(id, Type::f32).infinities);
  EXPECT_TRUE(reported_arithmetic(id, Type::f16).infinities);
  id.f32.infinity_and_nan = true;
  EXPECT_TRUE(reported_arithmetic(id, Type::f32).infinities);
  id.f32.infinity_and_nan = false;
  id.profile = Profile::full;
  EXPECT_TRUE(reported_arithmetic(id, Type::f32).nans);
}

TEST(FpConfigTest, DoublesBeforeOpenCl20HaveAllRoundings) {
  const Capabilities old = device(Profile::full, {1, 2});
  EXPECT_THAT(below_minimum(old, kFull, all_traits(Type::f64)), ElementsAre(StartsWith("CL_FP_ROUND_TO_ZERO and")));
  FloatSupport all = kFull;
  all.to_zero = all.to_infinity = true;
  EXPECT_THAT(below_minimum(old, all, all_traits(Type::f64)), IsEmpty());
  EXPECT_THAT(below_minimum(old, kFull, all_traits(Type::f32)), IsEmpty());
  EXPECT_THAT(below_minimum(device(Profile::full, {2, 0}), kFull, all_traits(Type::f64)), IsEmpty());
}

TEST(FpConfigTest, NothingIsRequiredOfACustomDevice) {
  const Traits nothing{.format = Type::f32};
  EXPECT_THAT(below_minimum(device(Profile::full, {3, 0}, true), {.available = true}, nothing), IsEmpty());
  EXPECT_THAT(below_minimum(kFullProfile, {.available = true}, nothing), SizeIs(4));
}

}  // namespace
}  // namespace classay
