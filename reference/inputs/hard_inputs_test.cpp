#include "reference/inputs/hard_inputs.h"

#include <gtest/gtest.h>

#include <stdexcept>
#include <string>

#include "reference/number/real_scope.h"

namespace classay {
namespace {

TEST(HexFloatTest, IsReadExactlyOrNotAtAll) {
  EXPECT_EQ(parse_hex_float(kF64, "0x1p+0").bits, kF64.one());
  EXPECT_EQ(parse_hex_float(kF64, "-0x1.8p-1").bits, 0xbfe8000000000000U);
  EXPECT_EQ(parse_hex_float(kF64, "0x0.0000000000001p-1022").bits, 1U);
  EXPECT_EQ(parse_hex_float(kF64, "0x1.fffffffffffffp+1023").bits, kF64.max_finite());
  EXPECT_EQ(parse_hex_float(kF64, "-0x0.0p+0").bits, kF64.sign_bit());
  EXPECT_EQ(parse_hex_float(kF32, "0x1.b8748c0000000p-2").bits, 0x3edc3a46U);
  EXPECT_EQ(parse_hex_float(kF32, "-inf").bits, kF32.infinity(true));
  EXPECT_EQ(parse_hex_float(kF32, "nan").bits, kF32.quiet_nan());
}

TEST(HexFloatTest, WhatTheFormatDoesNotHaveIsSaidToBeSo) {
  for (const std::string_view text : {"0x1.fffffe0000000p-127", "0x1p-1022", "0x1p+128", "0x1.0000008p+0"}) {
    EXPECT_EQ(parse_hex_float(kF32, text).bits, std::nullopt) << text;
    EXPECT_EQ(parse_hex_float(kF32, text).error, HexError::not_representable) << text;
  }
}

TEST(HexFloatTest, WhatIsMalformedIsRefused) {
  for (const std::string_view text : {"", "1.5", "0x", "0xp+1", "0x1", "0x1p", "0x1.2.3p+0", "0x1gp+0", "0x1p+1x",
                                      "0x1p+99999999999", "0x12345678901234567p+0", "+inf", "infinity"}) {
    EXPECT_EQ(parse_hex_float(kF64, text).bits, std::nullopt) << text;
    EXPECT_EQ(parse_hex_float(kF64, text).error, HexError::malformed) << text;
  }
}

TEST(HexFloatTest, ReadsBackWhatIsWritten) {
  for (Bits b = 0; b < 0x10000; ++b) {
    if (kF16.is_finite(b)) {
      EXPECT_EQ(parse_hex_float(kF16, hex_float(kF16, b)).bits, b);
    }
  }
}

TEST(HardInputsTest, RemarksAreSkippedAndForeignNumbersCounted) {
  const HardInputs inputs = parse_hard_inputs(kF32, 2, "# remark\n0x1p+0 -0x1p+1\n\n0x1p-1022 0x1p+0\nnan inf");
  ASSERT_EQ(inputs.rows.size(), 2U);
  EXPECT_EQ(inputs.rows[0], (std::vector<Bits>{kF32.one(), 0xc0000000}));
  EXPECT_EQ(inputs.left_out, 1U);
}

TEST(HardInputsTest, ABadLineIsNamed) {
  const auto message = [](std::size_t arity, std::string_view text) -> std::string {
    try {
      parse_hard_inputs(kF32, arity, text);
    } catch (const std::invalid_argument& e) {
      return e.what();
    }
    return "";
  };
  EXPECT_EQ(message(1, "# x\n0x1p+0\n0x1p+0 0x1p+0\n"), "line 3: expected 1 numbers");
  EXPECT_EQ(message(2, "0x1p+0 1.5"), "line 1: not a hex float: 1.5");
}

}  // namespace
}  // namespace classay
