// Checks that a line with shared blocks has the values of a line that was planned alone, within its bounds. Possible faults:
// a wrong binade; a wrong fraction of a subnormal; an inexact factor that is not counted; a value at x = 1 although the
// result is prescribed.
#include "reference/certified/pairs/half_lines.h"

#include <cmath>
#include <iostream>
#include <random>
#include <set>

#include "reference/certified/testing.h"

namespace classay::certified {
namespace {

class HalfLinesTest : public testing::TestWithParam<PairFunction> {
 protected:
  // Returns numbers of all binades including subnormals, sometimes zero, an infinity or a NaN; for integers, small ones.
  static Bits fixed_argument(const PairFunction& f, std::mt19937_64& random) {
    if (f.second_is_integer) return int_value(Type::i32, static_cast<std::int64_t>(random() % 301) - 150).bits;
    return random() % 16 == 0 ? (random() & kF16.sign_bit()) | (random() % 1024) : random() & kF16.mask();
  }
};

INSTANTIATE_TEST_SUITE_P(EveryFunction, HalfLinesTest, testing::ValuesIn(pair_functions().begin(), pair_functions().end()),
                         [](const auto& of) { return std::string(of.param.name); });

TEST_P(HalfLinesTest, AgreeWithLinesThatArePlannedAlone) {
  const PairFunction& f = *pair_function_named(GetParam().name);
  const HalfLines lines(f);
  std::mt19937_64 random(1);
  double worst = 0;
  for (std::size_t i = 0; i < thorough(1U << 22U) / 65536; ++i) {
    const Bits fixed = fixed_argument(f, random);
    const std::unique_ptr<Values> line = lines.line(fixed);
    const PairModel alone(f, kF16, Varies::first, fixed, whole_line(kF16));
    const Disagreement found = disagreement(*line, alone, whole_line(kF16));
    EXPECT_LE(found.ratio, 1) << f.name << std::hex << ' ' << fixed << ' ' << found.at;
    worst = std::fmax(worst, found.ratio);
  }
  std::cout << f.name << ": worst difference " << worst << " of both bounds\n";
}

TEST_P(HalfLinesTest, KeepTheirBounds) {
  const PairFunction& f = *pair_function_named(GetParam().name);
  const HalfLines lines(f);
  std::mt19937_64 random(2);
  double worst = 0;
  for (std::size_t i = 0; i < thorough(10000) / 200; ++i) {
    const Bits fixed = fixed_argument(f, random);
    const std::unique_ptr<Values> line = lines.line(fixed);
    for (int j = 0; j < 200; ++j) {
      const Bits x = j % 8 == 0 ? (random() & kF16.sign_bit()) | (random() % 1024) : random() & kF16.mask();
      double value = 0;
      const Known known = line->at(x, {&value, 1});
      const std::array arguments{Value{Type::f16, x}, Value{f.second_is_integer ? Type::i32 : Type::f16, fixed}};
      const Kept k = kept(f.name, f.truth, arguments, value, known.epsilon);
      EXPECT_LE(k.ratio, 1) << k.why;
      worst = std::fmax(worst, k.ratio);
    }
  }
  std::cout << f.name << ": worst error " << worst << " of its bound\n";
}

// Sharing must not increase the number of open lanes.
TEST_P(HalfLinesTest, LeaveOpenWhatLinesThatArePlannedAloneLeaveOpen) {
  const PairFunction& f = *pair_function_named(GetParam().name);
  const HalfLines lines(f);
  const std::vector<Bits> fixed = f.second_is_integer ? std::vector<Bits>{0, 1, 2, 3, mask(Type::i32)}
                                                      : std::vector<Bits>{1, 0x3ff, 0x3c00, 0x4200, 0xbc00, 0x7bff, 0x7e00};
  for (const Bits b : fixed) {
    const std::unique_ptr<Values> line = lines.line(b);
    const PairModel alone(f, kF16, Varies::first, b, whole_line(kF16));
    for (Bits x = 0; x <= kF16.mask(); x += x % 1024 < 3 ? 1 : 61) {
      double value = 0;
      const bool is_open = std::isinf(line->at(x, {&value, 1}).epsilon);
      EXPECT_EQ(is_open, std::isinf(alone.at(x, {&value, 1}).epsilon)) << f.name << std::hex << ' ' << x << ' ' << b;
    }
  }
}

TEST(HalfLinesTest, EveryFixedArgumentComesOnce) {
  std::set<Bits> all;
  for (Bits i = 0; i <= kF16.mask(); ++i) all.insert(HalfLines::fixed_argument(i));
  EXPECT_EQ(all.size(), 65536U);
  EXPECT_EQ(HalfLines::fixed_argument(0) & kF16.fraction_mask(), HalfLines::fixed_argument(63) & kF16.fraction_mask());
}

}  // namespace
}  // namespace classay::certified
