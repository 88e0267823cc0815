// Tests the limits. For each 8-bit and 16-bit number, the correctly rounded quotient is accepted. A result 2 ulp off is
// rejected, as is any error at zero and at the ends. For written numbers the two nearest integers are accepted within 0.6,
// and no third. Halves match another implementation's rounding, and the sRGB curve matches exact arithmetic.
#include "harness/worker/probes/texels.h"

#include <gtest/gtest.h>

#include <bit>
#include <cmath>

#include "reference/inputs/inputs.h"
#include "reference/number/rounding.h"

namespace classay {
namespace {

Bits bits_of(float x) { return std::bit_cast<std::uint32_t>(x); }
bool reads(ChannelConversion c, Type held, Bits bits, float got) { return may_be_read(c, held, bits, bits_of(got)); }
bool writes(ChannelConversion c, Type held, float given, std::int64_t got) {
  return may_be_written(c, held, bits_of(given), int_value(held, got).bits);
}

TEST(TexelsTest, NormalizedNumbersAreReadAsQuotientsWithinOneAndAHalfUlp) {
  for (const Type held : {Type::u8, Type::u16, Type::i8, Type::i16}) {
    const bool has_sign = held == Type::i8 || held == Type::i16;
    const double one = has_sign ? std::ldexp(1, width(held) - 1) - 1 : std::ldexp(1, width(held)) - 1;
    for (Bits bits = 0; bits <= mask(held); ++bits) {
      const double n = std::fmax(has_sign ? static_cast<double>(as_signed({held, bits})) : static_cast<double>(bits), -one);
      const auto right = static_cast<float>(n / one);
      const bool is_exact = n == 0 || std::fabs(n) == one;
      ASSERT_TRUE(reads(ChannelConversion::normalized, held, bits, right)) << n;
      const float beside = std::nextafter(right, 2.0F);
      ASSERT_EQ(
          reads(ChannelConversion::normalized, held, bits, beside),
          !is_exact && std::fabs(static_cast<double>(beside) - n / one) <= 1.5 * std::ldexp(1, std::ilogb(n / one) - 23))
          << n;
      ASSERT_FALSE(reads(ChannelConversion::normalized, held, bits, std::nextafter(std::nextafter(beside, 2.0F), 2.0F)))
          << n;
      ASSERT_FALSE(reads(ChannelConversion::normalized, held, bits, std::nanf("")));
    }
  }
}

// Uses integer arithmetic: |5 (given * 255 - got)| <= 3 in multiples of the last place.
TEST(TexelsTest, NormalizedNumbersAreWrittenWithinSixTenths) {
  EXPECT_TRUE(writes(ChannelConversion::normalized, Type::u8, 0.5F, 128));
  EXPECT_TRUE(writes(ChannelConversion::normalized, Type::u8, 0.5F, 127)) << "127.5: both are 0.5 off";
  EXPECT_FALSE(writes(ChannelConversion::normalized, Type::u8, 0.5F, 129));
  EXPECT_TRUE(writes(ChannelConversion::normalized, Type::u8, 2.0F, 255));
  EXPECT_FALSE(writes(ChannelConversion::normalized, Type::u8, 2.0F, 254));
  EXPECT_TRUE(writes(ChannelConversion::normalized, Type::u8, -1e30F, 0));
  EXPECT_FALSE(writes(ChannelConversion::normalized, Type::u8, HUGE_VALF, 0));
  EXPECT_TRUE(writes(ChannelConversion::normalized, Type::u8, HUGE_VALF, 255));
  EXPECT_TRUE(writes(ChannelConversion::normalized, Type::i8, -1.0F, -127));
  EXPECT_FALSE(writes(ChannelConversion::normalized, Type::i8, -1.0F, -128));
  EXPECT_TRUE(writes(ChannelConversion::normalized, Type::i8, -2.0F, -128)) << "convert_char_sat_rte(-254)";
  EXPECT_TRUE(writes(ChannelConversion::normalized, Type::i8, -2.0F, -127)) << "clamped to -1, as NVIDIA 580.159.04 does";
  EXPECT_FALSE(writes(ChannelConversion::normalized, Type::i8, -2.0F, -126));
  EXPECT_FALSE(writes(ChannelConversion::normalized, Type::i8, -1.0F / 127 * 126, -127));
  EXPECT_FALSE(writes(ChannelConversion::normalized, Type::i8, 2.0F, -127));
  for (std::uint64_t i = 0; i < 100'000; ++i) {
    CounterRandom random(5, i);
    const Bits given = random.below(0x3f800001);
    const Dyadic d = decode(kF32, given);
    for (const Type held : {Type::u8, Type::u16}) {
      if (d.exponent < -60) continue;
      const std::uint64_t product = d.significand * mask(held);
      const auto places = static_cast<unsigned>(-d.exponent);
      const std::uint64_t below = product >> places;
      const std::uint64_t rest = product & ((std::uint64_t{1} << places) - 1);
      const std::uint64_t whole = std::uint64_t{1} << places;
      const auto got = static_cast<std::int64_t>(below);
      ASSERT_EQ(writes(ChannelConversion::normalized, held, std::bit_cast<float>(static_cast<std::uint32_t>(given)), got),
                rest <= whole / 5 * 3 + whole % 5 * 3 / 5);
      ASSERT_EQ(
          writes(ChannelConversion::normalized, held, std::bit_cast<float>(static_cast<std::uint32_t>(given)), got + 1),
          whole - rest <= whole / 5 * 3 + whole % 5 * 3 / 5);
      ASSERT_FALSE(
          writes(ChannelConversion::normalized, held, std::bit_cast<float>(static_cast<std::uint32_t>(given)), got + 2));
    }
  }
}

TEST(TexelsTest, HalvesAreThoseOfEitherRounding) {
  for (std::uint64_t i = 0; i < 400'000; ++i) {
    CounterRandom random(7, i);
    // Includes ties.
    const Bits given = random.next() & mask(Type::f32) & (random.coin() ? mask(Type::f32) : ~Bits{0xfff});
    if (kF32.is_nan(given)) {
      EXPECT_TRUE(may_be_written(ChannelConversion::floating, Type::f16, given, kF16.quiet_nan()));
      EXPECT_FALSE(may_be_written(ChannelConversion::floating, Type::f16, given, kF16.infinity()));
      continue;
    }
    if (!kF32.is_finite(given)) continue;
    const Dyadic d = decode(kF32, given);
    const Unrounded exact{d.negative, d.significand, d.exponent, false};
    const Bits nearest = d.significand == 0 ? kF16.zero(d.negative) : round_to(kF16, exact, Rounding::rne);
    const Bits to_zero = d.significand == 0 ? kF16.zero(d.negative) : round_to(kF16, exact, Rounding::rtz);
    for (std::int64_t off = -2; off <= 2; ++off) {
      const Bits held = from_ordered(kF16, ordered(kF16, to_zero) + off);
      if (kF16.is_nan(held) || kF16.is_zero(held)) continue;
      ASSERT_EQ(may_be_written(ChannelConversion::floating, Type::f16, given, held), held == nearest || held == to_zero)
          << std::hex << given << " " << held;
    }
    const bool may_be_zero = kF16.is_zero(to_zero) || kF16.is_subnormal(nearest) || kF16.is_subnormal(to_zero);
    ASSERT_EQ(may_be_written(ChannelConversion::floating, Type::f16, given, kF16.zero(d.negative)), may_be_zero)
        << std::hex << given;
  }
  for (Bits held = 0; held <= mask(Type::f16); ++held) {
    if (!kF16.is_finite(held)) continue;
    const Dyadic d = decode(kF16, held);
    const auto value =
        static_cast<float>(std::ldexp(static_cast<double>(d.significand), d.exponent)) * (d.negative ? -1 : 1);
    ASSERT_TRUE(reads(ChannelConversion::floating, Type::f16, held, value)) << std::hex << held;
    ASSERT_FALSE(reads(ChannelConversion::floating, Type::f16, held, std::nextafter(value, 1e6F))) << std::hex << held;
  }
  EXPECT_TRUE(may_be_read(ChannelConversion::floating, Type::f16, kF16.infinity(true), kF32.infinity(true)));
  EXPECT_FALSE(may_be_read(ChannelConversion::floating, Type::f16, kF16.infinity(true), kF32.quiet_nan()));
}

TEST(TexelsTest, FloatsArePreservedButForSubnormalsAndThePayloadOfNans) {
  EXPECT_TRUE(may_be_read(ChannelConversion::floating, Type::f32, 0x7fc00001, 0xffc00000));
  EXPECT_FALSE(may_be_read(ChannelConversion::floating, Type::f32, 0x7fc00001, 0x7f800000));
  EXPECT_TRUE(may_be_written(ChannelConversion::floating, Type::f32, 0x80000001, 0x00000000));
  EXPECT_FALSE(may_be_written(ChannelConversion::floating, Type::f32, 0x80000001, 0x80000002));
  EXPECT_FALSE(may_be_written(ChannelConversion::floating, Type::f32, 0x80000000, 0x00000000));
}

TEST(TexelsTest, IntegersAreReadUnchangedAndWrittenSaturated) {
  EXPECT_TRUE(may_be_read(ChannelConversion::integer, Type::i8, 0x80, 0xffffff80));
  EXPECT_FALSE(may_be_read(ChannelConversion::integer, Type::i8, 0x80, 0x80));
  EXPECT_TRUE(may_be_read(ChannelConversion::integer, Type::u16, 0xffff, 0xffff));
  EXPECT_TRUE(may_be_written(ChannelConversion::integer, Type::i8, 0x80000000, 0x80));
  EXPECT_TRUE(may_be_written(ChannelConversion::integer, Type::i16, 0x7fffffff, 0x7fff));
  EXPECT_TRUE(may_be_written(ChannelConversion::integer, Type::u8, 0xffffffff, 0xff)) << "of write_imageui";
  EXPECT_FALSE(may_be_written(ChannelConversion::integer, Type::u8, 0x100, 0x00));
  EXPECT_TRUE(may_be_written(ChannelConversion::integer, Type::i32, 0x80000001, 0x80000001));
}

// Checks the curve with its inverse from the specification, and with numbers from sRGB tables.
TEST(TexelsTest, SrgbIsReadWithinHalfAStepOfItsCurve) {
  EXPECT_NEAR(on_srgb_curve(0.2158605), 128, 1e-4);
  for (Bits held = 0; held <= 255; ++held) {
    const double c = static_cast<double>(held) / 255;
    const double linear = c <= 0.04045 ? c / 12.92 : std::pow((c + 0.055) / 1.055, 2.4);
    EXPECT_NEAR(on_srgb_curve(linear), static_cast<double>(held), 1e-3) << "two branches that do not quite meet";
    EXPECT_TRUE(reads(ChannelConversion::srgb, Type::u8, held, static_cast<float>(linear)));
    const double next = (static_cast<double>(held) + 0.6) / 255;
    const double far_off = next <= 0.04045 ? next / 12.92 : std::pow((next + 0.055) / 1.055, 2.4);
    EXPECT_FALSE(reads(ChannelConversion::srgb, Type::u8, held, static_cast<float>(far_off))) << held;
  }
  EXPECT_FALSE(reads(ChannelConversion::srgb, Type::u8, 255, 1.0001F)) << "beyond the range of such a texel";
  EXPECT_FALSE(reads(ChannelConversion::srgb, Type::u8, 0, std::nanf("")));
}

TEST(TexelsTest, SrgbIsWrittenWithinSixTenthsOfItsCurve) {
  EXPECT_TRUE(writes(ChannelConversion::srgb, Type::u8, std::nanf(""), 0)) << "if (c is NaN) c = 0.0";
  EXPECT_FALSE(writes(ChannelConversion::srgb, Type::u8, std::nanf(""), 1));
  EXPECT_TRUE(writes(ChannelConversion::srgb, Type::u8, HUGE_VALF, 255));
  EXPECT_TRUE(writes(ChannelConversion::srgb, Type::u8, -1.0F, 0));
  for (int i = 0; i <= 4096; ++i) {
    const float x = static_cast<float>(i) / 4096;
    const double exact = on_srgb_curve(x);
    for (int n = static_cast<int>(exact) - 1; n <= static_cast<int>(exact) + 2; ++n) {
      if (n < 0 || n > 255) continue;
      EXPECT_EQ(writes(ChannelConversion::srgb, Type::u8, x, n), std::fabs(exact - n) <= 0.6) << x << " " << n;
    }
  }
}

// Floats on both sides of a limit, where the fast arithmetic is not sufficient and MPFR decides.
TEST(TexelsTest, TheFloatsAroundALimitOfSrgbAreToldApart) {
  for (const int n : {3, 9, 100, 254}) {
    Bits low = 0;
    Bits high = bits_of(1.0F);
    while (high - low > 1) {
      const Bits middle = (low + high) / 2;
      (on_srgb_curve(std::bit_cast<float>(static_cast<std::uint32_t>(middle))) <= n + 0.6 ? low : high) = middle;
    }
    EXPECT_TRUE(may_be_written(ChannelConversion::srgb, Type::u8, low, static_cast<Bits>(n)));
    EXPECT_FALSE(may_be_written(ChannelConversion::srgb, Type::u8, high, static_cast<Bits>(n)));
  }
}

TEST(TexelsTest, AlphaOfSrgbIsOnNoCurveAndAMissingAlphaIsOne) {
  EXPECT_EQ(conversion_of({ChannelOrder::srgba, ChannelType::unorm8}, 2), ChannelConversion::srgb);
  EXPECT_EQ(conversion_of({ChannelOrder::srgba, ChannelType::unorm8}, 3), ChannelConversion::normalized);
  EXPECT_EQ(missing_color(Type::f32, 3), kF32.one());
  EXPECT_EQ(missing_color(Type::u32, 3), 1U);
  EXPECT_EQ(missing_color(Type::f16, 1), 0U);
}

}  // namespace
}  // namespace classay
