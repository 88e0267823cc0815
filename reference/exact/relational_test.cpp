// Compares the functions with comparisons and classes of exact MPFR numbers; any, all, select and bitselect bit by bit.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>

#include "reference/exact/testing.h"
#include "reference/number/real.h"
#include "reference/truth/truth.h"

namespace classay {
namespace {

namespace ef = exact_functions;
using testing::Ne;
using testing::StrEq;

constexpr int kSamples = 20000;

Truth answer(const Call& call, bool yes) {
  if (call.lanes == 1) return Truth::of_integer({Type::i32, yes ? Bits{1} : Bits{0}});
  const int bits = width(call.type);
  const Type result = bits == 16 ? Type::i16 : bits == 32 ? Type::i32 : Type::i64;
  return Truth::of_integer({result, yes ? mask(result) : 0});
}

struct Case {
  std::string name;
  Evaluate function;
  Evaluate wrong;
  std::function<bool(const Real&, const Real&)> holds;
};

const std::vector<Case>& comparisons() {
  static const std::vector<Case> all{
      {"isequal", ef::isequal, ef::isgreaterequal, [](auto& x, auto& y) { return mpfr_equal_p(x, y) != 0; }},
      {"isnotequal", ef::isnotequal, ef::islessgreater, [](auto& x, auto& y) { return mpfr_equal_p(x, y) == 0; }},
      {"isgreater", ef::isgreater, ef::isgreaterequal, [](auto& x, auto& y) { return mpfr_greater_p(x, y) != 0; }},
      {"isgreaterequal", ef::isgreaterequal, ef::isgreater, [](auto& x, auto& y) { return mpfr_greaterequal_p(x, y) != 0; }},
      {"isless", ef::isless, ef::islessequal, [](auto& x, auto& y) { return mpfr_less_p(x, y) != 0; }},
      {"islessequal", ef::islessequal, ef::isless, [](auto& x, auto& y) { return mpfr_lessequal_p(x, y) != 0; }},
      {"islessgreater", ef::islessgreater, ef::isnotequal, [](auto& x, auto& y) { return mpfr_lessgreater_p(x, y) != 0; }},
      {"isordered", ef::isordered, ef::isunordered, [](auto& x, auto& y) { return mpfr_unordered_p(x, y) == 0; }},
      {"isunordered", ef::isunordered, ef::isnotequal, [](auto& x, auto& y) { return mpfr_unordered_p(x, y) != 0; }},
  };
  return all;
}

Expected of_pair(const Case& c) {
  return [&c](const Call& call) { return std::vector{answer(call, c.holds(exact(call.args[0]), exact(call.args[1])))}; };
}

TEST(ExactRelationalTest, ComparisonsAgreeWithMpfrInScalarAndVectorForms) {
  for (const Case& c : comparisons()) {
    for (const Type t : kFloatTypes) {
      const auto inputs = samples({t, t}, kSamples, 7);
      for (const int lanes : {1, 2}) {
        const Call form{.lanes = lanes, .args = {}};
        EXPECT_THAT(first_disagreement(c.function, of_pair(c), inputs, form), StrEq("")) << c.name << " " << info(t).name;
        EXPECT_THAT(first_disagreement(c.wrong, of_pair(c), inputs, form), Ne("")) << c.name << " " << info(t).name;
      }
    }
  }
}

struct Class {
  std::string name;
  Evaluate function;
  Evaluate wrong;
  std::function<bool(const Real&, const Format&)> holds;
};

const std::vector<Class>& classes() {
  static const std::vector<Class> all{
      {"isfinite", ef::isfinite, ef::isnormal, [](auto& x, auto&) { return x.is_finite(); }},
      {"isinf", ef::isinf, ef::isnan, [](auto& x, auto&) { return x.is_infinite(); }},
      {"isnan", ef::isnan, ef::isinf, [](auto& x, auto&) { return x.is_nan(); }},
      {"isnormal", ef::isnormal, ef::isfinite,
       [](auto& x, auto& f) { return x.is_finite() && mpfr_cmpabs(x, power_of_two(f.emin())) >= 0; }},
  };
  return all;
}

TEST(ExactRelationalTest, ClassesAgreeWithMpfrInScalarAndVectorForms) {
  for (const Class& c : classes()) {
    const auto expected = [&c](const Call& call) {
      return std::vector{answer(call, c.holds(exact(call.args[0]), format(call.type)))};
    };
    for (const Type t : kFloatTypes) {
      const auto inputs = t == Type::f16 ? every_pattern(t) : samples({t}, kSamples, 8);
      for (const int lanes : {1, 16}) {
        const Call form{.lanes = lanes, .args = {}};
        EXPECT_THAT(first_disagreement(c.function, expected, inputs, form), StrEq("")) << c.name << " " << info(t).name;
        EXPECT_THAT(first_disagreement(c.wrong, expected, inputs, form), Ne("")) << c.name << " " << info(t).name;
      }
    }
  }
}

TEST(ExactRelationalTest, SignbitIsTheUpperHalfOfAllPatterns) {
  const auto expected = [](const Call& call) { return std::vector{answer(call, call.args[0].bits > mask(call.type) / 2)}; };
  for (const Type t : kFloatTypes) {
    const auto inputs = t == Type::f16 ? every_pattern(t) : samples({t}, kSamples, 9);
    EXPECT_THAT(first_disagreement(ef::signbit, expected, inputs), StrEq("")) << info(t).name;
    EXPECT_THAT(first_disagreement(ef::isfinite, expected, inputs), Ne("")) << info(t).name;
  }
}

// Tests the top bit by the value, without shifting.
bool is_upper_half(Value v) { return v.bits > mask(v.type) / 2; }

std::vector<Truth> count_top_bits(const Call& call, bool every) {
  const auto n = static_cast<std::size_t>(std::ranges::count_if(call.args, is_upper_half));
  return {Truth::of_integer({Type::i32, (every ? n == call.args.size() : n > 0) ? Bits{1} : Bits{0}})};
}

TEST(ExactRelationalTest, AnyAndAllLookAtTopBitsAndGiveOneInt) {
  for (const Type t : {Type::i8, Type::i16, Type::i32, Type::i64}) {
    for (const int lanes : {1, 2, 3, 4}) {
      const auto inputs = samples(std::vector<Type>(static_cast<std::size_t>(lanes), t), 500, 10);
      const Call form{.lanes = lanes, .args = {}};
      const Expected some = [](const Call& call) { return count_top_bits(call, false); };
      const Expected every = [](const Call& call) { return count_top_bits(call, true); };
      EXPECT_THAT(first_disagreement(ef::any, some, inputs, form), StrEq("")) << info(t).name << lanes;
      EXPECT_THAT(first_disagreement(ef::all, every, inputs, form), StrEq("")) << info(t).name << lanes;
      if (lanes > 1) {
        EXPECT_THAT(first_disagreement(ef::all, some, inputs, form), Ne("")) << info(t).name << lanes;
      }
    }
  }
}

Truth plain(Value v) { return is_float(v.type) ? Truth::of(exact(v)) : Truth::of_integer(v); }

std::vector<Truth> expected_bitselect(const Call& call) {
  Value r{call.args[0].type, 0};
  for (int i = 0; i < width(r.type); ++i) {
    const Bits weight = Bits{1} << i;
    const Value& source = (call.args[2].bits & weight) != 0 ? call.args[1] : call.args[0];
    r.bits += source.bits & weight;
  }
  return {plain(r)};
}

TEST(ExactRelationalTest, BitselectTakesEachBitFromItsSource) {
  for (const Type t : {Type::f16, Type::f32, Type::f64, Type::i8, Type::u16, Type::i32, Type::u64}) {
    EXPECT_THAT(first_disagreement(ef::bitselect, expected_bitselect, samples({t, t, t}, kSamples, 11)), StrEq(""));
    EXPECT_THAT(first_disagreement(ef::select, expected_bitselect, samples({t, t, t}, kSamples, 11)), Ne(""));
  }
}

TEST(ExactRelationalTest, SelectTestsScalarsForZeroAndVectorsForTheirTopBit) {
  const Expected scalar = [](const Call& call) {
    return std::vector{plain(call.args[2].bits == 0 ? call.args[0] : call.args[1])};
  };
  const Expected vector = [](const Call& call) {
    return std::vector{plain(is_upper_half(call.args[2]) ? call.args[1] : call.args[0])};
  };
  const Call two_lanes{.lanes = 2, .args = {}};
  for (const Type t : {Type::f16, Type::f32, Type::f64, Type::i8, Type::u16, Type::i32, Type::u64}) {
    for (const bool with_sign : {false, true}) {
      const auto inputs = samples({t, t, integer_type(width(t), with_sign)}, kSamples, 12);
      EXPECT_THAT(first_disagreement(ef::select, scalar, inputs), StrEq("")) << info(t).name;
      EXPECT_THAT(first_disagreement(ef::select, vector, inputs, two_lanes), StrEq("")) << info(t).name;
      EXPECT_THAT(first_disagreement(ef::select, scalar, inputs, two_lanes), Ne("")) << info(t).name;
    }
  }
}

}  // namespace
}  // namespace classay
