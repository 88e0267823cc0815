// What tests of models share: how much of a test is asked for, what is planted to see that a test can fail, and the worst of
// what was seen. For tests only.
#pragma once

#include <gtest/gtest.h>

#include <array>
#include <cstdlib>
#include <string>

#include "reference/certified/check.h"
#include "reference/certified/wide/block.h"

namespace classay::certified {

// How many inputs, or blocks of f64: more of them for runs that take hours, scripts/check-models, and fewer under
// sanitizers.
inline std::size_t asked_by(const char* variable, std::size_t usual) {
  const char* asked = std::getenv(variable);
  return asked == nullptr ? usual : std::strtoull(asked, nullptr, 10);
}
inline std::size_t thorough(std::size_t usual) { return asked_by("CLASSAY_MODEL_INPUTS", usual); }
inline std::size_t thorough_blocks(std::size_t usual) { return asked_by("CLASSAY_WIDE_BLOCKS", usual); }

// A damage to a bound, and an aim at which it shows: truncation dominates where blocks are made large for a modest aim,
// rounding where the aim is near what the arithmetic can do.
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

// Of test parameters that have a name.
template <class Param>
std::string named(const testing::TestParamInfo<Param>& of) {
  return std::string(of.param.name);
}

// The same block of f64 with a key that makes `wanted` its first input. Precondition: it is in the window.
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

// A function of two arguments, and the one that varies.
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

}  // namespace classay::certified
