// Tests that a compiler that reads each number exactly is accepted. An integer of a wrong type, a hexadecimal number without
// its last digit, and an error beyond the next decimal number each give a violation.
#include "suites/literals.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <functional>

#include "harness/worker/lanes/lanes.h"
#include "harness/worker/probes/testing.h"

namespace classay {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

using Wrong = std::function<void(const Literal& l, std::array<Bits, 3>& words)>;

probe_test::AnsweringDevice reader(Type type, const Wrong& wrong = {}) {
  return probe_test::AnsweringDevice([=](const Module&, const Launch& launch) {
    std::vector<std::byte> out(launch.outputs.at(0));
    std::uint64_t at = 0;
    for (const Literal& l : literals(type)) {
      const bool has_sign = is_float(l.type) || is_signed(l.type);
      const Bits widened = has_sign && !is_float(l.type) ? static_cast<Bits>(as_signed({l.type, l.nearest})) : l.nearest;
      std::array<Bits, 3> words{widened, static_cast<Bits>(width(l.type)) / 8, has_sign ? Bits{1} : Bits{0}};
      if (wrong) wrong(l, words);
      for (const Bits word : words) put_element(out, 8, at++, word);
    }
    return out;
  });
}

std::vector<std::string> violations(Type type, const Wrong& wrong = {}) {
  probe_test::AnsweringDevice device = reader(type, wrong);
  return probe_test::violations_of(device, "literals", type);
}

TEST(LiteralsProbeTest, ARightCompilerHasNoViolation) {
  for (const Type type : {Type::f16, Type::f32, Type::f64, Type::i32}) EXPECT_THAT(violations(type), IsEmpty());
}

TEST(LiteralsProbeTest, AnIntegerOfAnotherTypeIsAViolation) {
  const auto only = [](const char* text, std::size_t word, Bits value) {
    return [=](const Literal& l, std::array<Bits, 3>& words) {
      if (l.text == text) words.at(word) = value;
    };
  };
  EXPECT_THAT(violations(Type::i32, only("0x80000000", 2, 1)),
              ElementsAre(HasSubstr("0x80000000 is of a type with signed")));
  EXPECT_THAT(violations(Type::i32, only("2147483648", 1, 4)), ElementsAre(HasSubstr("should be a long")));
  EXPECT_THAT(violations(Type::i32, only("'\\377'", 0, 255)), ElementsAre(HasSubstr("'\\377' is 255")));
}

TEST(LiteralsProbeTest, DecimalOnesMayBeTheNextNumberAndHexadecimalOnesNot) {
  const auto off_by = [](Bits step, bool of_decimal) {
    return [=](const Literal& l, std::array<Bits, 3>& words) {
      if (l.may_be_adjacent == of_decimal && l.nearest > 4) words[0] -= step;
    };
  };
  EXPECT_THAT(violations(Type::f32, off_by(1, true)), IsEmpty());
  EXPECT_THAT(violations(Type::f32, off_by(2, true)), testing::Not(IsEmpty()));
  EXPECT_THAT(violations(Type::f32, off_by(1, false)), testing::Not(IsEmpty()));
  probe_test::AnsweringDevice device = reader(Type::f64, off_by(1, true));
  EXPECT_THAT(probe_test::findings(device, "literals", Type::f64).at(1).notes,
              ElementsAre(HasSubstr("not the nearest number")));
}

}  // namespace
}  // namespace classay
