// Checks that every value is within its bound of the oracle's value. Zeros, infinities and NaN must agree with the oracle,
// and only prescribed results may be open. Possible faults: a term of the bound is missing or too small; a remainder covers
// too small a ball; the index of a block is off by one; a mirrored function loses a sign; a zero or a pole in a block goes
// unnoticed; a period starts at the wrong place. Where possible, tests inject each fault and must detect it.
#include "reference/certified/narrow/model.h"

#include <cmath>
#include <iostream>
#include <random>

#include "reference/certified/testing.h"

namespace classay::certified {
namespace {

constexpr std::size_t kWide = 1U << 16U;

// Returns random inputs, ends of blocks, where a polynomial is least accurate, and special places of functions.
std::vector<Bits> adversarial(const Model& model, std::size_t count) {
  const Format& f = model.format();
  std::mt19937_64 random(1);
  std::vector<double> values(kWide);
  std::vector<Bits> all;
  while (all.size() < count) {
    const Bits x = random() & f.mask();
    all.push_back(x);
    const Known known = model.at(x, std::span(values).first(std::min<std::size_t>(kWide, f.mask() - x + 1)));
    all.push_back(x + known.count - 1);
    all.push_back((x + known.count) & f.mask());
  }
  const auto around = [&](Bits b) {
    for (const Bits sign : {Bits{0}, f.sign_bit()}) {
      for (int d = -2; d <= 2; ++d) all.push_back(((b + static_cast<Bits>(d)) & (f.sign_bit() - 1)) | sign);
    }
  };
  for (Bits field = 0; field <= (f.infinity() >> f.fraction_bits()); ++field) around(field << f.fraction_bits());
  for (int bit = 0; bit < f.fraction_bits(); ++bit) around(Bits{1} << bit);
  const auto nearest = [&](double x) {
    const auto pattern = static_cast<Bits>(std::bit_cast<std::uint32_t>(static_cast<float>(x)));
    return f == kF32 ? pattern : Bits{0};
  };
  for (int n = 1; n <= 80; ++n) {
    around(nearest(n / 2.0));
    around(nearest(n * 1.5707963267948966));
  }
  return all;
}

struct Worst {
  double ratio = 0;
  std::string why;
  std::size_t open = 0;
};

Worst worst_of(const Model& model, std::span<const Bits> inputs) {
  Worst worst;
  for (const Bits x : inputs) {
    const Kept k = kept(model, x);
    worst.open += k.open ? 1 : 0;
    if (k.ratio <= worst.ratio) continue;
    worst.ratio = k.ratio;
    worst.why = k.why;
  }
  return worst;
}

template <class Param>
std::string named(const testing::TestParamInfo<Param>& of) {
  return std::string(of.param.name);
}

class ModelTest : public testing::TestWithParam<Function> {};

std::vector<Function> all() { return {functions().begin(), functions().end()}; }

INSTANTIATE_TEST_SUITE_P(EveryFunction, ModelTest, testing::ValuesIn(all()), named<Function>);

TEST_P(ModelTest, KeepsItsBoundInF32) {
  const Model model(*function_named(GetParam().name), kF32);
  const std::vector<Bits> inputs = adversarial(model, thorough(1500));
  const Worst worst = worst_of(model, inputs);
  std::cout << GetParam().name << ": worst error " << worst.ratio << " of its bound, " << inputs.size() << " inputs\n";
  EXPECT_LE(worst.ratio, 1) << worst.why;
  EXPECT_GT(worst.ratio, 0.05) << "a bound that is never nearly reached was not derived but guessed";
  EXPECT_LT(worst.open, 60U);  // zeros, infinities, ends of domains, poles
}

TEST_P(ModelTest, KeepsItsBoundAtEveryF16) {
  const Model model(*function_named(GetParam().name), kF16);
  std::vector<double> values(1024);
  for (Bits x = 0; x <= kF16.mask();) {
    const Known known = model.at(x, std::span(values).first(std::min<std::size_t>(values.size(), kF16.mask() - x + 1)));
    ASSERT_GT(known.count, 0U);
    for (std::size_t i = 0; i < known.count; ++i) {
      const Kept k = kept(model.function(), kF16, x + i, values[i], known.epsilon);
      ASSERT_LE(k.ratio, 1) << k.why;
    }
    x += known.count;
  }
}

// Two models with different degrees, aims and therefore blocks: each must be within its bound.
TEST_P(ModelTest, AgreesWithAModelMadeInAnotherWay) {
  const Function& f = *function_named(GetParam().name);
  const Model a(f, kF32, {.degree = 6, .epsilon = 0x1p-46});
  const Model b(f, kF32, {.degree = 8, .epsilon = 0x1p-50});
  const Disagreement found = disagreement(a, b, thorough(1U << 23U));
  std::cout << f.name << ": worst difference " << found.ratio << " of both bounds, " << found.compared << " inputs\n";
  EXPECT_LE(found.ratio, 1) << std::hex << found.at;
  EXPECT_GT(found.compared, 0U);
}

class DamageTest : public testing::TestWithParam<Planted> {};

INSTANTIATE_TEST_SUITE_P(Terms, DamageTest, testing::ValuesIn(planted_in_doubles()), named<Planted>);

TEST_P(DamageTest, IsSeen) {
  std::size_t seen = 0;
  for (const char* name : {"exp", "log", "sin", "atan", "erf", "cbrt"}) {
    const Function& f = *function_named(name);
    const Aim sound{.epsilon = GetParam().epsilon};
    Aim damaged = sound;
    damaged.damage = GetParam().damage;
    const Model model(f, kF32, damaged);
    const std::vector<Bits> inputs = adversarial(model, 1500);
    if (worst_of(model, inputs).ratio > 1) ++seen;
    EXPECT_LE(worst_of(Model(f, kF32, sound), inputs).ratio, 1);
  }
  EXPECT_GE(seen, 5U);
}

TEST(ModelDamageTest, ABallThatDoesNotContainItsBlockIsRefused) {
  double value = 0;
  for (const Damage d : {Damage::half_ball, Damage::bare_centre}) {
    const Model model(*function_named("exp"), kF32, {.damage = d});
    EXPECT_THROW(model.at(kF32.one() + (Bits{4} << 23U), {&value, 1}), std::logic_error);
  }
}

TEST(ModelDamageTest, ABareCentrePastThatAssertionShowsBetweenTwoModels) {
  std::size_t seen = 0;
  for (const char* name : {"exp", "log", "sin", "atan", "erf", "tgamma"}) {
    const Function& f = *function_named(name);
    const Model damaged(f, kF32, {.degree = 6, .epsilon = 0x1p-40, .damage = Damage::unseen_centre});
    const Model sound(f, kF32, {.degree = 8, .epsilon = 0x1p-50});
    if (disagreement(damaged, sound, 1U << 24U).ratio > 1) ++seen;
  }
  EXPECT_GE(seen, 4U);
}

// The side of a power of two, or of x itself, on which a value lies.
struct Beside {
  const char* name;
  Bits x;
  double number;  // the value is next to it
  double side;    // 1: the value is greater
};

// The value must be in the gap of f. The f32 number next to it, and a value on the wrong side of that number, must not be.
void expect_side(const Beside& b, const Model& model, double value) {
  EXPECT_LE(kept(model, b.x).ratio, 1) << kept(model, b.x).why;
  EXPECT_EQ(value > b.number, b.side > 0) << b.name << std::hex << b.x;
  const Value argument{Type::f32, b.x};
  const Evaluate truth = model.function().truth;
  EXPECT_TRUE(is_in_gap_of(value, kF32, truth, {&argument, 1})) << b.name << std::hex << b.x;
  EXPECT_FALSE(is_in_gap_of(b.number, kF32, truth, {&argument, 1})) << b.name << std::hex << b.x;
  EXPECT_FALSE(is_in_gap_of(2 * b.number - value, kF32, truth, {&argument, 1})) << b.name << std::hex << b.x;
}

// For these functions, one value represents at least half of all floats, and its side of the power of two is known.
TEST(ModelTest, BesideAPowerOfTwoTheSideIsKnown) {
  for (const Beside& b :
       {Beside{"exp", 0x00000001, 1, 1}, Beside{"exp", 0x80000001, 1, -1}, Beside{"exp2", 0x23456789, 1, 1},
        Beside{"exp10", 0xa3456789, 1, -1}, Beside{"cos", 0x00000001, 1, -1}, Beside{"cosh", 0x32000000, 1, 1},
        Beside{"cospi", 0x31000000, 1, -1}, Beside{"erfc", 0x01234567, 1, -1}, Beside{"erfc", 0xc0c00001, 2, -1},
        Beside{"tanh", 0x41900000, 1, -1}, Beside{"tanh", 0xff7fffff, -1, 1}, Beside{"erf", 0x40c00000, 1, -1},
        Beside{"expm1", 0xc2100000, -1, 1}, Beside{"atanpi", 0x60000000, 0.5, -1}, Beside{"acospi", 0x20000000, 0.5, -1},
        Beside{"acospi", 0xa0000000, 0.5, 1}}) {
    const Model model(*function_named(b.name), kF32);
    double value = 0;
    const Known known = model.at(b.x, {&value, 1});
    EXPECT_TRUE(known.is_one && known.same_gap) << b.name << std::hex << b.x;
    EXPECT_EQ(value, std::nextafter(b.number, b.side * HUGE_VAL)) << b.name << std::hex << b.x;
    expect_side(b, model, value);
  }
}

TEST(ModelTest, NearerToAPowerThanHalfASpacingTheSideIsKnownToo) {
  for (const Beside& b :
       {Beside{"erf", 0x40800000, 1, -1}, Beside{"erf", 0xc0bfffff, -1, 1}, Beside{"erfc", 0xc0a12345, 2, -1},
        Beside{"tanh", 0x41234567, 1, -1}, Beside{"tanh", 0xc18fffff, -1, 1}, Beside{"expm1", 0xc1980000, -1, 1},
        Beside{"expm1", 0xc20fffff, -1, 1}}) {
    const Model model(*function_named(b.name), kF32);
    double value = 0;
    EXPECT_TRUE(model.at(b.x, {&value, 1}).same_gap) << b.name << std::hex << b.x;
    expect_side(b, model, value);
  }
}

// The same for these functions next to x.
TEST(ModelTest, BesideXItselfTheSideIsKnown) {
  struct Of {
    const char* name;
    double of_positive;
    double of_negative;
    Bits largest;  // in a binade with a known side
  };
  for (const Of& of : {Of{"sin", -1, 1, 0x357fffff}, Of{"tan", 1, -1, 0x357fffff}, Of{"asin", 1, -1, 0x357fffff},
                       Of{"atan", -1, 1, 0x357fffff}, Of{"sinh", 1, -1, 0x357fffff}, Of{"tanh", -1, 1, 0x357fffff},
                       Of{"asinh", -1, 1, 0x357fffff}, Of{"atanh", 1, -1, 0x357fffff}, Of{"expm1", 1, 1, 0x287fffff},
                       Of{"log1p", -1, -1, 0x287fffff}}) {
    const Model model(*function_named(of.name), kF32);
    for (const Bits magnitude : {Bits{1}, Bits{0x12345}, Bits{0x007fffff}, Bits{0x00800000}, Bits{0x12345678},
                                 Bits{0x28000000}, of.largest - 0x00812345, of.largest}) {
      for (const bool negative : {false, true}) {
        const Bits x = magnitude | kF32.zero(negative);
        double value = 0;
        EXPECT_TRUE(model.at(x, {&value, 1}).same_gap) << of.name << std::hex << x;
        const double sign = negative ? -1 : 1;
        expect_side({of.name, x, sign * magnitude_value(kF32, magnitude), negative ? of.of_negative : of.of_positive}, model,
                    value);
      }
    }
  }
}

TEST(ModelTest, SaysNothingOfZerosAndInfinities) {
  const Model model(*function_named("exp"), kF32);
  for (const Bits x : {Bits{0}, kF32.sign_bit(), kF32.infinity(), kF32.infinity(true)}) {
    EXPECT_TRUE(kept(model, x).open);
  }
  double value = 0;
  EXPECT_EQ(model.at(kF32.quiet_nan(), {&value, 1}).epsilon, 0);
  EXPECT_TRUE(std::isnan(value));
}

TEST(ModelTest, OneCallAndManyGiveTheSameValues) {
  for (const char* name : {"sin", "tan", "cospi", "tgamma", "lgamma", "asinh"}) {
    const Model model(*function_named(name), kF32);
    std::mt19937_64 random(2);
    std::vector<double> many(3000);
    for (int i = 0; i < 200; ++i) {
      const Bits x = random() & 0xffff0000U;
      const Known known = model.at(x, many);
      const std::size_t j = random() % known.count;
      double one = 0;
      model.at(x + j, {&one, 1});
      EXPECT_EQ(std::bit_cast<Bits>(one), std::bit_cast<Bits>(many[j])) << name << std::hex << x + j;
    }
  }
}

}  // namespace
}  // namespace classay::certified
