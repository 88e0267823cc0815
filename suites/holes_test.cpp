// Checks for gaps that tables of other suites have had: functions that are never tested, modes that run for a third of their
// functions, prescribed values that an infinite limit hides.
#include <gtest/gtest.h>

#include <array>
#include <bit>
#include <limits>

#include "reference/judge/judge.h"
#include "suites/judge_promise.h"
#include "suites/row.h"
#include "suites/stated_limit.h"

namespace classay {
namespace {

Value f32(float x) { return {Type::f32, std::bit_cast<std::uint32_t>(x)}; }

struct Place {
  Edition edition = Edition::clc31;
  Profile profile = Profile::full;
  Mode mode = Mode::standard;
};

Judgement judged(std::string_view name, const std::vector<Value>& args, Bits result, const Place& at) {
  const Row& row = *find(name);
  const Promise p = promise(row, Type::f32, at.edition, at.profile, at.mode);
  return judge(p, call_of(row, Type::f32, args), std::array{result}, arithmetic(at.mode, Type::f32, {.flushes = true}));
}
Verdict verdict(std::string_view name, const std::vector<Value>& args, float result, const Place& at) {
  return judged(name, args, f32(result).bits, at).verdict;
}

constexpr std::array kUnsafe{Mode::relaxed, Mode::unsafe};

// "NaN will be converted to 0" (SPIR-V, SaturatedConversion); "should be converted to 0" (OpenCL C 2.0, 6.2.3.3).
TEST(TableHolesTest, ASaturatedNanIsZeroWhereADocumentSaysThatItIs) {
  const Value nan{Type::f32, 0x7fc00000};
  for (const std::string_view name : {"convert_int_sat", "convert_uchar_sat", "convert_long_sat_rtp"}) {
    for (const Edition edition : {Edition::spirv22, Edition::clc31, Edition::spirv31}) {
      EXPECT_EQ(judged(name, {nan}, 7, {.edition = edition}).verdict, Verdict::wrong) << name;
      EXPECT_EQ(judged(name, {nan}, 0, {.edition = edition}).verdict, Verdict::right) << name;
    }
    EXPECT_NE(judged(name, {nan}, 7, {.edition = Edition::clc20}).verdict, Verdict::wrong) << name;
  }
}

TEST(TableHolesTest, EveryNativeFunctionHasATruth) {
  int count = 0;
  for (const Row& row : table()) {
    if (row.group != Group::native) continue;
    ++count;
    EXPECT_NE(row.truth, nullptr) << row.name;
  }
  EXPECT_EQ(count, 14);  // OpenCL.std 81 to 94
}

TEST(TableHolesTest, FunctionsThatOthersNeverRunRelaxedHaveTheirRelaxedLimit) {
  for (const std::string_view name : {"acosh", "acospi", "asinh", "asinpi", "atanh", "atanpi", "atan2", "atan2pi", "cbrt",
                                      "cosh", "expm1", "log1p", "pown", "powr", "rootn", "sinh", "tanh", "tanpi"}) {
    const Row& row = *find(name);
    const Limit usual = promised(row, Type::f32, Edition::clc31, Profile::full, Mode::standard).limit;
    const Limit relaxed = promised(row, Type::f32, Edition::clc31, Profile::full, Mode::relaxed).limit;
    EXPECT_TRUE(std::holds_alternative<Derived>(relaxed)) << name;
    EXPECT_FALSE(usual == relaxed) << name;
    // Reading one table does not change the limits of the other.
    EXPECT_TRUE(usual == promised(row, Type::f32, Edition::clc31, Profile::full, Mode::standard).limit) << name;
  }
}

void expect_gross_results_wrong(std::string_view name, const std::vector<Value>& args, const Place& at) {
  const auto inf = std::bit_cast<float>(static_cast<std::uint32_t>(kF32.infinity()));
  const auto nan = std::bit_cast<float>(static_cast<std::uint32_t>(kF32.quiet_nan()));
  for (const float gross : {nan, inf, -inf, 1e20F, -7e10F}) {
    EXPECT_EQ(verdict(name, args, gross, at), Verdict::wrong)
        << name << " " << classay::name(at.edition) << " " << classay::name(at.mode) << " " << gross;
  }
}

// Steps of these divide negative numbers, or by them. A domain of positive numbers only would leave them without a limit.
TEST(TableHolesTest, OrdinaryCallsOfDerivedFunctionsCanFail) {
  const auto i = [](int n) { return int_value(Type::i32, n); };
  const std::vector<std::pair<std::string_view, std::vector<Value>>> calls{
      {"tan", {f32(3)}},
      {"tan", {f32(-2.5F)}},
      {"tan", {f32(-0.5F)}},
      {"tanpi", {f32(0.75F)}},
      {"tanpi", {f32(-0.7F)}},
      {"cbrt", {f32(0.5F)}},
      {"cbrt", {f32(-0.01F)}},
      {"cbrt", {f32(-3)}},
      {"tanh", {f32(-1)}},
      {"tanh", {f32(-0.25F)}},
      {"rootn", {f32(0.5F), i(3)}},
      {"rootn", {f32(2), i(-3)}},
      {"rootn", {f32(-2), i(5)}},
      {"atan2", {f32(1), f32(-2)}},
      {"atan2", {f32(-1), f32(-2)}},
      {"atan2", {f32(-1), f32(2)}},
      {"atan2pi", {f32(1), f32(-2)}},
      {"atan2pi", {f32(-1), f32(-2)}},
      {"atan2pi", {f32(-1), f32(2)}},
      {"pow", {f32(-3), f32(2)}},
      {"pown", {f32(-3), i(2)}},
  };
  for (const auto& [name, args] : calls) {
    for (const Edition e : kEditions) {
      for (const Mode mode : kUnsafe) expect_gross_results_wrong(name, args, {.edition = e, .mode = mode});
    }
  }
}

// Outside [-pi, pi] sin and cos have no limit, so that a derived tan has none. The limit of other implementations decides
// which results are good.
TEST(TableHolesTest, WhereADerivationHasNoLimitTheOtherOneTells) {
  for (const Mode mode : kUnsafe) {
    EXPECT_EQ(verdict("tan", {f32(4)}, 0x1.28634p+0F, {.mode = mode}), Verdict::right);
    EXPECT_EQ(verdict("tan", {f32(4)}, 0x1.29p+0F, {.mode = mode}), Verdict::poor);
    EXPECT_EQ(verdict("tan", {f32(4)}, 1e20F, {.mode = mode}), Verdict::poor);
    EXPECT_EQ(verdict("tanpi", {f32(1.75F)}, -1, {.mode = mode}), Verdict::right);
    EXPECT_EQ(verdict("tanpi", {f32(1.75F)}, 1e20F, {.mode = mode}), Verdict::poor);
    // The following step still bounds it: nothing is promised for 0 / 1, but an arc tangent cannot be 1e20.
    EXPECT_EQ(verdict("atan2", {f32(0), f32(1)}, 0.5F, {.mode = mode}), Verdict::poor);
    EXPECT_EQ(verdict("atan2", {f32(0), f32(1)}, 1e20F, {.mode = mode}), Verdict::wrong);
  }
  EXPECT_NE(judged("tan", {f32(4)}, f32(1e20F).bits, {.mode = Mode::relaxed}).why, "");
}

// C2.0 has the constants of atan2 and atan2pi swapped. Each interpretation of both is allowed, but not a mix.
TEST(TableHolesTest, WaysToReadAStepAreNotMixed) {
  const Place c20{.edition = Edition::clc20, .mode = Mode::relaxed};
  const std::vector<Value> args{f32(1), f32(-2)};  // 2.678 for atan2, 0.852 for atan2pi; with 1 / pi in its place -0.145
  EXPECT_EQ(verdict("atan2pi", args, 0.8524164F, c20), Verdict::right);
  EXPECT_EQ(verdict("atan2pi", args, 2.6779451F * 3.1415927F, c20), Verdict::right);
  for (const float between : {0.5F, 0.8F, 0.9F, 4.0F}) EXPECT_EQ(verdict("atan2pi", args, between, c20), Verdict::wrong);
}

// Before 3.1, the derivation of pow takes the logarithm of a negative number for even y; the logarithm of its magnitude is
// meant. Near 1, a large y magnifies an error of 2^-21 of the logarithm.
TEST(TableHolesTest, PowMeansTheMagnitudeOfANegativeNumber) {
  const std::vector<Value> args{f32(-1.0001F), f32(524288)};
  constexpr float kPower = 5.918043e22F;
  for (const Edition e : {Edition::clc20, Edition::spirv22}) {
    const Place at{.edition = e, .mode = Mode::unsafe};
    EXPECT_EQ(verdict("pow", args, kPower, at), Verdict::right);
    EXPECT_EQ(verdict("pow", args, 1.1F * kPower, at), Verdict::right);
    EXPECT_EQ(verdict("pow", args, 2 * kPower, at), Verdict::wrong);
    EXPECT_EQ(verdict("pow", args, -kPower, at), Verdict::wrong);
  }
}

// "Returns 0.0 if x <= edge0 and 1.0 if x >= edge1", with a clamp between (OpenCL C, Common Functions).
TEST(TableHolesTest, SmoothstepDoesNotExtrapolate) {
  for (const Edition e : {Edition::clc31, Edition::spirv31}) {
    for (const Mode mode : {Mode::standard, Mode::relaxed, Mode::ftz, Mode::mad_enable}) {
      const Place at{.edition = e, .mode = mode};
      const auto of = [&](float x, float result) { return verdict("smoothstep", {f32(0), f32(1), f32(x)}, result, at); };
      EXPECT_EQ(of(2, 1), Verdict::right);
      EXPECT_EQ(of(2, -4), Verdict::wrong);
      EXPECT_EQ(of(-0.5F, 0), Verdict::right);
      EXPECT_EQ(of(-0.5F, 1), Verdict::wrong);
      EXPECT_EQ(of(-0.5F, 100), Verdict::wrong);
      EXPECT_EQ(of(0.5F, 0.5F), Verdict::right);
      EXPECT_EQ(of(0.5F, 0.5001F), Verdict::wrong);
      EXPECT_EQ(of(0.5F, 0.625F), Verdict::wrong);  // t * t * (3 - t)
    }
  }
}

// Outside 2^-62 to 2^62 relaxed division has no limit; the default table has one everywhere.
TEST(TableHolesTest, StepsOfTheDefaultTableAreNotRelaxed) {
  const std::vector<Value> args{f32(0), f32(0x1p-70F), f32(0x1p-71F)};
  EXPECT_EQ(verdict("smoothstep", args, 0.75F, {}), Verdict::wrong);
  EXPECT_EQ(verdict("smoothstep", args, 0.75F, {.mode = Mode::relaxed}), Verdict::poor);
}

TEST(TableHolesTest, TheDomainOfRelaxedDivisionIsOneOfMagnitudes) {
  for (const Mode mode : kUnsafe) {
    for (const float sign : {1.0F, -1.0F}) {
      EXPECT_EQ(verdict("recip", {f32(3 * sign)}, sign / 3, {.mode = mode}), Verdict::right);
      EXPECT_EQ(verdict("recip", {f32(3 * sign)}, 1e20F, {.mode = mode}), Verdict::wrong);
      EXPECT_EQ(verdict("div", {f32(2 * sign), f32(-3)}, sign * 5, {.mode = mode}), Verdict::wrong);
      EXPECT_EQ(verdict("div", {f32(0x1p-63F * sign), f32(-3)}, 5, {.mode = mode}), Verdict::undefined);
      constexpr float nan = std::numeric_limits<float>::quiet_NaN();
      EXPECT_EQ(verdict("div", {f32(0x1p-63F * sign), f32(-3)}, nan, {.mode = mode}), Verdict::undefined);
      EXPECT_EQ(verdict("div", {f32(2 * sign), f32(-3)}, nan, {.mode = mode}), Verdict::wrong);
    }
  }
}

TEST(TableHolesTest, FastLengthsMaySquareInTheFormat) {
  constexpr float infinity = std::numeric_limits<float>::infinity();
  EXPECT_EQ(verdict("fast_length", {f32(0x1p100F)}, infinity, {}), Verdict::undefined);
  EXPECT_EQ(verdict("fast_distance", {f32(0x1p100F), f32(1)}, infinity, {}), Verdict::undefined);
  EXPECT_EQ(verdict("fast_normalize", {f32(0x1p100F)}, 0, {}), Verdict::undefined);
  EXPECT_EQ(verdict("fast_length", {f32(0x1p60F)}, infinity, {}), Verdict::wrong);
  EXPECT_EQ(verdict("length", {f32(0x1p100F)}, infinity, {}), Verdict::wrong);
}

// Either of two zeros may be the larger one (docs/ambiguities.md, zero-sign-of-fmax).
TEST(TableHolesTest, EitherZeroIsRightOfTwo) {
  for (const std::string_view name : {"fmax", "fmin", "maxmag", "minmag", "fmax_common", "fmin_common"}) {
    for (const float x : {0.0F, -0.0F}) {
      for (const Bits zero : {Bits{0}, kF32.sign_bit()}) {
        EXPECT_EQ(judged(name, {f32(x), f32(-x)}, zero, {}).verdict, Verdict::right) << name;
      }
      EXPECT_EQ(judged(name, {f32(x), f32(-x)}, 1, {.mode = Mode::opt_disable}).verdict, Verdict::wrong) << name;
    }
  }
}

TEST(TableHolesTest, RulesHoldForHalfFunctionsToo) {
  const auto of = [](std::string_view name, float x, Bits result) { return judged(name, {f32(x)}, result, {}).verdict; };
  for (const std::string_view name : {"half_sin", "half_tan"}) {
    EXPECT_EQ(of(name, -0.0F, kF32.zero(true)), Verdict::right) << name;
    EXPECT_EQ(of(name, -0.0F, 0), Verdict::wrong) << name;
  }
  for (const Row& row : table()) {
    if (row.group != Group::half) continue;
    const std::string_view of_name = row.name.substr(5);
    if (rules(of_name, Edition::clc20).empty()) continue;
    EXPECT_EQ(row.prescribed_as, of_name) << row.name;
  }
}

TEST(TableHolesTest, AnImplementationDefinedLimitStillHasItsRules) {
  for (const std::string_view name : {"lgamma", "lgamma_r"}) {
    const Promise p = promise(*find(name), Type::f32, Edition::clc31, Profile::full, Mode::standard);
    EXPECT_TRUE(std::holds_alternative<ImplementationDefined>(p.limit)) << name;
    EXPECT_FALSE(p.rules.empty()) << name;
  }
}

// The C specifications mention lgamma in one place only: footnote 68, and a line of the table of single precision.
TEST(TableHolesTest, LgammaHasTheClauseThatThereIs) {
  const auto clause = [](Type format, Edition edition, Profile profile) {
    return promised(*find("lgamma"), format, edition, profile, Mode::standard).clause;
  };
  for (const Profile profile : kProfiles) {
    for (const Type format : {Type::f32, Type::f64}) {
      EXPECT_EQ(clause(format, Edition::clc20, profile), "OpenCL C 2.0, footnote 68 (\"currently undefined\")");
      EXPECT_EQ(clause(format, Edition::clc31, profile), "OpenCL C 3.1, ULP table of single precision");
    }
  }
  EXPECT_EQ(clause(Type::f32, Edition::spirv22, Profile::full), "SPIR-V environment 2.2, table 3");
  EXPECT_EQ(clause(Type::f32, Edition::spirv31, Profile::embedded),
            "SPIR-V environment 3.1, ULP table of the embedded profile");
}

TEST(TableHolesTest, MadHasALimit) {
  const Promise p = promise(*find("mad"), Type::f32, Edition::clc31, Profile::full, Mode::standard);
  EXPECT_TRUE(std::holds_alternative<FmaOrTwoRoundings>(p.limit));
}

}  // namespace
}  // namespace classay
