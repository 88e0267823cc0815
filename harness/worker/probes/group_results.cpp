#include <algorithm>
#include <array>
#include <optional>

#include "harness/worker/probes/group_functions.h"
#include "harness/worker/probes/ranges.h"
#include "reference/number/real.h"

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

namespace {

using Name = CollectiveName;

std::uint64_t size_of(const Gathered& g) { return g.members.size(); }

std::uint64_t first_of_cluster(const Collective& c, std::uint64_t me) { return c.cluster == 0 ? 0 : me - me % c.cluster; }

// Returns the members that the function of `me` combines.
std::vector<Member> over(const Gathered& g, const Collective& c, std::uint64_t me) {
  const std::uint64_t first = first_of_cluster(c, me);
  std::uint64_t end = c.cluster == 0 ? size_of(g) : std::min(first + c.cluster, size_of(g));
  if (c.over == Over::until_itself) end = me + 1;
  if (c.over == Over::before_itself) end = me;
  std::vector<Member> all;
  std::copy_if(g.members.begin() + static_cast<std::ptrdiff_t>(first), g.members.begin() + static_cast<std::ptrdiff_t>(end),
               std::back_inserter(all), [](const Member& m) { return m.joins; });
  return all;
}

// Returns the digits in u = 2^-digits: half an ulp of one, or an ulp if the device truncates.
int digits_of(const Gathered& g) { return format(g.type).precision - (g.to_nearest ? 0 : 1); }

// Returns whether a sum can be judged. At the ends of a type, the order of additions decides whether it overflows; only
// unsigned integers wrap.
bool is_sum_known(const Gathered& g) { return g.given != Given::any || (!is_float(g.type) && !is_signed(g.type)); }

// Returns whether additions in some order can have this result.
bool is_possible_sum(const Gathered& g, const std::vector<Member>& members, Bits got) {
  Units exact = 0;
  Units magnitudes = 0;
  for (const Member& m : members) {
    const Units one = *units_of(g.type, m.number);
    exact += one;
    magnitudes += one < 0 ? -one : one;
  }
  if (!is_float(g.type)) return got == bits_of_units(g.type, exact);
  const std::optional<Units> found = units_of(g.type, got);
  if (!found) return false;
  const Units off = *found < exact ? exact - *found : *found - exact;
  if (g.given == Given::small || members.size() < 2) return off == 0;
  constexpr Units kFarOff = Units{1} << 62;
  if (off > kFarOff) return false;
  const auto additions = static_cast<Units>(members.size() - 1);
  return off * ((Units{1} << digits_of(g)) - additions) <= magnitudes * additions;
}

// Returns whether multiplications in some order can have this result.
bool is_possible_product(const Gathered& g, const std::vector<Member>& members, Bits got) {
  if (!is_float(g.type)) {
    Bits product = 1;
    for (const Member& m : members) product *= m.factor;
    return got == (product & mask(g.type));
  }
  if (!format(g.type).is_finite(got)) return false;
  Real product = exact(Value{g.type, format(g.type).one()});
  for (const Member& m : members) product = exact_product(product, exact(Value{g.type, m.factor}));
  const Real found = exact(Value{g.type, got});
  const Real off = exact_difference(found, product);
  if (g.given == Given::small || members.size() < 2) return off.is_zero() && found.signbit() == product.signbit();
  const auto roundings = static_cast<double>(members.size() - 1);
  const Real share = exact_product(power_of_two(-digits_of(g)), exact_double(roundings));
  Real least = exact_product(off, exact_difference(exact_double(1), share));
  Real most = exact_product(product, share);
  mpfr_abs(least.get(), least.get(), MPFR_RNDN);
  mpfr_abs(most.get(), most.get(), MPFR_RNDN);
  return compare(least, most) <= 0;
}

// Returns the place in the order of the type's numbers. Precondition: not NaN. Both zeros have the same place.
Units place_of(Type type, Bits bits) { return is_float(type) ? ordered(format(type), bits) : *units_of(type, bits); }

// Returns whether a result is the least or the greatest member, or the value for no members. If both zeros are members, a
// device may return either.
bool is_end(Type type, const std::vector<Member>& members, bool is_least, Bits got) {
  if (members.empty()) return got == (is_least ? greatest_of(type) : least_of(type));
  if (is_float(type) && format(type).is_nan(got)) return false;
  const auto place = [&](const Member& m) { return place_of(type, m.number); };
  const auto [least, greatest] = std::ranges::minmax(members, {}, place);
  return place_of(type, got) == place(is_least ? least : greatest);
}

Bits truth(Type type, bool is_true) { return bits_of_units(type, static_cast<Units>(is_true ? 1 : 0) << -unit_of(type)); }

bool is_possible(const Gathered& g, CollectiveOperation operation, const std::vector<Member>& members, Bits got) {
  const auto true_ones = std::count_if(members.begin(), members.end(), [](const Member& m) { return m.is_true; });
  Bits bits = operation == CollectiveOperation::bit_and ? mask(g.type) : 0;
  switch (operation) {
    case CollectiveOperation::add: return !is_sum_known(g) || is_possible_sum(g, members, got);
    case CollectiveOperation::mul: return is_possible_product(g, members, got);
    case CollectiveOperation::min: return is_end(g.type, members, true, got);
    case CollectiveOperation::max: return is_end(g.type, members, false, got);
    case CollectiveOperation::bit_and:
      for (const Member& m : members) bits &= m.number;
      return got == bits;
    case CollectiveOperation::bit_or:
      for (const Member& m : members) bits |= m.number;
      return got == bits;
    case CollectiveOperation::bit_xor:
      for (const Member& m : members) bits ^= m.number;
      return got == bits;
    case CollectiveOperation::logical_and:
      return got == truth(g.type, true_ones == static_cast<std::ptrdiff_t>(members.size()));
    case CollectiveOperation::logical_or: return got == truth(g.type, true_ones > 0);
    case CollectiveOperation::logical_xor: return got == truth(g.type, true_ones % 2 == 1);
  }
  return false;
}

// If the other member does not exist or is absent, "the return value is undefined".
bool may_come_from(const Gathered& g, std::uint64_t from, Bits got) {
  return from >= size_of(g) || !g.members[from].joins || got == g.members[from].number;
}

bool may_be_vector_from(const Gathered& g, std::uint64_t from, std::span<const Bits> got) {
  if (from >= size_of(g) || !g.members[from].joins) return true;
  const Member& m = g.members[from];
  for (std::size_t lane = 0; lane < got.size(); ++lane) {
    if (got[lane] != broadcast_lane(g.type, m.number, m.factor, lane)) return false;
  }
  return true;
}

// ---- Ballots: 128 bits, the lowest of the first member

using Ballot = std::array<std::uint32_t, 4>;

bool bit(const Ballot& b, std::uint64_t i) { return i < 128 && (b[i / 32] >> (i % 32) & 1U) != 0; }

template <class Is>
Ballot ballot_of(std::uint64_t size, Is is) {
  Ballot b{};
  for (std::uint64_t i = 0; i < std::min<std::uint64_t>(size, 128); ++i) b[i / 32] |= (is(i) ? 1U : 0U) << (i % 32);
  return b;
}

bool is_ballot(const Ballot& right, std::span<const Bits> got) {
  return std::equal(right.begin(), right.end(), got.begin(), got.end());
}

std::uint64_t ones_below(std::uint64_t end) {
  std::uint64_t count = 0;
  for (std::uint64_t i = 0; i < end; ++i) count += bit(kBallot, i) ? 1 : 0;
  return count;
}

// The first or last set bit, "only considering the bits ... less than the maximum sub-group size"; undefined if there is
// none.
bool is_end_of_ballot(std::uint64_t largest, bool is_first, Bits got) {
  if (ones_below(largest) == 0) return true;
  const bool is_beyond = is_first ? ones_below(got) > 0 : ones_below(got + 1) != ones_below(largest);
  return got < largest && bit(kBallot, got) && !is_beyond;
}

bool may_get_mask(const Gathered& g, Name name, std::uint64_t me, std::span<const Bits> got) {
  switch (name) {
    case Name::ballot:
      return is_ballot(ballot_of(size_of(g), [&](std::uint64_t i) { return g.members[i].joins && g.members[i].is_true; }),
                       got);
    case Name::eq_mask: return is_ballot(ballot_of(g.largest, [&](std::uint64_t i) { return i == me; }), got);
    case Name::ge_mask: return is_ballot(ballot_of(g.largest, [&](std::uint64_t i) { return i >= me; }), got);
    case Name::gt_mask: return is_ballot(ballot_of(g.largest, [&](std::uint64_t i) { return i > me; }), got);
    case Name::le_mask: return is_ballot(ballot_of(g.largest, [&](std::uint64_t i) { return i <= me; }), got);
    case Name::lt_mask: return is_ballot(ballot_of(g.largest, [&](std::uint64_t i) { return i < me; }), got);
    default: return false;
  }
}

}  // namespace

