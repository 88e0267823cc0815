// Checks rounding by its definition. Between two neighbours only these are candidates. The distance, the mode, the sign, and
// for a tie the parity of the pattern decide. All pairs of neighbours of the 16-bit formats are tested.
#include "reference/number/rounding.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <functional>
#include <vector>

namespace classay {
namespace {

constexpr std::array kFormats{kF16, kF32, kF64, kBf16};
constexpr std::array kSmallFormats{kF16, kBf16};

// Returns the right pattern for a number that is `part` of 2 * kParts parts of the way from the magnitude `low` to the next.
// Beyond the largest finite number the next one is infinity, at 2^(emax+1). Its pattern is even, as the rule for ties needs.
constexpr unsigned kParts = 256;
Bits by_definition(const Format& f, Bits low, unsigned part, bool negative, Rounding mode) {
  const bool upward = (mode == Rounding::rtp && !negative) || (mode == Rounding::rtn && negative);
  const bool nearest_is_next = part > kParts || (part == kParts && low % 2 == 1);
  const bool next = part != 0 && (upward || (mode == Rounding::rne && nearest_is_next));
  return f.zero(negative) | (low + (next ? 1 : 0));
}

using Rounder = std::function<Bits(const Format&, const Unrounded&, Rounding)>;

Bits right(const Format& f, const Unrounded& x, Rounding mode) { return round_to(f, x, mode); }

// Returns the number of wrong cases between `low` and its upper neighbour. Sticky numbers lie half a part above their value.
int mistakes_above(const Format& f, Bits low, const Rounder& rounder) {
  const Dyadic d = decode(f, low);
  int mistakes = 0;
  for (const unsigned offset : {0U, 1U, 64U, 127U, 128U, 129U, 192U, 255U}) {
    for (int variant = 0; variant < 16; ++variant) {
      const bool sticky = (variant & 1) != 0;
      const bool negative = (variant & 2) != 0;
      const Rounding mode = kRoundings[static_cast<std::size_t>(variant >> 2)];
      const Unrounded x{negative, Wide{d.significand} * kParts + offset, d.exponent - 8, sticky};
      const unsigned part = 2 * offset + (sticky ? 1 : 0);
      if (rounder(f, x, mode) != by_definition(f, low, part, negative, mode)) ++mistakes;
    }
  }
  return mistakes;
}

int mistakes(const Format& f, const Rounder& rounder) {
  int count = 0;
  for (Bits low = 0; low <= f.max_finite(); ++low) count += mistakes_above(f, low, rounder);
  return count;
}

TEST(RoundingTest, EveryPlaceBetweenNeighboursRoundsByDefinition) {
  for (const Format& f : kSmallFormats) EXPECT_EQ(mistakes(f, right), 0);
}

TEST(RoundingTest, FloatAndDoubleRoundByDefinitionAtTheirBoundaries) {
  for (const Format& f : {kF32, kF64}) {
    for (const Bits centre : {Bits{0}, f.min_normal(), f.one(), f.one() + (f.min_normal() >> 1), f.max_finite()}) {
      for (Bits low = centre < 300 ? 0 : centre - 300; low <= std::min(centre + 300, f.max_finite()); ++low) {
        ASSERT_EQ(mistakes_above(f, low, right), 0) << low;
      }
    }
  }
}

TEST(RoundingTest, WrongRoundersAreToldApart) {
  const std::vector<Rounder> wrong{
      // truncates in every mode
      [](const Format& f, const Unrounded& x, Rounding) { return round_to(f, x, Rounding::rtz); },
      // ignores the sticky bit
      [](const Format& f, Unrounded x, Rounding mode) {
        x.sticky = false;
        return round_to(f, x, mode);
      },
      // rounds the magnitude up if the number is rounded up
      [](const Format& f, Unrounded x, Rounding mode) {
        const bool negative = x.negative;
        x.negative = false;
        return round_to(f, x, mode) | f.zero(negative);
      },
      // rounds twice
      [](const Format& f, const Unrounded& x, Rounding mode) {
        const Format wider{.width = f.width + 4, .precision = f.precision + 4, .emax = f.emax};
        const Bits once = round_to(wider, x, mode);
        if (!wider.is_finite(once)) return f.zero(x.negative) | f.infinity();
        const Dyadic d = decode(wider, once);
        return round_to(f, Unrounded{d.negative, d.significand, d.exponent, false}, mode);
      },
      // flushes subnormals
      [](const Format& f, const Unrounded& x, Rounding mode) {
        const Bits b = round_to(f, x, mode);
        return f.is_subnormal(b) ? f.zero(x.negative) : b;
      },
      // loses the sign of zero
      [](const Format& f, const Unrounded& x, Rounding mode) {
        const Bits b = round_to(f, x, mode);
        return f.is_zero(b) ? f.zero(false) : b;
      },
      // overflows to infinity in every mode
      [](const Format& f, const Unrounded& x, Rounding mode) {
        const Bits b = round_to(f, x, mode);
        return f.magnitude(b) == f.max_finite() ? b + 1 : b;
      },
  };
  for (std::size_t i = 0; i < wrong.size(); ++i) EXPECT_GT(mistakes(kF16, wrong[i]), 0) << i;
}

void expect_beyond(const Format& f, Wide significand, int exponent, bool sticky) {
  const Unrounded positive{false, significand, exponent, sticky};
  const Unrounded negative{true, significand, exponent, sticky};
  EXPECT_EQ(round_to(f, positive, Rounding::rne), f.infinity());
  EXPECT_EQ(round_to(f, positive, Rounding::rtp), f.infinity());
  EXPECT_EQ(round_to(f, positive, Rounding::rtn), f.max_finite());
  EXPECT_EQ(round_to(f, positive, Rounding::rtz), f.max_finite());
  EXPECT_EQ(round_to(f, negative, Rounding::rne), f.infinity(true));
  EXPECT_EQ(round_to(f, negative, Rounding::rtp), f.negate(f.max_finite()));
  EXPECT_EQ(round_to(f, negative, Rounding::rtn), f.infinity(true));
  EXPECT_EQ(round_to(f, negative, Rounding::rtz), f.negate(f.max_finite()));
}

TEST(RoundingTest, FarBeyondTheLargestNumberOnlyTheModeCounts) {
  const Wide huge = (Wide{1} << 70) + 1;
  for (const Format& f : kFormats) {
    for (const int exponent : {f.emax + 1, f.emax + 2, 5000, 1 << 20}) {
      for (const bool sticky : {false, true}) {
        expect_beyond(f, 1, exponent, sticky);
        expect_beyond(f, huge, exponent, sticky);
      }
    }
  }
}

TEST(RoundingTest, FarBelowTheSmallestNumberOnlyTheModeCounts) {
  for (const Format& f : kFormats) {
    for (const int exponent : {f.subnormal_exponent() - 2, f.subnormal_exponent() - 127, f.subnormal_exponent() - 128,
                               f.subnormal_exponent() - 129, f.subnormal_exponent() - 5000}) {
      for (const auto& [significand, sticky] : {std::pair{1U, false}, std::pair{1U, true}, std::pair{0U, true}}) {
        const Unrounded positive{false, significand, exponent, sticky};
        const Unrounded negative{true, significand, exponent, sticky};
        EXPECT_EQ(round_to(f, positive, Rounding::rne), f.zero(false));
        EXPECT_EQ(round_to(f, positive, Rounding::rtp), f.min_subnormal());
        EXPECT_EQ(round_to(f, positive, Rounding::rtn), f.zero(false));
        EXPECT_EQ(round_to(f, negative, Rounding::rne), f.zero(true));
        EXPECT_EQ(round_to(f, negative, Rounding::rtp), f.zero(true));
        EXPECT_EQ(round_to(f, negative, Rounding::rtn), f.negate(f.min_subnormal()));
        EXPECT_EQ(round_to(f, negative, Rounding::rtz), f.zero(true));
      }
    }
  }
}

// The first of 128 bits is worth half of the smallest number, so all bits are lost.
TEST(RoundingTest, AllBitsOfAFullSignificandMayBeLost) {
  for (const Format& f : kFormats) {
    const int exponent = f.subnormal_exponent() - 128;
    const Wide half = Wide{1} << 127;
    for (const bool negative : {false, true}) {
      const Bits none = f.zero(negative);
      const Bits least = none | f.min_subnormal();
      EXPECT_EQ(round_to(f, {negative, half, exponent}, Rounding::rne), none);
      EXPECT_EQ(round_to(f, {negative, half + 1, exponent}, Rounding::rne), least);
      EXPECT_EQ(round_to(f, {negative, half - 1, exponent}, Rounding::rne), none);
      EXPECT_EQ(round_to(f, {negative, half, exponent}, negative ? Rounding::rtn : Rounding::rtp), least);
      EXPECT_EQ(round_to(f, {negative, half, exponent}, Rounding::rtz), none);
    }
  }
}

TEST(RoundingTest, ZeroKeepsItsSignInEveryMode) {
  for (const Format& f : kFormats) {
    for (const Rounding mode : kRoundings) {
      EXPECT_EQ(round_to(f, Unrounded{false, 0, 77, false}, mode), f.zero(false));
      EXPECT_EQ(round_to(f, Unrounded{true, 0, -77, false}, mode), f.zero(true));
    }
  }
}

// The significand of the same number at any place in the 128 bits.
void expect_same_at_every_place(const Format& f, int exponent, Rounding mode) {
  const Wide significand = (Wide{0x2b} << 60) + 0x123456789abcdefULL;  // 66 bits
  const Bits plain = round_to(f, Unrounded{true, significand, exponent, false}, mode);
  for (const int places : {1, 30, 62}) {
    EXPECT_EQ(round_to(f, Unrounded{true, significand << places, exponent - places, false}, mode), plain);
  }
}

TEST(RoundingTest, TheResultDoesNotDependOnHowTheNumberIsWritten) {
  for (const Format& f : kFormats) {
    for (const int exponent : {f.subnormal_exponent() - 20, f.emin() - 20, -20, f.emax - 66, f.emax - 65, f.emax - 64}) {
      for (const Rounding mode : kRoundings) expect_same_at_every_place(f, exponent, mode);
    }
  }
}

TEST(RoundingTest, ModesAreNamedAsInCaseNames) {
  EXPECT_EQ(name(Rounding::rne), "rne");
  EXPECT_EQ(name(Rounding::rtp), "rtp");
  EXPECT_EQ(name(Rounding::rtn), "rtn");
  EXPECT_EQ(name(Rounding::rtz), "rtz");
}

}  // namespace
}  // namespace classay
