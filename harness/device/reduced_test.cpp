// Possible faults: a guard that was overwritten passes, or one that was never read.
#include <gtest/gtest.h>

#include <array>

#include "harness/device/poison.h"

namespace classay {
namespace {

constexpr std::uint32_t kPoison = 0xa1b2c3d4;
using Bytes = std::array<std::byte, 64>;

Bytes filled(std::uint32_t word) {
  Bytes bytes{};
  fill(bytes, word);
  return bytes;
}

TEST(ReducedTest, AChangedGuardIsAWriteBefore) {
  const Bytes beyond{};
  for (std::size_t at = 0; at <= beyond.size(); ++at) {
    Bytes guard = filled(kPoison);
    if (at < guard.size()) guard.at(at) ^= std::byte{1};
    Finished finished;
    add_reduced_output(finished, guard, beyond, kPoison);
    EXPECT_EQ(finished.wrote_before, at < guard.size()) << at;
    ASSERT_EQ(finished.outputs.size(), 1U);
    EXPECT_EQ(finished.outputs[0].data(), beyond.data());
  }
}

TEST(ReducedTest, AReadThatDidNotReachTheEndIsTheDriversFailure) {
  const auto is_refused = [](std::span<const std::byte> bytes) {
    try {
      require_read(bytes, kPoison, "read", "SUCCESS");
    } catch (const DeviceError& e) {
      EXPECT_EQ(e.fault(), Fault::misreported);
      EXPECT_NE(std::string(e.what()).find("read"), std::string::npos);
      return true;
    }
    return false;
  };
  EXPECT_TRUE(is_refused(filled(unread(kPoison))));
  EXPECT_FALSE(is_refused(filled(kPoison)));
  Bytes in_part = filled(unread(kPoison));
  fill(std::span(in_part).first(32), kPoison);
  EXPECT_TRUE(is_refused(in_part));
  EXPECT_FALSE(is_refused(std::span(in_part).first(3))) << "too few bytes to tell";
}

}  // namespace
}  // namespace classay
