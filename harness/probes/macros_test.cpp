// What right looks like: a macro has the value that the device's own words and the build's options give it, or is not
// defined where it must not be. How it could be wrong: a macro that is defined as 0 taken for one that is not; a version cut
// short.
#include "harness/probes/macros.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>

namespace classay {
namespace {

using testing::HasSubstr;

DeviceIdentity device(const char* version) {
  DeviceIdentity id;
  id.version = version;
  id.features = {"images"};
  return id;
}

std::optional<std::int64_t> right(const std::vector<Macro>& all, std::string_view name) {
  const auto at = std::ranges::find(all, name, &Macro::name);
  return at == all.end() ? std::optional<std::int64_t>(-1) : at->right;
}

TEST(MacrosTest, AreWhatTheDeviceSaysOfItself) {
  const std::vector<Macro> all = expected_macros(device("OpenCL 3.0 PoCL HSTR"));
  EXPECT_EQ(right(all, "__OPENCL_VERSION__"), 300);
  EXPECT_EQ(right(all, "__ENDIAN_LITTLE__"), 1);
  EXPECT_EQ(right(all, "__IMAGE_SUPPORT__"), 1);
  DeviceIdentity other = device("OpenCL 1.2");
  other.features = {};
  other.is_little_endian = false;
  EXPECT_EQ(right(expected_macros(other), "__OPENCL_VERSION__"), 120);
  EXPECT_EQ(right(expected_macros(other), "__IMAGE_SUPPORT__"), std::nullopt);
  EXPECT_EQ(right(expected_macros(other), "__ENDIAN_LITTLE__"), std::nullopt);
}

TEST(MacrosTest, AVersionThatCanNotBeReadIsNotAskedFor) {
  for (const char* version : {"", "OpenCL", "OpenCL three", "3.0"}) {
    EXPECT_EQ(right(expected_macros(device(version)), "__OPENCL_VERSION__"), -1) << version;
  }
}

TEST(MacrosTest, RelaxedMathIsDefinedWithItsOptionAndOnlyThere) {
  std::vector<Macro> relaxed = expected_macros(device("OpenCL 3.0"));
  std::erase_if(relaxed, [](const Macro& m) { return m.name != "__FAST_RELAXED_MATH__"; });
  ASSERT_EQ(relaxed.size(), 2U);
  for (const Macro& m : relaxed) EXPECT_EQ(m.right.has_value(), m.options.find("relaxed") != std::string::npos);
}

TEST(MacrosTest, AnotherValueIsObjectedTo) {
  Macro m{.name = "X", .options = "-o", .right = 1, .found = 1};
  EXPECT_EQ(objection(m), std::nullopt);
  m.found = 0;
  EXPECT_THAT(*objection(m), HasSubstr("X is 0 with -o, and should be 1"));
  m.found = std::nullopt;
  EXPECT_THAT(*objection(m), HasSubstr("X is not defined"));
  m = {.name = "X", .options = "-o", .right = std::nullopt, .found = 0};
  EXPECT_THAT(*objection(m), HasSubstr("should be not defined"));
}

}  // namespace
}  // namespace classay
