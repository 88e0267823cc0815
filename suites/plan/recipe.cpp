#include "suites/plan/recipe.h"

#include <algorithm>
#include <stdexcept>

#include "reference/bulk/formats.h"
#include "suites/plan/run.h"

namespace classay {
namespace {

constexpr std::array<std::string_view, 4> kTierNames{"smoke", "quick", "full", "certify"};

constexpr std::uint64_t power_of_two(int exponent) { return std::uint64_t{1} << static_cast<unsigned>(exponent); }

Recipe of_one_argument(const Row& row, Type format, Tier tier, JudgeSpeed speed) {
  const bool large = tier == Tier::full || tier == Tier::certify;
  Recipe r{.literals = tier == Tier::smoke ? Extent::few : Extent::some};
  r.range = width(format) == 16 || (large && format == Type::f32);
  if (r.range) return r;
  r.table = true;
  switch (tier) {
    case Tier::smoke: r.random = power_of_two(13); break;
    case Tier::quick: r.random = power_of_two(17); break;
    case Tier::full: r.random = power_of_two(20); break;
    case Tier::certify: r.random = power_of_two(24); break;
  }
  if (large && is_wide(format) && row.signature == Signature::unary) {
    r.random = power_of_two(17);
    r.windows = power_of_two((tier == Tier::full ? 24 : 32) - kWindowBits);
    // Without values, random inputs replace windows, and take longer. Correctly rounded functions get no further windows.
    const bool has_more = speed == JudgeSpeed::in_bulk && !std::holds_alternative<CorrectlyRounded>(row.f64.full);
    if (tier == Tier::full && has_more) r.scalar_windows = power_of_two(28 - kWindowBits) - r.windows;
  }
  return r;
}

Recipe of_pairs(const Row& row, Type format, Tier tier, JudgeSpeed speed) {
  const bool half = format == Type::f16;
  const bool is_in_bulk = speed == JudgeSpeed::in_bulk;
  const auto windows = [has_windows = is_in_bulk && is_wide(format)](int inputs) {
    return has_windows ? power_of_two(inputs - kWindowBits) : std::uint64_t{0};
  };
  const bool at_once = is_in_bulk && is_narrow(format);
  const bool every_pair = at_once && half && argument_types(row, format) == std::vector{format, format};
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
              .runs = power_of_two(at_once ? 9 : 4),  // more than the inputs that are sent (harness/worker/sweep/batches.h)
              .run_bits = 10};
    case Tier::full:
      return {.literals = Extent::some,
              .crossed = Extent::most,
              .hard = power_of_two(18),
              .random = power_of_two(17),
              .windows = windows(28),
              .runs = power_of_two(at_once ? (half ? 16 : 14) : 6),
              .run_bits = at_once ? 16 : 10,
              .all_pairs = every_pair,
              .scalar_windows = 3 * windows(28),
              .scalar_runs = at_once && !half ? 3 * power_of_two(14) : 0};
    case Tier::certify:
      return {.literals = Extent::some,
              .crossed = Extent::most,
              .hard = power_of_two(21),
              .random = power_of_two(20),
              .windows = windows(30),
              .runs = power_of_two(at_once ? (half ? 16 : 18) : 10),
              .run_bits = at_once ? 16 : 10,
              .all_pairs = every_pair};
  }
  throw std::invalid_argument("no such tier");
}

Recipe of_triples(const Row& row, Type format, Tier tier, JudgeSpeed speed) {
  Recipe r = of_pairs(row, format, tier, speed);
  r.crossed = tier == Tier::smoke || tier == Tier::quick ? Extent::few : Extent::some;
  r.all_pairs = false;
  const bool is_large = tier == Tier::full || tier == Tier::certify;
  const bool is_rounded_fma = row.family == Family::fused && std::holds_alternative<CorrectlyRounded>(row.f16.full);
  r.all_products = is_large && format == Type::f16 && speed == JudgeSpeed::in_bulk && is_rounded_fma;
  if (r.all_products && tier == Tier::certify) r.runs = 2 * kPairsOfSignificands + kHardRunsBesideProducts;
  return r;
}

// In tier smoke, constants of integers and conversions would cost as many kernels as all other inputs. Compilers fold
// integers of all sizes with the same code, so smoke tests only the 32-bit types.
bool folds_in_smoke(Type type) { return !is_float(type) && width(type) == 32; }

// Conversions, loads and stores run on all patterns if their number allows it. Otherwise they run on values near the
// rounding points and limits of the destination. Literals need a program of their own, so they are used only if a compiler
// can fold something. Tier full runs all 2^32 patterns only where this adds information: not without the optimiser, and not
// for a rounding mode without effect.
Recipe of_conversions(const Row& row, Type format, Tier tier, Mode mode) {
  const bool is_new = mode == Mode::standard && !has_nothing_to_round(row, format);
  const int exhausted = tier == Tier::certify || (tier == Tier::full && is_new) ? 32 : 16;
  const bool is_folded = tier != Tier::smoke || (row.signature == Signature::convert && folds_in_smoke(row.to));
  Recipe r{.literals = !is_folded || has_nothing_to_round(row, format) ? Extent::none : Extent::few,
           .range = width(format) <= exhausted,
           .table = true,
           .crossed = Extent::none};
  switch (tier) {
    case Tier::smoke: r.hard = r.random = power_of_two(11); break;
    case Tier::quick: r.hard = r.random = power_of_two(15); break;
    case Tier::full:
      r.hard = power_of_two(18);
      r.random = power_of_two(22);
      break;
    case Tier::certify:
      r.hard = power_of_two(22);
      r.random = power_of_two(28);
      break;
  }
  return r;
}

