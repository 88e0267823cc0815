// Checks that errors agree with the MPFR fallback within their uncertainty. Possible faults: a wrong scale, the ulp at a
// power of two, the ulp of a subnormal or an overflowed result, an infinity, the sign of a zero.
#include "reference/certified/wide/errors.h"

#include <cmath>
#include <random>

#include "reference/bulk/wide_errors.h"
#include "reference/certified/check.h"
#include "reference/certified/wide/function.h"
#include "reference/certified/wide/model.h"
#include "reference/certified/wide/pair_model.h"
#include "reference/judge/ulp.h"
#include "reference/number/real.h"

namespace classay::certified {
namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();

// Returns the call of a block's input.
std::array<Value, 1> call_of(const WideModel&, const WideBlock&, Bits x) { return {Value{Type::f64, x}}; }
std::array<Value, 2> call_of(const WidePairModel& model, const WidePairBlock& block, Bits x) {
  return arguments(model.function(), Type::f64, block.varies, block.fixed, x);
}

template <class Model, class Block>
Truth truth_at(const Model& model, const Block& block, Bits x, Precision precision) {
  const auto values = call_of(model, block, x);
  return model.function().truth({.type = Type::f64, .args = values}, precision).at(0);
}

// Returns plausible results of a device for one block, and worse ones.
template <class Model, class Block>
std::vector<Bits> answers(const Model& model, const Block& block, std::span<const Bits> x, std::mt19937_64& random) {
  std::vector<Bits> all;
  for (const Bits b : x) {
    const Truth t = truth_at(model, block, b, 128);
    Bits result = t.kind == Truth::Kind::real ? round_to(kF64, t.value->low, Rounding::rne) : kF64.quiet_nan();
    const auto kind = random() % 16;
    if (kind < 12 && kF64.magnitude(result) > 8) result += random() % 9 - 4;
    if (kind == 12) result = random();
    if (kind == 13) result = kF64.infinity(random() % 2 == 0);
    if (kind == 14) result = kF64.zero(random() % 2 == 0);
    if (kind == 15) result = kF64.quiet_nan();
    all.push_back(result);
  }
  return all;
}

// Compares one error with that of the fallback. Returns true if both are finite.
bool agrees(const Truth& t, Bits result, double head, const WideError& found) {
  if (t.kind != Truth::Kind::real || !std::isfinite(head)) {
    EXPECT_EQ(found.error, 0);
    return false;
  }
  if (kF64.is_nan(result)) {
    EXPECT_TRUE(std::isinf(found.error) && found.uncertainty == 0);
    return false;
  }
  const std::optional<Error> slow = ulp_error(kF64, result, *t.value);
  if (!slow) return false;
  const bool is_below = slow->is_below;
  const Interval distance = in_ulps(*slow);
  const double most = mpfr_get_d(distance.high, MPFR_RNDU);
  if (std::isinf(found.error)) {
    EXPECT_GE(most, bulk::kFarInUlps);
    return false;
  }
  const double error = std::fabs(found.error);
  EXPECT_LE(std::fmax(most - error, error - mpfr_get_d(distance.low, MPFR_RNDD)), found.uncertainty) << found.error;
  EXPECT_LE(found.uncertainty, 0x1p-20 + error * 0.4);  // at a power of two, two values of the ulp are possible
  if (error > found.uncertainty) {
    EXPECT_EQ(found.error < 0, is_below);
  }
  return true;
}

// Compares `count` inputs of a block.
template <class Model, class Block>
std::size_t agreements(const Model& model, const Block& block, std::size_t count, std::mt19937_64& random) {
  std::vector<Bits> x(std::min(block.count, count));
  std::vector<double> head(x.size());
  std::vector<double> tail(x.size());
  std::vector<double> error(x.size());
  std::vector<double> uncertainty(x.size());
  inputs(block, x);
  model.values(block, head, tail);
  const std::vector<Bits> results = answers(model, block, x, random);
  errors_of(block, results, head, tail, error, uncertainty);
  std::size_t all = 0;
  for (std::size_t i = 0; i < x.size(); ++i) {
    SCOPED_TRACE(testing::Message() << model.function().name << std::hex << " x " << x[i] << " result " << results[i]
                                    << " value " << std::hexfloat << head[i] << " + " << tail[i]);
    if (std::isnan(tail[i])) continue;
    all += agrees(truth_at(model, block, x[i], 250), results[i], head[i], {error[i], uncertainty[i]}) ? 1 : 0;
  }
  return all;
}

TEST(WideErrorsTest, AreThoseOfTheSlowJudgeWithinTheirUncertainty) {
  const RealScope scope;
  std::mt19937_64 random(3);
  std::size_t compared = 0;
  for (const char* name : {"exp", "exp2", "log", "sin", "recip", "tgamma", "sqrt"}) {
    const WideModel model(*function_named(name));
    for (std::uint64_t i = 0; i < 16; ++i) compared += agreements(model, model.block(1, 3 + i * 1001), 48, random);
    for (const double x : wide_edges(model.function())) {
      const auto b = std::bit_cast<Bits>(x);
      for (const Bits beside : {Bits{0}, Bits{1000000}}) {
        compared += agreements(model, model.block({kF64.magnitude(b) + beside, kF64.is_negative(b), 1}), 48, random);
      }
    }
  }
  EXPECT_GT(compared, 3000U);
}

TEST(WideErrorsTest, AreThoseOfTheSlowJudgeForFunctionsOfTwoArgumentsToo) {
  const RealScope scope;
  std::mt19937_64 random(4);
  std::size_t compared = 0;
  for (const PairFunction& f : pair_functions()) {
    const WidePairModel model(f);
    for (std::uint64_t i = 0; i < 64; ++i) compared += agreements(model, model.block(1, i), 12, random);
  }
  EXPECT_GT(compared, 2500U);
}

WideError error_against(double head, double tail, int scale, double result) {
  return error_of({.head = head, .tail = tail, .scale = scale, .epsilon = kWideEpsilon}, std::bit_cast<Bits>(result));
}

TEST(WideErrorsTest, TheUlpAtAPowerOfTwoIsTheSmallerOne) {
  EXPECT_NEAR(error_against(1, -0x1p-60, 0, 1 + 0x1p-52).error, 2, 0.01);  // just below it
  EXPECT_NEAR(error_against(1, +0x1p-60, 0, 1 + 0x1p-52).error, 1, 0.01);
  const WideError unclear = error_against(1, 0, 0, 1 + 0x1p-52);
  EXPECT_LE(unclear.error - unclear.uncertainty, 1);
  EXPECT_GE(unclear.error + unclear.uncertainty, 2);
  const WideError exact = error_of({.head = 1}, std::bit_cast<Bits>(1 + 0x1p-52));
  EXPECT_EQ(exact.error, 2);
  // Subnormals are equally spaced on both sides of one.
  EXPECT_NEAR(error_against(0.5, -0x1p-60, -1029, 0x1p-1030 + 0x1p-1074).error, 1, 0.01);
}

TEST(WideErrorsTest, AnInfinityStandsForThePowerOfTwoBeyondTheLargestNumber) {
  EXPECT_EQ(error_against(0.75, 0, 1025, kInfinity).error, 0);                     // 1.5 * 2^1024
  EXPECT_NEAR(error_against(1 - 0x1p-53, 0, 1024, kInfinity).error, 1, 1e-6);      // the largest number
  EXPECT_NEAR(error_against(1, -0x1p-55, 1024, kInfinity).error, 0.25, 1e-6);      // just short of 2^1024
  EXPECT_NEAR(error_against(1, 0, 1024, 0x1.fffffffffffffp1023).error, -1, 1e-6);  // and the reverse
  EXPECT_LT(error_against(0.75, 0, 1025, -kInfinity).error, -1e15);
  EXPECT_EQ(error_of({.head = kInfinity}, kF64.infinity()).uncertainty, 0);
  EXPECT_EQ(error_of({.head = kInfinity}, kF64.max_finite()).uncertainty, kInfinity);
}

TEST(WideErrorsTest, WhatIsNoNumberIsRightWhenItIsTheSameAndElseLeftOpen) {
  const double nan = std::numeric_limits<double>::quiet_NaN();
  EXPECT_EQ(error_of({.head = nan}, kF64.quiet_nan() | 5).uncertainty, 0);
  EXPECT_EQ(error_of({.head = nan}, kF64.one()).uncertainty, kInfinity);
  EXPECT_EQ(error_of({.head = -0.0}, kF64.sign_bit()).uncertainty, 0);
  EXPECT_EQ(error_of({.head = -0.0}, 0).uncertainty, kInfinity);
  EXPECT_EQ(error_of({.head = 1, .tail = nan}, kF64.one()).uncertainty, kInfinity);
  const WideError lost = error_of({.head = 1}, kF64.quiet_nan());
  EXPECT_EQ(standing(lost.error, lost.uncertainty, 1e9), Standing::beyond);
}

TEST(WideErrorsTest, AResultIsWithinALimitBeyondItOrLeftOpen) {
  EXPECT_EQ(standing(1, 0.25, 1.25), Standing::within);
  EXPECT_EQ(standing(1, 0.25, 1.2), Standing::open);
  EXPECT_EQ(standing(1, 0.25, 0.7), Standing::beyond);
  EXPECT_EQ(standing(0, kInfinity, 4), Standing::open);
  EXPECT_EQ(standing(kInfinity, 0, 4), Standing::beyond);
}

}  // namespace
}  // namespace classay::certified
