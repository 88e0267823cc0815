#include "harness/worker/selfcheck/loops_agree.h"

#include <algorithm>
#include <array>
#include <limits>

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

// Traces the loops over lanes, for every element size and every width.

namespace {

constexpr std::array kElements{1, 2, 3, 4, 8, 16};  // a size of 3 bytes is not supported
constexpr std::array kWidths{1, 2, 3, 4, 5, 8, 16};
constexpr std::uint64_t kMostItems = 333;
constexpr std::uint64_t kItems[] = {1, 7, 64, kMostItems};
constexpr std::size_t kMostBytes = kMostItems * 16 * 16;

std::vector<std::byte> noise(std::size_t bytes, std::uint64_t seed = 0) {
  std::vector<std::byte> all(bytes);
  for (std::size_t i = 0; i < bytes; ++i) all[i] = static_cast<std::byte>(mixed(seed * kGoldenStep + i));
  return all;
}

// Returns vectors with these lanes, one after the other.
std::vector<std::byte> grouped(const std::vector<std::vector<std::byte>>& lanes, std::size_t element) {
  std::vector<std::byte> vectors;
  for (std::size_t at = 0; at < lanes[0].size(); at += element) {
    for (const std::vector<std::byte>& lane : lanes) {
      const auto from = lane.begin() + static_cast<std::ptrdiff_t>(at);
      vectors.insert(vectors.end(), from, from + static_cast<std::ptrdiff_t>(element));
    }
  }
  return vectors;
}

// Compares equal data, then data with one different bit: in the first byte, and in the last.
void trace_equal(LaneLoops::Equal loop, int element, int width, Trace& t) {
  for (const std::uint64_t items : kItems) {
    std::vector<std::vector<std::byte>> lanes;
    std::vector<const std::byte*> starts;
    for (std::uint64_t l = 0; l < static_cast<std::uint64_t>(width); ++l) {
      lanes.push_back(noise(items * static_cast<std::uint64_t>(element), l));
    }
    for (const std::vector<std::byte>& lane : lanes) starts.push_back(lane.data());
    std::vector<std::byte> vectors = grouped(lanes, static_cast<std::size_t>(element));
    t.put(loop(vectors.data(), starts.data(), items) ? 1 : 0);
    for (const std::size_t at : {std::size_t{0}, vectors.size() - 1}) {
      vectors[at] ^= std::byte{0x80};
      t.put(loop(vectors.data(), starts.data(), items) ? 1 : 0);
      vectors[at] ^= std::byte{0x80};
    }
  }
}

void trace(decltype(LaneLoops::equal) equal, Trace& t) {
  for (const int element : kElements) {
    for (const int width : kWidths) {
      const LaneLoops::Equal loop = equal(element, width);
      t.put(loop == nullptr ? 0 : 1);
      if (loop != nullptr) trace_equal(loop, element, width, t);
    }
  }
}

void trace(decltype(LaneLoops::ungroup) ungroup, Trace& t) {
  const std::vector<std::byte> vectors = noise(kMostBytes);
  for (const int element : kElements) {
    for (const int width : kWidths) {
      const LaneLoops::Ungroup loop = ungroup(element, width);
      t.put(loop == nullptr ? 0 : 1);
      for (const std::uint64_t items : kItems) {
        std::vector<std::byte> lane(items * static_cast<std::uint64_t>(element));
        if (loop != nullptr) loop(vectors.data(), lane.data(), items);
        t.put_bytes(lane);
      }
    }
  }
}

// `size`: of a pair.
void trace_pairs(LaneLoops::Zip loop, int size, Trace& t) {
  t.put(loop == nullptr ? 0 : 1);
  if (loop == nullptr) return;
  const std::vector<std::byte> first = noise(8 * 3 * kMostItems);
  const std::vector<std::byte> second = noise(8 * 4 * kMostItems);
  for (const std::uint64_t items : kItems) {
    std::vector<std::byte> pairs(items * static_cast<std::uint64_t>(size));
    loop(first.data(), second.data(), pairs.data(), items);
    t.put_bytes(pairs);
  }
}

void trace(decltype(LaneLoops::zip) zip, Trace& t) {
  for (const int a : kElements) {
    for (const int b : kElements) {
      const int size = 2 * std::max(a, b);
      trace_pairs(zip(a, b, false), size, t);
      trace_pairs(zip(a, b, true), 3 * size, t);
    }
  }
}

void trace(decltype(LaneLoops::unzip) unzip, Trace& t) {
  const std::vector<std::byte> pairs = noise(2 * 8 * kMostItems);
  for (const int a : kElements) {
    for (const int b : kElements) {
      const LaneLoops::Unzip loop = unzip(a, b);
      t.put(loop == nullptr ? 0 : 1);
      for (const std::uint64_t items : kItems) {
        std::vector<std::byte> first(items * static_cast<std::uint64_t>(a));
        std::vector<std::byte> second(items * static_cast<std::uint64_t>(b));
        if (loop != nullptr) loop(pairs.data(), first.data(), second.data(), items);
        t.put_bytes(first);
        t.put_bytes(second);
      }
    }
  }
}

// Compares equal numbers, one of them a NaN, then with a different int: the first, and the last.
void trace(decltype(LaneLoops::are_ints) are_ints, Trace& t) {
  for (const std::uint64_t items : kItems) {
    std::vector<std::int32_t> ints(items);
    for (std::uint64_t i = 0; i < items; ++i) ints[i] = static_cast<std::int32_t>(mixed(i));
    std::vector<double> numbers(ints.begin(), ints.end());
    if (items > 2) numbers[items / 2] = kNan;
    const std::span<const std::byte> bytes = std::as_bytes(std::span(ints));
    t.put(are_ints(bytes.data(), numbers.data(), items) ? 1 : 0);
    for (const std::uint64_t at : {std::uint64_t{0}, items - 1}) {
      ints[at] ^= 1;
      t.put(are_ints(bytes.data(), numbers.data(), items) ? 1 : 0);
      ints[at] ^= 1;
    }
  }
}

// Returns the element at a place as a number, the lowest byte first.
std::uint64_t pattern_at(const std::vector<std::byte>& all, std::uint64_t place, int element) {
  std::uint64_t pattern = 0;
  for (int b = 0; b < element; ++b) {
    const std::byte byte = all[place * static_cast<std::uint64_t>(element) + static_cast<std::uint64_t>(b)];
    pattern |= static_cast<std::uint64_t>(byte) << (8 * b);
  }
  return pattern;
}

// Traces loops that search for a pattern: calls `ask` with each loop and the pattern of the first or last element.
template <class Loops, class Ask>
void trace_sought(Loops loops, Trace& t, Ask ask) {
  const std::vector<std::byte> all = noise(8 * kMostItems);
  for (const int element : kElements) {
    const auto loop = loops(element);
    t.put(loop == nullptr ? 0 : 1);
    if (loop == nullptr) continue;
    for (const std::uint64_t items : kItems) {
      for (const std::uint64_t place : {std::uint64_t{0}, items - 1}) {
        ask(loop, all.data(), items, pattern_at(all, place, element), element);
      }
    }
  }
}

// Searches for the pattern, for it in one element less, and for a pattern that does not occur.
void trace(decltype(LaneLoops::contains) contains, Trace& t) {
  trace_sought(contains, t, [&t](auto loop, const std::byte* all, std::uint64_t items, std::uint64_t pattern, int) {
    t.put(loop(all, items, pattern) ? 1 : 0);
    t.put(loop(all, items - 1, pattern) ? 1 : 0);
    t.put(loop(all, items, ~pattern) ? 1 : 0);
  });
}

// Searches for patterns without their sign bit, and between two neighbours.
void trace(decltype(LaneLoops::between) between, Trace& t) {
  trace_sought(between, t, [&t](auto loop, const std::byte* all, std::uint64_t items, std::uint64_t found, int element) {
    const std::uint64_t magnitude = ~std::uint64_t{0} >> (65 - 8 * element);
    const std::uint64_t pattern = found & magnitude;
    t.put(loop(all, items, magnitude, pattern - 1, pattern + 1) ? 1 : 0);
    t.put(loop(all, items - 1, magnitude, pattern - 1, pattern + 1) ? 1 : 0);
    t.put(loop(all, items, magnitude, pattern, pattern + 1) ? 1 : 0);
  });
}

void trace(decltype(LaneLoops::digest) digest, Trace& t) {
  const std::vector<std::byte> all = noise(16 * kMostItems);
  for (const int element : kElements) {
    const LaneLoops::Digest loop = digest(element);
    t.put(loop == nullptr ? 0 : 1);
    if (loop == nullptr) continue;
    for (const std::uint64_t items : kItems) {
      for (const std::uint64_t first : {std::uint64_t{0}, std::uint64_t{77}, (std::uint64_t{3} << 32U) - 20}) {
        t.put(loop(all.data(), items, first));
      }
    }
  }
}

}  // namespace

Traces traces(const LaneLoops& loops) {
  Traces all;
  for_every_loop(loops, [&](const std::string& name, const Format&, const auto& loop) {
    trace(loop, all.emplace_back(name, Trace()).second);
  });
  return all;
}

}  // namespace classay
