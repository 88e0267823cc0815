#include "suites/judge_promise.h"

#include <gtest/gtest.h>

#include <stdexcept>

#include "reference/judge/judge.h"
#include "reference/number/interval.h"
#include "suites/row.h"
#include "suites/stated_limit.h"

namespace classay {
namespace {

TEST(PromiseTest, CarriesWhatTheJudgeNeeds) {
  const Promise p = promise(*find("frexp"), Type::f64, Edition::clc20, Profile::full, Mode::standard);
  EXPECT_EQ(p.builtin, "frexp");
  EXPECT_EQ(p.truth, find("frexp")->truth);
  EXPECT_EQ(std::vector<Type>(p.results.begin(), p.results.end()), (std::vector<Type>{Type::f64, Type::i32}));
  EXPECT_TRUE(p.limit == Limit(Exact{}));
  EXPECT_EQ(p.clause, "OpenCL C 2.0, table 39");
  EXPECT_EQ(promise(*find("remquo"), Type::f32, Edition::clc20, Profile::full, Mode::standard).quotient_bits, 7);
}

TEST(PromiseTest, ResultsOfEveryRowOutliveIt) {
  for (const Row& row : table()) {
    for (Type format : row.formats) {
      for (int lanes : widths(row)) {
        const Promise p = promise(row, format, Edition::spirv31, Profile::full, Mode::standard, lanes);
        EXPECT_EQ(std::vector<Type>(p.results.begin(), p.results.end()), result_types(row, format, lanes)) << row.name;
      }
    }
  }
}

// The relaxed sqrt inside acosh keeps its own limit; exp inside cosh has the relaxed one, of the same profile.
TEST(PromiseTest, AStepHasItsLimitInTheSameTable) {
  const Promise p = promise(*find("cosh"), Type::f32, Edition::clc31, Profile::embedded, Mode::relaxed);
  ASSERT_NE(p.limit_of_step, nullptr);
  EXPECT_TRUE(p.limit_of_step("exp", p.context) == Limit(ExpRelaxed{4}));
  EXPECT_TRUE(p.limit_of_step("sqrt", p.context) == Limit(Ulp{4}));
  const Promise old = promise(*find("cosh"), Type::f32, Edition::spirv22, Profile::embedded, Mode::relaxed);
  EXPECT_TRUE(old.limit_of_step("exp", old.context) == Limit(Ulp{4}));
  const Promise full = promise(*find("cosh"), Type::f32, Edition::spirv22, Profile::full, Mode::relaxed);
  EXPECT_TRUE(full.limit_of_step("exp", full.context) == Limit(ExpRelaxed{3}));
  EXPECT_THROW(p.limit_of_step("sinn", p.context), std::invalid_argument);
}

TEST(PromiseTest, WhatMayFlushIsWhatTheDocumentSays) {
  const auto flushing = [](std::string_view name, Edition e) {
    const Row& row = *find(name);
    return promise(row, row.formats[0], e, Profile::full, Mode::standard).flushing;
  };
  for (const Edition e : kEditions) {
    const Flushing otherwise = e == Edition::spirv22 || e == Edition::spirv31 ? Flushing::unnamed : Flushing::never;
    // "Operations such as add, sub, mul, divide": not a closed list.
    for (const char* name : {"half_exp", "half_divide", "native_sin"})
      EXPECT_EQ(flushing(name, e), Flushing::always) << name;
    for (const char* name : {"exp", "step", "dot", "add"}) EXPECT_EQ(flushing(name, e), Flushing::named) << name;
    for (const char* name : {"convert_float", "convert_int_rtp", "isless", "isnormal", "isequal"}) {
      EXPECT_EQ(flushing(name, e), Flushing::unnamed) << name;
    }
    EXPECT_EQ(flushing("vstore_half_rtz", e), Flushing::operands);
    for (const char* name : {"vload_half", "vloadn", "vstoren", "as_float"})
      EXPECT_EQ(flushing(name, e), Flushing::never) << name;
    for (const char* name : {"select", "bitselect", "shuffle"}) EXPECT_EQ(flushing(name, e), otherwise) << name;
  }
}

TEST(PromiseTest, OperatorsAreCoreOperationsAndConversionsNameTheirRounding) {
  for (const Row& row : table()) {
    const Promise p = promise(row, row.formats[0], Edition::clc31, Profile::full, Mode::standard);
    EXPECT_EQ(p.core_operation, row.group == Group::operation) << row.name;
    EXPECT_EQ(p.rounding_in_call, row.group == Group::conversion || row.group == Group::memory) << row.name;
  }
}

// OpenCL C 2.0 has no limit for an acosh that is not derived; where x * x overflows the derivation gives an infinity.
TEST(PromiseTest, WhatIsGoodEnoughWithoutAnOptionIsSoWithIt) {
  const Promise p = promise(*find("acosh"), Type::f32, Edition::clc20, Profile::full, Mode::unsafe);
  const Arithmetic unsafe = arithmetic(Mode::unsafe, Type::f32, {});
  const std::vector<Value> most{{Type::f32, kF32.max_finite()}};
  const Call call{.type = Type::f32, .args = most};
  constexpr Bits kNearest = 0x42b2d4fc;
  const auto verdict = [&](Bits got) { return judge(p, call, std::span(&got, 1), unsafe).verdict; };
  EXPECT_EQ(verdict(kNearest), Verdict::right);
  EXPECT_EQ(verdict(kNearest + 3), Verdict::right);
  EXPECT_EQ(verdict(kNearest + 6), Verdict::wrong);
  EXPECT_TRUE(promised(*find("acosh"), Type::f32, Edition::clc20, Profile::full, Mode::unsafe).limit ==
              Limit(Derived{.forms = "log(x + sqrt(x * x - 1))"}));
}

Value number(Type type, double x) {
  const RealScope scope;
  return {type, round_to(format(type), exact_double(x), Rounding::rne)};
}

bool same(const Arithmetic& a, const Arithmetic& b) {
  return a.rounding == b.rounding && a.flushes == b.flushes && a.must_flush == b.must_flush && a.nans == b.nans &&
         a.infinities == b.infinities && a.zero_signs == b.zero_signs && a.edge_rules == b.edge_rules;
}

TEST(ArithmeticTest, EachOptionChangesWhatItSaysAndNothingElse) {
  const Arithmetic device{.rounding = Rounding::rtz};
  for (const Type f : {Type::f16, Type::f32, Type::f64}) {
    for (const Mode same_as_default : {Mode::standard, Mode::mad_enable, Mode::opt_disable, Mode::correct_div_sqrt}) {
      EXPECT_TRUE(same(arithmetic(same_as_default, f, device), device)) << name(same_as_default);
    }
    EXPECT_TRUE(same(arithmetic(Mode::finite, f, device), {.rounding = Rounding::rtz, .nans = false, .infinities = false}));
    EXPECT_TRUE(same(arithmetic(Mode::no_signed_zeros, f, device), {.rounding = Rounding::rtz, .zero_signs = false}));
    EXPECT_FALSE(same(arithmetic(Mode::finite, f, device), device));
  }
}

TEST(ArithmeticTest, DenormalsAreZeroInSingleAndDoublePrecisionOnly) {
  for (const Mode m : {Mode::ftz, Mode::relaxed, Mode::unsafe}) {
    EXPECT_TRUE(arithmetic(m, Type::f32, {}).flushes);
    EXPECT_TRUE(arithmetic(m, Type::f64, {}).flushes);
    EXPECT_FALSE(arithmetic(m, Type::f16, {}).flushes);
    EXPECT_TRUE(arithmetic(m, Type::f16, {.flushes = true}).flushes);
  }
}

// A device may flush single precision and keep half and double.
TEST(ArithmeticTest, AConversionFlushesWhatItsFormatsFlush) {
  const Arithmetic keeps{};
  const Arithmetic flushes{.flushes = true};
  const Arithmetic narrowing = of_conversion(keeps, flushes);  // double to float
  EXPECT_TRUE(narrowing.flushes && narrowing.keeps_operands && !narrowing.keeps_results);
  const Arithmetic to_half = of_conversion(flushes, keeps);
  EXPECT_TRUE(to_half.flushes && !to_half.keeps_operands && to_half.keeps_results);
  for (const Arithmetic& a : {keeps, flushes}) {
    const Arithmetic both = of_conversion(a, a);
    EXPECT_EQ(both.flushes, a.flushes);
    EXPECT_FALSE(both.keeps_operands || both.keeps_results);
  }
  // -cl-denorms-are-zero is about single and double precision.
  EXPECT_FALSE(arithmetic(Mode::ftz, Type::f64, narrowing).keeps_operands);
  EXPECT_TRUE(arithmetic(Mode::ftz, Type::f32, to_half).keeps_results);
  const Row& row = *find("convert_float");
  EXPECT_TRUE(converts_floats(row, Type::f64));
  EXPECT_FALSE(converts_floats(row, Type::f32));
  EXPECT_FALSE(converts_floats(row, Type::i32));
  EXPECT_FALSE(converts_floats(*find("as_float"), Type::f32));
  const Value small{Type::f64, format(Type::f64).zero(false) | (Bits{1023 - 140} << 52)};
  const Promise p = promise(row, Type::f64, Edition::clc20, Profile::full, Mode::standard);
  const auto zero = [&](const Arithmetic& a) {
    return judge(p, call_of(row, Type::f64, {&small, 1}), std::array{Bits{0}}, a).verdict;
  };
  EXPECT_EQ(zero(narrowing), Verdict::right);
  EXPECT_EQ(zero(keeps), Verdict::wrong);
}

TEST(ArithmeticTest, WhatAModuleSaysIsWhatItsWordsMean) {
  const Arithmetic device{.rounding = Rounding::rtz, .flushes = true};
  const auto changed = [&](auto change) {
    Arithmetic a = device;
    change(a);
    return a;
  };
  const std::vector<std::pair<Mode, Arithmetic>> modes{
      {Mode::not_nan, changed([](Arithmetic& a) { a.nans = false; })},
      {Mode::not_inf, changed([](Arithmetic& a) { a.infinities = false; })},
      {Mode::nsz, changed([](Arithmetic& a) { a.zero_signs = false; })},
      {Mode::fast, changed([](Arithmetic& a) { a.nans = a.infinities = a.zero_signs = false; })},
      {Mode::allow_recip, device},
      {Mode::allow_contract, device},
      {Mode::keep_special, device},
      {Mode::denorm_preserve, changed([](Arithmetic& a) { a.flushes = false; })},
      {Mode::denorm_flush, changed([](Arithmetic& a) { a.must_flush = true; })},
      {Mode::rounding_rte, changed([](Arithmetic& a) { a.rounding = Rounding::rne; })},
      {Mode::rounding_rtz, device}};
  for (const auto& [mode, wanted] : modes) {
    for (const Type f : {Type::f16, Type::f32, Type::f64})
      EXPECT_TRUE(same(arithmetic(mode, f, device), wanted)) << name(mode);
  }
  EXPECT_TRUE(arithmetic(Mode::denorm_flush, Type::f16, {}).flushes);
}

// x * (1 / y), of f32 within 2.5 ulp for 1 / y, of f64 rounded twice: 5 / 3 is either of two numbers then.
TEST(ReciprocalTest, ADivisionMayBeOneWhereAFlagSaysSo) {
  const auto verdict = [](Type type, double x, double y, Mode mode, Bits result) {
    const std::vector<Value> args{number(type, x), number(type, y)};
    const Promise p = promise(*find("div"), type, Edition::spirv31, Profile::full, mode);
    return judge(p, {.type = type, .args = args}, std::span(&result, 1), arithmetic(mode, type, {})).verdict;
  };
  const Bits quotient = 0x3fe3333333333333;  // 3 / 5
  const Bits by_reciprocal = quotient + 1;   // 3 * 0.2
  EXPECT_EQ(verdict(Type::f64, 3, 5, Mode::standard, quotient), Verdict::right);
  EXPECT_EQ(verdict(Type::f64, 3, 5, Mode::standard, by_reciprocal), Verdict::wrong);
  for (const Mode mode : {Mode::allow_recip, Mode::fast}) {
    EXPECT_EQ(verdict(Type::f64, 3, 5, mode, quotient), Verdict::right);
    EXPECT_EQ(verdict(Type::f64, 3, 5, mode, by_reciprocal), Verdict::right);
    EXPECT_EQ(verdict(Type::f64, 3, 5, mode, quotient - 1), Verdict::wrong);
    EXPECT_EQ(verdict(Type::f32, 3, 5, mode, 0x3f19999a), Verdict::right);
    EXPECT_EQ(verdict(Type::f32, 3, 5, mode, 0x3f19999a + 9), Verdict::wrong);
  }
  const Bits one = 0x3f800000;
  EXPECT_EQ(verdict(Type::f32, 0x1p127, 0x1p-127, Mode::allow_recip, one), Verdict::wrong);
  EXPECT_EQ(verdict(Type::f32, 0x1p127, 0x1p-127, Mode::fast, one), Verdict::undefined);
}

// a * b with signs and c, from the row to the verdict: fused, in two roundings, and neither.
TEST(ContractionTest, EverySignAndPragmaIsJudgedByItsOwnNumbers) {
  const Format& f = kF32;
  const Bits a = 0x3f800800;         // 1 + 2^-12
  const Bits c = f.negate(f.one());  // so that products and c cancel when the signs are those of a * b + c
  struct Form {
    std::string_view name;
    bool product;
    bool addend;
  };
  for (const Form form : {Form{"mul_add", false, false},
                          {"mul_sub", false, true},
                          {"negated_mul_add", true, false},
                          {"negated_mul_sub", true, true},
                          {"sub_mul", true, false}}) {
    const std::vector<Value> args{
        {Type::f32, a}, {Type::f32, a}, {Type::f32, form.product != form.addend ? f.negate(c) : c}};
    const auto verdict = [&](const std::string& row, Bits result, Mode mode = Mode::standard) {
      const Promise p = promise(*find(row), Type::f32, Edition::clc31, Profile::full, mode);
      const Bits with_sign = form.product ? f.negate(result) : result;
      return judge(p, {.type = Type::f32, .args = args}, std::span(&with_sign, 1), {});
    };
    const std::string on(form.name);
    const std::string off = on + "_uncontracted";
    const Bits two = 0x3a000000;    // 2^-11
    const Bits fused = 0x3a000400;  // 2^-11 + 2^-24
    EXPECT_EQ(verdict(on, two).verdict, Verdict::right) << on;
    EXPECT_EQ(verdict(on, fused).verdict, Verdict::right) << on;
    EXPECT_EQ(verdict(on, fused + 1).verdict, Verdict::wrong) << on;
    EXPECT_EQ(verdict(on, f.negate(two)).verdict, Verdict::wrong) << on;
    EXPECT_EQ(verdict(off, two).verdict, Verdict::right) << off;
    EXPECT_TRUE(verdict(off, two).error->high.is_zero()) << off;
    EXPECT_EQ(verdict(off, fused).verdict, Verdict::wrong) << off;
    EXPECT_EQ(verdict(off, f.negate(two)).verdict, Verdict::wrong) << off;
    for (const Mode either : {Mode::mad_enable, Mode::fast}) {
      EXPECT_EQ(verdict(off, two, either).verdict, Verdict::right) << off;
      EXPECT_EQ(verdict(off, fused, either).verdict, Verdict::right) << off;
      EXPECT_EQ(verdict(off, fused + 1, either).verdict, Verdict::wrong) << off;
    }
  }
}

TEST(ContractionTest, MadEnableGivesExpressionsThePromiseOfMad) {
  for (const char* name : {"mul_add", "mul_add_uncontracted"}) {
    const auto limit = [&](Type format, Edition e, Profile p, Mode m) {
      return promised(*find(name), format, e, p, m).limit;
    };
    EXPECT_TRUE(limit(Type::f32, Edition::clc20, Profile::full, Mode::mad_enable) == Limit(FmaOrTwoRoundings{}));
    EXPECT_TRUE(limit(Type::f64, Edition::clc20, Profile::full, Mode::mad_enable) == Limit(ImplementationDefined{}));
    EXPECT_TRUE(limit(Type::f16, Edition::clc20, Profile::full, Mode::mad_enable) == Limit(ImplementationDefined{}));
    EXPECT_TRUE(limit(Type::f64, Edition::spirv31, Profile::full, Mode::mad_enable) == Limit(FmaOrTwoRoundings{}));
    EXPECT_TRUE(limit(Type::f32, Edition::clc31, Profile::embedded, Mode::mad_enable) == Limit(ImplementationDefined{}));
    EXPECT_TRUE(limit(Type::f32, Edition::clc31, Profile::embedded, Mode::relaxed) == Limit(FmaOrTwoRoundings{}));
  }
  EXPECT_TRUE(promised(*find("mul_add_uncontracted"), Type::f64, Edition::clc20, Profile::full, Mode::standard).limit ==
              Limit(TwoRoundings{}));
}

// The single options change no limit but that of contraction, and exact division and square root are no one else's.
void expect_same_limit(const Row& row, Type format, Edition edition, Mode mode) {
  const Limit limit = promised(row, format, edition, Profile::full, Mode::standard).limit;
  EXPECT_TRUE(promised(row, format, edition, Profile::full, mode).limit == limit) << row.name << " " << name(mode);
}

TEST(PromiseTest, SingleOptionsChangeNoLimitOfABuiltin) {
  for (const Row& row : table()) {
    std::vector<Mode> changing_nothing{Mode::ftz, Mode::finite, Mode::no_signed_zeros, Mode::opt_disable};
    if (row.contraction == Contraction::none) changing_nothing.push_back(Mode::mad_enable);
    if (!row.rounded_on_request) changing_nothing.push_back(Mode::correct_div_sqrt);
    for (const Type format : row.formats) {
      for (const Edition edition : kEditions) {
        for (const Mode mode : changing_nothing) expect_same_limit(row, format, edition, mode);
      }
    }
  }
}

Judgement implicit(const char* name, Value x, Bits result) {
  const Row& row = *find(name);
  const std::array args{x};
  const std::array results{result};
  return judge(promise(row, x.type, Edition::clc31, Profile::full, Mode::standard), call_of(row, x.type, args), results, {});
}

// 2^24 + 1 lies halfway between two floats; 1.5 is truncated to an integer, whatever C99 leaves open of floats.
TEST(PromiseTest, AnImplicitConversionMayRoundToEitherNeighbourAndNoFarther) {
  const Value odd = int_value(Type::i32, (1 << 24) + 1);
  for (const char* const name : {"implicit_float", "widened_float"}) {
    EXPECT_EQ(implicit(name, odd, 0x4b800000).verdict, Verdict::right) << name;
    EXPECT_EQ(implicit(name, odd, 0x4b800000).reading, "") << name;
    EXPECT_EQ(implicit(name, odd, 0x4b800001).verdict, Verdict::right) << name;
    EXPECT_EQ(implicit(name, odd, 0x4b800001).reading, "implicit-rounding") << name;
    EXPECT_EQ(implicit(name, odd, 0x4b800002).verdict, Verdict::wrong) << name;
    EXPECT_EQ(implicit(name, odd, 0x4b7fffff).verdict, Verdict::wrong) << name;
  }
  EXPECT_EQ(implicit("convert_float", odd, 0x4b800001).verdict, Verdict::wrong);
  const Value next = int_value(Type::i32, (1 << 24) + 3);  // to nearest even it goes up
  EXPECT_EQ(implicit("implicit_float", next, 0x4b800002).reading, "");
  EXPECT_EQ(implicit("implicit_float", next, 0x4b800001).reading, "implicit-rounding");
  EXPECT_EQ(implicit("implicit_float", next, 0x4b800003).verdict, Verdict::wrong);
  const Value half{Type::f32, 0x3fc00000};
  EXPECT_EQ(implicit("implicit_int", half, 1).verdict, Verdict::right);
  EXPECT_EQ(implicit("implicit_int", half, 2).verdict, Verdict::wrong);
  EXPECT_EQ(implicit("implicit_uchar", int_value(Type::i32, -1), 255).verdict, Verdict::right);
  EXPECT_EQ(implicit("implicit_uchar", int_value(Type::i32, 256), 255).verdict, Verdict::wrong);
}

}  // namespace
}  // namespace classay
