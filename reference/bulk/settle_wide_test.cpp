// Checks the loops of f64 on every instruction set. A settled lane must be right, with the error and the bin that it has
// when judged by itself. Blocks of plain lanes must be settled together. Possible faults: the ulp at a power of two, for a
// value on either side or on an unknown side; the ulp below the normal numbers and beyond the largest; a wrong scale; an
// infinity, a NaN or a zero among numbers, which the fast version does not handle.
#include <gtest/gtest.h>

#include <bit>
#include <cmath>
#include <limits>
#include <random>
#include <vector>

#include "reference/bulk/lane.h"
#include "reference/bulk/loops.h"
#include "reference/cpu/versions.h"

namespace classay::bulk {
namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();
constexpr double kNaN = std::numeric_limits<double>::quiet_NaN();
constexpr double kEpsilon = 0x1p-75;

enum class Values : std::uint8_t { anywhere, above_powers, below_powers, at_powers, subnormal, huge, special, all };

struct Asked {
  const char* name;
  Values values;
  int scale = 0;
  bool is_rounding = false;
  bool is_settled = true;  // the fast version settles these
};
void PrintTo(const Asked& a, std::ostream* out) { *out << a.name; }

struct Lanes {
  std::vector<double> head;
  std::vector<double> tail;
  std::vector<std::uint64_t> results;
};

class Maker {
 public:
  explicit Maker(const Asked& asked) : asked_(asked) {}

  Lanes lanes() {
    Lanes all;
    for (int i = 0; i < kBlock; ++i) {
      const Values values = asked_.values == Values::all ? static_cast<Values>(random_() % 7) : asked_.values;
      put(values, all);
    }
    return all;
  }

 private:
  double part() { return std::ldexp(static_cast<double>(random_() >> 11), -53); }  // from 0 to 1

  void put(Values values, Lanes& all) {
    const double sign = random_() % 2 == 0 ? 1 : -1;
    const double power = std::ldexp(sign, static_cast<int>(random_() % 40) - 20);
    double head = power * (1 + part());
    double tail = power * (part() - 0.5) * 0x1p-53;
    if (values == Values::above_powers) head = power;
    if (values == Values::above_powers) tail = power * (0.05 + 0.15 * part()) * 0x1p-53;
    if (values == Values::below_powers) head = power;
    if (values == Values::below_powers) tail = -power * (0.05 + 0.15 * part()) * 0x1p-53;
    if (values == Values::at_powers) head = power;
    if (values == Values::at_powers) tail = power * (part() - 0.5) * 0x1p-90;
    if (values == Values::subnormal) head = std::ldexp(head, -1050 - asked_.scale);
    if (values == Values::subnormal) tail = std::ldexp(tail, -1050 - asked_.scale);
    if (values == Values::huge) head = std::ldexp(head / power, 1024 - asked_.scale - static_cast<int>(random_() % 2));
    if (values == Values::huge) tail = 0;
    double result = std::ldexp(head, asked_.scale);
    const bool errs = values != Values::at_powers || !asked_.is_settled;
    if (errs && !asked_.is_rounding)
      result = std::bit_cast<double>(std::bit_cast<std::uint64_t>(result) + random_() % 7 - 3);
    if (values == Values::special) {
      const std::array<double, 5> all_kinds{kInfinity, -kInfinity, kNaN, 0.0, -0.0};
      if (random_() % 2 == 0) head = all_kinds.at(random_() % 5);
      if (random_() % 2 == 0) result = all_kinds.at(random_() % 5);
      if (random_() % 3 == 0) tail = kNaN;
    }
    all.head.push_back(head);
    all.tail.push_back(tail);
    all.results.push_back(std::bit_cast<std::uint64_t>(result));
  }

  const Asked& asked_;
  std::mt19937_64 random_{5};
};

class SettleWideTest : public testing::TestWithParam<Asked> {};

INSTANTIATE_TEST_SUITE_P(
    Lanes, SettleWideTest,
    testing::Values(Asked{"Anywhere", Values::anywhere}, Asked{"AnywhereScaled", Values::anywhere, 700},
                    Asked{"AnywhereRounded", Values::anywhere, -3, true}, Asked{"AbovePowers", Values::above_powers},
                    Asked{"BelowPowers", Values::below_powers, 5}, Asked{"AtPowers", Values::at_powers},
                    Asked{"AtPowersInDoubt", Values::at_powers, 0, false, false},
                    Asked{"Subnormal", Values::subnormal, -300}, Asked{"Huge", Values::huge, 900, false, false},
                    Asked{"Special", Values::special, 0, false, false}, Asked{"All", Values::all, 0, false, false},
                    Asked{"AllRounded", Values::all, 0, true, false}, Asked{"AllScaled", Values::all, -500, false, false}),
    [](const auto& asked) { return std::string(asked.param.name); });

TEST_P(SettleWideTest, ASettledLaneIsWhatIsFoundOfItAlone) {
  const Asked& asked = GetParam();
  const BulkPromise promise{.format = kF64, .limit = asked.is_rounding ? 0.5 : 7, .is_rounding = asked.is_rounding};
  const Ruler ruler = wide_ruler(promise, false);
  const WideScale scale = wide_scale(asked.scale, kEpsilon);
  for (const Loops* const loops : runnable<Loops>()) {
    const auto settle = asked.is_rounding ? loops->wide.rounding : loops->wide.within;
    Maker maker(asked);
    int settled_blocks = 0;
    for (int block = 0; block < 40; ++block) {
      const Lanes made = maker.lanes();
      const int count = kBlock - block % 9;
      const WideLanes lanes{made.results.data(), made.head.data(), made.tail.data(), count};
      std::vector<double> error(kBlock);
      std::vector<double> uncertainty(kBlock);
      std::vector<std::uint8_t> bins(kBlock);
      std::vector<std::int32_t> errors(kBlock);
      Settled settled{.bins = bins.data(), .errors = errors.data()};
      const bool all = settle(scale, lanes, ruler, error.data(), uncertainty.data(), settled);
      loops->wide.errors(scale, lanes.results, lanes.head, lanes.tail, kBlock, error.data(), uncertainty.data());
      bool is_any_open = false;
      for (std::size_t i = 0; i < static_cast<std::size_t>(count); ++i) {
        const Finding found =
            find(promise, ruler, WideLane{made.results[i], made.head[i], asked.scale, error[i], uncertainty[i]});
        is_any_open = is_any_open || bins[i] == kOpenBin;
        if (bins[i] == kOpenBin) continue;
        ASSERT_EQ(found.kind, Finding::Kind::right) << made.head[i] << ' ' << made.tail[i];
        ASSERT_EQ(bins[i], found.bin) << made.head[i] << ' ' << made.tail[i];
        ASSERT_EQ(errors[i], std::nearbyint(std::ldexp(error[i], kErrorBits))) << made.head[i] << ' ' << made.tail[i];
        ASSERT_LE(std::abs(errors[i]), settled.largest);
      }
      EXPECT_EQ(all, !is_any_open);
      settled_blocks += all ? 1 : 0;
    }
    if (asked.is_settled) {
      EXPECT_GT(settled_blocks, 30);
    }
  }
}

}  // namespace
}  // namespace classay::bulk