bool may_get(const Gathered& g, const Collective& c, std::uint64_t me, std::span<const Bits> got) {
  const std::uint64_t size = size_of(g);
  const std::vector<Member> members = over(g, c, me);
  const auto is_true = [](const Member& m) { return m.is_true; };
  const std::uint64_t operand =
      operand_of(c, static_cast<std::uint32_t>(size), static_cast<std::uint32_t>(g.number), static_cast<std::uint32_t>(me));
  const Bits one = got.front();
  const auto first = std::find_if(g.members.begin(), g.members.end(), [](const Member& m) { return m.joins; });
  switch (c.name) {
    case Name::all: return one == truth(g.type, std::all_of(members.begin(), members.end(), is_true));
    case Name::any: return one == truth(g.type, std::any_of(members.begin(), members.end(), is_true));
    case Name::elect: return one == truth(g.type, first == g.members.begin() + static_cast<std::ptrdiff_t>(me));
    case Name::all_equal:
      return one == truth(g.type, std::all_of(members.begin(), members.end(),
                                              [&](const Member& m) { return m.factor == members.front().factor; }));
    case Name::broadcast_first: return one == first->number;
    case Name::broadcast:
      if (c.width > 1) return may_be_vector_from(g, operand, got);
      return may_come_from(g, operand, one);
    case Name::shuffle: return may_come_from(g, operand, one);
    case Name::shuffle_xor: return may_come_from(g, me ^ operand, one);
    case Name::shuffle_up: return operand > me || may_come_from(g, me - operand, one);
    case Name::shuffle_down: return may_come_from(g, me + operand, one);
    case Name::rotate: return may_come_from(g, (me + operand) % g.largest, one);
    case Name::clustered_rotate: {
      const std::uint64_t start = first_of_cluster(c, me);
      return may_come_from(g, start + (me - start + operand) % c.cluster, one);
    }
    case Name::arithmetic: return is_possible(g, c.operation, members, one);
    case Name::inverse_ballot: return one == truth(g.type, bit(kBallot, me));
    case Name::ballot_bit_extract: return one == truth(g.type, bit(kBallot, operand));
    case Name::ballot_bit_count: return one == ones_below(g.largest);
    case Name::ballot_inclusive_scan: return one == ones_below(me + 1);
    case Name::ballot_exclusive_scan: return one == ones_below(me);
    case Name::ballot_find_lsb: return is_end_of_ballot(g.largest, true, one);
    case Name::ballot_find_msb: return is_end_of_ballot(g.largest, false, one);
    default: return may_get_mask(g, c.name, me, got);
  }
}

}  // namespace classay
