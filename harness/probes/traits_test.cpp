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
          .rounding = Rounding::rne};
}

TEST(TraitsTest, ADeviceThatDoesAsItSaysHasNoContradictions) {
  EXPECT_THAT(contradictions(kFull, keeps_all()), IsEmpty());
  Traits flushes{.format = Type::f32, .rounding = Rounding::rne};
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

}  // namespace
}  // namespace classay
