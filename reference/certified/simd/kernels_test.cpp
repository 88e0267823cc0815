// Checks that every instruction set gives the bits of plain code, operation by operation. Possible faults: a compiler that
// contracts or reorders operations, an fma with two roundings, the end of a loop whose length is not a multiple of the
// vector.
#include "reference/certified/simd/kernels.h"

#include <bit>
#include <cmath>
#include <cstdint>
#include <random>

#include "reference/cpu/versions.h"

namespace classay::certified {
namespace {

constexpr std::size_t kCount = 1003;

std::vector<std::uint64_t> bits(const std::vector<double>& values) {
  std::vector<std::uint64_t> all;
  for (const double v : values) all.push_back(std::isnan(v) ? ~std::uint64_t{0} : std::bit_cast<std::uint64_t>(v));
  return all;
}

template <class Test>
void on_each_set(Test test) {
  std::size_t there = 0;
  for (const Kernels* const k : runnable<Kernels>()) {
    SCOPED_TRACE(std::string(name_of(k->set)));
    test(*k);
    ++there;
  }
  EXPECT_GE(there, 1U);
}

std::vector<double> random_numbers(std::size_t count) {
  std::mt19937_64 random(7);
  std::uniform_real_distribution<double> spread(-1, 1);
  std::vector<double> all(count);
  for (double& v : all) v = spread(random);
  return all;
}

TEST(KernelsTest, APolynomialIsHornersRuleWithOneFmaAStep) {
  for (const int degree : {2, 4, 6, 8, 10}) {
    std::vector<double> b = random_numbers(static_cast<std::size_t>(degree) + 1);
    for (std::size_t j = 0; j < b.size(); ++j) b[j] = std::ldexp(b[j], -10 * static_cast<int>(j));
    for (const bool is_reciprocal : {false, true}) {
      std::vector<double> expected(kCount);
      for (std::size_t i = 0; i < kCount; ++i) {
        const double k = -500 + static_cast<double>(i);
        double q = b.back();
        for (int j = degree - 1; j >= 0; --j) q = std::fma(k, q, b[static_cast<std::size_t>(j)]);
        expected[i] = is_reciprocal ? 1 / q : q;
      }
      on_each_set([&](const Kernels& k) {
        std::vector<double> got(kCount);
        k.polynomial(degree, b.data(), -500, 1, is_reciprocal, kCount, got.data());
        EXPECT_EQ(bits(got), bits(expected)) << degree;
      });
    }
  }
}

TEST(KernelsTest, AlternatesFromIntegerToInteger) {
  on_each_set([](const Kernels& k) {
    std::vector<double> got(kCount);
    k.alternating(-66, -0.25, 3, kCount, got.data());
    for (std::size_t i = 0; i < kCount; ++i) {
      const double x = -66 - 0.25 * static_cast<double>(i);
      if (x == std::floor(x)) {
        EXPECT_TRUE(std::isnan(got[i]));
      } else {
        EXPECT_EQ(got[i], std::fmod(std::floor(x), 2) == 0 ? 3 : -3) << x;
      }
    }
  });
}

TEST(KernelsTest, AnglesAreAddedAlikeOnEverySetAndSmallSinesCounted) {
  const std::vector<double> x = random_numbers(4 * kCount);
  const AngleTable table{x.data(), x.data() + kCount, x.data() + 2 * kCount, x.data() + 3 * kCount};
  const Angle centre{{0.25, 0x1p-57}, {-0.75, 0x1p-55}};
  using Loop = std::size_t (*Kernels::*)(const Angle&, const AngleTable&, std::size_t, double*);
  for (const Loop loop : {&Kernels::sine, &Kernels::cosine, &Kernels::tangent}) {
    std::vector<double> expected(kCount);
    (Kernels::baseline.*loop)(centre, table, kCount, expected.data());
    on_each_set([&](const Kernels& k) {
      std::vector<double> got(kCount);
      EXPECT_EQ((k.*loop)(centre, table, kCount, got.data()), 0U);
      EXPECT_EQ(bits(got), bits(expected));
    });
  }
  const std::vector<double> zeros(kCount);
  const std::vector<double> ones(kCount, 1);
  const AngleTable nothing{zeros.data(), zeros.data(), ones.data(), zeros.data()};
  on_each_set([&](const Kernels& k) {
    std::vector<double> got(kCount);
    EXPECT_EQ(k.sine({{0x1p-49, 0}, {1, 0}}, nothing, kCount, got.data()), kCount);
    EXPECT_EQ(k.sine({{0x1p-48, 0}, {1, 0}}, nothing, kCount, got.data()), 0U);
    EXPECT_EQ(k.cosine({{1, 0}, {0x1p-49, 0}}, nothing, kCount, got.data()), kCount);
    EXPECT_EQ(k.tangent({{1, 0}, {0x1p-49, 0}}, nothing, kCount, got.data()), kCount);
  });
}

}  // namespace
}  // namespace classay::certified
