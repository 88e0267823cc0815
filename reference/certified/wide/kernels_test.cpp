// Checks that every instruction set gives the bits of plain code, operation by operation. Possible faults: as in
// simd/kernels_test.cpp.
#include "reference/certified/simd/kernels.h"

#include <cmath>
#include <random>

#include "reference/certified/wide/block.h"
#include "reference/cpu/versions.h"
#include "reference/number/scramble.h"

namespace classay::certified {
namespace {

constexpr std::size_t kCount = 1003;

std::vector<Bits> bits(const std::vector<double>& values) {
  std::vector<Bits> all;
  for (const double v : values) all.push_back(std::isnan(v) ? ~Bits{0} : std::bit_cast<Bits>(v));
  return all;
}

// Runs a loop on all available sets. The first set is compared with the expected result, or defines it.
template <class Loop>
std::vector<Bits> on_each_set(Loop loop) {
  std::vector<Bits> first;
  for (const Kernels* const k : runnable<Kernels>()) {
    SCOPED_TRACE(std::string(name_of(k->set)));
    std::vector<double> a(kCount);
    std::vector<double> b(kCount);
    loop(k->wide, a.data(), b.data());
    std::vector<Bits> got = bits(a);
    const std::vector<Bits> more = bits(b);
    got.insert(got.end(), more.begin(), more.end());
    if (first.empty()) first = got;
    EXPECT_EQ(got, first);
  }
  return first;
}

std::vector<std::uint64_t> random_pool() {
  std::vector<std::uint64_t> pool;
  for (std::size_t i = 0; i < kCount; ++i) pool.push_back(mixed(i + 99));
  return pool;
}

// Knuth's sum, and a product with its error.
struct Two {
  double high;
  double low;
};
Two sum(double a, double b) {
  const double s = a + b;
  const double v = s - a;
  return {s, (a - (s - v)) + (b - v)};
}

TEST(WideKernelsTest, APolynomialCarriesTheErrorOfItsLastSteps) {
  WidePolynomial p{.centre = 1000, .pace = 0x1p-20};
  for (int j = 0; j <= kWideDegree; ++j) p.b[j] = std::ldexp(1.37 - 0.1 * j, -10 * j);
  for (int j = 0; j < kWideHeads; ++j) p.l[j] = std::ldexp(0.7, -54 - 10 * j);
  const std::vector<std::uint64_t> pool = random_pool();
  const Window window{.first = 0, .key = 12345, .shift = 43};
  for (const bool is_reciprocal : {false, true}) {
    p.is_reciprocal = is_reciprocal;
    std::vector<double> head;
    std::vector<double> tail;
    for (const std::uint64_t random : pool) {
      const double t = (static_cast<double>((random ^ window.key) >> 43U) - p.centre) * p.pace;
      double q = p.b[kWideDegree];
      double lambda = 0;
      for (int j = kWideDegree - 1; j >= kWideHeads; --j) q = std::fma(t, q, p.b[j]);
      for (int j = kWideHeads - 1; j >= 0; --j) {
        const double product = t * q;
        const double e = std::fma(t, lambda, std::fma(t, q, -product));
        const Two s = sum(p.b[j], product);
        lambda = s.low + (e + p.l[j]);
        q = s.high;
      }
      Two value = sum(q, lambda);
      if (is_reciprocal) {
        const double v = 1 / value.high;
        value = sum(v, v * std::fma(-v, value.low, std::fma(-v, value.high, 1)));
      }
      head.push_back(value.high);
      tail.push_back(value.low);
    }
    std::vector<Bits> expected = bits(head);
    const std::vector<Bits> tails = bits(tail);
    expected.insert(expected.end(), tails.begin(), tails.end());
    const auto got =
        on_each_set([&](const WideKernels& k, double* a, double* b) { k.polynomial(p, window, pool.data(), kCount, a, b); });
    EXPECT_EQ(got, expected);
  }
}

TEST(WideKernelsTest, InputsAreTheSameOnEverySet) {
  const std::vector<std::uint64_t> pool = random_pool();
  for (const int shift : {12, 21, 43, 63}) {
    const Window window{.first = 0xc12345678abcdef0U, .key = 0x5555, .shift = shift};
    for (const Kernels* const k : runnable<Kernels>()) {
      std::vector<std::uint64_t> got(kCount);
      k->wide.inputs(window, pool.data(), kCount, got.data());
      for (std::size_t i = 0; i < kCount; ++i) {
        ASSERT_EQ(got[i], window.first + ((pool[i] ^ window.key) >> static_cast<unsigned>(shift))) << name_of(k->set);
      }
    }
  }
}

TEST(WideKernelsTest, AnglesAreAddedAlikeOnEverySetAndSmallSinesMarked) {
  std::mt19937_64 random(7);
  std::uniform_real_distribution<double> spread(-1, 1);
  std::vector<double> x(4 * kCount);
  for (std::size_t i = 0; i < x.size(); ++i) x[i] = spread(random) * (i / kCount % 2 == 0 ? 1 : 0x1p-54);
  const AngleTable table{x.data(), x.data() + kCount, x.data() + 2 * kCount, x.data() + 3 * kCount};
  const Angle centre{{0.25, 0x1p-57}, {-0.75, 0x1p-55}};
  using Loop = std::size_t (*WideKernels::*)(const Angle&, const AngleTable&, std::size_t, double*, double*);
  for (const Loop loop : {&WideKernels::sine, &WideKernels::cosine, &WideKernels::tangent}) {
    on_each_set([&](const WideKernels& k, double* a, double* b) { EXPECT_EQ((k.*loop)(centre, table, kCount, a, b), 0U); });
  }
  const std::vector<double> zeros(kCount);
  const std::vector<double> ones(kCount, 1);
  const AngleTable nothing{zeros.data(), zeros.data(), ones.data(), zeros.data()};
  for (const double size : {kLeastWideSine / 2, kLeastWideSine}) {
    const std::size_t small = size < kLeastWideSine ? kCount : 0;
    on_each_set([&](const WideKernels& k, double* a, double* b) {
      EXPECT_EQ(k.sine({{size, 0}, {1, 0}}, nothing, kCount, a, b), small);
      EXPECT_EQ(a[5] == 0, small != 0);
      EXPECT_EQ(k.cosine({{1, 0}, {size, 0}}, nothing, kCount, a, b), small);
      EXPECT_EQ(k.tangent({{1, 0}, {size, 0}}, nothing, kCount, a, b), small);
    });
  }
}

}  // namespace
}  // namespace classay::certified
