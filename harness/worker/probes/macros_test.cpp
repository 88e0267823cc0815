// Tests that a macro has the value that the device's report and the build's options imply, or is undefined where it must be.
// Possible faults: a macro defined as 0 counts as undefined; a version is truncated.
#include "harness/worker/probes/macros.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <functional>
#include <limits>
#include <nlohmann/json.hpp>
#include <set>

#include "harness/worker/lanes/lanes.h"
#include "harness/worker/probes/testing.h"
#include "suites/constants.h"

namespace classay {
namespace {

using testing::HasSubstr;

Capabilities device(Version version) {
  Capabilities id;
  id.environment = version;
  id.features = {"images"};
  return id;
}

const Macro* find(const std::vector<Macro>& all, std::string_view name, std::string_view options = "-cl-std=CL1.2") {
  const auto at = std::ranges::find_if(all, [&](const Macro& m) { return m.name == name && m.options == options; });
  return at == all.end() ? nullptr : &*at;
}

std::optional<std::int64_t> right(const std::vector<Macro>& all, std::string_view name,
                                  std::string_view options = "-cl-std=CL1.2") {
  const Macro* const m = find(all, name, options);
  return m == nullptr ? std::optional<std::int64_t>(-1) : m->right;
}

TEST(MacrosTest, AreWhatTheDeviceSaysOfItself) {
  const std::vector<Macro> all = expected_macros(device({2, 0}));
  EXPECT_EQ(right(all, "__OPENCL_VERSION__"), 200);
  EXPECT_EQ(right(all, "__ENDIAN_LITTLE__"), 1);
  EXPECT_EQ(right(all, "__IMAGE_SUPPORT__"), 1);
  EXPECT_EQ(right(all, "__EMBEDDED_PROFILE__"), std::nullopt);
  Capabilities other = device({1, 2});
  other.features = {};
  other.is_little_endian = false;
  other.profile = Profile::embedded;
  EXPECT_EQ(right(expected_macros(other), "__OPENCL_VERSION__"), 120);
  EXPECT_EQ(right(expected_macros(other), "__IMAGE_SUPPORT__"), std::nullopt);
  EXPECT_EQ(right(expected_macros(other), "__ENDIAN_LITTLE__"), std::nullopt);
  EXPECT_EQ(right(expected_macros(other), "__EMBEDDED_PROFILE__"), 1);
}

// "It must be defined but may substitute any implementation-defined integer value greater than 200" (3.1).
TEST(MacrosTest, TheVersionBeyond20IsAnyNumberFrom200On) {
  Macro m = *find(expected_macros(device({3, 0})), "__OPENCL_VERSION__");
  for (const int version : {200, 210, 300, 1000}) {
    m.found = version;
    EXPECT_EQ(violation(m), std::nullopt) << version;
  }
  for (const std::optional<std::int64_t> wrong : {std::optional<std::int64_t>(199), std::optional<std::int64_t>()}) {
    m.found = wrong;
    EXPECT_THAT(*violation(m), HasSubstr("200 or more"));
  }
  m = *find(expected_macros(device({2, 0})), "__OPENCL_VERSION__");
  m.found = 210;
  EXPECT_THAT(*violation(m), HasSubstr("should be 200"));
}

TEST(MacrosTest, AVersionThatCanNotBeReadIsNotAskedFor) {
  EXPECT_EQ(right(expected_macros(device({})), "__OPENCL_VERSION__"), -1);
}

// Only -cl-fast-relaxed-math defines it, not the options that it implies.
TEST(MacrosTest, RelaxedMathIsDefinedWithItsOptionAndOnlyThere) {
  std::vector<Macro> relaxed = expected_macros(device({3, 0}));
  std::erase_if(relaxed, [](const Macro& m) { return m.name != "__FAST_RELAXED_MATH__"; });
  ASSERT_EQ(relaxed.size(), 4U);
  for (const Macro& m : relaxed) EXPECT_EQ(m.right.has_value(), m.options.find("relaxed") != std::string::npos);
  EXPECT_EQ(std::ranges::count_if(relaxed, [](const Macro& m) { return m.options.find("unsafe") != std::string::npos; }), 1);
}

TEST(MacrosTest, FeaturesAreAskedOfDevicesThatMustHaveTheLanguage) {
  const std::string language = "-cl-std=CL3.0";
  EXPECT_EQ(right(expected_macros(device({2, 1})), "__OPENCL_C_VERSION__", language), -1);
  Capabilities id = device({3, 0});
  EXPECT_EQ(right(expected_macros(id), "__OPENCL_C_VERSION__", language), 300);
  EXPECT_EQ(right(expected_macros(id), "__opencl_c_fp64", language), std::nullopt);
  EXPECT_EQ(right(expected_macros(id), "__opencl_c_int64", language), 1);
  id.f64.available = true;
  EXPECT_EQ(right(expected_macros(id), "__opencl_c_fp64", language), 1);
  id.profile = Profile::embedded;
  id.address_bits = 32;
  EXPECT_EQ(right(expected_macros(id), "__opencl_c_int64", language), -1);
}

TEST(MacrosTest, AnExtensionHasItsMacroWhereItIsListedAndOnlyThere) {
  Capabilities id = device({3, 0});
  Macro m = *find(expected_macros(id), "cl_khr_fp16");
  m.found = 1;
  EXPECT_THAT(*violation(m), HasSubstr("is defined with -cl-std=CL1.2, and should be not defined"));
  id.extensions = {"cl_khr_fp16"};
  m = *find(expected_macros(id), "cl_khr_fp16");
  EXPECT_THAT(*violation(m), HasSubstr("is not defined with -cl-std=CL1.2, and should be defined"));
  m.found = 1;
  EXPECT_EQ(violation(m), std::nullopt);
}

TEST(MacrosTest, AFeatureHasItsMacroWhereTheDeviceSaysThatItHasIt) {
  Capabilities id = device({3, 0});
  const std::string language = "-cl-std=CL3.0";
  EXPECT_EQ(right(expected_macros(id), "__opencl_c_images", language), 1);
  EXPECT_EQ(right(expected_macros(id), "__opencl_c_subgroups", language), std::nullopt);
  id.features = {"sub-groups", "atomic-order-seq-cst"};
  EXPECT_EQ(right(expected_macros(id), "__opencl_c_images", language), std::nullopt);
  EXPECT_EQ(right(expected_macros(id), "__opencl_c_subgroups", language), 1);
  EXPECT_EQ(right(expected_macros(id), "__opencl_c_atomic_order_seq_cst", language), 1);
  EXPECT_EQ(right(expected_macros(id), "__opencl_c_atomic_scope_device", language), std::nullopt);
}

TEST(MacrosTest, ABuildThatFailsIsAViolation) {
  Macro m{.name = "CL_VERSION_3_0", .options = "-cl-std=CL3.0", .right = 300};
  m.unbuilt = "no such standard";
  EXPECT_EQ(violation(m), "CL_VERSION_3_0 is not known with -cl-std=CL3.0: no such standard");
}

// A build is a group of adjacent macros with the same options.
TEST(MacrosTest, MacrosOfOneBuildStandTogether) {
  const std::vector<Macro> all = expected_macros(device({3, 0}));
  std::set<std::string> seen;
  std::string last = "?";
  for (const Macro& m : all) {
    if (m.options != last) {
      EXPECT_TRUE(seen.insert(m.options).second) << m.options;
    }
    last = m.options;
  }
}

// A preprocessor that evaluates conditions with other values than it substitutes.
TEST(MacrosTest, ARightValueThatIsAnotherInAConditionIsAViolation) {
  Macro m{.name = "X", .options = "-o", .right = 120, .found = 120, .fails_in_if = true};
  EXPECT_EQ(violation(m), "X is 120 with -o, but #if X == 120 is false");
  m.value = Macro::Value::no_less;
  EXPECT_EQ(violation(m), "X is 120 with -o, but #if X >= 120 is false");
  m.value = Macro::Value::open;
  EXPECT_EQ(violation(m), "X is defined with -o, but #if defined(X) is false");
  m = {.name = "X", .options = "-o", .right = std::nullopt, .fails_in_if = true};
  EXPECT_EQ(violation(m), "X is not defined with -o, but #if X == 0 is false");
}

TEST(MacrosTest, ConditionsHaveNumbersThatThePreprocessorCanRepresent) {
  EXPECT_EQ(number_in_if(-1), "-1");
  EXPECT_EQ(number_in_if(std::numeric_limits<std::int64_t>::min()), "(-9223372036854775807 - 1)");
}

TEST(MacrosTest, AnotherValueIsAViolation) {
  Macro m{.name = "X", .options = "-o", .right = 1, .found = 1};
  EXPECT_EQ(violation(m), std::nullopt);
  m.found = 0;
  EXPECT_THAT(*violation(m), HasSubstr("X is 0 with -o, and should be 1"));
  m.found = std::nullopt;
  EXPECT_THAT(*violation(m), HasSubstr("X is not defined"));
  m = {.name = "X", .options = "", .right = std::nullopt, .found = 0};
  EXPECT_THAT(*violation(m), HasSubstr("X is 0 without options"));
  EXPECT_THAT(*violation(m), HasSubstr("should be not defined"));
}

}  // namespace

// Tests that the constants of the specification are accepted; a wrong value, a wrong type and a missing constant give one
// violation each.

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
