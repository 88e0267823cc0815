// Runs the kernels of the simulated GPU on the host: fabs of consecutive floats (kernels/source.h), digests of its results
// (kernels/digesting.h), and `idle`, which only takes its time.
#include <algorithm>
#include <array>

#include "kernels/digest.h"
#include "kernels/digesting.h"
#include "tools/stand_ins/simulated_gpu/objects.h"

namespace classay::simulated_gpu {
namespace {

constexpr std::uint32_t kMagnitude = 0x7fffffff;

struct Shape {
  std::uint64_t count;
  std::uint64_t shift;
  std::uint64_t width;
  std::uint64_t items;
  std::uint64_t input(std::uint64_t item, std::uint64_t lane) const { return (lane + shift) % width * items + item; }
};

double run_function(const Kernel& kernel, std::uint64_t first_item, std::uint64_t items) {
  const std::uint64_t width = std::stoull(kernel.name.substr(kernel.name.rfind('v') + 1));
  const std::uint64_t origin = kernel.number(1);
  const Shape s{.count = kernel.number(2),
                .shift = kernel.number(3),
                .width = width,
                .items = sections(kernel.number(2), static_cast<int>(width))};
  auto* const out = reinterpret_cast<std::uint32_t*>(kernel.buffer(0).data());
  const std::uint64_t end = std::min(first_item + items, s.items);
  for (std::uint64_t lane = 0; lane < width; ++lane) {
    const std::uint64_t section = s.input(0, lane);
    for (std::uint64_t item = first_item; item < end; ++item) {
      out[item * width + lane] = static_cast<std::uint32_t>(origin + std::min(section + item, s.count - 1)) & kMagnitude;
    }
  }
  return static_cast<double>(items * width) / timeline().figures.results_per_second;
}

// The digest of consecutive inputs' words, from number `first` on. Words of one work-item are `stride` apart.
std::uint64_t digest_of(const std::uint32_t* words, std::uint64_t stride, std::uint64_t first, std::uint64_t count) {
  namespace words_of = digest_words;
  static const auto kPlaces = [] {
    std::array<std::array<std::uint32_t, 2>, words_of::kGroup> all{};
    for (std::uint32_t i = 0; i < words_of::kGroup; ++i)
      all.at(i) = {words_of::value_of_place(i), words_of::weight_of_place(i)};
    return all;
  }();
  std::uint64_t sum = 0;
  for (std::uint64_t i = 0; i < count;) {
    const std::uint64_t number = first + i;
    const std::uint32_t key = words_of::key_of_group(number / words_of::kGroup);
    const std::uint32_t weight = words_of::mixed(key);
    for (std::uint64_t place = number % words_of::kGroup; place < words_of::kGroup && i < count; ++place, ++i) {
      sum += std::uint64_t{words[i * stride] ^ kPlaces[place][0] ^ key} * ((kPlaces[place][1] ^ weight) | 1U);
    }
  }
  return sum;
}

double make_digest(const Kernel& kernel) {
  auto* const sums = reinterpret_cast<std::uint64_t*>(kernel.buffer(0).data());
  const auto* const out = reinterpret_cast<const std::uint32_t*>(kernel.buffer(1).data());
  const std::uint64_t first = kernel.number(2);
  const Shape s{.count = kernel.number(3), .shift = kernel.number(4), .width = kernel.number(5), .items = kernel.number(6)};
  const std::uint64_t stride = kernel.number(9);
  const std::uint32_t last = out[kernel.number(7) * stride + kernel.number(8)];
  std::fill_n(sums, kernel.buffer(0).size / sizeof *sums, 0);
  for (std::uint64_t lane = 0; lane < s.width; ++lane) {
    const std::uint64_t section = s.input(0, lane);
    const std::uint64_t real = std::min(s.items, s.count - std::min(s.count, section));
    sums[0] += digest_of(out + lane, stride, first + section, real);
    for (std::uint64_t item = real; item < s.items; ++item) {
      if (out[item * stride + lane] != last) sums[1] = 1;
    }
  }
  return static_cast<double>(s.items * s.width * sizeof last) / timeline().figures.memory_bytes_per_second;
}

}  // namespace

double run(const Kernel& kernel, std::uint64_t first_item, std::uint64_t items) {
  if (kernel.name == "idle") return static_cast<double>(items) / timeline().figures.results_per_second;
  return kernel.name == kDigestingKernel ? make_digest(kernel) : run_function(kernel, first_item, items);
}

}  // namespace classay::simulated_gpu
