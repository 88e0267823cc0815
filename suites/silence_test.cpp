// Checks judgement where a specification states no limit. Its own statements are judged. Beyond them, the limit of the
// earliest edition that has one gives a quality warning.
//
// A result that breaks a statement of the specification itself must be wrong in its edition. A result that exceeds another
// edition's limit must be a warning there, and wrong in the edition with the limit. A result within the limit must be right.
// Possible faults: a wrong verdict by a limit that the specification does not have; a rule that applies to one format or
// edition only; a warning that names one specification alone.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "reference/judge/judge.h"
#include "reference/number/real_scope.h"
#include "reference/number/rounding.h"
#include "suites/judge_promise.h"
#include "suites/row.h"

namespace classay {
namespace {

using testing::AllOf;
using testing::HasSubstr;

constexpr std::array kBefore{Edition::clc20, Edition::spirv22};
constexpr double kInf = std::numeric_limits<double>::infinity();
constexpr double kNan = std::numeric_limits<double>::quiet_NaN();

Bits bits(Type t, double x) {
  const RealScope scope;
  const Format& f = format(t);
  if (std::isnan(x)) return f.quiet_nan();
  if (std::isinf(x)) return f.infinity(x < 0);
  if (x == 0) return f.zero(std::signbit(x));
  const Dyadic d = decode(kF64, std::bit_cast<std::uint64_t>(x));
  return round_to(f, Unrounded{d.negative, d.significand, d.exponent, false}, Rounding::rne);
}

struct Asked {
  std::string_view name;
  Type type = Type::f32;
  Edition edition = Edition::clc20;
  int lanes = 1;
  Profile profile = Profile::full;
};

Judgement judged_bits(const Asked& a, const std::vector<Bits>& args, const std::vector<Bits>& results) {
  const Row& row = *find(a.name, a.type);
  std::vector<Value> values;
  for (const Bits b : args) values.push_back({a.type, b});
  const Promise p = promise(row, a.type, a.edition, a.profile, Mode::standard, a.lanes);
  return judge(p, call_of(row, a.type, values, a.lanes), results, arithmetic(Mode::standard, a.type, {}));
}

Judgement judged(const Asked& a, const std::vector<double>& args, const std::vector<double>& results) {
  std::vector<Bits> in;
  std::vector<Bits> out;
  for (const double x : args) in.push_back(bits(a.type, x));
  for (const double x : results) out.push_back(bits(a.type, x));
  return judged_bits(a, in, out);
}

Verdict verdict(const Asked& a, const std::vector<double>& args, const std::vector<double>& results) {
  return judged(a, args, results).verdict;
}

TEST(SilenceTest, TheLimitOfTheEarliestEditionThatHasOneWarns) {
  struct Call {
    Asked asked;
    std::vector<double> args;
    double right;
    double off;
  };
  for (const Edition e : kBefore) {
    for (const Call& c :
         {Call{{"degrees", Type::f32, e}, {1}, 0x1.ca5dcp+5, 57.3},
          Call{{"radians", Type::f64, e}, {180}, 0x1.921fb54442d18p+1, 3.14},
          Call{{"length", Type::f32, e, 2}, {3, 4}, 5, 5.01}, Call{{"distance", Type::f64, e, 1}, {3, 1}, 2, -2},
          Call{{"fast_length", Type::f32, e, 2}, {3, 4}, 5, 6}, Call{{"dot", Type::f32, e, 2}, {1, 2, 3, 4}, 11, kNan}}) {
      EXPECT_EQ(verdict(c.asked, c.args, {c.right}), Verdict::right) << c.asked.name;
      const Judgement poor = judged(c.asked, c.args, {c.off});
      EXPECT_EQ(poor.verdict, Verdict::poor) << c.asked.name;
      EXPECT_THAT(poor.clause, AllOf(HasSubstr("3.1"), HasSubstr(std::string(title(e)) + " states no limit")));
      Asked later = c.asked;
      later.edition = e == Edition::clc20 ? Edition::clc31 : Edition::spirv31;
      EXPECT_EQ(verdict(later, c.args, {c.off}), Verdict::wrong) << c.asked.name;
    }
  }
}

TEST(SilenceTest, HalfOfOpenClC20IsJudgedByTheTableOfTheEnvironment) {
  const Judgement poor = judged({"exp", Type::f16}, {1}, {3});
  EXPECT_EQ(poor.verdict, Verdict::poor);
  EXPECT_THAT(poor.clause, AllOf(HasSubstr("SPIR-V environment 2.2"), HasSubstr("OpenCL C 2.0 states no limit")));
  EXPECT_EQ(verdict({"exp", Type::f16}, {1}, {2.71875}), Verdict::right);
  EXPECT_EQ(verdict({"add", Type::f16}, {1, 2}, {4}), Verdict::poor);
  // The prescriptions of C99 hold for every format.
  EXPECT_EQ(verdict({"exp", Type::f16}, {-kInf}, {1}), Verdict::wrong);
}

TEST(SilenceTest, LengthsKeepTheirRangeInEveryEdition) {
  for (const Edition e : kEditions) {
    for (const Profile p : kProfiles) {
      const auto in = [&](std::string_view name, int lanes) { return Asked{name, Type::f32, e, lanes, p}; };
      EXPECT_EQ(verdict(in("length", 2), {0x1p+100, 0x1p+100}, {kInf}), Verdict::wrong) << name(e);
      EXPECT_EQ(verdict(in("length", 2), {0x1p-100, 0x1p-100}, {0}), Verdict::wrong) << name(e);
      EXPECT_EQ(verdict(in("length", 2), {3, 4}, {kNan}), Verdict::wrong) << name(e);
      EXPECT_EQ(verdict(in("distance", 1), {0x1p+100, 0}, {kInf}), Verdict::wrong) << name(e);
      EXPECT_EQ(verdict(in("normalize", 2), {0x1p+100, 0}, {0, 0}), Verdict::wrong) << name(e);
      EXPECT_NE(verdict(in("length", 2), {0x1p+100, 0}, {0x1p+100}), Verdict::wrong) << name(e);
      EXPECT_NE(verdict(in("normalize", 2), {0x1p-100, 0}, {1, 0}), Verdict::wrong) << name(e);
      // If the length itself is out of range, an infinity is its result.
      EXPECT_NE(verdict(in("length", 2), {0x1.8p+127, 0x1.8p+127}, {kInf}), Verdict::wrong) << name(e);
    }
  }
  // The fast variants square in the format.
  EXPECT_NE(verdict({"fast_length", Type::f32, Edition::clc31, 2}, {0x1p+100, 0x1p+100}, {kInf}), Verdict::wrong);
}

TEST(SilenceTest, TheLastComponentOfACrossIsZeroWhateverTheLimit) {
  const std::vector<double> args{1, 2, 3, 9, 4, 5, 7, 9};
  for (const Edition e : kEditions) {
    for (const Profile p : kProfiles) {
      const Asked cross{"cross", Type::f32, e, 4, p};
      EXPECT_EQ(verdict(cross, args, {-1, 5, -3, 0x1p-30}), Verdict::wrong) << name(e);
      EXPECT_EQ(verdict(cross, args, {-1, 5, -3, -0.0}), Verdict::poor) << name(e);
      EXPECT_NE(verdict(cross, args, {-1, 5, -3, 0}), Verdict::wrong) << name(e);
    }
  }
  EXPECT_EQ(verdict({"cross", Type::f32, Edition::clc20, 4}, args, {kNan, 5, -3, 0}), Verdict::poor);
}

// "Implemented as", "equivalent to": editions before 3.1 state the code too.
TEST(SilenceTest, MixAndSmoothstepAreTheirCode) {
  for (const Edition e : kBefore) {
    for (const Type t : kLanguageFloats) {
      const Asked mix{"mix", t, e};
      EXPECT_EQ(verdict(mix, {1, 3, 0.25}, {1.5}), Verdict::right);
      EXPECT_EQ(verdict(mix, {1, 3, 0.25}, {1.5 + 0x1p-9}), Verdict::wrong);
      EXPECT_EQ(verdict(mix, {1, 3, 0.25}, {1 + 2 * 0.0625}), Verdict::wrong);  // for a * a
      const Asked smoothstep{"smoothstep", t, e};
      EXPECT_EQ(verdict(smoothstep, {0, 1, 0.25}, {0.15625}), Verdict::right);
      EXPECT_EQ(verdict(smoothstep, {0, 1, 2}, {-4}), Verdict::wrong);
      EXPECT_EQ(verdict(smoothstep, {0, 1, 2}, {1}), Verdict::right);
      EXPECT_EQ(verdict(smoothstep, {0, 1, -0.5}, {0}), Verdict::right);
      EXPECT_EQ(verdict(smoothstep, {0, 1, 0.25}, {0.16}), Verdict::wrong);
    }
    // Within the tolerance of 3.1, but different from the code.
    EXPECT_EQ(verdict({"mix", Type::f32, e}, {1, 3, 0.25}, {1.5 + 0x1p-20}), Verdict::poor);
    EXPECT_EQ(verdict({"mix", Type::f64, e}, {1, 3, 0.25}, {1.5 + 0x1p-40}), Verdict::poor);
    // One rounding, or one for each operation.
    EXPECT_EQ(verdict({"mix", Type::f32, e}, {1, 0x1.000002p+1, 0x1.000002p-1}, {0x1.800004p+0}), Verdict::right);
  }
}

TEST(SilenceTest, WhatADocumentSaysShouldBeWarns) {
  const Row& row = *find("convert_int_sat");
  const Value nan{Type::f32, kF32.quiet_nan()};
  const auto given = [&](Edition e, Bits result) {
    const Promise p = promise(row, Type::f32, e, Profile::full, Mode::standard);
    return judge(p, call_of(row, Type::f32, {&nan, 1}), std::array{result}, {});
  };
  EXPECT_EQ(given(Edition::clc20, 0).verdict, Verdict::right);
  EXPECT_EQ(given(Edition::clc20, 7).verdict, Verdict::poor);
  EXPECT_THAT(given(Edition::clc20, 7).why, HasSubstr("should be"));
  EXPECT_EQ(given(Edition::spirv22, 7).verdict, Verdict::wrong);
}

TEST(SilenceTest, NegationOfSpirVCanFail) {
  for (const Edition e : {Edition::spirv22, Edition::spirv31}) {
    for (const Type t : kLanguageFloats) {
      const Asked negate{"negate", t, e};
      EXPECT_EQ(verdict(negate, {1.5}, {-1.5}), Verdict::right);
      EXPECT_EQ(verdict(negate, {1.5}, {1.5}), Verdict::wrong);
      EXPECT_EQ(verdict(negate, {kInf}, {kInf}), Verdict::wrong);
      EXPECT_EQ(verdict(negate, {kNan}, {1}), Verdict::wrong);
      EXPECT_EQ(verdict(negate, {0}, {0}), Verdict::right);
      EXPECT_EQ(verdict(negate, {0}, {-0.0}), Verdict::right);
      EXPECT_EQ(verdict(negate, {0}, {1}), Verdict::wrong);
    }
  }
  EXPECT_EQ(verdict({"negate", Type::f32, Edition::clc31}, {0}, {0}), Verdict::wrong);
  // For integers the same row has no rule.
  EXPECT_EQ(judged_bits({"negate", Type::i32, Edition::spirv31}, {0}, {0}).verdict, Verdict::right);
  EXPECT_EQ(judged_bits({"negate", Type::i32, Edition::spirv31}, {0}, {1}).verdict, Verdict::wrong);
}

TEST(SilenceTest, RemaindersOfSpirVCanFail) {
  for (const Edition e : {Edition::spirv22, Edition::spirv31}) {
    for (const Type t : kLanguageFloats) {
      const Asked rem{"frem", t, e};
      EXPECT_EQ(verdict(rem, {-7.5, 2}, {-1.5}), Verdict::right);
      EXPECT_EQ(verdict(rem, {-7.5, 2}, {0.5}), Verdict::wrong);  // the result of OpFMod
      EXPECT_EQ(verdict(rem, {-7.5, 2}, {-7.5}), Verdict::wrong);
      EXPECT_EQ(verdict(rem, {kNan, 2}, {1}), Verdict::wrong);
      EXPECT_EQ(verdict(rem, {kInf, 2}, {1}), Verdict::wrong);
      EXPECT_EQ(verdict(rem, {kInf, 2}, {kNan}), Verdict::right);
      EXPECT_EQ(verdict(rem, {3, kInf}, {3}), Verdict::right);
      EXPECT_EQ(verdict(rem, {3, 0}, {7}), Verdict::undefined);
      const Asked mod{"fmod_floored", t, e};
      EXPECT_EQ(verdict(mod, {-7.5, 2}, {0.5}), Verdict::right);
      EXPECT_EQ(verdict(mod, {-7.5, 2}, {-1.5}), Verdict::wrong);
      EXPECT_EQ(verdict(mod, {kInf, 2}, {1}), Verdict::wrong);
    }
    // With a quotient error of 2.5 ulp, the quotient of a multiple may be below the integer, so that a complete y remains.
    EXPECT_EQ(verdict({"frem", Type::f32, e}, {9, 3}, {0}), Verdict::right);
    EXPECT_EQ(verdict({"frem", Type::f32, e}, {9, 3}, {3}), Verdict::right);
    EXPECT_EQ(verdict({"frem", Type::f32, e}, {9, 3}, {-3}), Verdict::wrong);
  }
}

TEST(SilenceTest, ASignalingNanIsANanAndMayMakeOne) {
  const Bits signaling = kF32.infinity() + 1;
  const Bits one = kF32.one();
  for (const Edition e : kEditions) {
    EXPECT_EQ(judged_bits({"fmax", Type::f32, e}, {signaling, one}, {one}).verdict, Verdict::right);
    const Judgement nan = judged_bits({"fmax", Type::f32, e}, {signaling, one}, {kF32.quiet_nan()});
    EXPECT_EQ(nan.verdict, Verdict::right);
    EXPECT_EQ(nan.reading, "signaling-nan");
    EXPECT_EQ(judged_bits({"fmax", Type::f32, e}, {signaling, one}, {0}).verdict, Verdict::wrong);
    EXPECT_EQ(judged_bits({"fmax", Type::f32, e}, {kF32.quiet_nan(), one}, {kF32.quiet_nan()}).verdict, Verdict::wrong);
    EXPECT_EQ(judged_bits({"isnan", Type::f32, e}, {signaling}, {0}).verdict, Verdict::wrong);
    EXPECT_EQ(judged_bits({"isnan", Type::f32, e}, {signaling}, {1}).verdict, Verdict::right);
  }
}

TEST(SilenceTest, ANanThatIsMadeIsQuiet) {
  const Row& row = *find("nan");
  const Value code{Type::u32, 1};
  const Promise p = promise(row, Type::f32, Edition::clc20, Profile::full, Mode::standard);
  const auto given = [&](Bits result) { return judge(p, call_of(row, Type::f32, {&code, 1}), std::array{result}, {}); };
  EXPECT_EQ(given(0x7fc00001).verdict, Verdict::right);
  EXPECT_EQ(given(0x7f800001).verdict, Verdict::wrong);
  EXPECT_THAT(given(0x7f800001).why, HasSubstr("quiet"));
}

// "A non-signaling NaN shall be converted to a non-signaling NaN" before 3.1. In 3.1, "all functions that return a NaN
// should return a quiet NaN". Operations follow IEEE 754 in all editions, and moves keep their bits.
TEST(SilenceTest, ANanThatNoOperandBroughtAlongIsQuiet) {
  const Bits signaling = kF32.infinity() + 1;
  const Bits quiet = kF32.quiet_nan();
  const Bits minus_one = kF32.negate(kF32.one());
  for (const Edition e : kEditions) {
    const bool is_advice = e == Edition::clc31 || e == Edition::spirv31;
    const Verdict of_functions = is_advice ? Verdict::poor : Verdict::wrong;
    const auto given = [&](std::string_view name, const std::vector<Bits>& args, Bits result) {
      return judged_bits({name, Type::f32, e}, args, {result}).verdict;
    };
    for (const Bits argument : {minus_one, quiet}) {
      EXPECT_EQ(given("sqrt", {argument}, quiet), Verdict::right);
      EXPECT_EQ(given("sqrt", {argument}, signaling), of_functions);
      EXPECT_EQ(given("sqrt", {argument}, kF32.quiet_nan() - 1), of_functions);
      EXPECT_EQ(given("sqrt", {argument}, kF32.negate(quiet) + 1), Verdict::right);
    }
    EXPECT_EQ(given("fabs", {quiet}, signaling), of_functions);
    EXPECT_EQ(given("fabs", {signaling}, signaling), Verdict::right);
    EXPECT_EQ(given("sub", {kF32.infinity(), kF32.infinity()}, quiet), Verdict::right);
    EXPECT_EQ(given("sub", {kF32.infinity(), kF32.infinity()}, signaling), Verdict::wrong);
    EXPECT_EQ(given("add", {signaling, quiet}, signaling), Verdict::right);
    EXPECT_EQ(given("bitselect", {signaling, signaling, 0}, signaling), Verdict::right);
  }
  EXPECT_THAT(judged_bits({"sqrt", Type::f32, Edition::clc31}, {minus_one}, {signaling}).why,
              HasSubstr("should be a quiet"));
}

// A load or store of half converts; as_type gives bits "without modification".
TEST(SilenceTest, WhatConvertsSilencesAndWhatReinterpretsDoesNot) {
  const Bits signaling = kF32.infinity() + 1;
  const Bits quiet_half = kF16.quiet_nan();
  for (const Edition e : kEditions) {
    const Verdict of_functions = e == Edition::clc31 || e == Edition::spirv31 ? Verdict::poor : Verdict::wrong;
    const auto given = [&](std::string_view name, Type type, Bits arg, Bits result) {
      const Row& row = *find(name);
      const Value x{type, arg};
      const Promise p = promise(row, type, e, Profile::full, Mode::standard);
      return judge(p, call_of(row, type, {&x, 1}), std::array{result}, {}).verdict;
    };
    EXPECT_EQ(given("vload_half", find("vload_half")->formats[0], quiet_half, kF32.quiet_nan()), Verdict::right);
    EXPECT_EQ(given("vload_half", find("vload_half")->formats[0], quiet_half, signaling), of_functions);
    EXPECT_EQ(given("vload_half", find("vload_half")->formats[0], kF16.infinity() + 1, signaling), Verdict::right);
    EXPECT_EQ(given("as_float", Type::u32, signaling, signaling), Verdict::right);
    EXPECT_EQ(given("as_float", Type::u32, signaling, kF32.quiet_nan() + 1), Verdict::wrong);
    EXPECT_EQ(given("as_float", Type::u32, kF32.quiet_nan() + 1, kF32.quiet_nan()), Verdict::wrong);
    EXPECT_EQ(given("as_uint", Type::f32, signaling, kF32.quiet_nan() + 1), Verdict::wrong);
  }
}

// Unsafe math may violate edge cases, and -cl-finite-math-only excludes NaN.
TEST(SilenceTest, WhichNanIsOpenWhereNoneIsPromised) {
  const Row& row = *find("sqrt");
  const Value x{Type::f32, kF32.negate(kF32.one())};
  for (const Mode mode : {Mode::unsafe, Mode::relaxed, Mode::finite}) {
    const Promise p = promise(row, Type::f32, Edition::clc20, Profile::full, mode);
    const Judgement j =
        judge(p, call_of(row, Type::f32, {&x, 1}), std::array{kF32.infinity() + 1}, arithmetic(mode, Type::f32, {}));
    EXPECT_NE(j.verdict, Verdict::wrong) << name(mode);
  }
}

}  // namespace
}  // namespace classay
