// Provides helpers for tests of models: sample sizes, injected defects, and the worst result so far.
#pragma once

#include <gtest/gtest.h>

#include <array>
#include <bit>
#include <cstdlib>
#include <random>
#include <string>

#include "reference/certified/check.h"
#include "reference/certified/pairs/listed.h"
#include "reference/certified/wide/block.h"

namespace classay::certified {

// Returns the number of inputs, or of f64 blocks: more in the hours of scripts/check-models, fewer under sanitizers.
inline std::size_t asked_by(const char* variable, std::size_t usual) {
  const char* asked = std::getenv(variable);
  return asked == nullptr ? usual : std::strtoull(asked, nullptr, 10);
}
inline std::size_t thorough(std::size_t usual) { return asked_by("CLASSAY_MODEL_INPUTS", usual); }
inline std::size_t thorough_blocks(std::size_t usual) { return asked_by("CLASSAY_WIDE_BLOCKS", usual); }

// A defect of a bound, and an aim at which it shows. Truncation dominates for a modest aim with large blocks. Rounding
// dominates if the aim is close to the limit of the arithmetic.
struct Planted {
  const char* name;
  Damage damage;
  double epsilon;
};
inline std::array<Planted, 6> planted(double modest, double ambitious, double usual) {
  return {Planted{"Remainder", Damage::no_remainder, modest},
          Planted{"CoefficientRounding", Damage::no_coefficient_rounding, ambitious},
          Planted{"EvaluationRounding", Damage::no_evaluation_rounding, ambitious},
          Planted{"Quarter", Damage::quarter, ambitious},
          Planted{"QuarterOfTruncation", Damage::quarter, modest},
          Planted{"Coefficient", Damage::coefficient_ulp, usual}};
}
inline std::array<Planted, 6> planted_in_doubles() { return planted(0x1p-40, 0x1p-51, 0x1p-51); }
inline std::array<Planted, 7> planted_in_two_parts() {
  const auto in_both = planted(0x1p-60, 0x1p-98, 0x1p-75);
  return {in_both[0], in_both[1], in_both[2], in_both[3], in_both[4], in_both[5], {"Tails", Damage::no_tails, 0x1p-75}};
}

// Returns the name of a test parameter.
template <class Param>
std::string named(const testing::TestParamInfo<Param>& of) {
  return std::string(of.param.name);
}

// Returns the same f64 block with a key that makes `wanted` its first input. Precondition: it is in the window.
template <class Block>
Block with_first_input(Block block, Bits wanted) {
  Bits first = 0;
  inputs(block, {&first, 1});
  block.window.key ^= ((first - block.window.first) ^ (wanted - block.window.first))
                      << static_cast<unsigned>(block.window.shift);
  inputs(block, {&first, 1});
  EXPECT_EQ(first, wanted);
  return block;
}
template <class Model, class Block>
WideValue first_value(const Model& model, const Block& block) {
  WideValue v{.scale = block.scale, .epsilon = block.epsilon};
  model.values(block, {&v.head, 1}, {&v.tail, 1});
  return v;
}

struct Worst {
  double ratio = 0;
  std::string why;
  std::size_t inputs = 0;
  std::size_t open = 0;

  void take(const Kept& k) {
    ++inputs;
    open += k.open ? 1 : 0;
    if (k.ratio <= ratio) return;
    ratio = k.ratio;
    why = k.why;
  }
};

// A function of two arguments, and the varying one.
struct Family {
  const char* name;
  const char* function;
  Varies varies;
};
inline constexpr std::array kFamilies = std::to_array<Family>({
    {"PowOfX", "pow", Varies::first},
    {"PowOfY", "pow", Varies::second},
    {"PowrOfX", "powr", Varies::first},
    {"PowrOfY", "powr", Varies::second},
    {"PownOfX", "pown", Varies::first},
    {"RootnOfX", "rootn", Varies::first},
    {"Atan2OfY", "atan2", Varies::first},
    {"Atan2OfX", "atan2", Varies::second},
    {"Atan2piOfY", "atan2pi", Varies::first},
    {"Atan2piOfX", "atan2pi", Varies::second},
    {"HypotOfX", "hypot", Varies::first},
    {"HypotOfY", "hypot", Varies::second},
});

using Random = std::mt19937_64;

inline Bits pattern(double x) { return std::bit_cast<std::uint32_t>(static_cast<float>(x)); }

// Returns a number that is extreme in one of three cases: huge, tiny, subnormal, near 1, an integer, or a half-integer.
inline Bits number(Random& random) {
  const Format& f = kF32;
  const Bits sign = random() & f.sign_bit();
  const Bits fraction = random() & f.fraction_mask();
  const auto field = [&](Bits low, Bits high) {
    return sign | ((low + random() % (high - low)) << f.fraction_bits()) | fraction;
  };
  switch (random() % 18) {
    case 0: return field(200, 255);
    case 1: return field(1, 50);
    case 2: return sign | (1 + fraction % (f.min_normal() - 1));
    case 3: return sign | (f.one() - 50 + random() % 100);
    case 4: return sign | pattern(static_cast<double>(1 + random() % 200));
    case 5: return sign | pattern(static_cast<double>(1 + random() % 200) / 2);
    case 6:
    case 7:
    case 8: return field(90, 165);
    default: return field(1, 255);
  }
}

inline Bits fixed_of(const PairFunction& f, Random& random) {
  if (!f.second_is_integer) return number(random);
  switch (random() % 4) {
    case 0: return random() & mask(Type::i32);
    case 1: return int_value(Type::i32, static_cast<std::int64_t>(random() % 2001) - 1000).bits;
    default: return int_value(Type::i32, static_cast<std::int64_t>(random() % 41) - 20).bits;
  }
}

// Checks the value of a list with a single pair.
inline Kept kept_alone(const PairFunction& f, Type type, Bits x, Bits y, const PointTables& tables = PointTables::exact()) {
  double value = 0;
  const ListedPairs pairs(f, format(type), {&x, &y}, tables);
  const Known known = pairs.at(0, {&value, 1});
  return kept(f.name, f.truth, arguments(f, type, Varies::first, y, x), value, known.epsilon);
}

}  // namespace classay::certified
