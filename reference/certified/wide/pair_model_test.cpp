// Checks the values at the inputs of every block, for any fixed argument and either varying argument. Each must be within
// its bound of the oracle's value, and only prescribed values may be missing. Possible faults: a wrong sign by the parity of
// an exponent; a block across the cut of atan2; a logarithm that is too imprecise for a huge exponent; a power that
// overflows or underflows within a window; a bound relative to |f| where |f| is below 2^-1022; swapped arguments. Where
// possible, tests inject each fault and must detect it.
#include "reference/certified/wide/pair_model.h"

#include <cmath>
#include <cstring>
#include <fstream>
#include <iostream>
#include <iterator>
#include <map>

#include "cmake/source_dir.h"
#include "reference/certified/testing.h"
#include "reference/certified/wide/check.h"
#include "reference/certified/wide/octave.h"
#include "reference/cpu/versions.h"
#include "reference/inputs/hard_inputs.h"
#include "reference/number/scramble.h"

namespace classay::certified {
namespace {

using Kind = WideBlock::Kind;

void take(const WideKept& k, Worst& worst) {
  if (k.worst.ratio > worst.ratio) worst = {k.worst.ratio, k.worst.why, worst.inputs, worst.open};
  worst.inputs += k.judged;
  worst.open += k.open;
}

Bits bits_of(double x) { return std::bit_cast<Bits>(x); }
WidePlace place_of(double x, Bits key = 0) {
  return {.magnitude = kF64.magnitude(bits_of(x)), .is_negative = std::signbit(x), .key = mixed(key)};
}
Bits fixed_of(const PairFunction& f, double y) {
  return f.second_is_integer ? int_value(Type::i32, static_cast<std::int64_t>(y)).bits : bits_of(y);
}

class WidePairModelTest : public testing::TestWithParam<PairFunction> {
 protected:
  const PairFunction& function() const { return *pair_function_named(GetParam().name); }
};
INSTANTIATE_TEST_SUITE_P(EveryFunction, WidePairModelTest,
                         testing::ValuesIn(pair_functions().begin(), pair_functions().end()), named<PairFunction>);

TEST_P(WidePairModelTest, KeepsItsBoundInEveryBlock) {
  const WidePairModel model(function());
  Worst worst;
  for (std::uint64_t i = 0; i < thorough_blocks(320); ++i) {
    const WidePairBlock block = model.block(i / 64, i * 37);
    const WideKept k = wide_kept(model, block, 3);
    take(k, worst);
    ASSERT_LE(block.epsilon, kWideEpsilon);
    EXPECT_EQ(k.open, 0U) << i << ' ' << static_cast<int>(block.kind);
  }
  std::cout << GetParam().name << ": worst error " << worst.ratio << " of its bound, " << worst.inputs << " inputs\n";
  EXPECT_LE(worst.ratio, 1) << worst.why;
  EXPECT_GT(worst.ratio, 0.05) << "a bound that is never nearly reached was not derived but guessed";
}

// Returns critical places of results, arguments, or both.
std::vector<WidePairPlace> adversarial(const PairFunction& f) {
  std::vector<double> numbers{0x1p-1073,   0x1.8p-1060,           0x1p-1022, 0x1.fp-500, 0x1p-53,    0.1,    1 - 0x1p-53,
                              1 + 0x1p-52, 1 + 0x1p-26,           1.5,       2.25,       0x1p31 - 1, 0x1p52, 0x1p53 - 1,
                              0x1.fp500,   0x1.fffffffffffffp1023};
  for (int n = 1; n <= 5; ++n) numbers.push_back(n);
  std::vector<WidePairPlace> all;
  Bits random = 1;
  for (const double a : numbers) {
    for (const double b : numbers) {
      const Bits choice = mixed(random++);
      const double x = (choice & 1) != 0 ? -a : a;
      const double y = (choice & 2) != 0 ? -b : b;
      const double n = std::fmin(std::ceil(b), 0x1p31 - 1) * ((choice & 2) != 0 ? -1 : 1);
      all.push_back({Varies::first, fixed_of(f, f.second_is_integer ? n : y), place_of(x, random)});
      if (!f.second_is_integer && std::fabs(x) != 1) all.push_back({Varies::second, bits_of(x), place_of(y, random)});
    }
  }
  return all;
}

TEST_P(WidePairModelTest, KeepsItsBoundWhereSomethingHappens) {
  const WidePairModel model(function());
  Worst worst;
  for (const WidePairPlace& place : adversarial(function())) {
    const WidePairBlock block = model.block(place);
    take(wide_kept(model, block, 1), worst);
  }
  std::cout << GetParam().name << ": worst error " << worst.ratio << " of its bound, " << worst.open << " of "
            << worst.inputs << " open\n";
  EXPECT_LE(worst.ratio, 1) << worst.why;
  EXPECT_LT(worst.open, worst.inputs / 20);  // pow(1, y), and y near it that are too large for any window of x
}

TEST_P(WidePairModelTest, KeepsItsBoundAtEachInputByItself) {
  const PairFunction& f = function();
  const WidePairModel model(f);
  Worst worst;
  const auto ask = [&](Bits x, Bits y) {
    worst.take(wide_kept(f.name, f.truth, arguments(f, Type::f64, Varies::first, y, x), model.single(x, y)));
  };
  for (std::uint64_t i = 0; i < thorough_blocks(300); ++i) {
    const WidePairPlace p = model.plan().place(3, i * 29);
    const std::array both = arguments(f, Type::f64, p.varies, p.fixed, p.place.magnitude | kF64.zero(p.place.is_negative));
    ask(both[0].bits, both[1].bits);
  }
  EXPECT_EQ(worst.open, 0U);
  for (int n = -12; n <= 12; ++n) {  // exact results, and x = 1
    for (int m = -9; m <= 9; ++m) {
      if (n != 0) ask(bits_of(n / 2.0), fixed_of(f, f.second_is_integer ? m : m / 2.0));
    }
  }
  std::cout << GetParam().name << ": worst error " << worst.ratio << " of its bound, " << worst.inputs << " inputs\n";
  EXPECT_LE(worst.ratio, 1) << worst.why;
}

// Zeros and infinities, which are left to the MPFR fallback, and prescribed values.
TEST_P(WidePairModelTest, SaysNothingWrongOfZerosInfinitiesAndNaN) {
  const PairFunction& f = function();
  const WidePairModel model(f);
  const double nan = std::numeric_limits<double>::quiet_NaN();
  const double infinity = std::numeric_limits<double>::infinity();
  for (const double x : {0.0, -0.0, infinity, -infinity, nan, 1.0, -1.0, 2.5}) {
    for (const double y : {0.0, -0.0, infinity, -infinity, nan, 1.0, -2.0, 2.5}) {
      if (f.second_is_integer && y != std::floor(std::fmin(y, 9))) continue;
      const Bits second = fixed_of(f, f.second_is_integer ? std::fmax(-9, y) : y);
      const Kept k = wide_kept(f.name, f.truth, arguments(f, Type::f64, Varies::first, second, bits_of(x)),
                               model.single(bits_of(x), second));
      EXPECT_LE(k.ratio, 1) << k.why;
      if (x == 0 || std::isinf(x)) {
        EXPECT_TRUE(k.open || std::isnan(model.single(bits_of(x), second).head)) << x << ' ' << y;
      }
    }
  }
}

// Returns |a - b| as a share of what both bounds allow; infinite if their kinds differ.
double difference(const WideValue& a, const WideValue& b) {
  if (std::isnan(a.tail) || std::isnan(b.tail)) return 0;
  if (std::isnan(a.head) || std::isnan(b.head)) return std::isnan(a.head) && std::isnan(b.head) ? 0 : 1e300;
  const int size_a = std::isinf(a.head) ? 1 << 20 : std::ilogb(a.head) + a.scale;
  const int size_b = std::isinf(b.head) ? 1 << 20 : std::ilogb(b.head) + b.scale;
  if (std::signbit(a.head) != std::signbit(b.head)) return 1e300;
  if (std::min(size_a, size_b) >= kWideOver - 1 || std::max(size_a, size_b) < kWideTiny + 1) return 0;
  const double head = std::ldexp(b.head, b.scale - a.scale);
  const double tail = std::ldexp(b.tail, b.scale - a.scale);
  const double apart = std::fabs((a.head - head) + (a.tail - tail));
  const double floor = std::ldexp(1.0, std::max(kF64.emin() - a.scale, -1000));
  return apart / ((a.epsilon + b.epsilon) * std::fmax(std::fabs(a.head), floor) * (1 - 0x1p-30));
}

// Returns the value of an input in a new block of which it is not the centre.
WideValue in_another_block(const WidePairModel& model, Varies varies, Bits fixed, Bits x) {
  const auto alone = [&] { return varies == Varies::first ? model.single(x, fixed) : model.single(fixed, x); };
  if (kF64.magnitude(x) < 2) return alone();  // no block exists there
  const Octave o = octave_of(kF64.magnitude(x));
  const Bits away = std::clamp<Bits>(kF64.magnitude(x) + (mixed(x) % 512), o.first, o.end() - 1);
  const WidePairPlace place{varies, fixed, {.magnitude = away, .is_negative = kF64.is_negative(x)}};
  const WidePairBlock block = model.block(place);
  const Bits last = block.window.first + (~Bits{0} >> static_cast<unsigned>(block.window.shift));
  if (x < block.window.first || x > last) return alone();
  return first_value(model, with_first_input(block, x));
}

// Compares a value of a block with values of differently made blocks, for either varying argument.
double difference_elsewhere(const WidePairModel& other, const WidePairBlock& block, Bits x, const WideValue& v) {
  const PairFunction& f = other.function();
  const double same_way = difference(v, in_another_block(other, block.varies, block.fixed, x));
  const bool would_be_of_integers = f.shape == PairShape::power && block.varies == Varies::first && kF64.is_negative(x);
  if (f.second_is_integer || would_be_of_integers) return same_way;
  const Varies turned = block.varies == Varies::first ? Varies::second : Varies::first;
  return std::fmax(same_way, difference(v, in_another_block(other, turned, x, block.fixed)));
}

// Two models with different aims and windows: each must be within its bound.
TEST_P(WidePairModelTest, AgreesWithAModelMadeInAnotherWay) {
  const WidePairModel model(function());
  const WidePairModel other(function(), {.epsilon = 0x1p-82, .widest = 36});
  double worst = 0;
  std::size_t compared = 0;
  for (std::uint64_t i = 0; i < thorough_blocks(300); ++i) {
    const WidePairBlock block = model.block(5, i);
    if (block.kind == Kind::single) continue;
    std::vector<Bits> x(block.count);
    std::vector<double> head(block.count);
    std::vector<double> tail(block.count);
    inputs(block, x);
    model.values(block, head, tail);
    for (const std::size_t at : {std::size_t{0}, block.count / 2}) {
      const double d = difference_elsewhere(other, block, x[at], {head[at], tail[at], block.scale, block.epsilon});
      EXPECT_LE(d, 1) << std::hex << block.fixed << ' ' << x[at] << ' ' << static_cast<int>(block.varies);
      worst = std::fmax(worst, d);
      ++compared;
    }
  }
  std::cout << GetParam().name << ": worst difference " << worst << " of both bounds, " << compared << " inputs\n";
  EXPECT_GT(worst, 0.01);
}

TEST(WidePairDifferenceTest, SeesWhatTwoBoundsDoNotAllow) {
  const WideValue a{.head = 1.5, .tail = 0, .scale = 3, .epsilon = 0x1p-75};
  EXPECT_EQ(difference(a, {.head = 3, .tail = 0, .scale = 2, .epsilon = 0x1p-75}), 0);
  EXPECT_NEAR(difference(a, {.head = 1.5, .tail = 0x1p-75, .scale = 3, .epsilon = 0x1p-75}), 1 / 3.0, 0x1p-20);
  EXPECT_GT(difference(a, {.head = 1.5, .tail = 0x1p-72, .scale = 3, .epsilon = 0x1p-75}), 1);
  EXPECT_GT(difference(a, {.head = -1.5, .scale = 3}), 1);
  EXPECT_GT(difference(a, {.head = std::numeric_limits<double>::infinity()}), 1);
  EXPECT_GT(difference(a, {.head = std::numeric_limits<double>::quiet_NaN()}), 1);
}

TEST_P(WidePairModelTest, EveryInstructionSetGivesTheSameBits) {
  const WidePairModel model(function());
  std::vector<std::uint64_t> pool(500);
  for (std::size_t i = 0; i < pool.size(); ++i) pool[i] = mixed(i);
  std::size_t polynomials = 0;
  for (std::uint64_t i = 0; i < 40; ++i) {
    const WidePairBlock block = model.block(6, i);
    if (block.kind != Kind::polynomial) continue;
    ++polynomials;
    std::vector<std::vector<double>> all;
    for (const Kernels* const k : runnable<Kernels>()) {
      std::vector<double>& both = all.emplace_back(2 * pool.size());
      k->wide.polynomial(block.polynomial, block.window, pool.data(), pool.size(), both.data(), both.data() + pool.size());
      EXPECT_EQ(std::memcmp(both.data(), all[0].data(), both.size() * sizeof(double)), 0) << name_of(k->set);
    }
  }
  EXPECT_GE(polynomials, 10U);
}

TEST(WidePairModelTest, NegativeBasesHaveTheSignOfTheParityOfHugeIntegers) {
  const PairFunction& f = *pair_function_named("pow");
  const WidePairModel model(f);
  std::map<int, std::size_t> seen;  // by sign; 0: NaN
  for (const double y : {0x1.4p46, 0x1.4p51, 0x1.4p52, -0x1.4p52, 0x1.4p53, 0x1.4p60, 0.3}) {
    const double x = -(1 + 0x1p-51);
    const WidePairBlock block = model.block({Varies::second, bits_of(x), place_of(y)});
    const WideKept k = wide_kept(model, block, 60);
    EXPECT_LE(k.worst.ratio, 1) << k.worst.why;
    EXPECT_EQ(k.open, 0U);
    std::vector<double> head(block.count);
    std::vector<double> tail(block.count);
    model.values(block, head, tail);
    for (const double h : head) ++seen[std::isnan(h) ? 0 : h < 0 ? -1 : 1];
  }
  for (const int sign : {-1, 0, 1}) EXPECT_GT(seen[sign], 1000U) << sign;
}

TEST(WidePairModelTest, WhatIsPrescribedAtOneIsLeftToRulesAndNotItsNeighbours) {
  const PairFunction& f = *pair_function_named("pow");
  const WidePairModel model(f);
  for (const double y : {2.5, 3.0, -4.0}) {
    for (const double x : y == 2.5 ? std::vector{1.0} : std::vector{1.0, -1.0}) {
      const WidePairBlock block = model.block({Varies::first, bits_of(y), place_of(x * (1 + 0x1p-20))});
      EXPECT_EQ(block.kind, Kind::polynomial);
      EXPECT_TRUE(std::isnan(first_value(model, with_first_input(block, bits_of(x))).tail));
      const Bits next = bits_of(x) + 1;
      const WideValue v = first_value(model, with_first_input(block, next));
      const Kept k = wide_kept(f.name, f.truth, arguments(f, Type::f64, Varies::first, block.fixed, next), v);
      EXPECT_FALSE(k.open);
      EXPECT_LE(k.ratio, 1) << k.why;
    }
  }
}

TEST(WidePairModelTest, HoldsAtHardInputs) {
  for (const PairFunction& f : pair_functions()) {
    std::ifstream file(std::string(testing_support::source_dir()) + "/data/hard-inputs/" + std::string(f.name) + ".f64.txt");
    if (!file || f.second_is_integer) continue;
    const std::string text{std::istreambuf_iterator<char>(file), {}};
    const HardInputs hard = parse_hard_inputs(kF64, 2, text);
    const WidePairModel model(f);
    Worst worst;
    const std::size_t stride = std::max<std::size_t>(1, hard.rows.size() / 200);
    for (std::size_t i = 0; i < hard.rows.size(); i += stride) {
      const Bits x = hard.rows[i][0];
      const Bits y = hard.rows[i][1];
      const std::array both = arguments(f, Type::f64, Varies::first, y, x);
      worst.take(wide_kept(f.name, f.truth, both, model.single(x, y)));
      worst.take(wide_kept(f.name, f.truth, both, in_another_block(model, Varies::first, y, x)));
    }
    std::cout << f.name << ": worst error " << worst.ratio << " of its bound, " << worst.inputs << " hard inputs\n";
    EXPECT_LE(worst.ratio, 1) << worst.why;
  }
}

class WidePairDamageTest : public testing::TestWithParam<Planted> {};
INSTANTIATE_TEST_SUITE_P(Terms, WidePairDamageTest, testing::ValuesIn(planted_in_two_parts()), named<Planted>);

double worst_of_polynomials(const PairFunction& f, const WideAim& aim) {
  const WidePairModel model(f, aim);
  double worst = 0;
  for (std::uint64_t i = 0; i < 60; ++i) {
    const WidePairBlock block = model.block(7, i);
    if (block.kind == Kind::polynomial) worst = std::fmax(worst, wide_kept(model, block, 2).worst.ratio);
  }
  return worst;
}

TEST_P(WidePairDamageTest, IsSeen) {
  std::size_t seen = 0;
  for (const PairFunction& f : pair_functions()) {
    WideAim aim{.epsilon = GetParam().epsilon, .widest = 52};
    EXPECT_LE(worst_of_polynomials(f, aim), 1) << f.name;
    aim.damage = GetParam().damage;
    if (worst_of_polynomials(f, aim) > 1) ++seen;
  }
  EXPECT_GE(seen, pair_functions().size() - 1);
}

TEST(WidePairDamageTest, ABallThatDoesNotContainItsWindowIsRefused) {
  for (const Damage d : {Damage::half_ball, Damage::bare_centre}) {
    const WidePairModel model(*pair_function_named("atan2"), {.damage = d});
    EXPECT_THROW(model.block({Varies::first, bits_of(2), place_of(3)}), std::logic_error);
  }
}

}  // namespace
}  // namespace classay::certified
