#include "suites/plan/recipe.h"

#include <algorithm>
#include <stdexcept>

#include "reference/bulk/direct_values.h"
#include "suites/plan/run.h"

namespace classay {
namespace {

constexpr std::array<std::string_view, 4> kTierNames{"smoke", "quick", "full", "certify"};

constexpr std::uint64_t power_of_two(int exponent) { return std::uint64_t{1} << static_cast<unsigned>(exponent); }

// reference/certified/pairs, which this room does not know; a test of who does compares.
constexpr std::array<std::string_view, 9> kModelsOfTwo{"atan2", "atan2pi", "half_powr", "hypot", "native_powr",
                                                       "pow",   "pown",    "powr",      "rootn"};
constexpr std::array<std::string_view, 4> kDirectOperators{"add", "sub", "mul", "div"};

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

Recipe of_pairs(const Row& row, Type format, Tier tier, bool at_once) {
  const bool half = format == Type::f16;
  const auto windows = [is_wide = at_once && format == Type::f64](int inputs) {
    return is_wide ? power_of_two(inputs - kWindowBits) : std::uint64_t{0};
  };
  at_once = at_once && format != Type::f64;
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
              .runs = power_of_two(at_once ? 9 : 4),  // more than what is sent, not made (harness/sweep/batches.h)
              .run_bits = 10};
    case Tier::full:
      return {.literals = Extent::some,
              .crossed = Extent::most,
              .hard = power_of_two(18),
              .random = power_of_two(17),
              .windows = windows(24),
              .runs = power_of_two(at_once ? (half ? 10 : 12) : 6),
              .run_bits = at_once ? 16 : 10};
    case Tier::certify:
      return {.literals = Extent::some,
              .crossed = Extent::most,
              .hard = power_of_two(21),
              .random = power_of_two(20),
              .windows = windows(30),
              .runs = power_of_two(at_once ? (half ? 16 : 18) : 10),
              .run_bits = at_once ? 16 : 10,
              .all_pairs = at_once && half && argument_types(row, format) == std::vector{format, format}};
  }
  throw std::invalid_argument("no such tier");
}

Recipe of_triples(const Row& row, Type format, Tier tier, bool at_once) {
  Recipe r = of_pairs(row, format, tier, at_once);
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

bool is_judged_in_runs(const Row& row, Type format, Mode mode) {
  // Excused arithmetic is judged one by one.
  const bool is_excused =
      mode == Mode::relaxed || mode == Mode::unsafe || mode == Mode::finite || mode == Mode::no_signed_zeros;
  if (is_excused || row.truth == nullptr || !is_float(format)) return false;
  if (std::ranges::find(kModelsOfTwo, row.name) != kModelsOfTwo.end()) return true;
  if (format == Type::f64 || (row.signature != Signature::binary && row.signature != Signature::ternary)) return false;
  const bool is_operator = std::ranges::find(kDirectOperators, row.name) != kDirectOperators.end();
  return is_operator || direct_function_of(row.truth) != nullptr;
}

Recipe recipe(const Row& row, Type format, Tier tier, Mode mode) {
  const bool at_once = is_judged_in_runs(row, format, mode);
  switch (argument_types(row, format).size()) {
    case 1: return of_one_argument(row, format, tier);
    case 2: return of_pairs(row, format, tier, at_once);
    default: return of_triples(row, format, tier, at_once);
  }
}

}  // namespace classay
