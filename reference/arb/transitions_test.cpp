// Checks functions of one argument at transitions: sign changes, overflow and underflow, the first subnormal result, a
// result that passes one, and changes of the rounded result. Bisection with Arb between the numbers of the boundary table
// finds two neighbouring arguments for each transition, where the oracle is checked. Zeros of lgamma are among them.
#include <gtest/gtest.h>

#include "reference/arb/check.h"

namespace classay::arb {
namespace {

std::vector<Case> unary_cases() {
  std::vector<Case> cases;
  for (const Subject& s : subjects()) {
    if (s.shape != Shape::unary && s.shape != Shape::unary_to_real_int) continue;
    for (const Type type : {Type::f32, Type::f64}) cases.push_back({&s, type});  // f16 is checked completely in another test
  }
  return cases;
}

// The kind of a result: its sign, and zero, subnormal, below one, at least one, or infinite.
enum class Size : std::uint8_t { zero, subnormal, small, large, infinite };
struct Kind {
  bool covered = false;
  bool negative = false;
  Size size = Size::zero;
  bool operator==(const Kind&) const = default;
};

Kind kind_of(const Case& c, Bits x) {
  const Format& f = format(c.type);
  const Arguments a = arguments(c.type, std::array{x});
  const auto refined = refine(c.subject->check, a.call(c.type), result_types(c.subject->shape, c.type));
  if (!refined || !refined->roundings[0]) return {};
  const Bits r = refined->roundings[0]->front();
  const Size size = f.is_zero(r)                    ? Size::zero
                    : f.is_subnormal(r)             ? Size::subnormal
                    : f.magnitude(r) < f.one()      ? Size::small
                    : f.magnitude(r) < f.infinity() ? Size::large
                                                    : Size::infinite;
  return {true, f.is_negative(r), size};
}

class TransitionsTest : public testing::TestWithParam<Case> {};

TEST_P(TransitionsTest, TheOracleAgreesOnBothSides) {
  const Format& f = format(GetParam().type);
  const std::vector<Bits> table = boundary_table(f);
  const auto check_around = [&](std::int64_t place) {
    for (std::int64_t i = place - 3; i <= place + 3; ++i) {
      const Arguments a = arguments(GetParam().type, std::array{from_ordered(f, i)});
      EXPECT_EQ(check(*GetParam().subject, a.call(GetParam().type), true).disagreement, "");
    }
  };
  int transitions = 0;
  for (std::size_t i = 0; i + 2 < table.size(); ++i) {  // the last entry is a NaN
    std::int64_t low = ordered(f, table[i]);
    std::int64_t high = ordered(f, table[i + 1]);
    const Kind before = kind_of(GetParam(), table[i]);
    const Kind after = kind_of(GetParam(), table[i + 1]);
    if (!before.covered || !after.covered || before == after) continue;
    while (high - low > 1) {
      const std::int64_t middle = low + (high - low) / 2;
      (kind_of(GetParam(), from_ordered(f, middle)) == before ? low : high) = middle;
    }
    check_around(low);
    ++transitions;
  }
  EXPECT_GT(transitions, 0);
}

INSTANTIATE_TEST_SUITE_P(All, TransitionsTest, testing::ValuesIn(unary_cases()),
                         [](const auto& param) { return name(param.param); });

}  // namespace
}  // namespace classay::arb
