// Compares the rules for OpenCL C on Vulkan with its specification, word by word where it matters: forbidden calls,
// promises, and undefined results.
#include "suites/clspv.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <bit>
#include <cmath>

#include "reference/judge/judge.h"
#include "reference/number/real_scope.h"
#include "suites/cases.h"
#include "suites/judge_promise.h"
#include "suites/stated_limit.h"

namespace classay {
namespace {

using testing::HasSubstr;

std::string why(std::string_view row, Type format, int width = 1) {
  return forbidden_by_clspv(*find(row), format, width).value_or("");
}

TEST(ClspvTest, WhatMustNotBeUsedIsForbiddenByItsClause) {
  EXPECT_EQ(why("sin", Type::f64),
            "OpenCL C 1.2 on Vulkan, 64-Bit Types: the double, double2, double3 and double4 types must not be used");
  EXPECT_THAT(why("convert_double", Type::f32), HasSubstr("64-Bit Types"));
  EXPECT_THAT(why("sin", Type::f32, 8), HasSubstr("8- and 16-Wide Vectors"));
  EXPECT_THAT(why("sin", Type::f16), HasSubstr("type half must not be used as kernel arguments"));
  EXPECT_THAT(why("abs", Type::i8, 4), HasSubstr("8-Bit Types"));
  EXPECT_THAT(why("convert_int_rtz", Type::f32), HasSubstr("Conversions"));
  EXPECT_THAT(why("convert_uchar_sat", Type::f32), HasSubstr("Conversions"));
  EXPECT_THAT(why("vloadn", Type::f32, 2), HasSubstr("vload<size>() and vstore<size>()"));
  EXPECT_THAT(why("vstore_half_rtp", Type::f32), HasSubstr("Vector Data Load and Store Functions"));
  EXPECT_THAT(why("shuffle", Type::f32, 2), HasSubstr("shuffle()"));
  EXPECT_THAT(why("printf", Type::i32), HasSubstr("printf()"));
  EXPECT_THAT(why("ctz", Type::u32), HasSubstr("OpenCL C 1.2"));
}

TEST(ClspvTest, AllElseMayBeUsed) {
  for (const int width : {1, 2, 3, 4}) {
    EXPECT_EQ(why("sin", Type::f32, width), "");
    EXPECT_EQ(why("add", Type::i64, width), "");
    EXPECT_EQ(why("convert_int", Type::f32, width), "");
  }
  EXPECT_EQ(why("abs", Type::i8, 3), "");
}

TEST(ClspvTest, HalvesAreLoadedFromBuffersAndStoredWithoutANamedRoundingMode) {
  for (const char* const name : {"vload_halfn", "vloada_halfn"}) {
    for (const int width : {2, 3, 4}) EXPECT_EQ(why(name, Type::f16, width), "");
    EXPECT_NE(why(name, Type::f16, 8), "");
    EXPECT_TRUE(needs_buffer_in_clspv(*find(name)));
  }
  EXPECT_EQ(why("vload_half", Type::f16), "");
  EXPECT_EQ(why("vstore_half", Type::f32), "");
  EXPECT_EQ(why("vstore_halfn", Type::f32, 3), "");
  EXPECT_TRUE(needs_buffer_in_clspv(*find("vstore_halfn")));
  EXPECT_FALSE(needs_buffer_in_clspv(*find("vstorea_halfn")));
  EXPECT_EQ(why("vstorea_halfn", Type::f32, 4), "");
  EXPECT_THAT(why("vstorea_halfn", Type::f32, 3), HasSubstr("vstorea_half3 has none"));
  EXPECT_THAT(why("vstorea_halfn_rte", Type::f32, 4), HasSubstr("half* of the kernel"));
  EXPECT_THAT(why("vstore_half_rtz", Type::f32), HasSubstr("half* of the kernel"));
  EXPECT_THAT(why("vstore_halfn_rtn", Type::f32, 2), HasSubstr("round to an infinity"));
  EXPECT_FALSE(needs_buffer_in_clspv(*find("vloadn")));
}

TEST(ClspvTest, CasesAreThereForWhatIsForbiddenTooAndOnlyInModesThatTheDocumentKnows) {
  EXPECT_TRUE(case_named("clspv/math/sin/f32/default/v16"));
  EXPECT_TRUE(case_named("clspv/math/sin/f64/default/v1"));
  EXPECT_TRUE(case_named("clspv/math/sin/f32/relaxed/v4"));
  EXPECT_FALSE(case_named("clspv/math/sin/f32/ftz/v4"));
  EXPECT_FALSE(case_named("clspv/operator/frem/f32/default/v1"));
  const Row& sin = *find("sin");
  EXPECT_TRUE(forbidden(FrontEnd::clspv, sin, Type::f32, 16));
  EXPECT_FALSE(forbidden(FrontEnd::clspv, sin, Type::f32, 4));
  EXPECT_FALSE(forbidden(FrontEnd::clc, sin, Type::f32, 16));
}

// Nearly all math, half, common and geometric functions have a responsible implementer; the specification omits a few.
TEST(ClspvTest, NearlyEveryFunctionIsSomebodys) {
  std::vector<std::string_view> nobodys;
  for (const Row& row : table()) {
    const bool is_named =
        row.group == Group::math || row.group == Group::half || row.group == Group::common || row.group == Group::geometric;
    if (is_named && row.truth != nullptr && made_by(row) == MadeBy::nobody) nobodys.push_back(row.name);
  }
  EXPECT_THAT(nobodys, testing::UnorderedElementsAre("minmag", "fmax_common", "fmin_common"));
  EXPECT_EQ(made_by(*find("sin")), MadeBy::driver);
  EXPECT_EQ(made_by(*find("fma")), MadeBy::library);
  EXPECT_EQ(made_by(*find("expm1")), MadeBy::compiler);
}

TEST(ClspvTest, TheDefaultModeHasRelaxedLimits) {
  for (const char* name : {"exp", "sqrt", "tan", "add"}) {
    const Row& row = *find(name);
    EXPECT_EQ(promised(row, Type::f32, Edition::clspv, Profile::full, Mode::standard).limit,
              promised(row, Type::f32, Edition::clc31, Profile::full, Mode::relaxed).limit)
        << name;
  }
  // "Its accuracy requirements are not relaxed".
  EXPECT_EQ(promised(*find("fma"), Type::f32, Edition::clspv, Profile::full, Mode::standard).limit,
            Limit(CorrectlyRounded{}));
}

Verdict judged(std::string_view name, Type type, std::vector<Value> args, Bits result) {
  const RealScope scope;
  const Promise p = promise(*find(name), type, Edition::clspv, Profile::full, Mode::standard);
  const Call call{.type = type, .args = args};
  return judge(p, call, std::span(&result, 1), arithmetic(mode_under(Edition::clspv, Mode::standard), type, {})).verdict;
}
Value f32(double x) { return {Type::f32, std::bit_cast<std::uint32_t>(static_cast<float>(x))}; }
Value i32(int x) { return {Type::i32, static_cast<std::uint32_t>(x)}; }

TEST(ClspvTest, AMissOfADriverBreaksNoPromiseAndOneOfTheLibraryDoes) {
  EXPECT_EQ(judged("exp", Type::f32, {f32(1)}, f32(2.7182818).bits), Verdict::right);
  EXPECT_EQ(judged("exp", Type::f32, {f32(1)}, f32(3).bits), Verdict::poor);
  EXPECT_EQ(judged("erf", Type::f32, {f32(1)}, f32(3).bits), Verdict::wrong);
  EXPECT_EQ(judged("expm1", Type::f32, {f32(1)}, f32(3).bits), Verdict::wrong);
}

TEST(ClspvTest, SignsOfZerosNansAndRemaindersOfNegativesAreOpen) {
  for (const double result : {0.0, -0.0}) {
    EXPECT_EQ(judged("sign", Type::f32, {f32(-0.0)}, f32(result).bits), Verdict::right);
  }
  EXPECT_EQ(judged("sign", Type::f32, {f32(NAN)}, f32(7).bits), Verdict::undefined);
  EXPECT_EQ(judged("rem", Type::i32, {i32(-7), i32(3)}, i32(99).bits), Verdict::undefined);
  EXPECT_EQ(judged("rem", Type::i32, {i32(7), i32(-3)}, i32(99).bits), Verdict::undefined);
  EXPECT_EQ(judged("rem", Type::i32, {i32(7), i32(3)}, i32(1).bits), Verdict::right);
  EXPECT_EQ(judged("rem", Type::i32, {i32(7), i32(3)}, i32(2).bits), Verdict::wrong);
}

}  // namespace
}  // namespace classay
