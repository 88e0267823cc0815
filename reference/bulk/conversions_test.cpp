// Checks all conversions against reference/exact, which is checked against MPFR: on every pattern of 8 and 16 bits, and for
// wider types on ties, limits and random patterns of every size. A loop with a wrong rounding mode, range or type must fail.
#include "reference/bulk/conversions.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <memory>
#include <numeric>

#include "reference/exact/exact.h"
#include "reference/inputs/conversion_inputs.h"
#include "reference/number/real.h"
#include "reference/truth/truth.h"

namespace classay {
namespace {

using testing::Ne;
using testing::StrEq;

std::string text(const Conversion& c) {
  return std::string(info(c.from).name) + " to " + std::string(info(c.to).name) + " " + std::string(name(c.rounding)) +
         (c.saturate ? " saturating" : "");
}

// Returns every conversion from a type, to all types or to one.
std::vector<Conversion> conversions(Type from) {
  std::vector<Conversion> all;
  for (const Type to : kNumberTypes) {
    for (const Rounding mode : kRoundings) {
      all.push_back({.from = from, .to = to, .rounding = mode});
      if (is_float(to)) continue;
      all.push_back({.from = from, .to = to, .rounding = mode, .saturate = true});
      all.push_back({.from = from, .to = to, .rounding = mode, .saturate = true, .nan_is_zero = true});
    }
    if (width(from) == width(to)) all.push_back({.from = from, .to = to, .keeps_bits = true});
  }
  return all;
}

std::vector<Truth> truths(const Conversion& c, std::span<const Bits> inputs) {
  std::vector<Value> values;
  for (const Bits b : inputs) values.push_back({c.from, b});
  const Call call{.args = values, .to = c.to, .rounding = c.rounding, .saturate = c.saturate};
  return (c.keeps_bits ? exact_functions::as_type : exact_functions::convert)(call, kFirstPrecision);
}

bool agrees(const Truth& truth, const Conversion& c, Bits input, Bits result, bool is_open) {
  const bool is_nan = is_float(c.from) && classay::is_nan({c.from, input});
  switch (truth.kind) {
    case Truth::Kind::any: return is_nan && c.nan_is_zero ? !is_open && result == 0 : is_open;
    case Truth::Kind::integer: return !is_open && result == truth.integer;
    case Truth::Kind::nan: return !is_open && result == (c.keeps_bits ? input : format(c.to).quiet_nan());
    default: return !is_open && result == rounded(c.to, truth, Rounding::rne);
  }
}

// Returns the first input for which the loop of `subject` contradicts conversion `c`; "" if there is none.
std::string disagreement(const Conversion& subject, const Conversion& c, const std::vector<Bits>& inputs) {
  std::vector<Bits> results(inputs.size(), 0x5a5a5a5a5a5a5a5a);
  const std::unique_ptr<bool[]> is_open(new bool[inputs.size()]);  // NOLINT(modernize-avoid-c-arrays): no vector is one
  conversion_loop(subject)({inputs.data()}, {results.data(), is_open.get(), inputs.size()});
  const std::vector<Truth> right = truths(c, inputs);
  for (std::size_t i = 0; i < inputs.size(); ++i) {
    if (agrees(right[i], c, inputs[i], results[i], is_open[i])) continue;
    return text(c) + " at " + std::to_string(inputs[i]) + " gives " + std::to_string(results[i]);
  }
  return "";
}

std::vector<Bits> every_pattern(Type t) {
  std::vector<Bits> all(std::size_t{1} << static_cast<unsigned>(width(t)));
  std::iota(all.begin(), all.end(), Bits{0});
  return all;
}

// Returns random bits, numbers of every size, infinities and NaN; with a destination, also its hard cases.
std::vector<Bits> samples(Type from, Type to) {
  std::vector<Bits> all{0, 1, mask(from), mask(from) >> 1U, (mask(from) >> 1U) + 1};
  if (is_float(from)) {
    const Format& f = format(from);
    for (const Bits b : {f.infinity(), f.infinity() + 1, f.quiet_nan(), f.max_finite(), f.min_normal(), f.one()}) {
      all.insert(all.end(), {b, f.negate(b)});
    }
  }
  for (std::uint64_t i = 0; i < 2000; ++i) {
    CounterRandom random(7, i);
    all.push_back(random.next() & mask(from));
    all.push_back((random.next() & mask(from)) >> random.below(static_cast<std::uint64_t>(width(from))));
    all.push_back(near_place_of_conversion(from, to, random));
    all.push_back(near_place_of_conversion(from, to, random));
  }
  return all;
}

TEST(ConversionsTest, EveryPatternOf8And16Bits) {
  const RealScope scope;
  for (const Type from : {Type::i8, Type::u8, Type::i16, Type::u16, Type::f16, Type::bf16}) {
    const std::vector<Bits> inputs = every_pattern(from);
    for (const Conversion& c : conversions(from)) EXPECT_THAT(disagreement(c, c, inputs), StrEq(""));
  }
}

TEST(ConversionsTest, WiderOnesAtTiesAtLimitsAndAnywhere) {
  const RealScope scope;
  for (const Type from : {Type::i32, Type::u32, Type::f32, Type::i64, Type::u64, Type::f64}) {
    for (const Conversion& c : conversions(from)) EXPECT_THAT(disagreement(c, c, samples(from, c.to)), StrEq(""));
  }
}

// Negative numbers are not converted to unsigned types, so rounding toward zero is rounding down.
bool are_alike(const Conversion& a, const Conversion& b) {
  const auto is_down = [](Rounding r) { return r == Rounding::rtz || r == Rounding::rtn; };
  const bool is_never_negative = !is_signed(a.from) || !is_signed(a.to);
  return a.rounding == b.rounding || (is_never_negative && is_down(a.rounding) && is_down(b.rounding));
}

// The loops must distinguish two rounding modes wherever the exact functions do.
TEST(ConversionsTest, AnotherModeDoesNotPass) {
  const RealScope scope;
  const std::pair<Type, Type> rounding[] = {{Type::f32, Type::f16}, {Type::f64, Type::f32}, {Type::f64, Type::i64},
                                            {Type::f16, Type::u8},  {Type::i32, Type::f16}, {Type::u64, Type::f64}};
  for (const auto& [from, to] : rounding) {
    for (const Rounding mode : kRoundings) {
      for (const Rounding other : kRoundings) {
        const Conversion c{.from = from, .to = to, .rounding = mode};
        const Conversion wrong{.from = from, .to = to, .rounding = other};
        if (are_alike(c, wrong)) continue;
        EXPECT_THAT(disagreement(wrong, c, samples(from, to)), Ne("")) << text(c) << ", " << name(other);
      }
    }
  }
}

TEST(ConversionsTest, AnotherRangeOrTypeDoesNotPass) {
  const RealScope scope;
  const Conversion c{.from = Type::f32, .to = Type::u8, .rounding = Rounding::rtz};
  Conversion wrong = c;
  wrong.saturate = true;
  EXPECT_THAT(disagreement(wrong, c, samples(c.from, c.to)), Ne(""));
  EXPECT_THAT(disagreement(c, wrong, samples(c.from, c.to)), Ne(""));
  wrong = c;
  wrong.to = Type::i8;
  EXPECT_THAT(disagreement(wrong, c, samples(c.from, c.to)), Ne(""));
  wrong = c;
  wrong.from = Type::u32;
  EXPECT_THAT(disagreement(wrong, c, samples(c.from, c.to)), Ne(""));
}

TEST(ConversionsTest, WhatThereIsNotIsRefused) {
  EXPECT_THROW(conversion_loop({.from = Type::i32, .to = Type::f32, .saturate = true}), std::invalid_argument);
  EXPECT_THROW(conversion_loop({.from = Type::i32, .to = Type::boolean}), std::invalid_argument);
  EXPECT_THROW(conversion_loop({.from = Type::i32, .to = Type::f64, .keeps_bits = true}), std::invalid_argument);
  EXPECT_THROW(conversion_loop({.from = Type::f32, .to = Type::i32, .nan_is_zero = true}), std::invalid_argument);
}

}  // namespace
}  // namespace classay
