// Tests that equal bits for constants and for numbers read from memory are accepted. A difference gives a violation with
// the operation's name, and so does a result that was never stored.
#include "kernels/il/folding.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "harness/worker/lanes/lanes.h"
#include "harness/worker/probes/testing.h"

namespace classay {
namespace {

using il::Arity;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::SizeIs;

// Simulates a device with the same results in both halves, except at one place.
std::vector<std::string> violations(Type type, il::Arity arity, std::optional<std::uint64_t> spoiled) {
  probe_test::AnsweringDevice device([&](const Module& module, const Launch& launch) {
    EXPECT_FALSE(module.il.empty());
    const int bytes = width(type) / 8;
    std::vector<std::byte> out(launch.outputs.at(0));
    const std::uint64_t all = out.size() / static_cast<std::size_t>(bytes) / 2;
    for (std::uint64_t i = 0; i < 2 * all; ++i) put_element(out, bytes, i, i % all & mask(type));
    if (spoiled) put_element(out, bytes, *spoiled, mask(type));
    return out;
  });
  const char* const kind = arity == Arity::unary ? "spec-constant-unary" : "spec-constant-binary";
  return probe_test::violations_of(device, kind, type, FrontEnd::il);
}

TEST(FoldingTest, TheSameInBothHasNothingAgainstIt) {
  for (const Type type : kLanguageTypes) {
    for (const Arity arity : {Arity::unary, Arity::binary}) EXPECT_THAT(violations(type, arity, {}), IsEmpty());
  }
}

TEST(FoldingTest, ADifferenceNamesTheOperationAndItsNumbers) {
  const std::vector<std::string> found = violations(Type::i32, Arity::binary, 3);
  ASSERT_THAT(found, SizeIs(1));
  EXPECT_EQ(
      found.front(),
      "OpUDiv of the constants 0x00000007, 0x00000003 is 0xffffffff; of the same numbers in a kernel it is 0x00000003");
  EXPECT_THAT(violations(Type::f64, Arity::unary, 1), SizeIs(1));
  EXPECT_THAT(violations(Type::u8, Arity::binary, 11).front(),
              HasSubstr("OpShiftRightLogical of the constants 0x07, 0x01 is 0xff"));
}

// No input makes a result undefined.
TEST(FoldingTest, NothingIsDividedByZeroNorShiftedTooFar) {
  for (const Type type : kLanguageTypes) {
    if (is_float(type)) continue;
    for (const auto& [x, y, shift] : il::folded_numbers(type)) {
      EXPECT_NE(y, 0U);
      EXPECT_LT(shift, static_cast<Bits>(width(type)));
      const bool is_least = x == Bits{1} << static_cast<unsigned>(width(type) - 1);
      EXPECT_FALSE(is_least && y == mask(type));
    }
  }
}

}  // namespace
}  // namespace classay
