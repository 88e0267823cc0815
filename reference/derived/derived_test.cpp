// Checks the reach against a simulated device. Every result within the limits of the steps must be in the reach, and the
// reach must not be much wider. In half precision it is compared with all results of a derivation.
#include "reference/derived/derived.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>

#include "reference/derived/subjects.h"
#include "reference/derived/testing.h"
#include "reference/truth/truth.h"

namespace classay {
namespace {

using testing::reach_of;
using testing::Simulator;
using testing::Subject;
using testing::Table;

constexpr std::array kArithmetics{Arithmetic{}, Arithmetic{.flushes = true},
                                  Arithmetic{.rounding = Rounding::rtz, .flushes = true},
                                  Arithmetic{.rounding = Rounding::rtz}};

// CLASSAY_LONG_TESTS=20 tests twenty times as many arguments.
int effort() {
  const char* s = std::getenv("CLASSAY_LONG_TESTS");
  return s == nullptr ? 1 : std::max(1, std::atoi(s));
}

Bits f32(double d) { return round_to(kF32, exact_double(d), Rounding::rne); }
Value value(double d) { return {Type::f32, f32(d)}; }

// Ends of the tables' domains, of the format, and thresholds of overflow and underflow.
constexpr std::array kSpecial{0.0,       1.0,       0.5,        2.0,      3.0,       0x1p-10,        0x1p-149, 0x1p-126,
                              0x1p-127,  0x1p127,   0x1p62,     0x1p-62,  0x1p63,    0x1p64,         0x1p126,  88.0,
                              88.7228,   44.0,      104.0,      103.97,   127.99999, 128.0,          149.0,    150.0,
                              1.5707964, 3.1415927, 0.25,       38.53184, 16777216., 0x1.fffffep127, 9.0,      87.33655,
                              0.75,      1.25,      0.333333343};

Bits random_pattern(std::mt19937_64& random) {
  const auto near = [&](double d) {
    const auto i = ordered(kF32, f32(d)) + static_cast<std::int64_t>(random() % 5) - 2;
    return from_ordered(kF32, std::min(i, ordered(kF32, kF32.infinity())));
  };
  const Bits sign = (random() & 1) << 31;
  switch (random() % 8) {
    case 0: return random() & kF32.mask();
    case 1: return random() % kF32.min_normal() | sign;
    case 2: return kF32.infinity() + (random() % 8 == 0 ? 1 : 0);
    case 3:
    case 4: return near(kSpecial[random() % kSpecial.size()]) ^ sign;
    case 5: return near(1) ^ sign;
    default: return (random() % (24U << 23) + (115U << 23)) | sign;  // 2^-12 to 2^12
  }
}

Value random_value(Type t, std::mt19937_64& random) {
  if (is_float(t)) {
    const bool integral = random() % 4 == 0;
    return integral ? value(static_cast<double>(random() % 40) - 20) : Value{t, random_pattern(random)};
  }
  constexpr std::array<std::int64_t, 8> special{0, 1, 2, 3, 16777217, -16777217, 2147483647, -2147483648};
  return random() % 3 == 0 ? int_value(t, special[random() % special.size()])
                           : int_value(t, static_cast<std::int64_t>(random() % 41) - 20);
}

std::string described(const Subject& s, std::span<const Value> arguments, Bits result) {
  std::string text(s.name);
  for (const Value& v : arguments) {
    text += ' ';
    text += is_float(v.type) ? hex_float(kF32, v.bits) : std::to_string(as_signed(v));
  }
  return text + " -> " + hex_float(kF32, result);
}

std::vector<Value> random_arguments(const Subject& s, std::mt19937_64& random) {
  std::vector<Value> arguments;
  for (const Type t : s.arguments) arguments.push_back(random_value(t, random));
  return arguments;
}

// Returns arguments where the reach should be narrow.
std::vector<Value> benign_arguments(const Subject& s, std::mt19937_64& random) {
  const double x = std::exp(std::uniform_real_distribution<>(std::log(s.low), std::log(s.high))(random));
  std::vector<Value> arguments{value(x)};
  if (s.arguments.size() > 1) {
    arguments.push_back(is_float(s.arguments[1]) ? value(3) : int_value(s.arguments[1], 3));
  }
  return arguments;
}

bool any_contains(const std::vector<Interpretation>& readings, Bits b) {
  return std::ranges::any_of(readings, [b](const Interpretation& r) { return contains(r.reach, kF32, b); });
}

class SubjectTest : public ::testing::TestWithParam<const Subject*> {
 protected:
  RealScope scope_;
};

TEST_P(SubjectTest, WhatADeviceDerivesLiesInTheReach) {
  const Subject& s = *GetParam();
  const Derivation derivation(s.limit);
  const Table table{testing::relaxed};
  std::mt19937_64 random(1);
  int narrow = 0;
  for (const Arithmetic& arithmetic : kArithmetics) {
    Simulator device(kF32, arithmetic, table, random());
    for (int i = 0; i < 250 * effort(); ++i) {
      const std::vector<Value> arguments = random_arguments(s, random);
      const Call call{.args = arguments};
      const std::vector<Interpretation> readings =
          derivation.interpretations(call, table.steps(), arithmetic, kFirstPrecision);
      narrow += !readings.empty() && !readings.front().reach.is_everything() ? 1 : 0;
      for (int run = 0; run < 10; ++run) {
        const std::optional<Bits> result = s.simulate(device, arguments);
        if (!result) continue;
        ASSERT_FALSE(readings.empty()) << described(s, arguments, *result);
        ASSERT_TRUE(any_contains(readings, *result))
            << described(s, arguments, *result) << ", reach " << text(readings.front().reach);
      }
    }
  }
  EXPECT_GT(narrow, 100);  // otherwise nothing was checked
}

TEST_P(SubjectTest, WhereNothingIsCoveredNoDeviceDerives) {
  const Subject& s = *GetParam();
  const Derivation derivation(s.limit);
  const Table table{testing::relaxed};
  std::mt19937_64 random(2);
  Simulator device(kF32, {}, table, 3);
  for (int i = 0; i < 300; ++i) {
    const std::vector<Value> arguments = random_arguments(s, random);
    const bool covered = reach_of(derivation, {.args = arguments}, table).has_value();
    // Rows with the limit of a derived step always have a value; others report that they have none.
    EXPECT_EQ(covered, s.simulate(device, arguments).has_value()) << described(s, arguments, 0);
  }
}

// Devices must use most of the reach, so that it is not too wide.
TEST_P(SubjectTest, TheReachIsNotMuchWiderThanWhatDevicesDerive) {
  const Subject& s = *GetParam();
  const Derivation derivation(s.limit);
  const Table table{testing::relaxed};
  std::mt19937_64 random(4);
  Simulator device(kF32, {}, table, 5);
  for (int i = 0; i < 4; ++i) {
    const std::vector<Value> arguments = benign_arguments(s, random);
    const auto readings = derivation.interpretations({.args = arguments}, table.steps(), {}, kFirstPrecision);
    ASSERT_EQ(readings.size(), s.name == "acospi" ? 2U : 1U) << described(s, arguments, 0);
    const Reach reach = reach_of(derivation, {.args = arguments}, table).value();
    EXPECT_FALSE(reach.nan || reach.zero || reach.positive_infinity || reach.negative_infinity) << text(reach);
    std::int64_t low = reach.high;
    std::int64_t high = reach.low;
    for (int run = 0; run < 1000; ++run) {
      const std::int64_t r = ordered(kF32, s.simulate(device, arguments).value());
      low = std::min(low, r);
      high = std::max(high, r);
    }
    EXPECT_GE(high - low, (reach.high - reach.low) * 6 / 10) << described(s, arguments, 0) << ", reach " << text(reach);
  }
}

TEST_P(SubjectTest, TheFloatsBesideTheReachAreRejected) {
  const Subject& s = *GetParam();
  const Derivation derivation(s.limit);
  const Table table{testing::relaxed};
  std::mt19937_64 random(6);
  for (int i = 0; i < 20; ++i) {
    const std::vector<Value> arguments = benign_arguments(s, random);
    const Reach reach = reach_of(derivation, {.args = arguments}, table).value();
    EXPECT_TRUE(contains(reach, kF32, from_ordered(kF32, reach.low)));
    EXPECT_TRUE(contains(reach, kF32, from_ordered(kF32, reach.high)));
    EXPECT_FALSE(contains(reach, kF32, from_ordered(kF32, reach.low - 1)));
    EXPECT_FALSE(contains(reach, kF32, from_ordered(kF32, reach.high + 1)));
    EXPECT_FALSE(contains(reach, kF32, kF32.quiet_nan()));
  }
}

// Returns a quarter of the specification's limit.
Limit smaller(const Limit& limit) {
  if (const auto* n = std::get_if<Ulp>(&limit)) return Ulp{n->n / 4};
  if (const auto* e = std::get_if<ExpRelaxed>(&limit)) return ExpRelaxed{e->base / 4};
  if (const auto* u = std::get_if<UlpOn>(&limit)) return UlpOn{u->n / 4, u->low, u->high, u->of_magnitudes};
  if (const auto* d = std::get_if<Derived>(&limit)) {
    Derived less = *d;
    less.otherwise_ulp /= 4;
    return less;
  }
  auto a = std::get<AbsoluteOn>(limit);
  a.tolerance /= 4;
  a.outside_ulp /= 4;
  return a;
}

// Every step's limit must count: with a smaller limit, the reach misses possible results of a device. Other steps are
// correctly rounded, because their errors could hide the difference.
TEST_P(SubjectTest, ASmallerLimitOfAnyStepIsFoundOut) {
  const Subject& s = *GetParam();
  const Derivation derivation(s.limit);
  for (const std::string_view step : s.steps) {
    static constexpr auto only = [](std::string_view other) {
      const Limit limit = testing::relaxed(other);
      return std::holds_alternative<Derived>(limit) ? limit : Limit(CorrectlyRounded{});
    };
    const Table device_table{only, step, testing::relaxed(step)};
    const Table wrong_table{only, step, smaller(testing::relaxed(step))};
    std::mt19937_64 random(7);
    Simulator device(kF32, {}, device_table, 8);
    int outside = 0;
    for (int i = 0; i < 40; ++i) {
      const std::vector<Value> arguments = benign_arguments(s, random);
      const Call call{.args = arguments};
      const auto right = derivation.interpretations(call, device_table.steps(), {}, kFirstPrecision);
      const auto wrong = derivation.interpretations(call, wrong_table.steps(), {}, kFirstPrecision);
      for (int run = 0; run < 20; ++run) {
        const Bits result = s.simulate(device, arguments).value();
        EXPECT_TRUE(any_contains(right, result)) << described(s, arguments, result);
        outside += any_contains(wrong, result) ? 0 : 1;
      }
    }
    EXPECT_GT(outside, 0) << s.name << ", " << step;
  }
}

std::vector<const Subject*> all_subjects() {
  std::vector<const Subject*> all;
  for (const Subject& s : testing::subjects()) all.push_back(&s);
  return all;
}

INSTANTIATE_TEST_SUITE_P(RelaxedTables, SubjectTest, ::testing::ValuesIn(all_subjects()),
                         [](const auto& row) { return std::string(row.param->name); });

}  // namespace
}  // namespace classay
