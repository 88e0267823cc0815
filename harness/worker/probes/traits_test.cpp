// Tests that IEEE 754 arithmetic has every trait, and that each deviation removes only its own trait. The simulated device
// reads the program and computes with the host's arithmetic.
#include "harness/worker/probes/traits.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <bit>
#include <cmath>
#include <functional>
#include <limits>
#include <nlohmann/json.hpp>
#include <regex>
#include <sstream>

#include "harness/worker/lanes/lanes.h"
#include "harness/worker/probes/testing.h"

namespace classay {
namespace {

using probe_test::all_traits;
using probe_test::AnsweringDevice;

struct Habits {
  std::function<float(float)> operand = [](float x) { return x; };
  std::function<float(float)> result = [](float x) { return x; };
  std::function<float(float, float, float)> fma = [](float x, float y, float z) { return std::fma(x, y, z); };
};

float flushed(float x) { return std::fpclassify(x) == FP_SUBNORMAL ? std::copysign(0.0F, x) : x; }

float value_of(const Habits& habits, const std::string& words, std::vector<float> x) {
  if (x.size() == 1) return habits.result(x[0]);
  for (float& one : x) one = habits.operand(one);
  if (x.size() == 3) return habits.result(habits.fma(x[0], x[1], x[2]));
  const char sign = words.at(words.find(']') + 2);
  return habits.result(sign == '*' ? x[0] * x[1] : sign == '-' ? x[0] - x[1] : x[0] + x[1]);
}

// Interprets, for example, "  out[1] = in[0] + in[0];" and "  out[4] = fma(in[0], in[3], in[4]);".
std::vector<std::byte> computed(const Habits& habits, const Module& module, const Launch& launch) {
  std::vector<std::byte> bytes(launch.outputs.at(0));
  const auto input = [&](const std::string& place) {
    const Bits bits = element_at(launch.inputs[0], 4, std::stoul(place));
    return std::bit_cast<float>(static_cast<std::uint32_t>(bits));
  };
  std::istringstream lines(module.source);
  const std::regex in_place(R"(in\[(\d+)\])");
  for (std::string line; std::getline(lines, line);) {
    if (!line.starts_with("  out[")) continue;
    const std::string words = line.substr(line.find('='));
    std::vector<float> x;
    for (std::sregex_iterator at(words.begin(), words.end(), in_place), end; at != end; ++at) x.push_back(input((*at)[1]));
    put_element(bytes, 4, std::stoul(line.substr(6)), std::bit_cast<std::uint32_t>(value_of(habits, words, x)));
  }
  return bytes;
}

Traits measured(const Habits& habits) {
  AnsweringDevice device([&](const Module& module, const Launch& launch) { return computed(habits, module, launch); });
  return measure_traits(device, FrontEnd::clc, Type::f32);
}

const Traits kAll = all_traits();

TEST(TraitsTest, TheHostHasThemAll) { EXPECT_EQ(measured({}), kAll) << to_json(measured({})).dump(); }

TEST(TraitsTest, FlushedOperandsAndResultsAreToldApart) {
  Habits operands;
  operands.operand = flushed;
  Traits expected = kAll;
  expected.added = expected.multiplied_from = expected.fused_from = false;
  EXPECT_EQ(measured(operands), expected) << to_json(measured(operands)).dump();
  Habits results;
  results.result = flushed;
  expected = kAll;
  expected.moved = expected.added = expected.multiplied_to = expected.fused_to = false;
  EXPECT_EQ(measured(results), expected) << to_json(measured(results)).dump();
}

TEST(TraitsTest, AnFmaOfTwoRoundingsIsSeen) {
  Habits twice;
  twice.fma = [](float x, float y, float z) {
    const volatile float product = x * y;
    return product + z;
  };
  Traits expected = kAll;
  expected.rounds_once = false;
  EXPECT_EQ(measured(twice), expected) << to_json(measured(twice)).dump();
}

TEST(TraitsTest, ADeviceWithoutInfinitiesOrNansIsSeen) {
  Habits finite;
  finite.result = [](float x) { return std::isinf(x) ? std::copysign(std::numeric_limits<float>::max(), x) : x; };
  EXPECT_FALSE(measured(finite).infinite);
  EXPECT_TRUE(measured(finite).not_a_number);
  // Infinities of the wrong sign still count.
  Habits saturates;
  saturates.result = [](float x) { return std::isinf(x) ? std::numeric_limits<float>::infinity() : x; };
  EXPECT_TRUE(measured(saturates).infinite);
  Habits numbers;
  numbers.result = [](float x) { return std::isnan(x) ? 0.0F : x; };
  EXPECT_TRUE(measured(numbers).infinite);
  EXPECT_FALSE(measured(numbers).not_a_number);
}

TEST(TraitsTest, TheRoundingIsThatOfAnAddition) {
  Habits truncates;
  // Changes only the two sums that show the mode; all others are exact.
  truncates.result = [](float x) { return std::abs(x) == 1 + 0x1p-23F ? std::copysign(1.0F, x) : x; };
  EXPECT_EQ(measured(truncates).rounding, Rounding::rtz);
}

}  // namespace
}  // namespace classay
