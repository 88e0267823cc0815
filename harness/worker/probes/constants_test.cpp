// Tests that the constants of the specification are accepted; a wrong value, a wrong type and a missing constant give one
// objection each.
#include "harness/worker/probes/constants.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "harness/worker/lanes/lanes.h"
#include "harness/worker/probes/testing.h"

namespace classay {
namespace {

using probe_test::AnsweringDevice;
using testing::HasSubstr;
using testing::SizeIs;

FoundConstant found(Type format, const std::string& name) {
  for (const Constant& c : constants(format)) {
    if (c.name == name) {
      return {.constant = c,
              .is_defined = true,
              .bytes = is_float(c.type) ? static_cast<unsigned>(width(c.type)) / 8 : 4,
              .pattern = c.right.front()};
    }
  }
  return {};
}

TEST(ConstantsTest, RightOnesHaveNoObjection) {
  for (const Type t : {Type::f16, Type::f32, Type::f64, Type::i32}) {
    for (const Constant& c : constants(t)) EXPECT_FALSE(objection(found(t, c.name))) << c.name;
  }
}

TEST(ConstantsTest, AWrongValueAWrongTypeAndAMissingOneHaveOneEach) {
  FoundConstant wrong = found(Type::f32, "M_PI_F");
  wrong.pattern += 1;
  EXPECT_THAT(*objection(wrong), HasSubstr("M_PI_F is 0x1.921fb8p+1"));
  FoundConstant wide = found(Type::f32, "M_PI_F");
  wide.bytes = 8;
  EXPECT_THAT(*objection(wide), HasSubstr("8 bytes"));
  FoundConstant missing = found(Type::i32, "CHAR_BIT");
  missing.is_defined = false;
  EXPECT_THAT(*objection(missing), HasSubstr("not defined"));
  FoundConstant fast = found(Type::f32, "FP_FAST_FMAF");
  fast.is_defined = false;
  EXPECT_FALSE(objection(fast));
  EXPECT_THAT(to_json(Type::f32, {wrong, wide, missing, fast}).at("objections"), SizeIs(3));
}

// Returns the output of a compiler with only one wrong constant.
std::vector<std::byte> all_but(std::string_view wrong, const Launch& launch) {
  std::vector<std::byte> bytes(launch.outputs.at(0));
  std::size_t at = 0;
  for (const Constant& c : constants(Type::f32)) {
    const FoundConstant f = found(Type::f32, c.name);
    put_element(bytes, 8, at++, 1);
    put_element(bytes, 8, at++, f.bytes);
    put_element(bytes, 8, at++, f.pattern + (c.name == wrong ? 1 : 0));
  }
  return bytes;
}

TEST(ConstantsTest, ADeviceWithAWrongConstantIsSeen) {
  std::string source;
  const auto objections = [&](std::string_view wrong) {
    AnsweringDevice device([=](const Module&, const Launch& launch) { return all_but(wrong, launch); },
                           [&](const Module& module) { source = module.source; });
    return to_json(Type::f32, found_constants(device, Type::f32)).at("objections");
  };
  for (const char* name : {"M_LN10_F", "FLT_DIG", "INFINITY"}) {
    const Json told = objections(name);
    ASSERT_THAT(told, SizeIs(1));
    EXPECT_THAT(told.at(0).get<std::string>(), HasSubstr(name));
    EXPECT_THAT(source, HasSubstr("(ulong)as_uint((float)(M_PI_F))"));
  }
  EXPECT_THAT(objections(""), SizeIs(0));
}

}  // namespace
}  // namespace classay
