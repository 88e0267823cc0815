// Simulates a device for the tests of collective functions. It follows the specification, with a choice of the order of
// operations, except for injected errors.
#pragma once

#include <algorithm>
#include <functional>
#include <map>
#include <string>
#include <vector>

#include "harness/worker/lanes/lanes.h"
#include "harness/worker/probes/group_functions.h"
#include "harness/worker/probes/testing.h"
#include "reference/exact/exact.h"
#include "reference/number/real.h"

namespace classay::probe_test {

constexpr std::uint64_t kLargest = 40;  // maximum sub-group size; larger than any that exists
constexpr Bits kNothing = 0x5b;         // result of this device where nothing is promised

enum class Order { from_left, from_right, in_pairs };

inline Bits combined(Type type, CollectiveOperation o, Bits x, Bits y) {
  const auto less = [&](Bits a, Bits b) {
    if (is_float(type)) return compare(exact(Value{type, a}), exact(Value{type, b})) < 0;
    return is_signed(type) ? as_signed({type, a}) < as_signed({type, b}) : a < b;
  };
  const bool is_rounded = is_float(type);
  switch (o) {
    case CollectiveOperation::add:
      if (!is_rounded) return (x + y) & mask(type);
      return round_to(format(type), exact_sum(exact(Value{type, x}), exact(Value{type, y})), Rounding::rne);
    case CollectiveOperation::mul:
      if (!is_rounded) return (x * y) & mask(type);
      return round_to(format(type), exact_product(exact(Value{type, x}), exact(Value{type, y})), Rounding::rne);
    case CollectiveOperation::min: return less(y, x) ? y : x;
    case CollectiveOperation::max: return less(x, y) ? y : x;
    case CollectiveOperation::bit_and: return x & y;
    case CollectiveOperation::bit_or: return x | y;
    case CollectiveOperation::bit_xor: return x ^ y;
    case CollectiveOperation::logical_and: return (x != 0 && y != 0) ? 1 : 0;
    case CollectiveOperation::logical_or: return (x != 0 || y != 0) ? 1 : 0;
    case CollectiveOperation::logical_xor: return ((x != 0) != (y != 0)) ? 1 : 0;
  }
  return 0;
}

inline Bits identity(Type type, CollectiveOperation o) {
  switch (o) {
    case CollectiveOperation::mul: return is_float(type) ? format(type).one() : 1;
    case CollectiveOperation::min:
      return is_float(type) ? format(type).infinity(false) : is_signed(type) ? mask(type) >> 1U : mask(type);
    case CollectiveOperation::max:
      return is_float(type) ? format(type).infinity(true) : is_signed(type) ? mask(type) ^ mask(type) >> 1U : 0;
    case CollectiveOperation::bit_and: return mask(type);
    case CollectiveOperation::logical_and: return 1;
    default: return 0;
  }
}

inline Bits fold(Type type, CollectiveOperation o, std::span<const Bits> x, Order order) {
  if (x.empty()) return identity(type, o);
  if (x.size() == 1) return is_logical(o) ? (x[0] != 0 ? 1 : 0) : x[0];
  switch (order) {
    case Order::from_left: return combined(type, o, fold(type, o, x.first(x.size() - 1), order), x.back());
    case Order::from_right: return combined(type, o, x[0], fold(type, o, x.subspan(1), order));
    case Order::in_pairs: break;
  }
  const std::size_t half = x.size() / 2;
  return combined(type, o, fold(type, o, x.first(half), order), fold(type, o, x.subspan(half), order));
}

// A work-item of the simulated device, with its inputs.
struct Item {
  std::uint64_t id = 0;
  Bits x = 0;
  Bits f = 0;
  std::uint32_t p = 0;
  bool is_there = true;
};

struct Simulated {
  Type type = Type::i32;
  Order order = Order::from_left;
  std::uint64_t number = 0;
  std::uint64_t largest = 1;
  std::map<std::uint64_t, Item> items;  // by their number

