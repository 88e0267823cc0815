// Names the source of the values, with proven bounds, by which many results of a builtin are judged at once. The judge
// (harness/worker/judging/plan_judging.h) and the sizes of input plans (plan/recipe.h) both follow from it.
#pragma once

#include "reference/bulk/direct_values.h"
#include "suites/row.h"

namespace classay {

enum class ValueSource : std::uint8_t {
  none,
  // One result of f16 or f32:
  model,       // a certified model of one argument
  exact,       // an exact function of one argument
  direct,      // a function of several arguments that needs no model
  pair_model,  // a certified model of two arguments
  // One result of f64, in windows:
  windows,
  pair_windows,
  // Two results of f16 or f32:
  sine_and_cosine,  // a model each
  gamma_and_sign,   // a model, and an exact sign
  remainder_and_quotient,
  exact_pair,  // fract, frexp, modf
};

constexpr bool is_of_one_result(ValueSource s) { return s >= ValueSource::model && s <= ValueSource::pair_model; }
constexpr bool is_in_windows(ValueSource s) { return s == ValueSource::windows || s == ValueSource::pair_windows; }
constexpr bool is_of_two_results(ValueSource s) { return s >= ValueSource::sine_and_cosine; }

ValueSource value_source(const Row& row, Type type);

// Returns the function that computes the result without an oracle; nullptr if none exists, or for several results.
const DirectFunction* direct_function_for(const Row& row);

// Returns whether the mode excuses or replaces arithmetic. Each result is then compared with all allowed results.
bool excuses_arithmetic(Mode mode);

// How results of input ranges are judged, or of windows in f64: with values, by the million, or each by itself, which takes
// 1 to 20 microseconds.
enum class JudgeSpeed : std::uint8_t { one_by_one, in_bulk };

// If the mode excuses arithmetic, only math functions of f32 count as judged in bulk: most of their results are either right
// under every allowed arithmetic, or not right under any (harness/worker/judging/excused_judge.cpp).
JudgeSpeed judge_speed(const Row& row, Type format, Mode mode);

}  // namespace classay
