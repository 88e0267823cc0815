// Checks that every strategy reaches its target. For some hundred inputs of each format, a share of the exact results must
// be at the target. As a counter-check, plain random inputs must reach it less often.
#include "suites/plan/strategies.h"

#include <algorithm>
#include <cmath>
#include <functional>

#include "reference/number/interval.h"
#include "reference/truth/truth.h"
#include "suites/generator.h"
#include "suites/plan.h"
#include "suites/plan/numbers.h"

namespace classay {
namespace {

constexpr std::uint64_t kInputs = 300;

// One call of a builtin, with its exact result.
struct Seen {
  const Row& row;
  Type type;
  const Format& f;
  Tuple input;
  std::optional<Bits> down;  // the exact result, rounded toward zero and to nearest
  std::optional<Bits> nearest;
  bool is_tie = false;
};

Seen seen(const Row& row, Type type, const Tuple& input) {
  Seen s{.row = row, .type = type, .f = format(type), .input = input};
  std::vector<Value> args;
  for (const Type t : argument_types(row, type)) args.push_back({t, input.at(args.size())});
  const std::vector<Type> results = result_types(row, type);
  const std::vector<Truth> truths = evaluate_rounded(row.truth, {.type = type, .args = args}, results);
  s.down = rounded(s.f, truths[0], Rounding::rtz);
  s.nearest = rounded(s.f, truths[0], Rounding::rne);
  // A tie: the value is representable with one more bit, but not in the format.
  if (truths[0].kind == Truth::Kind::real && truths[0].is_exact() && s.down && s.f.is_finite(*s.down)) {
    const Format finer{.width = 64, .precision = s.f.precision + 1, .emax = std::min(s.f.emax, 511)};
    const std::optional<Bits> above = rounded(finer, truths[0], Rounding::rtp);
    const std::optional<Bits> below = rounded(finer, truths[0], Rounding::rtn);
    s.is_tie = above == below && rounded(s.f, truths[0], Rounding::rtp) != rounded(s.f, truths[0], Rounding::rtn);
  }
  return s;
}

bool is_at_an_end(const Seen& s) {
  if (!s.nearest || !s.down) return false;
  const Bits b = s.f.magnitude(*s.nearest);
  return (b != 0 && b < 4 * s.f.min_normal()) || (s.f.is_finite(b) && b > s.f.max_finite() - 2 * s.f.min_normal());
}
double magnitude(const Format& f, Bits b) {
  const Dyadic d = decode(f, f.magnitude(b));
  return std::ldexp(static_cast<double>(d.significand), d.exponent);
}

// The result is at most the rounding error of the product.
bool cancels(const Seen& s) {
  return s.down && !s.f.is_nan(*s.down) &&
         magnitude(s.f, *s.down) < magnitude(s.f, s.input[2]) * std::ldexp(1, 4 - s.f.precision);
}
int apart(const Seen& s) { return std::abs(numbers::exponent_of(s.f, s.input[0]) - numbers::exponent_of(s.f, s.input[1])); }
std::int64_t steps(const Format& f, Bits a, Bits b) {
  return std::abs(ordered(f, f.magnitude(a)) - ordered(f, f.magnitude(b)));
}
int as_int(Bits b) { return static_cast<int>(as_signed({Type::i32, b})); }

struct Place {
  std::string_view strategy;
  std::string_view builtin;
  double share;
  std::function<bool(const Seen&)> is_reached;
};

const std::vector<Place>& places() {
  static const std::vector<Place> kPlaces{
      {"moderate", "atan2", 0.9, [](const Seen& s) { return s.nearest && s.f.is_normal(*s.nearest); }},
      {"near", "sub", 0.9,
       [](const Seen& s) { return steps(s.f, s.input[0], s.input[1]) <= std::int64_t(s.f.min_normal()); }},
      {"near", "add", 0.25,
       [](const Seen& s) { return s.down && magnitude(s.f, *s.down) <= magnitude(s.f, s.input[0]) / 4; }},
      {"equal", "fmod", 0.9, [](const Seen& s) { return ((s.input[0] ^ s.input[1]) & s.f.fraction_mask()) == 0; }},
      {"apart", "add", 0.2, [](const Seen& s) { return s.nearest && (s.nearest == s.input[0] || s.nearest == s.input[1]); }},
      {"small-exact", "pow", 0.1,
       [](const Seen& s) { return s.nearest && s.down == s.nearest && s.f.is_finite(*s.nearest); }},
      {"subnormal", "fmax", 0.5, [](const Seen& s) { return s.f.is_subnormal(s.input[0]) && s.f.is_subnormal(s.input[1]); }},
      {"between", "fclamp", 0.95,
       [](const Seen& s) {
         return ordered(s.f, s.input[0]) <= ordered(s.f, s.input[2]) && ordered(s.f, s.input[2]) <= ordered(s.f, s.input[1]);
       }},
      {"sum-tie", "add", 0.15, [](const Seen& s) { return s.is_tie; }},
      {"product-tie", "mul", 0.35, [](const Seen& s) { return s.is_tie; }},
      {"product-tie", "fma", 0.15, [](const Seen& s) { return s.is_tie; }},
      {"product-end", "mul", 0.5, is_at_an_end},
      {"product-end", "fma", 0.5, is_at_an_end},
      {"fused-tie", "fma", 0.1, [](const Seen& s) { return s.is_tie; }},
      {"fused-cancel", "fma", 0.5, cancels},
      {"fused-equal", "mul_sub", 0.5, cancels},
      {"fused-equal", "sub_mul", 0.5, cancels},
      {"quotient-end", "div", 0.5, is_at_an_end},
      {"quotient-exact", "div", 0.05, [](const Seen& s) { return s.nearest && s.down == s.nearest; }},
      {"quotient-any", "fmod", 0.2,
       [](const Seen& s) { return apart(s) > 2 * s.f.precision / (s.type == Type::f16 ? 2 : 1); }},
      {"quotient-integer", "remainder", 0.4,
       [](const Seen& s) { return s.nearest && magnitude(s.f, *s.nearest) <= magnitude(s.f, s.input[1]) / 8; }},
      {"quotient-half", "remainder", 0.2,
       [](const Seen& s) { return s.nearest && magnitude(s.f, *s.nearest) >= magnitude(s.f, s.input[1]) * 0.49; }},
      {"power-one", "pow", 0.3,
       [](const Seen& s) {
         return steps(s.f, s.input[0], s.f.one()) < std::int64_t(s.f.min_normal()) / 2 && s.nearest &&
                s.nearest != s.f.one() && s.f.is_normal(*s.nearest);
       }},
      {"power-end", "pow", 0.4, is_at_an_end},
      {"pown-one", "pown", 0.8,
       [](const Seen& s) { return steps(s.f, s.input[0], s.f.one()) <= std::int64_t(s.f.min_normal()); }},
      {"pown-end", "pown", 0.25, is_at_an_end},
      {"small-integer", "pown", 0.95, [](const Seen& s) { return std::abs(as_int(s.input[1])) <= 40; }},
      {"any-integer", "ldexp", 0.3,
       [](const Seen& s) { return std::abs(static_cast<std::int64_t>(as_int(s.input[1]))) > 10000; }},
      {"root-exact", "rootn", 0.05,
       [](const Seen& s) { return s.nearest && !s.f.is_nan(*s.nearest) && s.down == s.nearest; }},
      {"scale-end", "ldexp", 0.8, is_at_an_end},
      {"scale-tie", "ldexp", 0.3, [](const Seen& s) { return s.is_tie; }},
      {"pythagorean", "hypot", 0.15,
       [](const Seen& s) { return s.nearest && s.down == s.nearest && s.f.is_finite(*s.nearest); }},
      {"hypot-leg", "hypot", 0.6,
       [](const Seen& s) {
         return s.nearest && std::min(steps(s.f, *s.nearest, s.input[0]), steps(s.f, *s.nearest, s.input[1])) <= 40;
       }},
      {"hypot-end", "hypot", 0.85, is_at_an_end},
      {"angle-quarter", "atan2", 0.9, [](const Seen& s) { return apart(s) >= s.f.precision - 4; }},
      {"anywhere", "ilogb", 0.9, [](const Seen& s) { return s.f.is_finite(s.input[0]); }},
  };
  return kPlaces;
}

double share(const Place& place, Type type, const std::function<Tuple(std::uint64_t)>& input) {
  const RealScope scope;
  const Row& row = *find(place.builtin);
  std::uint64_t reached = 0;
  for (std::uint64_t i = 0; i < kInputs; ++i) {
    reached += place.is_reached(seen(row, type, input(i))) ? 1 : 0;
  }
  return static_cast<double>(reached) / static_cast<double>(kInputs);
}

const Strategy* strategy_named(std::string_view name) {
  const auto all = all_strategies();
  const auto at = std::ranges::find(all, name, &Strategy::name);
  return at == all.end() ? nullptr : &*at;
}

TEST(StrategiesTest, EachReachesItsPlace) {
  for (const Place& place : places()) {
    const Strategy* strategy = strategy_named(place.strategy);
    ASSERT_NE(strategy, nullptr) << place.strategy;
    for (const Type type : kLanguageFloats) {
      if (type == Type::f64 && place.strategy == "scale-tie") continue;  // no finer format covers its subnormals
      EXPECT_TRUE(strategy->suits(*find(place.builtin), type)) << place.strategy;
      const double reached =
          share(place, type, [&](std::uint64_t i) { return hard_tuple(std::span(&strategy, 1), format(type), 1, i); });
      EXPECT_GE(reached, place.share) << place.strategy << " of " << place.builtin << " " << info(type).name;
    }
  }
}

TEST(StrategiesTest, EveryStrategyHasAPlaceToReach) {
  for (const Strategy& s : all_strategies()) {
    EXPECT_NE(std::ranges::find(places(), s.name, &Place::strategy), places().end()) << s.name;
  }
}

// Plain random inputs must fail the test above.
TEST(StrategiesTest, RandomInputsDoNotReachThem) {
  std::size_t missed = 0;
  std::size_t asked = 0;
  for (const Place& place : places()) {
    const Row& row = *find(place.builtin);
    const Plan plan = Plan::of_random(row, Type::f32, 1, kInputs);
    ++asked;
    missed += share(place, Type::f32, [&](std::uint64_t i) { return plan.input(i); }) < place.share ? 1 : 0;
  }
  EXPECT_GE(missed, asked * 2 / 3) << asked;
}

TEST(StrategiesTest, EveryBuiltinWithAPlanHasStrategiesWhoseNumbersFit) {
  for (const Row& row : table()) {
    for (const Type type : row.formats) {
      if (!has_plan(row, type) || is_of_patterns(row, type) || goes_across_lanes(row.signature)) continue;
      const std::vector<const Strategy*> all = strategies_for(row, type);
      const std::vector<Type> types = argument_types(row, type);
      if (!is_float(types.front())) continue;
      ASSERT_FALSE(all.empty()) << row.name;
      for (std::uint64_t i = 0; i < 40 * all.size(); ++i) {
        const Tuple t = hard_tuple(all, format(type), 1, i);
        for (std::size_t a = 0; a < types.size(); ++a) EXPECT_EQ(t.at(a) & ~mask(types[a]), 0U) << row.name;
      }
    }
  }
}

TEST(StrategiesTest, LogarithmsAreGoodEnough) {
  for (const Type type : kFloatTypes) {
    const Format& f = format(type);
    for (std::uint64_t i = 0; i < 2000; ++i) {
      const Bits b = f.magnitude(random_bits(type, 3, 0, i));
      if (f.is_zero(b)) continue;
      EXPECT_NEAR(numbers::binary_logarithm(f, b), std::log2(magnitude(f, b)), 1e-9);
    }
  }
}

}  // namespace
}  // namespace classay
