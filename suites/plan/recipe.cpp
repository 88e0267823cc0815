#include "suites/plan/recipe.h"

#include <algorithm>
#include <stdexcept>

#include "suites/plan/run.h"

namespace classay {
namespace {

constexpr std::array<std::string_view, 4> kTierNames{"smoke", "quick", "full", "certify"};

constexpr std::uint64_t power_of_two(int exponent) { return std::uint64_t{1} << static_cast<unsigned>(exponent); }

// Functions of which runs in f16 and f32 are judged at once (reference/certified/pairs, reference/bulk/direct_values.h).
// Until the sweep does so, runs are as short as anything else that is judged one by one.
constexpr bool kRunsAreJudgedAtOnce = false;

bool is_judged_in_runs(const Row& row, Type format) {
  return kRunsAreJudgedAtOnce && (format == Type::f16 || format == Type::f32) && row.truth != nullptr;
}

bool has_every_half(Type format, std::size_t arguments) { return width(format) == 16 && arguments == 1; }

Recipe of_one_argument(const Row& row, Type format, Tier tier) {
  const bool large = tier == Tier::full || tier == Tier::certify;
  Recipe r{.literals = tier == Tier::smoke ? Extent::few : Extent::some};
  // All floats of a real function are judged in bulk.
  r.range = has_every_half(format, 1) || (large && format == Type::f32 && row.signature == Signature::unary);
  if (r.range) return r;
  r.table = true;
  switch (tier) {
    case Tier::smoke: r.random = power_of_two(13); break;
    case Tier::quick: r.random = power_of_two(17); break;
    case Tier::full: r.random = power_of_two(20); break;
    case Tier::certify: r.random = power_of_two(24); break;
  }
  if (large && format == Type::f64 && row.signature == Signature::unary) {
    r.random = power_of_two(17);
    r.windows = power_of_two((tier == Tier::full ? 24 : 32) - kWindowBits);
  }
  return r;
}

Recipe of_pairs(const Row& row, Type format, Tier tier) {
  const bool at_once = is_judged_in_runs(row, format);
  const bool half = format == Type::f16;
  switch (tier) {
    case Tier::smoke:
      return {.crossed = Extent::some,
              .hard = power_of_two(11),
              .random = power_of_two(10),
              .runs = power_of_two(3),
              .run_bits = 7};
    case Tier::quick:
      return {.literals = Extent::some,
              .crossed = Extent::many,
              .hard = power_of_two(15),
              .random = power_of_two(14),
              .runs = power_of_two(at_once ? 7 : 4),
              .run_bits = 10};
    case Tier::full:
      return {.literals = Extent::some,
              .crossed = Extent::most,
              .hard = power_of_two(18),
              .random = power_of_two(17),
              .runs = power_of_two(at_once ? (half ? 10 : 12) : 6),
              .run_bits = at_once ? 16 : 10};
    case Tier::certify:
      return {.literals = Extent::some,
              .crossed = Extent::most,
              .hard = power_of_two(21),
              .random = power_of_two(20),
              .runs = power_of_two(at_once ? (half ? 16 : 18) : 10),
              .run_bits = at_once ? 16 : 10,
              .all_pairs = at_once && half && argument_types(row, format) == std::vector{format, format}};
  }
  throw std::invalid_argument("no such tier");
}

Recipe of_triples(const Row& row, Type format, Tier tier) {
  Recipe r = of_pairs(row, format, tier);
  r.crossed = tier == Tier::smoke || tier == Tier::quick ? Extent::few : Extent::some;
  r.all_pairs = false;
  return r;
}

bool goes_lane_by_lane(Signature s) {
  switch (s) {
    case Signature::unary:
    case Signature::binary:
    case Signature::ternary:
    case Signature::real_int:
    case Signature::real_to_int:
    case Signature::code_to_real:
    case Signature::real_and_real:
    case Signature::real_and_int:
    case Signature::remquo:
    case Signature::compare:
    case Signature::classify: return true;
    default: return false;
  }
}

}  // namespace

std::string_view name(Tier t) { return kTierNames[static_cast<std::size_t>(t)]; }

std::optional<Tier> tier_named(std::string_view s) {
  const auto at = std::ranges::find(kTierNames, s);
  if (at == kTierNames.end()) return std::nullopt;
  return static_cast<Tier>(at - kTierNames.begin());
}

bool has_plan(const Row& row, Type format) {
  return goes_lane_by_lane(row.signature) && is_float(format) && row.truth != nullptr;
}

Recipe recipe(const Row& row, Type format, Tier tier) {
  switch (argument_types(row, format).size()) {
    case 1: return of_one_argument(row, format, tier);
    case 2: return of_pairs(row, format, tier);
    default: return of_triples(row, format, tier);
  }
}

}  // namespace classay
