#include "suites/value_source.h"

#include "reference/bulk/exact_values.h"
#include "reference/bulk/formats.h"
#include "reference/certified/function/function.h"
#include "reference/certified/pairs/function.h"
#include "reference/oracle/oracle.h"

namespace classay {
namespace {

ValueSource wide_source(const Row& row) {
  if (row.signature == Signature::unary && certified::function_of(row.truth) != nullptr) return ValueSource::windows;
  return certified::pair_function_of(row.truth) != nullptr ? ValueSource::pair_windows : ValueSource::none;
}

ValueSource narrow_source(const Row& row, Type type) {
  const Format& f = format(type);
  if (direct_function_for(row) != nullptr) return ValueSource::direct;
  if (certified::pair_function_of(row.truth) != nullptr) return ValueSource::pair_model;
  if (row.signature == Signature::unary) {
    if (certified::function_of(row.truth) != nullptr) return ValueSource::model;
    return exact_values(truth_of(row, type), f) != nullptr ? ValueSource::exact : ValueSource::none;
  }
  if (row.truth == oracle::sincos) return ValueSource::sine_and_cosine;
  if (row.truth == oracle::lgamma_r) return ValueSource::gamma_and_sign;
  if (row.truth == oracle::remquo) return ValueSource::remainder_and_quotient;
  return exact_pair(row.truth, f).first != nullptr ? ValueSource::exact_pair : ValueSource::none;
}

// Returns whether relaxed math promises only the derived result for some arguments, such as tanpi beyond 1.
bool is_only_derived_somewhere(const Row& row) {
  const auto* const derived = std::get_if<Derived>(&row.relaxed.full);
  return derived != nullptr && !derived->otherwise_where.empty();
}

bool is_excused_in_bulk(const Row& row, Type format, Mode mode) {
  if (mode == Mode::denorm_flush || mode == Mode::rounding_rtz) return false;
  if (mode == Mode::relaxed && is_only_derived_somewhere(row)) return false;
  return row.group == Group::math && format == Type::f32 && is_of_one_result(value_source(row, format));
}

}  // namespace

ValueSource value_source(const Row& row, Type type) {
  if (row.truth == nullptr) return ValueSource::none;
  if (is_wide(type)) return wide_source(row);
  return is_narrow(type) ? narrow_source(row, type) : ValueSource::none;
}

const DirectFunction* direct_function_for(const Row& row) {
  switch (row.signature) {
    case Signature::binary:
    case Signature::ternary:
    case Signature::real_int: return direct_function_of(truth_of(row, Type::f32));
    default: return nullptr;
  }
}

bool excuses_arithmetic(Mode mode) {
  switch (mode) {
    case Mode::relaxed:
    case Mode::unsafe:
    case Mode::finite:
    case Mode::no_signed_zeros:
    case Mode::not_nan:
    case Mode::not_inf:
    case Mode::nsz:
    case Mode::allow_recip:
    case Mode::fast:
    case Mode::denorm_flush:
    case Mode::rounding_rtz: return true;
    default: return false;
  }
}

JudgeSpeed judge_speed(const Row& row, Type format, Mode mode) {
  const bool is_in_bulk =
      excuses_arithmetic(mode) ? is_excused_in_bulk(row, format, mode) : value_source(row, format) != ValueSource::none;
  return is_in_bulk ? JudgeSpeed::in_bulk : JudgeSpeed::one_by_one;
}

}  // namespace classay
