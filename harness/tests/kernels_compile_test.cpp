// Tests that the device's compiler accepts a program of every row and format that the device supports, with all widths in
// it. It builds one signature class at a time, so that a failure names the class. Possible defects: a different spelling of
// a builtin; a missing or ambiguous overload; a different result type.
#include <map>

#include "harness/tests/asking.h"

namespace classay {
namespace {

class KernelCompileTest : public testing_support::AskingTest {};

constexpr std::size_t kTogether = 60;  // programs in one build

// Returns the compiler's errors; empty: everything compiles.
std::string failures(Device& device, std::span<const Asked> programs) {
  try {
    (void)device.build({.source = testing_support::joined({programs.begin(), programs.end()}), .il = {}, .options = ""});
    return "";
  } catch (const DeviceError& e) {
    return e.what();
  }
}

TEST_F(KernelCompileTest, EveryRowInEveryFormatThatTheDeviceHas) {
  std::vector<Asked> programs;
  for (const Row& row : table()) {
    for (const Type format : row.formats) {
      if (!has_clc(row, format) || !can(row, format)) continue;
      programs.push_back(testing_support::asked(row.name, format, Making::table));
    }
  }
  EXPECT_GT(programs.size(), 500U);
  for (std::size_t at = 0; at < programs.size(); at += kTogether) {
    const std::size_t n = std::min(kTogether, programs.size() - at);
    EXPECT_EQ(failures(*device_, std::span(programs).subspan(at, n)), "");
  }
}

TEST_F(KernelCompileTest, ARowThatTheDeviceLacksIsNamedByTheLog) {
  if (can(*find("sin"), Type::f16)) GTEST_SKIP() << "the device has half precision";
  const std::vector programs{testing_support::asked("cos", Type::f32), testing_support::asked("sin", Type::f16)};
  EXPECT_NE(failures(*device_, programs).find("sin f16"), std::string::npos);
}

}  // namespace
}  // namespace classay
