// Checks that the value is within its bound of the oracle's value, for any fixed argument and either varying argument.
// Zeros, infinities and NaN must agree with the oracle, and few pairs may be open. Possible faults: a wrong sign by the
// parity of an exponent; a block across the cut of atan2; a power that overflows or underflows between two inputs; a
// logarithm that is too imprecise for a huge exponent; a run that ends inside a binade, or continues into the opposite sign.
#include "reference/certified/pairs/model.h"

#include <cmath>
#include <fstream>
#include <iostream>
#include <iterator>

#include "cmake/source_dir.h"
#include "reference/certified/testing.h"
#include "reference/inputs/hard_inputs.h"
#include "reference/truth/truth.h"

namespace classay::certified {
namespace {

constexpr std::size_t kRunLength = 4096;

// Returns starts of critical runs: random, at powers of two and ten, at integers, near 1 and near the fixed argument.
Bits run_start(Bits fixed, Random& random) {
  const Format& f = kF32;
  Bits middle = number(random);
  if (random() % 4 == 0) middle &= ~f.fraction_mask();
  if (random() % 6 == 0)
    middle = (random() & f.sign_bit()) | (f.magnitude(fixed) < f.infinity() ? f.magnitude(fixed) : f.one());
  const Bits before = random() % kRunLength;
  return std::clamp<Bits>(middle < before ? 0 : middle - before, 0, f.mask() - kRunLength + 1);
}

// Tests the ends of blocks in a run, where a polynomial is least accurate, and some other inputs.
void ask(const PairModel& model, std::size_t count, Random& random, Worst& worst) {
  std::vector<double> values(model.run().count);
  std::vector<Bits> inputs;
  for (std::size_t done = 0; done < values.size();) {
    const Known known = model.at(model.run().first + done, std::span(values).subspan(done));
    if (inputs.size() < 3 * count) {
      inputs.push_back(model.run().first + done);
      inputs.push_back(model.run().first + done + known.count - 1);
    }
    done += known.count;
  }
  for (std::size_t i = 0; i < count; ++i) inputs.push_back(model.run().first + random() % values.size());
  for (const Bits x : inputs) worst.take(kept(model, x));
}

class PairModelTest : public testing::TestWithParam<Family> {
 protected:
  const PairFunction& function() const { return *pair_function_named(GetParam().function); }
  Varies varies() const { return GetParam().varies; }
};

INSTANTIATE_TEST_SUITE_P(EveryFunction, PairModelTest, testing::ValuesIn(kFamilies), named<Family>);

TEST_P(PairModelTest, KeepsItsBoundInF32) {
  Random random(1);
  Worst worst;
  for (std::size_t i = 0; i < thorough(10000) / 10; ++i) {
    const Bits fixed = fixed_of(function(), random);
    const PairModel model(function(), kF32, varies(), fixed, {run_start(fixed, random), kRunLength});
    ask(model, 8, random, worst);
  }
  std::cout << GetParam().name << ": worst error " << worst.ratio << " of its bound, " << worst.inputs << " inputs, "
            << worst.open << " open\n";
  EXPECT_LE(worst.ratio, 1) << worst.why;
  EXPECT_GT(worst.ratio, 0.05) << "a bound that is never nearly reached was not derived but guessed";
  EXPECT_LT(worst.open, worst.inputs / 5);
}

TEST_P(PairModelTest, KeepsItsBoundOverTheWholeLineOfF16) {
  Random random(2);
  Worst worst;
  const std::size_t lines = thorough(10000) / 500;
  for (std::size_t i = 0; i < lines; ++i) {
    Bits fixed = function().second_is_integer ? fixed_of(function(), random) : random() & kF16.mask();
    if (i == 0 && !function().second_is_integer) fixed = kF16.quiet_nan();
    const PairModel model(function(), kF16, varies(), fixed, whole_line(kF16));
    ask(model, 150, random, worst);
  }
  std::cout << GetParam().name << ": worst error " << worst.ratio << " of its bound, " << worst.inputs << " inputs\n";
  EXPECT_LE(worst.ratio, 1) << worst.why;
}

// With a zero, infinity, NaN or one as the fixed argument, values at all f16 numbers must equal the oracle's exactly,
// including signs of zeros. Few may be open.
TEST_P(PairModelTest, SpecialValuesAreTheOracles) {
  const Format& f = kF16;
  const std::vector<Bits> fixed =
      function().second_is_integer
          ? std::vector<Bits>{0, 1, 2, 3, mask(Type::i32), mask(Type::i32) - 1}
          : std::vector<Bits>{
                0, f.sign_bit(), f.one(), f.sign_bit() | f.one(), f.infinity(), f.infinity(true), f.quiet_nan()};
  Worst worst;
  std::size_t wrong_signs = 0;
  for (const Bits b : fixed) {
    const PairModel model(function(), f, varies(), b, whole_line(f));
    for (Bits x = 0; x <= f.mask(); x += x % f.min_normal() < 3 ? 1 : 29) {
      if (x % f.min_normal() > 3 && !f.is_zero(b) && !f.is_infinite(b)) continue;
      worst.take(kept(model, x));
      double value = 1;
      const Known known = model.at(x, {&value, 1});
      if (value != 0 || std::isinf(known.epsilon)) continue;
      const bool is_first = varies() == Varies::first;
      const std::array arguments{Value{Type::f16, is_first ? x : b},
                                 Value{function().second_is_integer ? Type::i32 : Type::f16, is_first ? b : x}};
      const RealScope scope;
      const Truth t = function().truth({.type = Type::f16, .args = arguments}, kFirstPrecision).at(0);
      wrong_signs += t.negative == std::signbit(value) ? 0 : 1;
    }
  }
  EXPECT_LE(worst.ratio, 1) << worst.why;
  EXPECT_EQ(wrong_signs, 0U);
  EXPECT_LT(worst.open, worst.inputs / 50);
}

// Two models with different degrees, aims and therefore blocks: each must be within its bound.
TEST_P(PairModelTest, AgreesWithAModelMadeInAnotherWay) {
  Random random(3);
  Disagreement worst;
  std::size_t compared = 0;
  for (std::size_t i = 0; i < thorough(1U << 20U) / kRunLength; ++i) {
    const Bits fixed = fixed_of(function(), random);
    const PatternRun run{run_start(fixed, random), kRunLength};
    const PairModel a(function(), kF32, varies(), fixed, run, {.degree = 6, .epsilon = 0x1p-46});
    const PairModel b(function(), kF32, varies(), fixed, run, {.degree = 8, .epsilon = 0x1p-50, .first_size = 1000});
    const Disagreement found = disagreement(a, b, run);
    compared += found.compared;
    if (found.ratio > worst.ratio) worst = found;
    EXPECT_LE(found.ratio, 1) << std::hex << fixed << ' ' << found.at;
  }
  std::cout << GetParam().name << ": worst difference " << worst.ratio << " of both bounds, " << compared << " inputs\n";
}

TEST_P(PairModelTest, TheSameInputHasTheSameKindOfValueInWhateverRunItLies) {
  Random random(4);
  for (int i = 0; i < 40; ++i) {
    const Bits fixed = fixed_of(function(), random);
    const PatternRun run{run_start(fixed, random), kRunLength};
    const PairModel all(function(), kF32, varies(), fixed, run);
    const Bits x = run.first + random() % run.count;
    const PairModel alone(function(), kF32, varies(), fixed, {x, 1});
    double a = 0;
    double b = 0;
    const Known of_all = all.at(x, {&a, 1});
    const Known of_one = alone.at(x, {&b, 1});
    EXPECT_EQ(std::isinf(of_all.epsilon), std::isinf(of_one.epsilon));
    EXPECT_EQ(std::isnan(a), std::isnan(b));
    EXPECT_EQ(std::signbit(a) && !std::isnan(a), std::signbit(b) && !std::isnan(b)) << std::hex << fixed << ' ' << x;
  }
}

TEST(PairModelTest, OneRunMayHoldBothSigns) {
  const Format& f = kF32;
  for (const PairFunction& function : pair_functions()) {
    const Bits fixed = function.second_is_integer ? 3 : pattern(3);
    const PatternRun run{f.sign_bit() - 5000, 10000};
    const PairModel model(function, f, Varies::first, fixed, run);
    Worst worst;
    Random random(5);
    ask(model, 40, random, worst);
    EXPECT_LE(worst.ratio, 1) << worst.why;
    double value = 0;
    EXPECT_TRUE(model.at(f.sign_bit(), {&value, 1}).is_prescribed);
  }
}

// Tests a call with each argument fixed in turn, and as a single pair.
void hold_in_every_way(const PairFunction& f, Bits x, Bits y, Worst& worst) {
  worst.take(kept_alone(f, Type::f32, x, y));
  worst.take(kept(PairModel(f, kF32, Varies::first, y, {x, 1}), x));
  if (!f.second_is_integer) worst.take(kept(PairModel(f, kF32, Varies::second, x, {y, 1}), y));
}

TEST(PairModelTest, HoldsAtHardInputs) {
  for (const char* name : {"atan2", "atan2pi", "hypot"}) {
    std::ifstream file(std::string(testing_support::source_dir()) + "/data/hard-inputs/" + name + ".f32.txt");
    const std::string text{std::istreambuf_iterator<char>(file), {}};
    const HardInputs inputs = parse_hard_inputs(kF32, 2, text);
    ASSERT_GE(inputs.rows.size(), 100U);
    const PairFunction& f = *pair_function_named(name);
    Worst worst;
    for (const std::vector<Bits>& row : inputs.rows) {
      hold_in_every_way(f, row[0], row[1], worst);
      // Also inside a block.
      const PatternRun run{row[0] & ~Bits{0xfff}, kRunLength};
      worst.take(kept(PairModel(f, kF32, Varies::first, row[1], run), row[0]));
    }
    std::cout << name << ": worst error " << worst.ratio << " of its bound, " << worst.inputs << " hard inputs\n";
    EXPECT_LE(worst.ratio, 1) << worst.why;
  }
}

// Exact results and their neighbours: integers to integers, roots of powers, x = 1 and neighbours, y of either parity.
TEST(PairModelTest, HoldsBesideExactCases) {
  std::vector<double> numbers{0x1p-149,   0x1p-126,       0x1p-63, 0x1p63, 0x1p24, 0x1p24 + 2,
                              0x1p23 + 1, 0x1.fffffep127, 1.5,     2.25,   0.1};
  for (int n = 1; n <= 10; ++n) numbers.push_back(n);
  Random random(6);
  for (const PairFunction& f : pair_functions()) {
    Worst worst;
    for (const double a : numbers) {
      for (const double b : numbers) {
        const Bits signs = random();
        const Bits x = (pattern(a) + random() % 3 - 1) | ((signs & 1) != 0 ? kF32.sign_bit() : 0);
        const Bits y = pattern(b) | ((signs & 2) != 0 ? kF32.sign_bit() : 0);
        const double n = std::fmin(b, 0x1p31 - 1) * ((signs & 2) != 0 ? -1 : 1);
        hold_in_every_way(f, x, f.second_is_integer ? int_value(Type::i32, static_cast<std::int64_t>(n)).bits : y, worst);
      }
    }
    EXPECT_LE(worst.ratio, 1) << worst.why;
  }
}

class PairDamageTest : public testing::TestWithParam<Planted> {};

INSTANTIATE_TEST_SUITE_P(Terms, PairDamageTest, testing::ValuesIn(planted_in_doubles()), named<Planted>);

TEST_P(PairDamageTest, IsSeen) {
  std::size_t seen = 0;
  for (const PairFunction& f : pair_functions()) {
    for (const Damage damage : {Damage::none, GetParam().damage}) {
      Worst worst;
      Random random(7);
      for (int i = 0; i < 25; ++i) {
        const Bits fixed =
            f.second_is_integer ? 3 + random() % 20 : pattern(1.5 + static_cast<double>(random() % 1000) / 300);
        const PatternRun run{pattern(0.6 + static_cast<double>(random() % 1000) / 200) & ~Bits{0xffff}, 1U << 18U};
        const PairModel model(f, kF32, Varies::first, fixed, run,
                              {.epsilon = GetParam().epsilon, .damage = damage, .first_size = run.count});
        ask(model, 20, random, worst);
      }
      if (damage == Damage::none) {
        EXPECT_LE(worst.ratio, 1) << worst.why;
      } else if (worst.ratio > 1) {
        ++seen;
      }
    }
  }
  EXPECT_GE(seen, pair_functions().size() - 1);
}

TEST(PairDamageTest, ABallThatDoesNotContainItsBlockIsRefused) {
  double value = 0;
  for (const Damage d : {Damage::half_ball, Damage::bare_centre}) {
    const PairModel model(*pair_function_named("atan2"), kF32, Varies::first, pattern(2), {pattern(3), 1000}, {.damage = d});
    EXPECT_THROW(model.at(pattern(3), {&value, 1}), std::logic_error);
  }
}

TEST(PairModelTest, AnIntegerDoesNotVary) {
  EXPECT_THROW(PairModel(*pair_function_named("pown"), kF32, Varies::second, kF32.one(), {0, 10}), std::invalid_argument);
}

}  // namespace
}  // namespace classay::certified
