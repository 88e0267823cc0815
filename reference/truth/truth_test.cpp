// Checks that a truth is rounded only if its complete enclosure rounds to one result.
#include "reference/truth/truth.h"

namespace classay {
namespace {

TEST(TruthTest, AnEnclosureAcrossAPlaceWhereRoundingChangesIsNotRounded) {
  const RealScope scope;
  const auto around = [](double x) { return Truth::of_real({exact_double(x - 0x1p-40), exact_double(x + 0x1p-40)}); };
  const Truth tie = around(1 + 0x1p-24);  // half-way between two floats
  EXPECT_FALSE(rounded(kF32, tie, Rounding::rne));
  EXPECT_EQ(rounded(kF32, tie, Rounding::rtp), kF32.one() + 1);
  EXPECT_EQ(rounded(kF32, tie, Rounding::rtn), kF32.one());
  const Truth number = around(1);
  EXPECT_EQ(rounded(kF32, number, Rounding::rne), kF32.one());
  EXPECT_FALSE(rounded(kF32, number, Rounding::rtp));
  EXPECT_FALSE(rounded(kF32, number, Rounding::rtz));
}

}  // namespace
}  // namespace classay
