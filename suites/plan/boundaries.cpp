#include "suites/plan/boundaries.h"

#include <algorithm>

#include "reference/inputs/inputs.h"

namespace classay {
namespace {

constexpr std::size_t kSelected = 512;  // number of selected boundaries of a format

void keep_one_of_each(std::vector<Bits>& all) {
  std::ranges::sort(all);
  all.erase(std::unique(all.begin(), all.end()), all.end());
}

std::vector<Bits> with_neighbours(const Format& f, const std::vector<Bits>& numbers) {
  std::vector<Bits> all;
  for (const Bits b : numbers) {
    all.push_back(b);
    if (!f.is_finite(b)) continue;
    const std::int64_t at = ordered(f, b);
    if (at == 0) continue;  // the smallest numbers are added separately
    all.push_back(from_ordered(f, at - 1));
    all.push_back(from_ordered(f, at + 1));
  }
  keep_one_of_each(all);
  return all;
}

std::vector<Bits> of_floats(const Format& f, Extent extent) {
  if (extent == Extent::none) return {};
  if (extent == Extent::few) return shortest_boundary_table(f);
  if (extent == Extent::some) return short_boundary_table(f);
  std::vector<Bits> all = with_neighbours(f, short_boundary_table(f));
  if (extent == Extent::many) return all;
  const std::vector<Bits> every = boundary_table(f);
  const std::size_t step = std::max<std::size_t>(every.size() / kSelected, 1);
  for (std::size_t i = 0; i < every.size(); i += step) all.push_back(every[i]);
  keep_one_of_each(all);
  return all;
}

// Returns numbers of every bit length, with both signs and their neighbours.
std::vector<Bits> of_integers(Type type, Extent extent) {
  std::vector<Bits> all;
  if (extent == Extent::none) return all;
  const auto add = [&](std::int64_t i) { all.push_back(static_cast<Bits>(i) & mask(type)); };
  if (width(type) >= 32) {
    for (const std::int32_t i : boundary_ints()) {
      if (extent != Extent::few || i == INT32_MIN || i == INT32_MAX) add(i);
    }
  }
  const int step = extent == Extent::few ? 8 : 1;
  for (int bits = step == 1 ? 0 : width(type) - 1; width(type) != 32 && bits >= 0 && bits < width(type); bits += step) {
    const std::uint64_t power = std::uint64_t{1} << static_cast<unsigned>(bits);
    for (const std::uint64_t i : {power - 1, power, power + 1}) {
      add(static_cast<std::int64_t>(i));
      add(static_cast<std::int64_t>(-i));
    }
  }
  const int dense = extent == Extent::most ? 160 : extent == Extent::many ? 40 : 6;
  for (std::int64_t i = -dense; i <= dense; ++i) add(i);
  keep_one_of_each(all);
  return all;
}

}  // namespace

std::vector<Bits> operand_boundaries(Type type, Extent extent) {
  if (is_float(type) || extent == Extent::none) return boundaries(type, extent);
  std::vector<Bits> all;
  const auto bits = static_cast<unsigned>(width(type));
  const auto add = [&](Bits i) { all.push_back(i & mask(type)); };
  const auto add_opposites = [&](Bits i) {
    add(i);
    add(~i + 1);
  };
  for (const Bits i : {0U, 1U, 2U, 3U, bits - 1, bits, bits + 1, 2 * bits - 1}) add_opposites(i);
  const Bits half = Bits{1} << (bits - 1);
  for (const Bits i : {half, half - 1, half + 1, Bits{1} << (bits / 2), (Bits{1} << (bits / 2)) - 1}) add_opposites(i);
  for (const Bits i : {0x5555555555555555U, 0xaaaaaaaaaaaaaaaaU, 0x0123456789abcdefU}) add(i);
  if (bits == 32) {
    for (const Bits i : {0x7fffffU, 0x800000U, 0x800001U, 0xffffffU, 0x1000000U}) add_opposites(i);
  }
  const int beside = extent == Extent::few || extent == Extent::some ? 0 : 1;
  for (unsigned k = 0; extent != Extent::few && k < bits; ++k) {
    for (int d = -beside; d <= beside; ++d) add_opposites((Bits{1} << k) + static_cast<Bits>(d));
  }
  for (Bits i = 0; extent == Extent::most && i <= 80; ++i) add_opposites(i);
  keep_one_of_each(all);
  return all;
}

std::vector<Bits> packed_boundaries() {
  std::vector<Bits> all{0, 0xff7f8001, 0x0180ff7f};
  for (const Bits byte : {0x01U, 0x7fU, 0x80U, 0xffU}) {
    all.push_back(byte * 0x01010101U);
    for (unsigned place = 0; place < 4; ++place) all.push_back(byte << 8 * place);
  }
  return all;
}

std::vector<Bits> boundaries(Type type, Extent extent) {
  return is_float(type) ? of_floats(format(type), extent) : of_integers(type, extent);
}

}  // namespace classay
