// What IEEE 754 and C define, and no table of limits repeats: poles, invalid operations, infinities, and integers.
//
// What right looks like: of calls that no list names, the one result that IEEE 754 has is right and all others are wrong, in
// each edition. How it could be wrong: an edition or a group of functions left out; a result that is required where an
// equivalent formula has another one; wrapping that is required where C leaves a result undefined.
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

// "Division by zero for floating-point types will result in ±∞ or NaN as prescribed by the IEEE-754 standard" (C2.0 1.3.1);
// the result of an invalid operation "must match the IEEE 754 spec" in all editions, whatever the limit.
TEST(Ieee754Test, WhatAnOperationGivesOfZerosAndInfinitiesIsThatOfIeee754) {
  const Bits zero = 0;
  const Bits one = kF32.one();
  const Bits infinity = kF32.infinity();
  const Bits nan = kF32.quiet_nan();
  for (const Edition e : kEditions) {
    const auto given = [&](std::string_view name, const std::vector<Bits>& args, Bits result) {
      return judged_bits({name, Type::f32, e}, args, {result}).verdict;
    };
    EXPECT_EQ(given("div", {one, zero}, infinity), Verdict::right);
    EXPECT_EQ(given("div", {one, kF32.zero(true)}, kF32.negate(infinity)), Verdict::right);
    for (const Bits wrong : {one, zero, nan, kF32.max_finite(), kF32.negate(infinity)}) {
      EXPECT_EQ(given("div", {one, zero}, wrong), Verdict::wrong);
      EXPECT_EQ(given("div", {infinity, one}, wrong), Verdict::wrong);
      EXPECT_EQ(given("recip", {zero}, wrong), Verdict::wrong);
    }
    for (const std::vector<Bits>& args : {std::vector<Bits>{zero, zero}, std::vector<Bits>{infinity, infinity}}) {
      EXPECT_EQ(given("div", args, nan), Verdict::right);
      EXPECT_EQ(given("div", args, one), Verdict::wrong);
    }
    EXPECT_EQ(given("frem", {one, zero}, one), Verdict::undefined);  // "undefined if Operand 2 is 0"
  }
  const Row& row = *find("div");
  const std::array<Value, 2> args{Value{Type::f32, one}, Value{Type::f32, zero}};
  for (const Mode mode : {Mode::unsafe, Mode::relaxed, Mode::finite}) {
    const Promise p = promise(row, Type::f32, Edition::clc20, Profile::full, mode);
    EXPECT_EQ(judge(p, call_of(row, Type::f32, args), std::array{one}, arithmetic(mode, Type::f32, {})).verdict,
              Verdict::undefined)
        << name(mode);
  }
}

// The same clause holds for functions. A result that no list names is the limit of the exact value.
TEST(Ieee754Test, WhatAFunctionGivesAtPolesAndInfinitiesIsThatOfIeee754) {
  struct Call {
    std::string_view name;
    std::vector<double> args;
    double right;
    int lanes = 1;
  };
  const std::vector<Call> calls{
      {"rsqrt", {-5}, kNan},
      {"rsqrt", {0}, kInf},
      {"rsqrt", {-0.0}, -kInf},
      {"powr", {2, kInf}, kInf},
      {"powr", {0.5, -kInf}, kInf},
      {"powr", {kInf, 0.5}, kInf},
      {"half_recip", {0}, kInf},
      {"half_recip", {-0.0}, -kInf},
      {"half_divide", {1, 0}, kInf},
      {"half_divide", {0, 0}, kNan},
      {"half_divide", {kInf, kInf}, kNan},
      {"half_rsqrt", {-5}, kNan},
      {"half_powr", {2, kInf}, kInf},
  };
  const std::vector<Call> by_another_before{
      {"degrees", {kInf}, kInf},           {"radians", {-kInf}, -kInf},       {"length", {kInf, 1}, kInf, 2},
      {"length", {-kInf}, kInf},           {"distance", {-kInf}, kInf},       {"distance", {kInf, kInf}, kNan},
      {"fast_length", {kInf, 1}, kInf, 2}, {"dot", {kInf, 1, 1, 2}, kInf, 2}, {"dot", {kInf, -kInf, 1, 1}, kNan, 2},
  };
  for (const Edition e : kEditions) {
    const bool is_before = std::ranges::find(kBefore, e) != kBefore.end();
    const auto check = [&](const Call& c, Verdict of_wrong) {
      std::vector<double> args = c.args;
      if (c.name == "distance" && args.size() == 1) args.push_back(3);
      const Asked asked{c.name, Type::f32, e, c.lanes};
      EXPECT_EQ(verdict(asked, args, {c.right}), Verdict::right) << c.name << " " << name(e);
      for (const double got : {7.0, 0.0, kNan, kInf, -kInf}) {
        if (got == c.right || (std::isnan(got) && std::isnan(c.right))) continue;
        EXPECT_EQ(verdict(asked, args, {got}), of_wrong) << c.name << " " << name(e) << " " << got;
      }
    };
    for (const Call& c : calls) check(c, Verdict::wrong);
    // Where the edition has no limit, all that is known of the function is another's.
    for (const Call& c : by_another_before) check(c, is_before ? Verdict::poor : Verdict::wrong);
    for (const auto& [builtin, n, right] : {std::tuple{"pown", 3, kF32.infinity()}, std::tuple{"rootn", 3, kF32.infinity()},
                                            std::tuple{"rootn", -3, Bits{0}}, std::tuple{"pown", -3, Bits{0}}}) {
      const Row& row = *find(builtin);
      const std::array<Value, 2> args{Value{Type::f32, kF32.infinity()}, int_value(Type::i32, n)};
      const Promise p = promise(row, Type::f32, e, Profile::full, Mode::standard);
      const auto given = [&](Bits b) { return judge(p, call_of(row, Type::f32, args), std::array{b}, {}).verdict; };
      EXPECT_EQ(given(right), Verdict::right) << builtin << n;
      EXPECT_EQ(given(bits(Type::f32, 5)), Verdict::wrong) << builtin << n;
    }
    // Of infinities that are subtracted a formula equivalent to the code may have a limit.
    EXPECT_NE(verdict({"mix", Type::f32, e}, {kInf, 1, 0.5}, {kNan}), Verdict::wrong);
    EXPECT_NE(verdict({"mix", Type::f32, e}, {kInf, 1, 0.5}, {kInf}), Verdict::wrong);
    EXPECT_EQ(verdict({"mix", Type::f32, e}, {1, kInf, 0.5}, {5}), Verdict::wrong);
  }
}

