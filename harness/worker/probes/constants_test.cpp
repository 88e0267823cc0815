// Tests that the constants of the specification are accepted; a wrong value, a wrong type and a missing constant give one
// violation each.
#include "suites/constants.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <functional>
#include <nlohmann/json.hpp>

#include "harness/worker/lanes/lanes.h"
#include "harness/worker/probes/testing.h"

namespace classay {
namespace {

using probe_test::AnsweringDevice;
using testing::AllOf;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

// Whether a constant is defined, its size, its bits, and whether its condition holds.
using Words = std::array<Bits, 4>;
using Spoil = std::function<void(Words& words)>;

AnsweringDevice compiler(Type type, const std::string& name, const Spoil& spoil) {
  const auto answer = [=](const Module& module, const Launch& launch) {
    if (type == Type::f32) {
      EXPECT_THAT(module.source, HasSubstr("(ulong)as_uint((float)(M_PI_F))"));
    }
    std::vector<std::byte> bytes(launch.outputs.at(0));
    std::size_t at = 0;
    for (const Constant& c : constants(type)) {
      Words words{1, is_float(c.type) ? static_cast<Bits>(width(c.type)) / 8 : 4, c.right.front(), 1};
      if (c.name == name) spoil(words);
      for (const Bits word : words) put_element(bytes, 8, at++, word);
    }
    return bytes;
  };
  return AnsweringDevice(answer);
}

std::vector<std::string> violations(Type type, const std::string& name = "", const Spoil& spoil = {}) {
  AnsweringDevice device = compiler(type, name, spoil);
  return probe_test::violations_of(device, "constants", type);
}

void add_one(Words& words) { words[2] += 1; }

TEST(ConstantsTest, RightOnesHaveNoViolation) {
  for (const Type t : {Type::f16, Type::f32, Type::f64, Type::i32}) EXPECT_THAT(violations(t), IsEmpty());
}

TEST(ConstantsTest, AWrongValueIsAViolation) {
  EXPECT_THAT(violations(Type::f32, "M_PI_F", add_one), ElementsAre(HasSubstr("M_PI_F is 0x1.921fb8p+1")));
  for (const char* name : {"M_LN10_F", "FLT_DIG", "INFINITY"})
    EXPECT_THAT(violations(Type::f32, name, add_one), ElementsAre(HasSubstr(name)));
}

TEST(ConstantsTest, ARightValueThatIsAnotherInAConditionIsAViolation) {
  const Spoil in_condition = [](Words& words) { words[3] = 0; };
  EXPECT_THAT(violations(Type::i32, "INT_MIN", in_condition),
              ElementsAre("INT_MIN is -2147483648, but #if INT_MIN == -2147483648 is false"));
  EXPECT_THAT(violations(Type::i32, "ULONG_MAX", in_condition), ElementsAre(HasSubstr("== 18446744073709551615u")));
  EXPECT_THAT(violations(Type::f32, "FLT_DIG", in_condition), ElementsAre(HasSubstr("#if FLT_DIG == 6")));
}

TEST(ConstantsTest, AWrongTypeIsAViolation) {
  EXPECT_THAT(violations(Type::f32, "M_PI_F", [](Words& words) { words[1] = 8; }), ElementsAre(HasSubstr("8 bytes")));
}

TEST(ConstantsTest, OnlyAConstantThatMayBeMissingIsNotMissed) {
  const Spoil undefined = [](Words& words) { words = {}; };
  EXPECT_THAT(violations(Type::i32, "CHAR_BIT", undefined),
              ElementsAre(AllOf(HasSubstr("CHAR_BIT"), HasSubstr("not defined"))));
  EXPECT_THAT(violations(Type::f32, "FP_FAST_FMAF", undefined), IsEmpty());
}

TEST(ConstantsTest, TheValuesAreRecorded) {
  AnsweringDevice device = compiler(Type::f32, "FP_FAST_FMAF", [](Words& words) { words = {}; });
  const Json values = probe_test::findings(device, "constants", Type::f32).at(1).details->at("values");
  EXPECT_EQ(values.size(), constants(Type::f32).size());
  for (const Json& v : values) EXPECT_EQ(v.at("value").is_null(), v.at("name") == "FP_FAST_FMAF") << v;
}

// 0xfcfcfcfc is what the output contains before the launch.
TEST(ConstantsTest, AKernelThatWritesNothingIsAnErrorOfTheDevice) {
  AnsweringDevice device(
      [](const Module&, const Launch& launch) { return std::vector<std::byte>(launch.outputs.at(0), std::byte{0xfc}); });
  const ProbeFinding finding = probe_test::findings(device, "constants", Type::f32).at(1);
  EXPECT_THAT(finding.error.value_or(""), HasSubstr("wrote nothing"));
}

}  // namespace
}  // namespace classay
