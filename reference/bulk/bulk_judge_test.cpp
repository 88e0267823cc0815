// Checks that the tally of a bulk judge equals that of the MPFR fallback: for any results of a device, any division of the
// inputs, and every instruction set. Wrong values must be detected.
#include "reference/bulk/bulk_judge.h"

#include <cmath>
#include <random>

#include "reference/bulk/loops.h"
#include "reference/bulk/testing.h"
#include "reference/oracle/oracle.h"

#ifdef __SSE2__
#include <xmmintrin.h>
#endif

namespace classay::bulk_test {
namespace {

struct Range {
  const char* what;
  Type type;
  Bits first;
  std::uint64_t count;
};
void PrintTo(const Range& r, std::ostream* out) { *out << r.what; }

class PlantedErrorsTest : public testing::TestWithParam<Range> {};

TEST_P(PlantedErrorsTest, AreCountedAndKeptAsTheSlowJudgeDoes) {
  const Range r = GetParam();
  for (const Limit& limit :
       {Limit(Ulp{3}), Limit(Ulp{0.25}), Limit(Ulp{8192}), Limit(ImplementationDefined{}), Limit(CorrectlyRounded{})}) {
    const Subject s = subject("f", planted, r.type, limit);
    const Asked asked = ask(s, r.first, r.count, as_input);
    for (const double epsilon : {0x1p-52, 0x1p-47, 0x1p-40, 0x1p-30, 0x1p-21}) {
      expect_exact(s, SimulatedValues(s, epsilon, 0.9), asked,
                   text(limit) + ", epsilon " + std::to_string(epsilon * 0x1p52));
    }
  }
}

TEST_P(PlantedErrorsTest, AreSettledInBlocks) {
  const Range r = GetParam();
  for (const Evaluate truth : {planted_few, planted_ties}) {
    const Subject s = subject("f", truth, r.type, Ulp{3});
    const Asked asked = ask(s, r.first, r.count, as_input);
    for (const double epsilon : {0x1p-52, 0x1p-50, 0x1p-47, 0x1p-40}) {
      expect_exact(s, SimulatedValues(s, epsilon, 0.9), asked, "epsilon " + std::to_string(epsilon * 0x1p52));
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Ranges, PlantedErrorsTest,
                         testing::Values(Range{"around_one", Type::f32, 0x3f800000 - 3000, 6000},
                                         Range{"negative", Type::f32, 0xc1234567, 5000},
                                         Range{"subnormal", Type::f32, 0, 3000},
                                         Range{"least_normal", Type::f32, 0x00800000 - 1500, 3000},
                                         Range{"largest", Type::f32, 0x7f800000 - 3000, 3020},
                                         Range{"half_subnormal_to_normal", Type::f16, 0, 4000},
                                         Range{"half_around_one", Type::f16, 0xbc00 - 2000, 4000},
                                         Range{"half_largest", Type::f16, 0x7c00 - 3000, 4000}),
                         [](const auto& test) { return std::string(test.param.what); });

// Functions near arguments whose results are not ordinary numbers.
struct Place {
  const char* what;
  Evaluate truth;
  Type type;
  Bits first;
  std::vector<std::string_view> rules;
};
void PrintTo(const Place& p, std::ostream* out) { *out << p.what; }

const std::vector<std::string_view> kExpRules{"exp(±0) = 1", "exp(-inf) = +0", "exp(+inf) = +inf", "exp(nan) = nan"};
const std::vector<std::string_view> kSinRules{"sin(±0) = ±0", "sin(±inf) = nan", "sin(nan) = nan"};
const std::vector<std::string_view> kLogRules{"log(±0) = -inf", "log(1) = +0", "log(x<0) = nan", "log(+inf) = +inf",
                                              "log(nan) = nan"};

const std::vector<Place> kPlaces{
    {"exp_of_next_to_nothing_is_next_to_one", oracle::exp, Type::f32, 0x33800000 - 400, kExpRules},
    {"exp_of_less_yet", oracle::exp, Type::f32, 0xa2345678, kExpRules},
    {"exp_of_zero_and_subnormals", oracle::exp, Type::f32, 0, kExpRules},
    {"exp_overflows", oracle::exp, Type::f32, 0x42b17218 - 400, kExpRules},
    {"exp_is_far_beyond", oracle::exp, Type::f32, 0x42b40000, kExpRules},
    {"exp_is_subnormal", oracle::exp, Type::f32, 0xc2b00000, kExpRules},
    {"exp_around_the_least_normal_number", oracle::exp, Type::f32, 0xc2aeac50 - 400, kExpRules},
    {"exp_vanishes", oracle::exp, Type::f32, 0xc2cff1b4 - 400, kExpRules},
    {"exp_of_infinity_and_nan", oracle::exp, Type::f32, 0x7f800000 - 400, kExpRules},
    {"exp_of_minus_infinity", oracle::exp, Type::f32, 0xff800000 - 400, kExpRules},
    {"half_exp", oracle::exp, Type::f16, 0x4900, kExpRules},
    {"half_exp_negative", oracle::exp, Type::f16, 0xc900, kExpRules},
    {"half_exp_of_infinity_and_nan", oracle::exp, Type::f16, 0x7c00 - 400, kExpRules},
    {"sin_of_zero_and_subnormals", oracle::sin, Type::f32, 0, kSinRules},
    {"sin_of_minus_zero", oracle::sin, Type::f32, 0x80000000, kSinRules},
    {"sin_of_infinity", oracle::sin, Type::f32, 0x7f800000 - 400, kSinRules},
    {"sin_at_its_crest", oracle::sin, Type::f32, 0x3fc90fdb - 400, kSinRules},
    {"half_sin", oracle::sin, Type::f16, 0x8000, kSinRules},
    {"log_around_one", oracle::log, Type::f32, 0x3f800000 - 400, kLogRules},
    {"log_of_zero_and_subnormals", oracle::log, Type::f32, 0, kLogRules},
    {"log_of_negative_numbers", oracle::log, Type::f32, 0x80000000, kLogRules},
    {"sinpi_around_integers", oracle::sinpi, Type::f32, 0x4a800000 - 400, {}},
    {"sinpi_of_integers", oracle::sinpi, Type::f32, 0x4b800000, {}},
    {"cospi_of_integers", oracle::cospi, Type::f32, 0x4b800000, {}},
    {"half_tanpi", oracle::tanpi, Type::f16, 0x6000 - 400, {}},
};

class BulkJudgeTest : public testing::TestWithParam<Place> {
 protected:
  static constexpr std::uint64_t kCount = 900;
};

TEST_P(BulkJudgeTest, MakesTheSlowJudgesTally) {
  const Place& p = GetParam();
  for (const bool flushes : {false, true}) {
    for (const Limit& limit : {Limit(Ulp{3}), Limit(ImplementationDefined{}), Limit(CorrectlyRounded{})}) {
      Subject s = subject("f", p.truth, p.type, limit, p.rules);
      s.arithmetic.flushes = flushes;
      const SimulatedValues good(s, 0x1p-50, 0.9);
      const SimulatedValues fair(s, 0x1p-44, 0.9);
      for (const std::uint64_t often : {1, 20, 1000}) {
        const Asked asked = ask(s, p.first, kCount, erring(s.f(), often));
        const std::string what = std::string(flushes ? "flushing, " : "") + text(limit) + ", " + std::to_string(often);
        expect_exact(s, good, asked, what);
        expect_exact(s, fair, asked, what);
      }
    }
  }
}

TEST_P(BulkJudgeTest, HasAFlushingDevicesTally) {
  const Place& p = GetParam();
  const auto flushed = [&](Bits b) {
    return format(p.type).is_subnormal(b) ? format(p.type).zero(format(p.type).is_negative(b)) : b;
  };
  for (const bool may : {false, true}) {
    Subject s = subject("f", p.truth, p.type, Ulp{4}, p.rules);
    s.arithmetic.flushes = may;
    const SimulatedValues values(s, 0x1p-50, 0.9);
    expect_exact(s, values, ask(s, p.first, kCount, [&](Bits, Bits right) { return flushed(right); }), "results");
    const auto of_flushed = [&](Bits input, Bits) { return flushed(s.nearest(flushed(input))); };
    expect_exact(s, values, ask(s, p.first, kCount, of_flushed), "arguments");
  }
}

INSTANTIATE_TEST_SUITE_P(Places, BulkJudgeTest, testing::ValuesIn(kPlaces),
                         [](const auto& test) { return std::string(test.param.what); });

TEST_P(BulkJudgeTest, HasTheTallyOfADeviceThatAnswersZero) {
  const Place& p = GetParam();
  Subject s = subject("f", p.truth, p.type, Ulp{4}, p.rules);
  const SimulatedValues values(s, 0x1p-50, 0.9);
  for (const bool may : {false, true}) {
    s.arithmetic.flushes = may;
    for (const bool negative : {false, true}) {
      expect_exact(s, values, ask(s, p.first, kCount, [&](Bits, Bits) { return s.f().zero(negative); }));
    }
  }
}

TEST(BulkTest, AZeroForANumberThatIsNearlySubnormalMayBeFlushed) {
  for (const double limit : {3.0, 0x1p22}) {
    Subject s = subject("f", planted_few, Type::f32, Ulp{limit});
    s.arithmetic.flushes = true;
    const Asked asked = ask(s, kF32.min_normal() - 300, 600, [](Bits, Bits) { return Bits{0}; });
    expect_exact(s, SimulatedValues(s, 0x1p-50), asked);
  }
}

TEST(BulkTest, AZeroHasTheSignThatIsPrescribed) {
  const Subject s = subject("sinpi", oracle::sinpi, Type::f32, Ulp{4}, {"sinpi(±(integer n)) = ±0"});
  const SimulatedValues values(s, 0x1p-50);
  const Asked asked =
      ask(s, 0x4b800000, 600, [](Bits input, Bits right) { return input % 100 == 7 ? kF32.negate(right) : right; });
  expect_exact(s, values, asked);
  EXPECT_EQ(bulk_tally(s, values, asked).tally.failed(), 6U);
}

TEST(BulkTest, ANanMayBeRightForAFlushedArgument) {
  Subject s = subject("f", planted, Type::f32, Ulp{4}, {"f(±0) = nan"});
  s.arithmetic.flushes = true;
  const SimulatedValues values(s, 0x1p-50);
  const Asked asked = ask(s, 0x12340, 600, [](Bits, Bits) { return kF32.quiet_nan(); });
  expect_exact(s, values, asked);
  EXPECT_EQ(bulk_tally(s, values, asked).tally.failed(), 0U);
}

TEST(BulkTest, ALimitAtAnErrorIsDecidedAsTheSlowJudgeDoes) {
  const Subject measured = subject("exp", oracle::exp, Type::f32, Ulp{100});
  const Asked asked = ask(measured, 0x3f9d1234, 600, erring(kF32, 1000));
  const double e = std::fabs(slow_tally(measured, asked).worst()[5].ulps);
  for (const double by : {0.0, kErrorStep, 0x1p-26, 0x1p-27, 0x1p-30, 0x1p-50}) {
    for (const double limit : {e + by, e - by}) {
      const Subject s = subject("exp", oracle::exp, Type::f32, Ulp{limit});
      for (const double epsilon : {0x1p-50, 0x1p-45}) expect_exact(s, SimulatedValues(s, epsilon, 0.9), asked);
    }
  }
}

// Returns errors of any size, more often near a power of two, where bins end.
Bits far_off(Bits input, Bits nearest) {
  std::mt19937_64 random(input * 31 + 7);
  const std::uint64_t kind = random() % 4;
  const std::uint64_t power = std::uint64_t{1} << random() % 15;
  const std::uint64_t off = kind == 0 ? 0 : kind == 1 ? random() % 12000 : power + random() % 3 - 1;
  return random() % 2 == 0 ? nearest + off : nearest - off;
}

TEST(BulkTest, LargeErrorsAreWhatTheSlowJudgeSays) {
  for (const double limit : {2.0, 9.0, 4096.0, 8192.0}) {
    const Subject of_exp = subject("exp", oracle::exp, Type::f32, Ulp{limit}, kExpRules);
    const Subject of_sin = subject("sin", oracle::sin, Type::f32, Ulp{limit}, kSinRules);
    for (const double epsilon : {0x1p-50, 0x1p-44}) {
      const SimulatedValues exp(of_exp, epsilon, 0.9);
      const SimulatedValues sin(of_sin, epsilon, 0.9);
      // Places: ordinary results, near 1, subnormal results, the largest results, and negative ones.
      for (const Bits first : std::array<Bits, 4>{0x3e812345, 0xb5000000, 0xc2aeac50 - 400, 0x42b17218 - 400}) {
        expect_exact(of_exp, exp, ask(of_exp, first, 900, far_off), "exp");
      }
      for (const Bits first : std::array<Bits, 2>{0x40812345, 0x00900000})
        expect_exact(of_sin, sin, ask(of_sin, first, 900, far_off), "sin");
    }
  }
}

// Within their limit, and beyond it.
TEST(BulkTest, LargeErrorsMakeNoWorkForTheSlowJudge) {
  constexpr std::uint64_t kCount = 30000;
  for (const auto& [limit, failed] : {std::pair{8192.0, std::uint64_t{0}}, std::pair{2.0, kCount}}) {
    const Subject s = subject("exp", oracle::exp, Type::f32, Ulp{limit}, kExpRules);
    SimulatedValues values(s, 0x1p-50);
    values.longest = 100000;
    const Asked asked = ask(s, 0x3e812345, kCount, [](Bits input, Bits nearest) { return nearest + 20 + input % 3000; });
    const BulkTally bulk = bulk_tally(s, values, asked);
    EXPECT_LT(bulk.asked_slowly, 200U);
    EXPECT_EQ(bulk.tally.failed(), failed);
  }
}

// The device flushes subnormals and returns results that are 100 ulp off. The fallback must judge every subnormal input, in
// any lane of a range or a list.
TEST(BulkTest, WhatMayBeRightInAnotherWayIsNotWrongAmongWrongResults) {
  const BulkPromise promise{.format = kF32, .limit = 2, .flushes = true};
  const OneValue values(1.5, 0x1p-50, false);
  const Bits got = std::bit_cast<std::uint32_t>(1.5F) + 100;
  const SlowJudge slow = [](std::uint64_t, const BulkArguments& arguments, Bits) -> Judged {
    const bool may_be_zero = kF32.is_subnormal(arguments[0]);
    return {.ulps = may_be_zero ? 0.0 : 100.0, .outcome = may_be_zero ? Tally::Outcome::right : Tally::Outcome::wrong};
  };
  constexpr std::size_t kLanes = 1000;
  std::vector<std::byte> results;
  for (std::size_t i = 0; i < kLanes; ++i) {
    for (int at = 0; at < 32; at += 8) results.push_back(static_cast<std::byte>(got >> at));
  }
  std::vector<Bits> list(kLanes, kF32.one());
  list[700] = 1;
  const BulkInputs in_a_list{.results = results, .lists = {list.data(), nullptr, nullptr}};
  EXPECT_EQ(judge_in_bulk(values, promise, in_a_list, slow).tally.failed(), kLanes - 1);
  for (const Bits subnormals : {Bits{0}, Bits{1}, Bits{600}, Bits{kLanes}}) {
    const BulkInputs in_a_run{.first = {kF32.min_normal() - subnormals}, .results = results};
    EXPECT_EQ(judge_in_bulk(values, promise, in_a_run, slow).tally.failed(), kLanes - subnormals);
  }
}

TEST(BulkTest, PartsMergeToTheTallyOfTheWhole) {
  const Subject s = subject("f", planted, Type::f32, Ulp{3});
  const SimulatedValues values(s, 0x1p-50, 0.9);
  for (std::uint64_t seed = 0; seed < 5; ++seed) {
    std::mt19937_64 random(seed);
    const Asked asked =
        ask(s, 0x3f800000 - random() % 9000, 9000, seed % 2 == 0 ? Device(as_input) : erring(kF32, 1 + seed), 1000 * seed);
    const Tally slow = slow_tally(s, asked);
    Tally apart;
    Tally knowing;
    for (std::uint64_t from = 0; from < 9000;) {
      const std::uint64_t n = std::min<std::uint64_t>(1 + random() % 2500, 9000 - from);
      const Asked part = asked.part(kF32, from, n);
      apart.merge(bulk_tally(s, values, part).tally);
      knowing.merge(bulk_tally(s, values, part, &knowing).tally);
      from += n;
    }
    expect_same(apart, slow, "apart");
    expect_same(knowing, slow, "knowing those before");
  }
}

// Each sign has its own bar per binade. Here negative arguments have large errors, and positive ones small errors.
TEST(BulkTest, WhatIsKnownIsKnownOfOneSign) {
  const Subject s = subject("f", planted, Type::f32, Ulp{3});
  const SimulatedValues values(s, 0x1p-50, 0.9);
  const Asked large = ask(s, 0xbf800000, 3000, erring(kF32, 2));
  const Asked small = ask(s, 0x3f800000, 3000, as_nearest, 3000);
  Tally knowing = bulk_tally(s, values, large).tally;
  knowing.merge(bulk_tally(s, values, small, &knowing).tally);
  Tally slow = slow_tally(s, large);
  slow.merge(slow_tally(s, small));
  expect_same(knowing, slow, "knowing the other sign");
}

TEST(BulkTest, WhoCanNotBeatWhatIsKnownIsNotJudgedAgain) {
  const Subject s = subject("f", planted, Type::f32, Ulp{3});
  const SimulatedValues values(s, 0x1p-52);
  const Asked first = ask(s, 0x3f800000, 20000, as_nearest);
  const Asked second = ask(s, 0x3f800000 + 20000, 20000, as_nearest, 20000);
  const BulkTally known = bulk_tally(s, values, first);
  const BulkTally all = bulk_tally(s, values, second);
  const BulkTally few = bulk_tally(s, values, second, &known.tally);
  EXPECT_LT(few.asked_slowly, all.asked_slowly);
  Tally a = known.tally;
  a.merge(all.tally);
  Tally b = known.tally;
  b.merge(few.tally);
  expect_same(a, b, "");
}

TEST(BulkTest, FewLanesNeedTheSlowJudge) {
  Subject s = subject("exp", oracle::exp, Type::f32, Ulp{3}, kExpRules);
  SimulatedValues values(s, 0x1p-50);
  values.longest = 100000;
  const Asked asked = ask(s, 0x3e812345, 30000, erring(kF32, 1U << 30));
  EXPECT_LT(bulk_tally(s, values, asked).asked_slowly, 40U);
  // The same holds if everything is wrong, or has no error.
  const Asked nothing = ask(s, 0x3e812345, 30000, [](Bits, Bits) { return kF32.quiet_nan(); });
  EXPECT_LT(bulk_tally(s, values, nothing).asked_slowly, 40U);
  EXPECT_EQ(bulk_tally(s, values, nothing).tally.failed(), 30000U);
  const Asked overflow = ask(s, 0x43000000, 30000, as_nearest);
  EXPECT_LT(bulk_tally(s, values, overflow).asked_slowly, 40U);
}

TEST(BulkTest, ValuesThatLieAreNoticed) {
  const Subject s = subject("f", planted, Type::f32, Ulp{3});
  const Asked asked = ask(s, 0x3f900000, 5000, as_input);
  const Tally slow = slow_tally(s, asked);
  SimulatedValues values(s, 0x1p-44, 1);
  ASSERT_EQ(bulk_tally(s, values, asked).tally, slow);
  values.told = 0x1p-52;
  bool is_noticed = false;
  try {
    is_noticed = !(bulk_tally(s, values, asked).tally == slow);
  } catch (const ValuesContradicted&) {
    is_noticed = true;
  }
  EXPECT_TRUE(is_noticed);
}

TEST(BulkTest, AValueThatIsFarOffIsContradicted) {
  const Subject s = subject("f", planted, Type::f32, Ulp{30});
  const Asked asked = ask(s, 0x3f900000, 5000, as_nearest);
  SimulatedValues values(s, 0x1p-25, 1);
  values.told = 0x1p-50;
  EXPECT_THROW(bulk_tally(s, values, asked), ValuesContradicted);
}

TEST(BulkTest, WhereNothingIsKnownAllIsJudgedSlowly) {
  const Subject s = subject("f", planted, Type::f16, Ulp{3});
  const Asked asked = ask(s, 0x3c00, 500, as_input);
  const BulkTally bulk = bulk_tally(s, SimulatedValues(s, HUGE_VAL), asked);
  EXPECT_EQ(bulk.asked_slowly, 500U);
  expect_same(bulk.tally, slow_tally(s, asked), "");
}

#ifdef __SSE2__
TEST(BulkTest, AThreadThatFlushesSubnormalsJudgesAllTheSame) {
  const Subject s = subject("f", planted, Type::f32, Ulp{3});
  const SimulatedValues values(s, 0x1p-50);
  const Asked asked = ask(s, 0, 3000, as_input);
  const Tally slow = slow_tally(s, asked);
  bulk_tally(s, values, asked);  // so that all values are known
  const unsigned before = _mm_getcsr();
  const unsigned flushing = before | 0x8040U | 0x6000U;  // rounding toward zero is set too
  _mm_setcsr(flushing);
  const Tally bulk = bulk_tally(s, values, asked).tally;
  const unsigned after = _mm_getcsr();
  _mm_setcsr(before);
  EXPECT_EQ(bulk, slow);
  EXPECT_EQ(after & 0xffc0U, flushing & 0xffc0U);
}
#endif

}  // namespace
}  // namespace classay::bulk_test
