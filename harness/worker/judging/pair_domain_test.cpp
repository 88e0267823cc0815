// Tests that for every input the domain equals that of the derivation. An input range must give what holds for all its
// inputs. Possible faults: an integer at the end of a range or none in it, parity, a sign, an end that belongs to the
// domain.
#include <gtest/gtest.h>

#include <random>

#include "harness/worker/judging/sufficient_limit.h"
#include "reference/derived/derived.h"
#include "reference/number/real_scope.h"
#include "suites/cases.h"
#include "suites/stated_limit.h"

namespace classay {
namespace {

using derived::Holds;

class PairDomainTest : public testing::TestWithParam<const char*> {
 protected:
  const Row& row_ = *find(GetParam());
  const std::vector<Type> types_ = argument_types(row_, Type::f32);
  const Derived limit_ = std::get<Derived>(promised(row_, Type::f32, Edition::clc31, Profile::full, Mode::relaxed).limit);
  const PairDomain domain_{limit_, types_};

  // Returns a number of any size or a small one, often an integer.
  Bits number(std::size_t a) {
    const auto small = static_cast<double>(static_cast<std::int64_t>(random_() % 19)) - 9;
    const bool is_small = random_() % 2 == 0;
    if (!is_float(types_[a]))
      return is_small ? static_cast<Bits>(static_cast<std::int64_t>(small)) & 0xffffffff : random_() >> 32;
    if (is_small) return std::bit_cast<std::uint32_t>(static_cast<float>(small / (random_() % 3 == 0 ? 4 : 1)));
    for (;;) {
      const Bits b = random_() & kF32.mask();
      if (kF32.is_finite(b)) return b;
    }
  }
  bool is_defined(const BulkArguments& arguments) const {
    std::array<Value, 2> args{Value{types_[0], arguments[0]}, Value{types_[1], arguments[1]}};
    return derivation_.is_defined(call_of(row_, Type::f32, args));
  }

  const RealScope scope_;
  const Derivation derivation_{limit_};
  std::mt19937_64 random_{1};
};

TEST_P(PairDomainTest, SaysWhatTheDerivationDoes) {
  int defined = 0;
  for (int i = 0; i < 5000; ++i) {
    const BulkArguments arguments{number(0), number(1)};
    ASSERT_EQ(domain_.has(arguments), is_defined(arguments)) << std::hex << arguments[0] << ' ' << arguments[1];
    defined += domain_.has(arguments) ? 1 : 0;
  }
  EXPECT_GT(defined, 1000);
  EXPECT_LT(defined, 5000);
}

TEST_P(PairDomainTest, SaysOfRunsWhatAllOfTheirInputsSay) {
  std::array<int, 3> said{};
  for (int i = 0; i < 2000; ++i) {
    const std::size_t varies = random_() % 2;
    BulkArguments first{number(0), number(1)};
    BulkArguments last = first;
    last.at(varies) += random_() % 40;
    const Bits sign = first.at(varies) ^ last.at(varies);
    if ((sign & 0x80000000) != 0 || (is_float(types_[varies]) && !kF32.is_finite(last.at(varies)))) continue;
    const Holds holds = domain_.has(first, last);
    ++said.at(static_cast<std::size_t>(holds));
    for (BulkArguments at = first; at.at(varies) <= last.at(varies); ++at.at(varies)) {
      if (holds == Holds::perhaps) break;
      ASSERT_EQ(is_defined(at), holds == Holds::always) << std::hex << at[0] << ' ' << at[1];
    }
  }
  EXPECT_GT(said.at(static_cast<std::size_t>(Holds::always)), 200);
  EXPECT_LT(said.at(static_cast<std::size_t>(Holds::perhaps)), 600);
}

INSTANTIATE_TEST_SUITE_P(Powers, PairDomainTest, testing::Values("pow", "powr", "pown", "rootn"),
                         [](const auto& name) { return std::string(name.param); });

}  // namespace
}  // namespace classay
