// Makes plans whose arguments lie in ranges that the user chose. Few inputs are all run, in order. Otherwise the plan has
// the notable inputs of the tier that lie in the ranges, the ends of the ranges, and random inputs.
#include <algorithm>
#include <limits>

#include "reference/inputs/inputs.h"
#include "suites/plan.h"

namespace classay {
namespace {

constexpr std::uint64_t kMostTries = std::uint64_t{1} << 16;  // hard cases, of which those in the ranges are kept
constexpr std::uint64_t kNextToEnds = 3;

// Such inputs are sent to the device, and many functions judge them one by one.
std::uint64_t most_samples(Tier tier) {
  switch (tier) {
    case Tier::smoke: return std::uint64_t{1} << 13;
    case Tier::quick: return std::uint64_t{1} << 17;
    case Tier::full: return std::uint64_t{1} << 22;
    case Tier::certify: break;
  }
  return std::uint64_t{1} << 24;
}

// Counts all combinations; the largest number if there are more.
std::uint64_t combinations(std::span<const ArgumentRange> ranges) {
  constexpr std::uint64_t kLargest = std::numeric_limits<std::uint64_t>::max();
  Wide product = 1;
  for (const ArgumentRange& range : ranges) {
    product = std::min<Wide>(product, kLargest) * (static_cast<Wide>(range.last - range.first) + 1);
  }
  return static_cast<std::uint64_t>(std::min<Wide>(product, kLargest));
}

// Returns the patterns that lie in the range, and those next to its ends.
std::vector<Bits> chosen_in(const ArgumentRange& range, Type type, std::span<const Bits> patterns) {
  std::vector<Bits> chosen;
  for (const Bits b : patterns) {
    if (range.contains(rank_of(type, b))) chosen.push_back(b);
  }
  for (std::uint64_t i = 0; i < std::min(kNextToEnds, range.last - range.first + 1); ++i) {
    for (const std::uint64_t rank : {range.first + i, range.last - i}) {
      const Bits b = bits_of_rank(type, rank);
      if (std::ranges::find(chosen, b) == chosen.end()) chosen.push_back(b);
    }
  }
  return chosen;
}

}  // namespace

Plan Plan::within(const Row& row, Type format, Tier tier, std::uint64_t seed, std::span<const ArgumentRange> ranges,
                  std::span<const std::vector<Bits>> hard, Mode mode, int lanes) {
  Plan plan(row, format, seed);
  plan.lanes_ = lanes;
  plan.ranges_.assign(ranges.begin(), ranges.end());
  const Recipe r = recipe(row, format, tier, mode, judge_speed(row, format, mode));
  if (r.vectors > 0) {
    plan.append_vectors(r.vectors);
    return plan;
  }
  const std::uint64_t all = combinations(plan.ranges_);
  if (r.range || r.all_pairs || all <= most_samples(tier)) {
    plan.append(Making::sampled, std::min(all, r.beside_others));
    plan.append_all_in_ranges(all);
    return plan;
  }
  plan.append_notable_in_ranges(r, hard);
  plan.append(Making::sampled, most_samples(tier));
  return plan;
}

bool Plan::is_in_ranges(const Tuple& input) const {
  for (std::size_t a = 0; a < types_.size(); ++a) {
    if (!ranges_[a].contains(rank_of(types_[a], input.at(a)))) return false;
  }
  return true;
}

// The patterns of one argument are consecutive on each side of zero, so the device can make them.
void Plan::append_all_in_ranges(std::uint64_t count) {
  if (arity() > 1) {
    append(Making::combined, count);
    return;
  }
  const Type type = types_.front();
  const std::uint64_t middle = is_signed(type) ? std::uint64_t{1} << (width(type) - 1) : 0;  // rank of +0
  const auto append_patterns = [&](const ArgumentRange& part) {
    append(Making::range, part.last - part.first + 1);
    segments_.back().offset = std::min(bits_of_rank(type, part.first), bits_of_rank(type, part.last));
  };
  const ArgumentRange& range = ranges_.front();
  if (range.first < middle) append_patterns({range.first, std::min(range.last, middle - 1)});
  if (range.last >= middle) append_patterns({std::max(range.first, middle), range.last});
}

void Plan::append_notable_in_ranges(const Recipe& r, std::span<const std::vector<Bits>> hard) {
  const auto take = [&](const Tuple& input) {
    if (is_in_ranges(input)) table_.push_back(input);
  };
  if (r.table) {
    for (const Bits b : chosen_in(ranges_.front(), types_[0], boundaries_of(0, Extent::most))) take({b});
  }
  for (const std::vector<Bits>& call : hard) {
    Tuple tuple{};
    std::copy_n(call.begin(), types_.size(), tuple.begin());
    take(tuple);
  }
  for (std::uint64_t i = 0; i < std::min(r.hard, kMostTries); ++i) take(near_hard_place(seed_, i));
  append(Making::table, table_.size());
  if (arity() == 1 && !is_of_patterns_) return;
  std::uint64_t count = 1;
  for (std::size_t a = 0; a < types_.size(); ++a) {
    crossed_.push_back(chosen_in(ranges_[a], types_[a], boundaries_of(a, r.crossed)));
    count *= crossed_.back().size();
  }
  append_crossed(count);
}

// The first two inputs are the ends of all ranges.
Tuple Plan::sampled(std::uint64_t at) const {
  Tuple tuple{};
  CounterRandom random(seed_, at);
  for (std::size_t a = 0; a < types_.size(); ++a) {
    const ArgumentRange& range = ranges_[a];
    const std::uint64_t count = range.last - range.first + 1;  // 0: all 2^64
    const std::uint64_t any = random.next();
    const std::uint64_t rank = at == 0 ? range.first : at == 1 ? range.last : range.first + (count == 0 ? any : any % count);
    tuple.at(a) = bits_of_rank(types_[a], rank);
  }
  return tuple;
}

// Returns the digits of `at` in mixed radix; the radices are the sizes of the ranges.
Tuple Plan::combined(std::uint64_t at) const {
  Tuple tuple{};
  for (std::size_t a = types_.size(); a-- > 0;) {
    const std::uint64_t count = ranges_[a].last - ranges_[a].first + 1;
    tuple.at(a) = bits_of_rank(types_[a], ranges_[a].first + (count == 0 ? at : at % count));
    at = count == 0 ? 0 : at / count;
  }
  return tuple;
}

}  // namespace classay
