// Implements the signature classes: types, counts and vector widths of arguments and results.
#include "suites/signature.h"

#include <algorithm>

#include "reference/exact/exact.h"
#include "suites/row.h"

namespace classay {
namespace {

constexpr int kFDiv = 136;

Type signed_of(Type t) { return integer_type(width(t), true); }
Type unsigned_of(Type t) { return integer_type(width(t), false); }

// "an int for scalars, integers of the operand's width for vectors"
Type truth_value(Type operand, int lanes) { return lanes == 1 ? Type::i32 : signed_of(operand); }

// "... E1 after integer promotion, if E1 is a scalar"
bool is_promoted_shift(const Row& row, Type format) {
  return (row.truth == exact_functions::shift_left || row.truth == exact_functions::shift_right) &&
         classay::width(format) < 32;
}

}  // namespace

std::vector<Type> result_types(const Row& row, Type format, int lanes) {
  switch (row.signature) {
    case Signature::real_to_int: return {Type::i32};
    case Signature::real_and_real:
    case Signature::int_pair: return {format, format};
    case Signature::real_and_int:
    case Signature::remquo: return {format, Type::i32};
    case Signature::int_widen: return {integer_type(2 * width(format), is_signed(format))};
    case Signature::int_to_unsigned:
    case Signature::extract_unsigned:
    case Signature::int_binary_to_unsigned: return {unsigned_of(format)};
    case Signature::extract_signed: return {signed_of(format)};
    case Signature::compare:
    case Signature::classify: return {truth_value(format, lanes)};
    case Signature::reduce: return {Type::i32};
    case Signature::convert:
    case Signature::assign:
    case Signature::widen:
    case Signature::reinterpret:
    case Signature::load_half:
    case Signature::store_half:
    case Signature::integer_dot:
    case Signature::integer_dot_sat:
    case Signature::packed_dot:
    case Signature::packed_dot_sat: return {row.to};
    case Signature::print:
    case Signature::prefetch: return {};
    default: return {format};
  }
}

std::vector<Type> argument_types(const Row& row, Type format) {
  switch (row.signature) {
    case Signature::binary:
    case Signature::remquo:
    case Signature::int_binary:
    case Signature::int_pair:
    case Signature::int_binary_to_unsigned:
    case Signature::compare:
    case Signature::vectors_to_scalar:
    case Signature::vectors_to_vector:
    case Signature::packed_dot: return {format, format};
    case Signature::packed_dot_sat: return {format, format, row.to};
    case Signature::insert_field: return {format, format, Type::u16};
    case Signature::extract_signed:
    case Signature::extract_unsigned: return {format, Type::u16};
    case Signature::integer_dot: return {format, row.second};
    case Signature::integer_dot_sat: return {format, row.second, row.to};
    case Signature::ternary:
    case Signature::int_ternary:
    case Signature::bitselect: return {format, format, format};
    case Signature::real_int: return {format, Type::i32};
    case Signature::code_to_real: return {unsigned_of(format)};
    case Signature::int_widen: return {format, unsigned_of(format)};
    case Signature::select: return {format, format, signed_of(format)};
    case Signature::shuffle:
    case Signature::extract_lane: return {format, unsigned_of(format)};
    case Signature::insert_lane:
    case Signature::shuffle2: return {format, format, unsigned_of(format)};
    default: return {format};
  }
}

bool goes_lane_by_lane(Signature signature) {
  const bool gives_nothing = signature == Signature::print || signature == Signature::prefetch;
  return !gives_nothing && !goes_across_lanes(signature);
}

bool takes_bit_field(Signature signature) {
  return signature == Signature::insert_field || signature == Signature::extract_signed ||
         signature == Signature::extract_unsigned;
}

Evaluate truth_of(const Row& row, Type format) {
  const Evaluate part = is_float(format) ? row.of_reals : row.of_integers;
  return part == nullptr ? row.truth : part;
}

bool is_division(const Row& row) { return row.opcodes.contains(kFDiv); }
bool names_rounding(const Row& row) { return row.name.size() > 4 && row.name.substr(row.name.size() - 4, 3) == "_rt"; }

int bits_of(std::span<const Type> types) {
  int bits = 0;
  for (const Type t : types) bits += width(t);
  return bits;
}

std::span<const int> widths(const Row& row) {
  static constexpr std::array kScalar{1};
  static constexpr std::array kVectors{2, 3, 4, 8, 16};
  static constexpr std::array kShuffles{2, 4, 8, 16};
  static constexpr std::array kGeometric{1, 2, 3, 4};
  static constexpr std::array kCross{3, 4};
  static constexpr std::array kFour{4};
  switch (row.signature) {
    case Signature::assign:
    case Signature::packed_dot:
    case Signature::packed_dot_sat: return kScalar;
    case Signature::integer_dot:
    case Signature::integer_dot_sat: return kFour;
    case Signature::extract_lane:
    case Signature::insert_lane:
    case Signature::widen: return kVectors;
    case Signature::vector_to_scalar:
    case Signature::vectors_to_scalar:
    case Signature::vector_to_vector: return kGeometric;
    case Signature::vectors_to_vector: return kCross;
    case Signature::load:
    case Signature::store: return kVectors;
    case Signature::load_half:
    case Signature::store_half:
      return row.name.find("halfn") == std::string_view::npos ? std::span<const int>(kScalar) : kVectors;
    case Signature::shuffle:
    case Signature::shuffle2: return kShuffles;
    default: return kVectorWidths;
  }
}

bool goes_across_lanes(Signature signature) {
  switch (signature) {
    case Signature::reduce:
    case Signature::vector_to_scalar:
    case Signature::vectors_to_scalar:
    case Signature::vector_to_vector:
    case Signature::vectors_to_vector:
    case Signature::integer_dot:
    case Signature::integer_dot_sat:
    case Signature::shuffle:
    case Signature::shuffle2:
    case Signature::extract_lane:
    case Signature::insert_lane: return true;
    default: return false;
  }
}

std::span<const int> widths_alike(const Row& row, Type format, int width) {
  const std::span<const int> all = widths(row);
  if (goes_across_lanes(row.signature))
    return all.subspan(static_cast<std::size_t>(std::ranges::find(all, width) - all.begin()), 1);
  if (row.signature != Signature::select && !is_promoted_shift(row, format)) return all;
  return width == 1 ? all.first(1) : all.subspan(1);
}

int argument_count(const Row& row, int lanes) {
  return lanes * static_cast<int>(argument_types(row, row.formats[0]).size());
}

int result_count(const Row& row, int lanes) {
  switch (row.signature) {
    case Signature::vector_to_scalar:
    case Signature::vectors_to_scalar:
    case Signature::integer_dot:
    case Signature::integer_dot_sat:
    case Signature::extract_lane:
    case Signature::reduce: return 1;
    default: return lanes * static_cast<int>(result_types(row, row.formats[0]).size());
  }
}

Call call_of(const Row& row, Type format, std::span<const Value> args, int lanes) {
  return {.type = format, .lanes = lanes, .args = args, .to = row.to, .rounding = row.rounding, .saturate = row.saturate};
}

}  // namespace classay
