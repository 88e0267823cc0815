#include "suites/plan/bit_fields.h"

#include <algorithm>

#include "reference/exact/bit_field.h"
#include "reference/inputs/inputs.h"
#include "suites/generator.h"

namespace classay {

std::vector<Bits> field_boundaries(int width, Extent extent) {
  const auto bits = static_cast<unsigned>(width);
  std::vector<Bits> all;
  const auto add = [&](unsigned offset, unsigned count) { all.push_back(BitField(offset, count).told()); };
  if (extent == Extent::none) return all;
  for (const auto& [offset, count] : {std::pair{0U, 0U},
                                      {0U, 1U},
                                      {0U, bits},
                                      {0U, bits / 2},
                                      {bits / 2, bits / 2},
                                      {bits, 0U},
                                      {bits - 1, 1U},
                                      {1U, bits - 1},
                                      {1U, 1U},
                                      {3U, 2U},
                                      {3U, bits - 3}}) {
    add(offset, count);
  }
  // These fields exceed the number; their results are undefined.
  for (const auto& [offset, count] : {std::pair{0U, bits + 1}, {bits, 1U}, {bits + 1, 0U}, {255U, 255U}}) add(offset, count);
  const bool has_every = extent == Extent::most || (extent == Extent::many && width <= 16);
  std::vector<unsigned> places{0, 1, bits / 2 - 1, bits / 2, bits / 2 + 1, bits - 1, bits};
  if (has_every) {
    places.clear();
    for (unsigned place = 0; place <= bits; ++place) places.push_back(place);
  }
  for (const unsigned offset : extent == Extent::few ? std::vector<unsigned>() : places) {
    for (const unsigned count : places) {
      if (BitField(offset, count).fits(width)) add(offset, count);
    }
  }
  std::ranges::sort(all);
  all.erase(std::unique(all.begin(), all.end()), all.end());
  return all;
}

Tuple field_input(std::span<const Type> types, std::uint64_t seed, std::uint64_t i) {
  Tuple tuple{};
  for (std::size_t a = 0; a + 1 < types.size(); ++a) tuple.at(a) = random_bits(types[a], seed, static_cast<int>(a), i);
  CounterRandom random(seed, i);
  const auto bits = static_cast<std::uint64_t>(width(types.front()));
  const std::uint64_t offset = random.below(bits + 1);
  const std::uint64_t count = random.below(bits + 1 - offset);
  tuple.at(types.size() - 1) = BitField(static_cast<unsigned>(offset), static_cast<unsigned>(count)).told();
  return tuple;
}

}  // namespace classay