// The results of vectors are judged one by one.
Recipe of_vectors(Tier tier) {
  switch (tier) {
    case Tier::smoke: return {.literals = Extent::none, .vectors = power_of_two(2)};
    case Tier::quick: return {.vectors = power_of_two(5)};
    case Tier::full: return {.vectors = power_of_two(8)};
    case Tier::certify: return {.vectors = power_of_two(11)};
  }
  throw std::invalid_argument("no such tier");
}

// Functions of patterns have no hard cases, and their results are judged in bulk (harness/worker/judging/exact_judge.cpp).
Recipe of_patterns(const std::vector<Type>& types, Tier tier) {
  const bool is_triple = types.size() == 3;
  const int of_several = tier == Tier::certify ? 32 : tier == Tier::full ? 24 : 16;
  const int exhausted = types.size() == 1 && tier == Tier::full ? 32 : of_several;
  const bool is_folded = tier != Tier::smoke || folds_in_smoke(types.front());
  Recipe r{.literals = is_folded ? Extent::few : Extent::none, .range = bits_of(types) <= exhausted};
  switch (tier) {
    case Tier::smoke:
      r.crossed = is_triple ? Extent::few : Extent::some;
      r.random = power_of_two(12);
      break;
    case Tier::quick:
      r.crossed = is_triple ? Extent::few : Extent::many;
      r.random = power_of_two(16);
      break;
    case Tier::full:
      r.crossed = is_triple ? Extent::some : Extent::most;
      r.random = power_of_two(22);
      break;
    case Tier::certify:
      r.crossed = is_triple ? Extent::some : Extent::most;
      r.random = power_of_two(30);
      break;
  }
  return r;
}

// Most random numbers do not encode a field within the number, so fields are generated.
Recipe of_bit_fields(const std::vector<Type>& types, Tier tier) {
  Recipe r = of_patterns(types, tier);
  r.range = false;
  r.hard = std::min(r.random, power_of_two(24));
  r.random = 0;
  return r;
}

// Dot products of packed bytes are judged one by one.
Recipe of_packed(const std::vector<Type>& types, Tier tier) {
  Recipe r = of_patterns(types, std::min(tier, Tier::quick));
  if (tier == Tier::full) r.random = power_of_two(19);
  if (tier == Tier::certify) r.random = power_of_two(22);
  return r;
}

}  // namespace

std::string_view name(Tier t) { return kTierNames[static_cast<std::size_t>(t)]; }

std::optional<Tier> tier_named(std::string_view s) {
  const auto at = std::ranges::find(kTierNames, s);
  if (at == kTierNames.end()) return std::nullopt;
  return static_cast<Tier>(at - kTierNames.begin());
}

bool has_plan(const Row& row, Type format) { return row.formats.contains(format) && row.truth != nullptr; }

bool is_of_patterns(const Row& row, Type format) {
  return !is_float(format) || row.signature == Signature::bitselect || row.signature == Signature::select;
}

bool is_conversion(const Row& row) {
  switch (row.signature) {
    case Signature::convert:
    case Signature::assign:
    case Signature::widen:
    case Signature::reinterpret:
    case Signature::load:
    case Signature::store:
    case Signature::load_half:
    case Signature::store_half: return true;
    default: return false;
  }
}

bool has_nothing_to_round(const Row& row, Type format) {
  return row.signature == Signature::convert && !is_float(format) && !is_float(row.to) && names_rounding(row);
}

namespace {

Recipe without_others(const Row& row, Type format, Tier tier, Mode mode, JudgeSpeed speed) {
  if (goes_across_lanes(row.signature)) return of_vectors(tier);
  const std::vector<Type> types = argument_types(row, format);
  if (is_conversion(row)) return of_conversions(row, format, tier, mode);
  if (takes_bit_field(row.signature)) return of_bit_fields(types, tier);
  // Two results are judged one by one.
  if (row.signature == Signature::int_pair) return of_patterns(types, std::min(tier, Tier::full));
  if (is_of_patterns(row, format)) return row.section == kIntegerDot ? of_packed(types, tier) : of_patterns(types, tier);
  switch (types.size()) {
    case 1: return of_one_argument(row, format, tier, speed);
    case 2: return of_pairs(row, format, tier, speed);
    default: return of_triples(row, format, tier, speed);
  }
}

std::uint64_t others_beside(const std::vector<Type>& types) { return power_of_two(bits_of(types) <= 16 ? 12 : 15); }

}  // namespace

Recipe recipe(const Row& row, Type format, Tier tier, Mode mode, JudgeSpeed speed) {
  Recipe r = without_others(row, format, tier, mode, speed);
  if (r.range) r.beside_others = others_beside(argument_types(row, format));
  return r;
}

}  // namespace classay