  Bits number_of(bool is_true) const { return !is_true ? 0 : is_float(type) ? format(type).one() : 1; }
  Bits of(std::uint64_t from) const {
    const auto found = items.find(from);
    return found == items.end() || !found->second.is_there ? kNothing : found->second.x;
  }
  std::vector<Bits> vector_of(std::uint64_t from, std::size_t width) const {
    std::vector<Bits> lanes(width, kNothing);
    const auto found = items.find(from);
    if (found == items.end() || !found->second.is_there) return lanes;
    for (std::size_t i = 0; i < width; ++i) lanes[i] = broadcast_lane(type, found->second.x, found->second.f, i);
    return lanes;
  }
  std::vector<Bits> word(const std::function<bool(std::uint64_t)>& is, std::uint64_t end) const {
    std::vector<Bits> words(4, 0);
    for (std::uint64_t i = 0; i < end; ++i) words[i / 32] |= is(i) ? Bits{1} << (i % 32) : 0;
    return words;
  }
  static bool voted(std::uint64_t i) { return (kBallot.at(i / 32) >> (i % 32) & 1U) != 0; }
  static std::uint64_t votes(std::uint64_t end) {
    std::uint64_t count = 0;
    for (std::uint64_t i = 0; i < end; ++i) count += voted(i) ? 1U : 0U;
    return count;
  }
  std::uint64_t vote(bool is_first) const {
    std::uint64_t found = kNothing;
    for (std::uint64_t i = 0; i < largest; ++i) {
      if (voted(i) && (!is_first || found == kNothing)) found = i;
    }
    return found;
  }

  Bits folded(const Collective& c, std::uint64_t me) const {
    std::vector<Bits> taken;
    for (const auto& [i, item] : items) {
      const bool is_in = (c.over == Over::all || i < me || (i == me && c.over == Over::until_itself)) &&
                         (c.cluster == 0 || i / c.cluster == me / c.cluster);
      if (!is_in || !item.is_there) continue;
      taken.push_back(is_logical(c.operation) ? item.p : c.operation == CollectiveOperation::mul ? item.f : item.x);
    }
    return fold(type, c.operation, taken, order);
  }

