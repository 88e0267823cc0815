#include "suites/plan/small_tier.h"

#include "suites/plan/recipe.h"
#include "suites/signature.h"

namespace classay {
namespace {

// Returns whether the type `to` contains every number of the integer type `from`.
bool holds_all(Type to, Type from) {
  const auto digits = [](Type type) { return width(type) - (info(type).is_signed ? 1 : 0); };
  return !is_float(from) && digits(to) >= digits(from) && (info(to).is_signed || !info(from).is_signed);
}

// Without its rounding mode or its saturation, the name is the same function. Conversions to integers truncate by default
// (OpenCL C 2.0, 6.2.3.2), and values that fit do not saturate.
bool is_another_name(const Row& row, Type format) {
  if (row.signature != Signature::convert || is_float(row.to)) return false;
  return (row.rounding == Rounding::rtz && names_rounding(row)) || (row.saturate && holds_all(row.to, format));
}

// Rounding modes are tested without saturation, saturation without a rounding mode, and one combination per type.
bool is_anothers_turn(const Row& row, Type format) {
  if (row.signature != Signature::convert || !row.saturate || !names_rounding(row)) return false;
  constexpr std::array kTurns{Rounding::rne, Rounding::rtp, Rounding::rtn};
  return row.rounding != kTurns[turn_of(info(row.to).name, format) % kTurns.size()];
}

// For a compiler, x += y is x = x + y, and ++x is x += 1. Testing types of 32 bits is enough.
bool is_another_spelling(const Row& row) {
  return row.section == "Assignment Operator" || row.section == "Pre- and Post-Operators";
}

// 32-bit types run with all widths, because most libraries have separate vector code for them. All other types run with
// scalars and one vector width, which depends on the builtin. A builtin across lanes is a different function at each width.
// Remainders of f64 run with scalars only: a vector with a special value takes PoCL 3.1 up to 6 s.
bool is_width_of_smoke(const Row& row, Type format, int width) {
  if (has_slow_vectors(row, format)) return width == 1;
  const bool is_of_32_bits = classay::width(format) == 32 && classay::width(result_types(row, format).front()) == 32;
  if (is_another_spelling(row) && !is_of_32_bits) return false;
  const bool has_own_code = is_of_32_bits && !is_another_spelling(row);
  if (width == 1 || has_own_code || !goes_lane_by_lane(row.signature)) return true;
  return width == width_of_turn(row, format);
}

}  // namespace

std::size_t turn_of(std::string_view name, Type format) {
  auto turn = static_cast<std::size_t>(format);
  for (const char letter : name) turn = turn * 31 + static_cast<unsigned char>(letter);
  return turn;
}

int width_of_turn(const Row& row, Type format) {
  constexpr std::array kTurns{2, 3, 4, 8, 16};
  return kTurns[turn_of(row.name, format) % kTurns.size()];
}

std::vector<int> widths_together(const Row& row, Type format, std::span<const int> widths) {
  std::vector<int> together;
  for (const int width : widths) {
    if (!is_left_to_larger_tiers(row, format, width, Tier::smoke)) together.push_back(width);
  }
  if (together.size() > 2) std::erase(together, 1);
  return together.size() > 1 ? together : std::vector<int>{};
}

bool is_left_to_larger_tiers(const Row& row, Type format, int width, Tier tier) {
  if (tier > Tier::quick) return false;
  if (has_nothing_to_round(row, format)) return true;
  return tier == Tier::smoke &&
         (is_another_name(row, format) || is_anothers_turn(row, format) || !is_width_of_smoke(row, format, width));
}

bool has_slow_vectors(const Row& row, Type format) { return row.family == Family::remainder && format == Type::f64; }

bool has_all_similar_tests(Type type, Tier tier) { return tier != Tier::smoke || width(type) == 32; }

bool has_other_forms_in_smoke(Type format) { return is_float(format) || width(format) >= 32; }

}  // namespace classay
