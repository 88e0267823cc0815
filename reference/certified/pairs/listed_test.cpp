// Checks that the value at any pair of f16 or f32 is within its bound of the oracle's value. Zeros, infinities and NaN must
// agree with the oracle, and no pair may be open. Prescribed values must equal those of a model of the same pair. Possible
// faults: a wrong table entry or series term; a step between two entries; a wrong sign by parity; a power that overflows or
// underflows; a special pair that is treated as an ordinary one, or the reverse, in the middle of a list.
#include "reference/certified/pairs/listed.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <iostream>
#include <vector>

#include "reference/certified/testing.h"
#include "reference/inputs/inputs.h"

namespace classay::certified {
namespace {

// Returns powers anywhere in the range of results, with large exponents that magnify errors of the logarithm; roots that do
// not reduce them; and other pairs.
std::array<Bits, 2> where_errors_are_large(const PairFunction& f, Random& random) {
  Bits x = number(random);
  double y = std::bit_cast<float>(static_cast<std::uint32_t>(number(random)));
  if (f.shape == PairShape::root) y = random() % 2 == 0 ? 1 : -1;
  if (f.shape == PairShape::power) {
    x = kF32.one() + (random() & 0xffffff) - 0x800000;
    const double log2 = std::log2(static_cast<double>(std::bit_cast<float>(static_cast<std::uint32_t>(x))));
    y = std::clamp((static_cast<double>(random() % 275000) / 1000 - 148) / log2, -0x1p31, 0x1p31 - 1);
  }
  return {x, f.second_is_integer ? int_value(Type::i32, static_cast<std::int64_t>(y)).bits : pattern(y)};
}

class ListedPairsTest : public testing::TestWithParam<PairFunction> {
 protected:
  static const PairFunction& function() { return *pair_function_named(GetParam().name); }
  static Bits second(Type type, Random& random) {
    if (function().second_is_integer || type == Type::f32) return fixed_of(function(), random);
    return random() & kF16.mask();
  }
};

INSTANTIATE_TEST_SUITE_P(EveryFunction, ListedPairsTest, testing::ValuesIn(pair_functions().begin(), pair_functions().end()),
                         named<PairFunction>);

TEST_P(ListedPairsTest, KeepsItsBound) {
  for (const Type type : {Type::f16, Type::f32}) {
    Random random(1);
    Worst worst;
    for (std::size_t i = 0; i < thorough(20000); ++i) {
      const Bits x = type == Type::f16 ? random() & kF16.mask() : number(random);
      worst.take(kept_alone(function(), type, x, second(type, random)));
    }
    std::cout << function().name << ": worst error " << worst.ratio << " of its bound, " << worst.inputs << " pairs\n";
    EXPECT_LE(worst.ratio, 1) << worst.why;
    EXPECT_EQ(worst.open, 0U);
  }
}

// The number of pairs does not depend on the run, because a smaller sample has a smaller worst error.
TEST_P(ListedPairsTest, BoundsAreNearlyReached) {
  Random random(2);
  Worst worst;
  for (int i = 0; i < 20000; ++i) {
    const auto [x, y] = where_errors_are_large(function(), random);
    worst.take(kept_alone(function(), Type::f32, x, y));
  }
  std::cout << function().name << ": worst error " << worst.ratio << " of its bound, " << worst.inputs << " pairs\n";
  EXPECT_LE(worst.ratio, 1) << worst.why;
  EXPECT_GT(worst.ratio, 0.05) << "a bound that is never nearly reached was not derived but guessed";
}

// One list alternates special and ordinary pairs. Each value must equal that of the pair alone, and that of a model.
TEST_P(ListedPairsTest, CrossingsOfBoundariesAreWhatModelsSay) {
  const std::vector<Bits> numbers = short_boundary_table(kF32);
  std::vector<Bits> seconds = numbers;
  if (function().second_is_integer) {
    seconds.clear();
    for (std::int64_t n = -20; n <= 20; ++n) seconds.push_back(int_value(Type::i32, n).bits);
    for (const std::int64_t n : {-2147483648LL, -2147483647LL, 2147483647LL})
      seconds.push_back(int_value(Type::i32, n).bits);
  }
  std::vector<Bits> x;
  std::vector<Bits> y;
  for (const Bits a : numbers) {
    for (const Bits b : seconds) {
      x.push_back(a);
      y.push_back(b);
    }
  }
  const ListedPairs pairs(function(), kF32, {x.data(), y.data()});
  std::vector<double> values(x.size());
  std::size_t prescribed = 0;
  for (std::size_t at = 0; at < x.size();) {
    const Known known = pairs.at(at, std::span(values).subspan(at, std::min<std::size_t>(64, x.size() - at)));
    for (std::size_t i = at; i < at + known.count; ++i) {
      double alone = 0;
      const Known of_model = PairModel(function(), kF32, Varies::first, y[i], {x[i], 1}).at(x[i], {&alone, 1});
      prescribed += known.is_prescribed ? 1 : 0;
      if (std::isinf(of_model.epsilon)) continue;
      const std::string what = fmt::format("{} {:#x} {:#x}: {} {}", function().name, x[i], y[i], values[i], alone);
      const bool is_number = std::isfinite(alone) && alone != 0;
      if (is_number) {
        EXPECT_EQ(known.is_prescribed, of_model.is_prescribed) << what;
      }
      const bool is_beyond = std::isinf(alone) && std::fabs(values[i]) > 0x1p129;  // both represent infinity
      const bool is_same = std::isnan(alone)
                               ? std::isnan(values[i])
                               : (values[i] == alone || is_beyond) && std::signbit(values[i]) == std::signbit(alone);
      if (!is_number || known.is_prescribed) {
        EXPECT_TRUE(is_same) << what;
      } else {
        EXPECT_LE(std::fabs(values[i] - alone),
                  (known.epsilon + of_model.epsilon) * std::fmax(std::fabs(alone), kFloor) * (1 + 0x1p-30))
            << what;
      }
    }
    at += known.count;
  }
  EXPECT_GT(prescribed, 100U);
}

// A table entry with a damage that no test of a single value would detect.
struct Damaged {
  const char* name;
  const char* function;
  void (*damage)(PointTables& tables);
};

class PointTablesTest : public testing::TestWithParam<Damaged> {};

INSTANTIATE_TEST_SUITE_P(
    Entries, PointTablesTest,
    testing::Values(Damaged{"Inverse", "pow", [](PointTables& all) { all.cells[20].inverse += 0x1p-28; }},
                    Damaged{"Log2", "pow", [](PointTables& all) { all.cells[50].log2 *= 1 + 0x1p-45; }},
                    Damaged{"Power", "powr", [](PointTables& all) { all.powers[17] *= 1 + 0x1p-40; }},
                    Damaged{"Arc", "atan2", [](PointTables& all) { all.arcs[40] *= 1 + 0x1p-46; }},
                    Damaged{"SeriesOfTheLogarithm", "pown", [](PointTables& all) { all.log2_series[4] *= 1 + 0x1p-10; }},
                    Damaged{"SeriesOfThePower", "rootn", [](PointTables& all) { all.exp2_series[3] *= 1 + 0x1p-10; }}),
    named<Damaged>);

TEST_P(PointTablesTest, DamageIsSeen) {
  PointTables tables = PointTables::exact();
  GetParam().damage(tables);
  const PairFunction& f = *pair_function_named(GetParam().function);
  Random random(3);
  Worst exact;
  Worst damaged;
  for (int i = 0; i < 20000; ++i) {
    const auto [x, y] = where_errors_are_large(f, random);
    exact.take(kept_alone(f, Type::f32, x, y));
    damaged.take(kept_alone(f, Type::f32, x, y, tables));
  }
  EXPECT_LE(exact.ratio, 1) << exact.why;
  EXPECT_GT(damaged.ratio, 1);
}

}  // namespace
}  // namespace classay::certified