// OpenCL C leaves a signed overflow to C, where it is undefined; SPIR-V's instructions wrap.
TEST(Ieee754Test, ASignedOverflowThatDoesNotWrapWarnsInOpenClC) {
  struct Overflow {
    std::string_view name;
    Type type;
    std::vector<Bits> args;
    Bits wrapped;
  };
  const std::vector<Overflow> overflows{
      {"mul", Type::i32, {65536, 65536}, 0},
      {"add", Type::i32, {0x7fff'ffff, 1}, 0x8000'0000},
      {"sub", Type::i64, {Bits{1} << 63, 1}, ~Bits{0} >> 1},
      {"negate", Type::i32, {0x8000'0000}, 0x8000'0000},
      {"pre_increment", Type::i32, {0x7fff'ffff}, 0x8000'0000},
      {"assign_product", Type::u16, {0xffff, 0xffff}, 1},
  };
  for (const Edition e : kEditions) {
    const bool is_c = e == Edition::clc20 || e == Edition::clc31;
    for (const Overflow& o : overflows) {
      const auto given = [&](Bits result) {
        std::vector<Value> args;
        for (const Bits b : o.args) args.push_back({o.type, b});
        const Row& row = *find(o.name);
        const Promise p = promise(row, o.type, e, Profile::full, Mode::standard);
        return judge(p, call_of(row, o.type, args), std::array{result}, {});
      };
      EXPECT_EQ(given(o.wrapped).verdict, Verdict::right) << o.name;
      const Judgement other = given(o.wrapped ^ 1);
      EXPECT_EQ(other.verdict, is_c ? Verdict::poor : Verdict::wrong) << o.name;
      if (is_c) {
        EXPECT_THAT(other.why, AllOf(HasSubstr("C99"), HasSubstr("SPIR-V")));
      }
    }
    // By -1 the remainder is 0; the quotient on the way overflows.
    for (const auto& [type, least] : {std::pair{Type::i8, Bits{0x80}}, std::pair{Type::i32, Bits{0x8000'0000}}}) {
      EXPECT_EQ(judged_bits({"rem", type, e}, {least, mask(type)}, {0}).verdict, Verdict::right);
      EXPECT_EQ(judged_bits({"rem", type, e}, {least, mask(type)}, {1}).verdict, Verdict::poor);
      EXPECT_EQ(judged_bits({"rem", type, e}, {least + 1, mask(type)}, {1}).verdict, Verdict::wrong);
      EXPECT_EQ(judged_bits({"rem", type, e}, {1, 0}, {5}).verdict, Verdict::undefined);
    }
    // Results that fit are exact, and unsigned types wrap.
    EXPECT_EQ(judged_bits({"mul", Type::i32, e}, {3, 5}, {16}).verdict, Verdict::wrong);
    EXPECT_EQ(judged_bits({"add", Type::u32, e}, {0xffff'ffff, 1}, {1}).verdict, Verdict::wrong);
    EXPECT_EQ(judged_bits({"add", Type::u16, e}, {0xffff, 1}, {1}).verdict, Verdict::wrong);
  }
}

}  // namespace
}  // namespace classay
