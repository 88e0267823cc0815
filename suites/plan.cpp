#include "suites/plan.h"

#include <algorithm>
#include <stdexcept>

#include "suites/generator.h"

namespace classay {
namespace {

constexpr std::array<std::string_view, 4> kTierNames{"smoke", "quick", "full", "certify"};
constexpr std::array<std::string_view, 4> kMakingNames{"literals", "table", "range", "random"};

// Random inputs where the format can not be exhausted, or not in this tier.
std::uint64_t random_count(Tier tier, Type format) {
  switch (tier) {
    case Tier::smoke: return std::uint64_t{1} << 13;
    case Tier::quick: return std::uint64_t{1} << 17;
    case Tier::full: return format == Type::f64 ? std::uint64_t{1} << 24 : 0;
    case Tier::certify: return format == Type::f64 ? std::uint64_t{1} << 32 : 0;
  }
  throw std::invalid_argument("no such tier");
}

bool is_exhaustive(Tier tier, Type format) {
  return format == Type::f16 || (format == Type::f32 && (tier == Tier::full || tier == Tier::certify));
}

// splitmix64's step as a hash of a sequence.
std::uint64_t mixed(std::uint64_t hash, std::uint64_t next) { return CounterRandom(hash, next).next(); }

}  // namespace

std::string_view name(Tier t) { return kTierNames[static_cast<std::size_t>(t)]; }
std::string_view name(Making m) { return kMakingNames[static_cast<std::size_t>(m)]; }

std::optional<Tier> tier_named(std::string_view s) {
  const auto at = std::ranges::find(kTierNames, s);
  if (at == kTierNames.end()) return std::nullopt;
  return static_cast<Tier>(at - kTierNames.begin());
}

bool has_plan(const Row& row, Type format) { return row.signature == Signature::unary && is_float(format); }

Plan::Plan(const Row& row, Type format, std::uint64_t seed) : format_(format), seed_(seed) {
  if (!has_plan(row, format)) throw std::invalid_argument("there is no input plan for " + std::string(row.name) + " yet");
}

Plan Plan::of_inputs(const Row& row, Type format, Making making, std::vector<Tuple> inputs) {
  Plan plan(row, format, 0);
  std::vector<Tuple>& list = making == Making::literals ? plan.literals_ : plan.table_;
  list = std::move(inputs);
  plan.append(making, list.size());
  return plan;
}

Plan Plan::of_random(const Row& row, Type format, std::uint64_t seed, std::uint64_t count) {
  Plan plan(row, format, seed);
  plan.append(Making::random, count);
  return plan;
}

Plan Plan::of_all(const Row& row, Type format) {
  if (!is_exhaustive(Tier::full, format)) throw std::invalid_argument("nobody asks all inputs of this format");
  Plan plan(row, format, 0);
  plan.exhaustive_ = true;
  plan.append(Making::range, std::uint64_t{1} << width(format));
  return plan;
}

Plan::Plan(const Row& row, Type format, Tier tier, std::uint64_t seed, std::span<const std::vector<Bits>> hard)
    : Plan(row, format, seed) {
  exhaustive_ = is_exhaustive(tier, format);
  const Format& f = classay::format(format);
  // Every literal is a call of its own in every kernel, and compilers take their time.
  const bool few = tier == Tier::smoke;
  for (const Bits b : few ? shortest_boundary_table(f) : short_boundary_table(f)) literals_.push_back({b});
  append(Making::literals, literals_.size());
  if (exhaustive_) {
    append(Making::range, std::uint64_t{1} << f.width);
    return;
  }
  for (const Bits b : boundary_table(f)) table_.push_back({b});
  for (const std::vector<Bits>& call : hard) table_.push_back({call.at(0)});
  append(Making::table, table_.size());
  append(Making::random, random_count(tier, format));
}

void Plan::append(Making making, std::uint64_t count) {
  segments_.push_back({.making = making, .first = count_, .count = count});
  count_ += count;
}

const Segment& Plan::segment_of(std::uint64_t i) const {
  const auto after = std::ranges::upper_bound(segments_, i, {}, &Segment::first);
  return *std::prev(after);
}

Tuple Plan::input(std::uint64_t i) const {
  const Segment& segment = segment_of(i);
  const std::uint64_t at = i - segment.first;
  switch (segment.making) {
    case Making::literals: return literals_.at(at);
    case Making::table: return table_.at(at);
    case Making::range: return {at};
    case Making::random: break;
  }
  Tuple tuple{};
  for (int a = 0; a < arity_; ++a) {
    tuple.at(static_cast<std::size_t>(a)) = random_bits(format_, seed_, a, at);
  }
  return tuple;
}

std::uint64_t Plan::hash() const {
  std::uint64_t h = mixed(static_cast<std::uint64_t>(format_), seed_);
  for (const Segment& s : segments_) h = mixed(mixed(h, static_cast<std::uint64_t>(s.making)), s.count);
  for (const std::vector<Tuple>* list : {&literals_, &table_}) {
    for (const Tuple& t : *list) {
      for (const Bits b : t) h = mixed(h, b);
    }
  }
  return h;
}

std::string Plan::text() const {
  std::string s;
  for (const Segment& segment : segments_) {
    if (!s.empty()) s += ", ";
    const std::string count = std::to_string(segment.count);
    switch (segment.making) {
      case Making::literals: s += count + " literals"; break;
      case Making::table: s += count + " of a table"; break;
      case Making::range: s += "all " + count; break;
      case Making::random: s += count + " random, seed " + std::to_string(seed_); break;
    }
  }
  return s;
}

}  // namespace classay
