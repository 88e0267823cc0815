#include "harness/worker/probes/group_inputs.h"

#include <algorithm>

#include "harness/worker/probes/ranges.h"

namespace classay {

GroupInputs inputs_of(const Collected& c) {
  const std::uint64_t size = c.shape.size();
  if (!is_large(size)) {
    return {given_numbers(c.type, c.given, c.specials), given_factors(c.type, c.given), given_words()};
  }
  constexpr std::uint64_t kEach = 64;
  const std::uint64_t items = items_of(size);
  GroupInputs all{given_numbers(c.type, c.given, c.specials, items), given_factors(c.type, c.given, items), {}};
  const bool is_unsigned = !is_float(c.type) && !is_signed(c.type);
  for (std::uint64_t i = 0; i < items; ++i) {
    const bool is_last = i % size == size - 1;
    const bool counts = is_last || i % size % kEach == 5;
    if (c.given != Given::any) {
      const Units end = is_last ? (i < size ? 9 : is_unsigned ? 0 : -9) : is_unsigned ? 1 : 0;
      if (!counts || is_last) all.numbers[i] = bits_of_units(c.type, end * (Units{1} << -unit_of(c.type)));
    }
    if (!counts) all.factors[i] = is_float(c.type) ? format(c.type).one() : 1;
    all.words.push_back({.predicate = is_last == (i >= size) ? 1 : 0, .joins = 1});
  }
  return all;
}

std::vector<GroupShape> shapes_for(FrontEnd front_end, const GroupLimits& limits) {
  std::vector<GroupShape> all;
  for (const GroupShape& shape : kGroupShapes) {
    const bool is_flat = shape.dimensions() == 1;
    const bool has_group = limits.takes_ranges ? fits(shape.sides, limits) && (is_flat || front_end != FrontEnd::il)
                                               : is_flat && (limits.items == 0 || shape.size() <= limits.items);
    if (has_group) all.push_back(shape);
  }
  return all;
}

std::vector<GroupShape> large_shapes(const GroupLimits& limits, std::uint64_t of_kernel) {
  constexpr std::uint64_t kMost = 8192;
  const std::uint64_t most = std::min({of_kernel, limits.items, limits.sizes[0], kMost});
  const auto is_prime = [](std::uint64_t n) {
    for (std::uint64_t d = 2; d * d <= n; ++d) {
      if (n % d == 0) return false;
    }
    return true;
  };
  std::vector<GroupShape> all;
  if (is_large(most)) all.push_back({{most, 1, 1}});
  for (std::uint64_t n = most == 0 ? 0 : most - 1; is_large(n); --n) {
    if (!is_prime(n)) continue;
    all.push_back({{n, 1, 1}});
    break;
  }
  return all;
}

}  // namespace classay