  std::vector<Bits> given(const Collective& c, std::uint64_t me) const {
    const auto size = static_cast<std::uint32_t>(items.size());
    const std::uint64_t n = operand_of(c, size, static_cast<std::uint32_t>(number), static_cast<std::uint32_t>(me));
    std::vector<Item> there;
    for (const auto& [i, item] : items) {
      if (item.is_there) there.push_back(item);
    }
    const auto has = [](const Item& i) { return i.p != 0; };
    switch (c.name) {
      case CollectiveName::all: return {number_of(std::ranges::all_of(there, has))};
      case CollectiveName::any: return {number_of(std::ranges::any_of(there, has))};
      case CollectiveName::elect: return {number_of(there.front().id == items.at(me).id)};
      case CollectiveName::all_equal:
        return {number_of(std::ranges::all_of(there, [&](const Item& i) { return i.f == there.front().f; }))};
      case CollectiveName::broadcast:
        if (c.width > 1) return vector_of(n, slots(c));
        return {of(n)};
      case CollectiveName::shuffle: return {of(n)};
      case CollectiveName::broadcast_first: return {there.front().x};
      case CollectiveName::shuffle_xor: return {of(me ^ n)};
      case CollectiveName::shuffle_up: return {n > me ? kNothing : of(me - n)};
      case CollectiveName::shuffle_down: return {of(me + n)};
      case CollectiveName::rotate: return {of((me + n) % largest)};
      case CollectiveName::clustered_rotate: return {of(me / c.cluster * c.cluster + (me % c.cluster + n) % c.cluster)};
      case CollectiveName::arithmetic: return {folded(c, me)};
      case CollectiveName::ballot:
        return word([&](std::uint64_t i) { return items.contains(i) && items.at(i).is_there && has(items.at(i)); }, size);
      case CollectiveName::inverse_ballot: return {number_of(voted(me))};
      case CollectiveName::ballot_bit_extract: return {number_of(voted(n))};
      case CollectiveName::ballot_bit_count: return {votes(largest)};
      case CollectiveName::ballot_inclusive_scan: return {votes(me + 1)};
      case CollectiveName::ballot_exclusive_scan: return {votes(me)};
      case CollectiveName::ballot_find_lsb: return {vote(true)};
      case CollectiveName::ballot_find_msb: return {vote(false)};
      case CollectiveName::eq_mask: return word([&](std::uint64_t i) { return i == me; }, largest);
      case CollectiveName::ge_mask: return word([&](std::uint64_t i) { return i >= me; }, largest);
      case CollectiveName::gt_mask: return word([&](std::uint64_t i) { return i > me; }, largest);
      case CollectiveName::le_mask: return word([&](std::uint64_t i) { return i <= me; }, largest);
      case CollectiveName::lt_mask: return word([&](std::uint64_t i) { return i < me; }, largest);
    }
    return {};
  }
};

struct Told {
  std::vector<Bits> results;
  Place place;
};
using Wrong = std::function<void(Told& told, std::uint64_t item)>;

// Makes sub-groups of ten; the last of a work-group is smaller. Their work-items are in reverse order, which a device may
// choose. On Vulkan they report the largest size, and have gaps.
inline Place place_of(CollectiveSet set, std::uint64_t item, std::uint64_t size) {
  const std::uint64_t local = item % size;
  if (info(set).scope == Scope::work_group) return {.size = size, .group = item / size, .me = local, .largest = size};
  const std::uint64_t sub_groups = (size + 9) / 10;
  const std::uint64_t mine = local / 10;
  const std::uint64_t members = std::min<std::uint64_t>(10, size - mine * 10);
  if (set == CollectiveSet::sub_group_of_vulkan) {
    return {.size = kLargest, .group = item / size * sub_groups + mine, .me = local % 10 * 4, .largest = kLargest};
  }
  return {.size = members, .group = item / size * sub_groups + mine, .me = members - 1 - local % 10, .largest = kLargest};
}

inline const GroupShape& shape_named(const std::string& kernel) {
  return *std::ranges::find(kGroupShapes, kernel, collecting_kernel_name);
}

inline std::map<std::uint64_t, Simulated> groups_of(const Launch& launch, CollectiveSet set, Type type, Order order,
                                                    std::uint64_t size) {
  std::map<std::uint64_t, Simulated> groups;
  const int element = width(type) / 8;
  for (std::uint64_t item = 0; item < launch.items; ++item) {
    const Place place = place_of(set, item, size);
    Simulated& group = groups[place.group];
    group.type = type;
    group.order = order;
    group.number = place.group;
    group.largest = place.largest;
    group.items[place.me] = {.id = item,
                             .x = element_at(launch.inputs.at(0), element, item),
                             .f = element_at(launch.inputs.at(1), element, item),
                             .p = static_cast<std::uint32_t>(element_at(launch.inputs.at(2), 4, 2 * item)),
                             .is_there = !info(set).is_partial || element_at(launch.inputs.at(2), 4, 2 * item + 1) != 0};
  }
  return groups;
}

struct Answered {
  std::vector<std::byte> results;
  std::vector<std::byte> places;
};

inline void answer(const Simulated& group, CollectiveSet set, std::uint64_t size, const Wrong& wrong, Answered& left) {
  const std::vector<Collective> functions = collectives(set, group.type);
  const std::size_t row = collective_slots(functions);
  for (const auto& [me, item] : group.items) {
    Told told{.results = {}, .place = place_of(set, item.id, size)};
    for (const Collective& c : functions) {
      const std::vector<Bits> given = item.is_there ? group.given(c, me) : std::vector<Bits>(slots(c), kNothing);
      told.results.insert(told.results.end(), given.begin(), given.end());
    }
    if (wrong) wrong(told, item.id);
    const int element = width(group.type) / 8;
    for (std::size_t i = 0; i < row; ++i) put_element(left.results, element, item.id * row + i, told.results.at(i));
    const Place& p = told.place;
    std::uint64_t at = item.id * kPlaceWords;
    for (const std::uint64_t n : {p.size, p.group, p.me, p.largest}) put_element(left.places, 4, at++, n);
  }
}

inline AnsweringDevice collector(CollectiveSet set, Type type, Order order, const Wrong& wrong = {}) {
  return AnsweringDevice([=](const Module&, const Launch& launch) {
    const bool is_any = launch.kernel == collecting_kernel_name(kAnyGroup);
    const std::uint64_t size = is_any ? launch.range->group[0] : shape_named(launch.kernel).size();
    Answered left{.results = std::vector<std::byte>(launch.outputs.at(0)),
                  .places = std::vector<std::byte>(launch.outputs.at(1))};
    for (const auto& [number, group] : groups_of(launch, set, type, order, size)) answer(group, set, size, wrong, left);
    left.results.insert(left.results.end(), left.places.begin(), left.places.end());
    return left.results;
  });
}

}  // namespace classay::probe_test
