// Checks that a program loads each component with the type of its output, and mixes every word of an element. Unsupported
// sizes are rejected. The SPIR-V programs are valid. harness_kernels_test checks that devices and the host make the same
// digest.
#include "kernels/digesting.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <stdexcept>
#include <vector>

#include "kernels/il/digesting.h"
#include "kernels/il/source.h"

namespace classay {
namespace {

using testing::HasSubstr;
using testing::Not;

std::string text(int part, const std::vector<int>& bytes) { return digesting_source({.part = part, .bytes = bytes}).text; }

TEST(DigestingSourceTest, AComponentIsLoadedAsWhatItsOutputHolds) {
  EXPECT_THAT(text(2, {2}), HasSubstr("kernel void make_digest(global ulong* sums, global const ushort* out0, ulong first"));
  EXPECT_THAT(text(8, {8, 4}), HasSubstr("global const ulong* out0, global const uint* out1, ulong first"));
  EXPECT_THAT(text(8, {8, 4}), HasSubstr("ulong last_item, ulong last_lane, ulong stride0, ulong stride1)"));
}

TEST(DigestingSourceTest, EveryWordOfAnElementIsMixed) {
  EXPECT_THAT(text(4, {4}), HasSubstr("sum += digest_of((uint)c0, (first + at) * 1 + 0);"));
  EXPECT_THAT(text(8, {8}), HasSubstr("sum += digest_of((uint)(c0 >> 32), (first + at) * 2 + 1);"));
  EXPECT_THAT(text(2, {2, 2}), HasSubstr("sum += digest_of((uint)c0 | (uint)c1 << 16, (first + at) * 1 + 0);"));
  EXPECT_THAT(text(4, {2, 4}), HasSubstr("sum += digest_of((uint)c1, (first + at) * 2 + 1);"));
  EXPECT_THAT(text(8, {8, 4}), HasSubstr("sum += digest_of((uint)c1, (first + at) * 4 + 2);"));
  EXPECT_THAT(text(8, {8, 4}), HasSubstr("sum += digest_of(0, (first + at) * 4 + 3);"));
}

TEST(DigestingSourceTest, PaddingIsHeldAgainstTheLastResultInAllComponents) {
  EXPECT_THAT(text(4, {4, 4}), HasSubstr("} else if (c0 != last0 || c1 != last1) {"));
  EXPECT_THAT(text(4, {4}), Not(HasSubstr("last1")));
}

TEST(DigestingSourceTest, OtherElementsAreRefused) { EXPECT_THROW(text(3, {3}), std::invalid_argument); }

std::string text_in_il(int part, const std::vector<int>& bytes, int address_bits = 64) {
  return il::digesting_source({.part = part, .bytes = bytes}, {.address_bits = address_bits}).text;
}

TEST(DigestingSourceTest, TheModuleIsValidForEachElement) {
  for (const auto& [part, bytes] : std::vector<std::pair<int, std::vector<int>>>{
           {1, {1}}, {2, {2}}, {4, {4}}, {8, {8}}, {2, {2, 2}}, {4, {2, 4}}, {4, {4, 4}}, {8, {8, 4}}, {8, {8, 8}}}) {
    for (const int address_bits : {32, 64}) {
      EXPECT_FALSE(il::assembled(text_in_il(part, bytes, address_bits)).empty()) << part << ", " << address_bits << " bits";
    }
  }
  EXPECT_THROW(text_in_il(3, {3}), std::invalid_argument);
}

TEST(DigestingSourceTest, TheModuleLoadsAComponentAsWhatItsOutputHolds) {
  EXPECT_THAT(text_in_il(4, {2, 4}), HasSubstr("OpLoad %ushort"));
  EXPECT_THAT(text_in_il(4, {2, 4}), HasSubstr("OpLoad %uint"));
  EXPECT_THAT(text_in_il(8, {8}), Not(HasSubstr("OpLoad %uint ")));
}

}  // namespace
}  // namespace classay
