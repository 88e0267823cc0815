// Tests that bytes count as untouched only if each equals the pattern's byte at its place in the buffer. Possible faults: a
// byte at either end is not checked, or a part that begins within a word is misread.
#include "harness/device/poison.h"

#include <gtest/gtest.h>

#include <vector>

namespace classay {
namespace {

constexpr std::uint32_t kWord = 0x04030201;

std::vector<std::byte> filled(std::size_t bytes) {
  std::vector<std::byte> all;
  for (std::size_t i = 0; i < bytes; ++i) all.push_back(static_cast<std::byte>(i % 4 + 1));
  return all;
}

TEST(PoisonTest, AnyPartIsUntouchedUntilAnyByteIsWritten) {
  for (std::size_t first = 0; first < 9; ++first) {
    for (std::size_t count = 0; count < 40; ++count) {
      std::vector<std::byte> buffer = filled(64);
      const auto part = std::span(buffer).subspan(first, count);
      ASSERT_TRUE(is_untouched(part, first, kWord)) << first << ", " << count;
      for (std::byte& b : part) {
        b ^= std::byte{0x80};
        ASSERT_FALSE(is_untouched(part, first, kWord)) << first << ", " << count;
        b ^= std::byte{0x80};
      }
    }
  }
}

TEST(PoisonTest, AnotherWordIsNotTheWordNorTheSameOneMoved) {
  const std::vector<std::byte> buffer = filled(64);
  EXPECT_FALSE(is_untouched(buffer, 0, 0x04030202));
  EXPECT_FALSE(is_untouched(buffer, 0, 0x01040302));
  EXPECT_FALSE(is_untouched(buffer, 1, kWord));
  EXPECT_TRUE(is_untouched(buffer, 8, kWord));
}

}  // namespace
}  // namespace classay
