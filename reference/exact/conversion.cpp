// Implements conversions between all scalar types, reinterpretation, and the loads and stores of half.
#include <algorithm>

#include "reference/exact/support.h"
#include "reference/truth/truth.h"

namespace classay::exact_functions {
namespace {

// Returns whether the number before rounding is outside the range of the type.
bool is_beyond(const Dyadic& d, Type to) {
  const Dyadic whole = integral(d, [](bool, bool, bool half, bool below) { return half || below; });  // away from zero
  const Integer magnitude = Integer{whole.significand} << std::min(whole.exponent, 64);
  return d.negative ? -magnitude < least(to) : magnitude > greatest(to);
}

// A number is out of range before rounding, according to the specifications, or after rounding, as in C99 6.3.1.4 (ambiguity
// A35). If either applies, the result is open unless it saturates, where both agree. The result for a NaN is open too; some
// editions prescribe it with a rule (A36).
Truth to_integer(Value x, const Call& call) {
  const Type to = call.to;
  if (is_nan(x)) return Truth::anything();
  const auto beyond = [&] {
    return call.saturate ? wrapped(to, is_negative(x) ? least(to) : greatest(to)) : Truth::anything();
  };
  if (is_infinite(x)) return beyond();

  const Dyadic d = decode(format(x.type), x.bits);
  const Dyadic rounded = integral(d, [&](bool negative, bool odd, bool half, bool below) {
    return rounds_away(call.rounding, negative, odd, half, below);
  });
  if (rounded.exponent + bit_length(rounded.significand) > 65) return beyond();
  const Integer magnitude = Integer{rounded.significand} << rounded.exponent;
  const Integer i = d.negative ? -magnitude : magnitude;
  if (i < least(to) || i > greatest(to)) return beyond();
  return !call.saturate && is_beyond(d, to) ? Truth::anything() : wrapped(to, i);
}

// Precondition: an integer, or a finite number.
Value nearest(Value x, Type to, Rounding mode) {
  if (!is_float(x.type)) {
    const Integer i = integer(x);
    const auto magnitude = static_cast<Wide>(i < 0 ? -i : i);
    return {to, round_to(format(to), Unrounded{i < 0, magnitude, 0, false}, mode)};
  }
  const Dyadic d = decode(format(x.type), x.bits);
  return {to, round_to(format(to), Unrounded{d.negative, d.significand, d.exponent, false}, mode)};
}

Truth to_float(Value x, Type to, Rounding mode, Rounding first_mode) {
  if (is_float(x.type) && !is_finite(x)) return truth(x);
  if (const std::optional<Type> through = info(to).through) {
    x = nearest(x, *through, first_mode);
    if (!is_finite(x)) return truth(x);
  }
  return truth(nearest(x, to, mode));
}

}  // namespace

Truths convert(const Call& call, Precision) {
  return each<1>(call, [&](Value x) {
    if (is_float(call.to)) return to_float(x, call.to, call.rounding, call.step.value_or(call.rounding));
    if (is_float(x.type)) return to_integer(x, call);
    // C99 6.3.1.3 for values that do not fit: modulo 2^width, and for signed types the choice of every implementation.
    return wrapped(call.to, call.saturate ? clamped(integer(x), call.to) : integer(x));
  });
}

Truths as_type(const Call& call, Precision) {
  return each<1>(call, [&](Value x) {
    if (width(x.type) != width(call.to)) {
      throw std::invalid_argument("as_type from " + std::string(info(x.type).name) + " to " +
                                  std::string(info(call.to).name) + ": both must have the same width");
    }
    return truth({call.to, x.bits});
  });
}

// Every half is a float and a double, so nothing is rounded.
Truths vload_half(const Call& call, Precision) {
  return each<1>(call, [](Value x) { return Truth::of(kF16, x.bits & kF16.mask()); });
}

Truths vstore_half(const Call& call, Precision) {
  return each<1>(call, [&](Value x) { return to_float(x, Type::f16, call.rounding, call.rounding); });
}

Truths move(const Call& call, Precision) { return each<1>(call, truth); }

}  // namespace classay::exact_functions
