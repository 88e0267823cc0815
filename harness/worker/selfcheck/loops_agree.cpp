#include "harness/worker/selfcheck/loops_agree.h"

#include <limits>

#include "harness/worker/selfcheck/every_loop.h"

namespace classay {
namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();
constexpr double kNan = std::numeric_limits<double>::quiet_NaN();

void trace(bulk::Remainders::Loop loop, Trace& t) {
  const std::vector<double> some{
      0,        0x1p-149, 0x1.8p-148,      0x1.fffffcp-127, 0x1p-126, 0x1.000002p-1,   1,    1.5,
      3,        7,        0x1.fffffep+27,  0x1.fffffep+28,  0x1p+84,  0x1.fffffep+127, -2.5, -0x1p-30,
      -0x1p+29, -0.0,     0x1.000002p+100, kInfinity,       kNan};
  std::vector<double> x;
  std::vector<double> y;
  for (std::size_t i = 0; i < kTracedMost; ++i) {
    x.push_back(some[i % some.size()]);
    y.push_back(some[i / some.size() % some.size()]);
  }
  for (const std::size_t count : kTracedCounts) {
    std::vector<double> results(count);
    loop(x.data() + (kTracedMost - count), y.data() + (kTracedMost - count), count, results.data());
    t.put_numbers(results);
  }
}

void trace_of_degree(decltype(certified::Kernels::polynomial) polynomial, int degree, const double* b, Trace& t) {
  for (const bool is_reciprocal : {false, true}) {
    for (const std::size_t count : kTracedCounts) {
      std::vector<double> out(count);
      polynomial(degree, b, -100, 0.75, is_reciprocal, count, out.data());
      t.put_numbers(out);
    }
  }
}

// Coefficients of all sizes: sums that stay near 1, overflow, are subnormal, or are zero.
void trace(decltype(certified::Kernels::polynomial) polynomial, Trace& t) {
  constexpr int most = 10;
  for (const double size : {0x1p-10, 0x1p+300, 0x1p-300, 0.0}) {
    std::vector<double> b = scattered_numbers(most + 1, 3);
    double scale = 1;
    for (double& c : b) {
      c *= scale;
      scale *= size;
    }
    if (size == 0) b[0] = 0;
    for (int degree = 2; degree <= most; degree += 2) trace_of_degree(polynomial, degree, b.data(), t);
  }
}

void trace(decltype(certified::Kernels::alternating) alternating, Trace& t) {
  for (const auto& [start, pace] : {std::pair{-66.0, -0.25}, {0.0, 1.0}, {-8.0, 0x1p-6}, {0x1p+52, 0.5}}) {
    for (const std::size_t count : kTracedCounts) {
      std::vector<double> out(count);
      alternating(start, pace, 3, count, out.data());
      t.put_numbers(out);
    }
  }
}

// Sines and cosines with tails, some of which are NaN or infinite or too small.
struct Angles {
  std::vector<double> all = scattered_numbers(4 * kTracedMost, 5);
  certified::AngleTable table{all.data(), all.data() + kTracedMost, all.data() + 2 * kTracedMost,
                              all.data() + 3 * kTracedMost};

  Angles() {
    for (std::size_t i = 0; i < kTracedMost; ++i) {
      all[kTracedMost + i] *= 0x1p-54;
      all[3 * kTracedMost + i] *= 0x1p-54;
    }
    all[kTracedMost - 1] = kInfinity;
    all[kTracedMost - 2] = kNan;
    for (const std::size_t i : {2, 11, 332, 511}) {  // with a centre of sine zero, they are small sines
      for (std::size_t part = 0; part < 2; ++part) all[part * kTracedMost + i] = 0;
    }
  }
};

constexpr certified::Angle kCentres[] = {{{0.25, 0x1p-57}, {-0.75, 0x1p-55}}, {{0, 0}, {1, 0}}, {{0x1p-49, 0}, {1, 0}}};

void trace(decltype(certified::Kernels::sine) loop, Trace& t) {
  const Angles angles;
  for (const certified::Angle& centre : kCentres) {
    for (const std::size_t count : kTracedCounts) {
      std::vector<double> out(count);
      t.put(loop(centre, angles.table, count, out.data()));
      t.put_numbers(out);
    }
  }
}

void trace(decltype(certified::WideKernels::sine) loop, Trace& t) {
  const Angles angles;
  for (const certified::Angle& centre : kCentres) {
    for (const std::size_t count : kTracedCounts) {
      std::vector<double> head(count);
      std::vector<double> tail(count);
      t.put(loop(centre, angles.table, count, head.data(), tail.data()));
      t.put_numbers(head);
      t.put_numbers(tail);
    }
  }
}

std::vector<std::uint64_t> random_pool() {
  std::vector<std::uint64_t> pool(kTracedMost);
  for (std::size_t i = 0; i < pool.size(); ++i) pool[i] = mixed(i + 99);
  return pool;
}

void trace(decltype(certified::WideKernels::inputs) inputs, Trace& t) {
  const std::vector<std::uint64_t> pool = random_pool();
  for (const int shift : {12, 21, 43, 63}) {
    const certified::Window window{.first = 0xc12345678abcdef0U, .key = 0x5555, .shift = shift};
    for (const std::size_t count : kTracedCounts) {
      std::vector<std::uint64_t> bits(count);
      inputs(window, pool.data(), count, bits.data());
      for (const std::uint64_t b : bits) t.put(b);
    }
  }
}

void trace(decltype(certified::WideKernels::polynomial) polynomial, Trace& t) {
  const std::vector<std::uint64_t> pool = random_pool();
  const certified::Window window{.first = 0, .key = 12345, .shift = 43};
  const std::vector<double> b = scattered_numbers(certified::kWideDegree + certified::kWideHeads + 1, 7);
  for (const double size : {0x1p-3, 0x1p+200, 0x1p-200, 0.0}) {
    certified::WidePolynomial p{.centre = 1000, .pace = 0x1p-20};
    double scale = size == 0 ? 0 : 1;
    for (int j = 0; j <= certified::kWideDegree; ++j, scale *= size) {
      p.b[j] = b[static_cast<std::size_t>(j)] * scale;
      if (j < certified::kWideHeads) p.l[j] = p.b[j] * 0x1p-54;
    }
    for (p.is_reciprocal = false;; p.is_reciprocal = true) {
      for (const std::size_t count : kTracedCounts) {
        std::vector<double> head(count);
        std::vector<double> tail(count);
        polynomial(p, window, pool.data(), count, head.data(), tail.data());
        t.put_numbers(head);
        t.put_numbers(tail);
      }
      if (p.is_reciprocal) break;
    }
  }
}

template <class Table>
Traces traces_of(const Table& loops) {
  Traces all;
  for_every_loop(loops, [&](const std::string& name, const Format&, const auto& loop) {
    trace(loop, all.emplace_back(name, Trace()).second);
  });
  return all;
}

}  // namespace

Traces traces(const bulk::Remainders& loops) { return traces_of(loops); }
Traces traces(const certified::Kernels& loops) { return traces_of(loops); }

std::vector<std::string> differing(const Traces& plain, const Traces& others) {
  std::vector<std::string> names;
  for (std::size_t i = 0; i < plain.size(); ++i) {
    if (plain[i] != others.at(i)) names.push_back(plain[i].first);
  }
  return names;
}

}  // namespace classay
