// What right looks like: a device that does as it says has no contradictions; one that reports denormals and loses them
// anywhere, or rounds otherwise than it says, has one for each. A device that says less than it does is no liar.
#include "harness/probes/traits.h"

namespace classay {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

const FloatSupport kFull{.available = true, .denormals = true, .infinity_and_nan = true, .to_nearest = true};
const FloatSupport kFlushing{.available = true, .infinity_and_nan = true, .to_nearest = true};
const FloatSupport kTowardZero{.available = true, .denormals = true, .to_zero = true};

Traits keeps_all() {
  return {.format = Type::f32,
          .moved = true,
          .added = true,
          .multiplied_from = true,
          .multiplied_to = true,
          .fused_from = true,
          .fused_to = true,
          .infinite = true,
          .not_a_number = true,
          .rounding = Rounding::rne};
}

TEST(TraitsTest, ADeviceThatDoesAsItSaysHasNoContradictions) {
  EXPECT_THAT(contradictions(kFull, keeps_all()), IsEmpty());
  const Traits flushes{.format = Type::f32, .infinite = true, .not_a_number = true, .rounding = Rounding::rne};
  EXPECT_THAT(contradictions(kFlushing, flushes), IsEmpty());
  Traits truncates = keeps_all();
  truncates.rounding = Rounding::rtz;
  EXPECT_THAT(contradictions(kTowardZero, truncates), IsEmpty());
}

TEST(TraitsTest, KeepingDenormalsWithoutSayingSoIsNoContradiction) {
  EXPECT_THAT(contradictions(kFlushing, keeps_all()), IsEmpty());
}

TEST(TraitsTest, EveryLossOfReportedDenormalsIsOne) {
  for (bool Traits::*loss : {&Traits::moved, &Traits::added, &Traits::multiplied_from, &Traits::multiplied_to,
                             &Traits::fused_from, &Traits::fused_to}) {
    Traits t = keeps_all();
    t.*loss = false;
    EXPECT_THAT(contradictions(kFull, t), ElementsAre(HasSubstr("CL_FP_DENORM")));
  }
}

TEST(TraitsTest, AnotherRoundingThanReportedIsOne) {
  for (const auto mode : {std::optional(Rounding::rtz), std::optional(Rounding::rtp), std::optional<Rounding>()}) {
    Traits t = keeps_all();
    t.rounding = mode;
    EXPECT_THAT(contradictions(kFull, t), ElementsAre(HasSubstr("CL_FP_ROUND_TO_NEAREST")));
  }
  EXPECT_THAT(contradictions(kTowardZero, keeps_all()), ElementsAre(HasSubstr("toward zero")));
}

TEST(TraitsTest, ReportedInfinitiesAndNansThatAreNotThereAreOne) {
  for (bool Traits::*loss : {&Traits::infinite, &Traits::not_a_number}) {
    Traits t = keeps_all();
    t.*loss = false;
    EXPECT_THAT(contradictions(kFull, t), ElementsAre(HasSubstr("CL_FP_INF_NAN")));
  }
}

// Half and the single precision of the embedded profile may round toward zero; subnormals are required of double alone.
TEST(TraitsTest, TheMinimumDependsOnFormatAndProfile) {
  Traits truncates = keeps_all();
  truncates.moved = truncates.added = false;
  truncates.rounding = Rounding::rtz;
  const FloatSupport said{.available = true, .infinity_and_nan = true, .to_zero = true};
  EXPECT_THAT(below_minimum("EMBEDDED_PROFILE", said, truncates), IsEmpty());
  EXPECT_THAT(below_minimum("FULL_PROFILE", said, truncates),
              ElementsAre("CL_FP_ROUND_TO_NEAREST is not reported", "CL_FP_ROUND_TO_NEAREST is not what the device does"));
  truncates.format = Type::f16;
  EXPECT_THAT(below_minimum("FULL_PROFILE", said, truncates), IsEmpty());
  truncates.format = Type::f64;
  EXPECT_EQ(below_minimum("EMBEDDED_PROFILE", said, truncates).size(), 4U);
  Traits whole = keeps_all();
  whole.format = Type::f64;
  EXPECT_THAT(below_minimum("FULL_PROFILE", kFull, whole), IsEmpty());
}

TEST(TraitsTest, TheMinimumIsSaidAndDone) {
  FloatSupport silent = kFull;
  silent.infinity_and_nan = false;
  EXPECT_THAT(below_minimum("FULL_PROFILE", silent, keeps_all()), ElementsAre("CL_FP_INF_NAN is not reported"));
  Traits t = keeps_all();
  t.not_a_number = false;
  EXPECT_THAT(below_minimum("FULL_PROFILE", kFull, t), ElementsAre("CL_FP_INF_NAN is not what the device does"));
}

}  // namespace
}  // namespace classay
