// Defines what a specification promises about the results of one builtin in one format, mode and profile. The judge compares
// results with it (judge/judge.h).
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "reference/promise/limit.h"
#include "reference/promise/rule.h"
#include "reference/truth/call.h"

namespace classay {

// Whether this operation may flush subnormals on a device that flushes.
enum class Flushing : std::uint8_t {
  named,     // the specification names the operation among those that may flush
  unnamed,   // by one interpretation, the specification lets the operation flush (A33)
  operands,  // as `unnamed`, but for operands only: a store of half must not flush its results (A32)
  never,     // the specification excludes the operation, or does not name it
  always,    // on every device: half_ functions (OpenCL C, below the table of half_ and native_ functions)
};

// Whether a NaN result may be signaling where no operand is.
enum class QuietNan : std::uint8_t {
  kept,      // all bits are those of the operand ("without modification", as_type)
  open,      // an operation that only moves bits may keep a signaling NaN
  advised,   // "should return a quiet NaN"
  required,  // "a non-signaling NaN shall be converted to a non-signaling NaN"; IEEE 754
};

// One builtin's promise for one format under one table.
struct Promise {
  std::string_view builtin;
  Evaluate truth = nullptr;
  std::span<const Type> results;  // types of the components of one lane: {f32} for sin, {f32, i32} for frexp
  Limit limit;
  std::string clause;  // specification and table of the limit
  // The limit is from a different specification, because the own one states none. A result beyond it is `poor`; only a
  // prescribed result can be wrong.
  bool is_of_another = false;
  // Nothing is promised, not even exact integers, prescribed values or the treatment of signaling NaNs (a C library).
  bool promises_nothing = false;
  // Values that rules prescribe are not promised (a C library whose limits file says so). Only results within the limit are
  // right. A result is undefined where the rule prescribes a NaN or an infinity.
  bool special_values_are_open = false;
  // "Without overflow or extraordinary precision loss due to underflow", whatever the limit (length, distance, normalize).
  bool keeps_range = false;
  std::span<const Rule> rules;  // those of this builtin
  // remquo: the number of low bits of the quotient that are promised, with its sign; 0: integer results are exact.
  int quotient_bits = 0;
  // The quotient need only be congruent to the exact one modulo 2^quotient_bits (C99, 7.12.10.3): 8 stands for 16, too.
  bool quotient_is_congruent = false;
  // For expressions a * b + c with signs: whether the product is negated, and whether c is.
  bool negates_product = false;
  bool negates_addend = false;
  // A core operation rounds in the device's default mode. A builtin may also round to nearest when that mode differs (A34).
  bool core_operation = false;
  // The call names its rounding mode (conversions, vstore_half_rtz), so the device's default does not matter.
  bool rounding_in_call = false;
  // An implicit conversion: C99 allows either neighbour of the exact value (A49).
  bool rounds_either_way = false;
  // For integers: returns whether a call overflows, which a specification leaves undefined (A71, A73). Null: never.
  bool (*overflows)(const Call& call) = nullptr;
  // A conversion in two steps; the rounding mode of the first step is not specified (A65).
  bool rounds_in_steps = false;
  Flushing flushing = Flushing::named;
  QuietNan quiet_nan = QuietNan::open;
  // The limit that each named step of a derived form has in the same table.
  Limit (*limit_of_step)(std::string_view builtin, const void* context) = nullptr;
  const void* context = nullptr;
};

}  // namespace classay
