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
#include "harness/worker/sweep/device_support.h"

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

// Tests that a device that matches its report has no contradictions. One that reports denormals and loses them anywhere,
// reports infinities or fma without having them, or rounds differently has one for each. Unreported properties give a note,
// not a failure. The requirements are checked in the report and in the measurement, by profile, version and type.

namespace {

using probe_test::all_traits;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::SizeIs;
using testing::StartsWith;

const FloatSupport kFull{.available = true, .denormals = true, .infinity_and_nan = true, .to_nearest = true, .fma = true};
const FloatSupport kFlushing{.available = true, .infinity_and_nan = true, .to_nearest = true};
const FloatSupport kTowardZero{.available = true, .denormals = true, .infinity_and_nan = true, .to_zero = true};

Traits flushes_all() {
  return {.format = Type::f32, .infinite = true, .not_a_number = true, .rounds_once = true, .rounding = Rounding::rne};
}

Capabilities device(Profile profile = Profile::full, Version version = {3, 0}, bool is_custom = false) {
  Capabilities id;
  id.profile = profile;
  id.environment = version;
  id.is_custom = is_custom;
  return id;
}
const Capabilities kFullProfile = device();
const Capabilities kEmbedded = device(Profile::embedded);

TEST(FpConfigTest, ADeviceThatDoesAsItSaysHasNoContradictions) {
  EXPECT_THAT(contradictions(kFull, all_traits()), IsEmpty());
  EXPECT_THAT(contradictions(kFlushing, flushes_all()), IsEmpty());
  Traits truncates = all_traits();
  truncates.rounding = Rounding::rtz;
  EXPECT_THAT(contradictions(kTowardZero, truncates), IsEmpty());
}

TEST(FpConfigTest, WhoSaysLessThanThereIsIsToldSoAndNoLiar) {
  EXPECT_THAT(contradictions(kFlushing, all_traits()), IsEmpty());
  EXPECT_THAT(unclaimed(kFlushing, all_traits()), ElementsAre(HasSubstr("CL_FP_DENORM is not reported")));
  FloatSupport silent = kFull;
  silent.infinity_and_nan = false;
  EXPECT_THAT(contradictions(silent, all_traits()), IsEmpty());
  EXPECT_THAT(unclaimed(silent, all_traits()), ElementsAre(HasSubstr("CL_FP_INF_NAN is not reported")));
  EXPECT_THAT(unclaimed(kFull, all_traits()), IsEmpty());
  EXPECT_THAT(unclaimed(kFlushing, flushes_all()), IsEmpty());
  // The same if only some are kept.
  Traits t = all_traits();
  t.fused_to = t.not_a_number = false;
  silent.denormals = false;
  EXPECT_THAT(unclaimed(silent, t), IsEmpty());
}

TEST(FpConfigTest, EveryLossOfReportedDenormalsIsOne) {
  for (bool Traits::*loss : {&Traits::moved, &Traits::added, &Traits::multiplied_from, &Traits::multiplied_to,
                             &Traits::fused_from, &Traits::fused_to}) {
    Traits t = all_traits();
    t.*loss = false;
    EXPECT_THAT(contradictions(kFull, t), ElementsAre(HasSubstr("CL_FP_DENORM")));
  }
}

TEST(FpConfigTest, AnotherRoundingThanReportedIsOne) {
  for (const auto mode : {std::optional(Rounding::rtz), std::optional(Rounding::rtp), std::optional<Rounding>()}) {
    Traits t = all_traits();
    t.rounding = mode;
    EXPECT_THAT(contradictions(kFull, t), ElementsAre(HasSubstr("CL_FP_ROUND_TO_NEAREST")));
  }
  EXPECT_THAT(contradictions(kTowardZero, all_traits()), ElementsAre(HasSubstr("toward zero")));
}

TEST(FpConfigTest, ReportedInfinitiesNansAndFmaThatAreNotThereAreOne) {
  for (bool Traits::*loss : {&Traits::infinite, &Traits::not_a_number}) {
    Traits t = all_traits();
    t.*loss = false;
    EXPECT_THAT(contradictions(kFull, t), ElementsAre(HasSubstr("CL_FP_INF_NAN")));
  }
  Traits twice = all_traits();
  twice.rounds_once = false;
  EXPECT_THAT(contradictions(kFull, twice), ElementsAre("CL_FP_FMA is reported, but fma rounds the product"));
  EXPECT_THAT(contradictions(kFlushing, twice), IsEmpty());
}

// Half, and single precision of the embedded profile, may round toward zero. Subnormals and fma are required only of double.
TEST(FpConfigTest, TheMinimumDependsOnFormatAndProfile) {
  Traits truncates = all_traits();
  truncates.moved = truncates.added = false;
  truncates.rounding = Rounding::rtz;
  const FloatSupport said{.available = true, .infinity_and_nan = true, .to_zero = true};
  EXPECT_THAT(below_minimum(kEmbedded, said, truncates), IsEmpty());
  EXPECT_THAT(below_minimum(kFullProfile, said, truncates),
              ElementsAre(StartsWith("CL_FP_ROUND_TO_NEAREST is not reported: round to nearest even is required"),
                          StartsWith("CL_FP_ROUND_TO_NEAREST is not what the device does: ")));
  truncates.format = Type::f16;
  EXPECT_THAT(below_minimum(kFullProfile, said, truncates), IsEmpty());
  truncates.format = Type::f64;
  EXPECT_THAT(below_minimum(kEmbedded, said, truncates), SizeIs(5));  // fma exists, but is not reported
  EXPECT_THAT(below_minimum(kFullProfile, kFull, all_traits(Type::f64)), IsEmpty());
  truncates.rounding = Rounding::rtp;
  for (const Type format : {Type::f16, Type::f32}) {
    truncates.format = format;
    EXPECT_THAT(below_minimum(kEmbedded, said, truncates),
                ElementsAre(StartsWith("CL_FP_ROUND_TO_NEAREST or CL_FP_ROUND_TO_ZERO is not what the device does")));
  }
}

TEST(FpConfigTest, TheMinimumIsSaidAndDone) {
  FloatSupport silent = kFull;
  silent.infinity_and_nan = false;
  for (const Type format : {Type::f16, Type::f32, Type::f64}) {
    EXPECT_THAT(below_minimum(kFullProfile, silent, all_traits(format)),
                ElementsAre(StartsWith("CL_FP_INF_NAN is not reported: \"INFs and NaNs must be supported\"")));
    Traits t = all_traits(format);
    t.not_a_number = false;
    EXPECT_THAT(below_minimum(kFullProfile, kFull, t), ElementsAre(StartsWith("CL_FP_INF_NAN is not what the device does")));
  }
  Traits twice = all_traits(Type::f64);
  twice.rounds_once = false;
  EXPECT_THAT(below_minimum(kFullProfile, kFull, twice), ElementsAre(StartsWith("CL_FP_FMA is not what the device does")));
  twice.format = Type::f32;
  EXPECT_THAT(below_minimum(kFullProfile, kFull, twice), IsEmpty());
}

// The API lets devices of the embedded profile omit infinities and NaNs of single precision, though the language requires
// them (docs/ambiguities.md, embedded-infinities). If they are reported, they must exist.
TEST(FpConfigTest, TheEmbeddedProfileMayHaveNoInfinitiesOfSinglePrecision) {
  FloatSupport said = kFull;
  said.infinity_and_nan = false;
  Traits t = all_traits();
  t.infinite = t.not_a_number = false;
  EXPECT_THAT(below_minimum(kEmbedded, said, t), IsEmpty());
  EXPECT_THAT(contradictions(said, t), IsEmpty());
  EXPECT_THAT(contradictions(kFull, t), SizeIs(1));
  EXPECT_THAT(below_minimum(kFullProfile, said, t), SizeIs(2));
  t.format = Type::f16;
  EXPECT_THAT(below_minimum(kEmbedded, said, t), SizeIs(2));
}

TEST(FpConfigTest, NothingIsPromisedOfInfinitiesThatNeedNotBeThere) {
  Capabilities id = kEmbedded;
  id.f32 = id.f16 = {.available = true, .to_nearest = true};
  EXPECT_FALSE(reported_arithmetic(id, Type::f32).nans);
  EXPECT_FALSE(reported_arithmetic(id, Type::f32).infinities);
  EXPECT_TRUE(reported_arithmetic(id, Type::f16).infinities);
  id.f32.infinity_and_nan = true;
  EXPECT_TRUE(reported_arithmetic(id, Type::f32).infinities);
  id.f32.infinity_and_nan = false;
  id.profile = Profile::full;
  EXPECT_TRUE(reported_arithmetic(id, Type::f32).nans);
}

TEST(FpConfigTest, DoublesBeforeOpenCl20HaveAllRoundings) {
  const Capabilities old = device(Profile::full, {1, 2});
  EXPECT_THAT(below_minimum(old, kFull, all_traits(Type::f64)), ElementsAre(StartsWith("CL_FP_ROUND_TO_ZERO and")));
  FloatSupport all = kFull;
  all.to_zero = all.to_infinity = true;
  EXPECT_THAT(below_minimum(old, all, all_traits(Type::f64)), IsEmpty());
  EXPECT_THAT(below_minimum(old, kFull, all_traits(Type::f32)), IsEmpty());
  EXPECT_THAT(below_minimum(device(Profile::full, {2, 0}), kFull, all_traits(Type::f64)), IsEmpty());
}

TEST(FpConfigTest, NothingIsRequiredOfACustomDevice) {
  const Traits nothing{.format = Type::f32};
  EXPECT_THAT(below_minimum(device(Profile::full, {3, 0}, true), {.available = true}, nothing), IsEmpty());
  EXPECT_THAT(below_minimum(kFullProfile, {.available = true}, nothing), SizeIs(4));
}

}  // namespace

}  // namespace classay
