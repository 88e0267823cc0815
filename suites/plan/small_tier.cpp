#include "suites/plan/small_tier.h"

#include "suites/plan/recipe.h"
#include "suites/signature.h"

namespace classay {
namespace {

// Is every number of an integer type one of another?
bool holds_all(Type to, Type from) {
  const auto digits = [](Type type) { return width(type) - (info(type).is_signed ? 1 : 0); };
  return !is_float(from) && digits(to) >= digits(from) && (info(to).is_signed || !info(from).is_signed);
}

// The name without a rounding mode, or without saturation, is the same function: conversions to integers chop without being
// told (OpenCL C 2.0, 6.2.3.2), and what fits does not saturate.
bool is_another_name(const Row& row, Type format) {
  if (row.signature != Signature::convert || is_float(row.to)) return false;
  return (row.rounding == Rounding::rtz && names_rounding(row)) || (row.saturate && holds_all(row.to, format));
}

// Conversions of vectors are many and alike. All are asked at widths 1, 3 and 16 and one of the others, whose turn it is;
// those between types of 32 bits at all.
bool is_width_of_smoke(const Row& row, Type format, int width) {
  if (row.signature != Signature::convert && row.signature != Signature::widen) return true;
  if (classay::width(row.to) == 32 && classay::width(format) == 32) return true;
  constexpr std::array kTurns{2, 4, 8};
  const auto turn = static_cast<std::size_t>(row.to) + static_cast<std::size_t>(format);
  return width == 1 || width == 3 || width == 16 || width == kTurns[turn % kTurns.size()];
}

}  // namespace

bool is_left_to_larger_tiers(const Row& row, Type format, int width, Tier tier) {
  if (tier > Tier::quick) return false;
  if (has_nothing_to_round(row, format)) return true;
  return tier == Tier::smoke && (is_another_name(row, format) || !is_width_of_smoke(row, format, width));
}

bool has_other_forms_in_smoke(Type format) { return is_float(format) || width(format) >= 32; }

}  // namespace classay
