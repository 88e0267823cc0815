// Conversions between all scalar types, reinterpretation, and the loads and stores of half.
#include "reference/exact_support.h"

namespace classay::exact_functions {
namespace {

// What is out of range is judged after rounding, as C99 6.3.1.4 and IEEE 754 do: -0.5 toward zero is 0 in every type, and
// -0.5 downward is -1, which no unsigned type holds. The documents also have words that look at the operand itself
// ("Out-of-Range Behavior and Saturated Conversions"); where the two differ is an ambiguity that the judge knows.
Truth to_integer(Value x, const Call& call) {
  const Type to = call.to;
  if (is_nan(x)) return call.saturate ? wrapped(to, 0) : Truth::anything();
  const Truth beyond = call.saturate ? wrapped(to, is_negative(x) ? least(to) : greatest(to)) : Truth::anything();
  if (is_infinite(x)) return beyond;

  const Dyadic d = integral(decode(format(x.type), x.bits), [&](bool negative, bool odd, bool half, bool below) {
    return rounds_away(call.rounding, negative, odd, half, below);
  });
  if (d.exponent + bit_length(d.significand) > 65) return beyond;
  const Integer magnitude = Integer{d.significand} << d.exponent;
  const Integer i = d.negative ? -magnitude : magnitude;
  return i < least(to) || i > greatest(to) ? beyond : wrapped(to, i);
}

Truth to_float(Value x, Type to, Rounding mode) {
  const Format& f = format(to);
  if (!is_float(x.type)) {
    const Integer i = integer(x);
    const auto magnitude = static_cast<Wide>(i < 0 ? -i : i);
    return Truth::of(f, round_to(f, Unrounded{i < 0, magnitude, 0, false}, mode));
  }
  if (!is_finite(x)) return truth(x);
  const Dyadic d = decode(format(x.type), x.bits);
  return Truth::of(f, round_to(f, Unrounded{d.negative, d.significand, d.exponent, false}, mode));
}

}  // namespace

Truths convert(const Call& call, Precision) {
  return each<1>(call, [&](Value x) {
    if (is_float(call.to)) return to_float(x, call.to, call.rounding);
    if (is_float(x.type)) return to_integer(x, call);
    // C99 6.3.1.3 for what does not fit: modulo 2^width, and for signed types what every implementation chooses.
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

// Every half is a float and a double: nothing is rounded.
Truths vload_half(const Call& call, Precision) {
  return each<1>(call, [](Value x) { return Truth::of(kF16, x.bits & kF16.mask()); });
}

Truths vstore_half(const Call& call, Precision) {
  return each<1>(call, [&](Value x) { return to_float(x, Type::f16, call.rounding); });
}

Truths move(const Call& call, Precision) { return each<1>(call, truth); }

}  // namespace classay::exact_functions
