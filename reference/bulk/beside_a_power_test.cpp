// Tests the tally of a bulk judge for values next to a power of two, where the side determines the ulp. The tally must equal
// that of the MPFR fallback without calling it. A value on the wrong side must be detected.
#include <cmath>

#include "reference/bulk/testing.h"
#include "reference/oracle/oracle.h"

namespace classay::bulk_test {
namespace {

// tanh of 32 and more, and a value of cos next to zero.
struct NearPower {
  const char* what;
  Evaluate truth;
  Bits first;
  double value;
};
void PrintTo(const NearPower& b, std::ostream* out) { *out << b.what; }

class BesideAPowerTest : public testing::TestWithParam<NearPower> {
 protected:
  static constexpr std::uint64_t kCount = 5000;
  static constexpr double kEpsilon = 0x1p-50;
};

TEST_P(BesideAPowerTest, TheSlowJudgesTallyIsMadeWithoutTheSlowJudge) {
  const NearPower& b = GetParam();
  const OneValue values(b.value, kEpsilon, true);
  const std::vector<Device> devices{
      as_nearest,
      [](Bits, Bits right) { return right - 1; },
      [](Bits, Bits right) { return right + 1; },
      [](Bits input, Bits right) { return right - input % 2; },
      [](Bits input, Bits right) { return input % 1000 == 999 ? right - 2 : right; },
  };
  for (const Limit& limit : {Limit(Ulp{3}), Limit(Ulp{0.75}), Limit(CorrectlyRounded{}), Limit(ImplementationDefined{}),
                             Limit(Ulp{0.5}), Limit(Ulp{1}), Limit(Ulp{1.5}), Limit(Ulp{2})}) {
    const Subject s = subject("f", b.truth, Type::f32, limit);
    for (const Device& device : devices) {
      const Asked asked = ask(s, b.first, kCount, device);
      expect_exact(s, values, asked, text(limit));
      EXPECT_LT(bulk_tally(s, values, asked).asked_slowly, 60U) << text(limit);
    }
    for (const std::uint64_t often : {1, 1000}) {
      expect_exact(s, values, ask(s, b.first, kCount, erring(kF32, often)), text(limit));
    }
  }
}

TEST_P(BesideAPowerTest, AValueOnTheOtherSideIsNoticed) {
  const NearPower& b = GetParam();
  const double power = std::round(b.value);
  const OneValue lie(std::nextafter(power, std::fabs(b.value) < std::fabs(power) ? 2 * power : 0), kEpsilon, true);
  const Subject s = subject("f", b.truth, Type::f32, Ulp{3});
  const Asked asked = ask(s, b.first, kCount, [](Bits, Bits right) { return right - 1; });
  EXPECT_THROW(bulk_tally(s, lie, asked), ValuesContradicted);
}

INSTANTIATE_TEST_SUITE_P(Functions, BesideAPowerTest,
                         testing::Values(NearPower{"tanh", oracle::tanh, 0x42000000, 1 - 0x1p-53},
                                         NearPower{"minus_one", oracle::expm1, 0xc2800000, -1 + 0x1p-53},
                                         NearPower{"two", oracle::erfc, 0xc1200000, 2 - 0x1p-52},
                                         NearPower{"above_one", oracle::exp, 0x23456789, 1 + 0x1p-52},
                                         NearPower{"below_one", oracle::exp, 0xa3456789, 1 - 0x1p-53}),
                         [](const auto& test) { return std::string(test.param.what); });

}  // namespace
}  // namespace classay::bulk_test
