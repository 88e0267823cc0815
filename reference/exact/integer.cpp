// Implements the integer functions and operators. The arguments determine the types. Every result is a pattern of the result
// type: unsigned for abs and abs_diff, of twice the width for upsample.
#include "reference/exact/support.h"
#include "reference/truth/truth.h"

namespace classay::exact_functions {
namespace {

Type unsigned_type(Type t) { return integer_type(width(t), false); }

// Returns the full product as a 128-bit pattern, in two's complement for signed types.
Wide product(Value x, Value y) {
  if (is_signed(x.type)) return static_cast<Wide>(integer(x) * integer(y));
  return static_cast<Wide>(x.bits) * y.bits;
}

// Returns the bits of the product from `width` upward: floor(x * y / 2^width).
Integer high_half(Value x, Value y) {
  if (is_signed(x.type)) return (integer(x) * integer(y)) >> width(x.type);
  return static_cast<Integer>(product(x, y) >> width(x.type));
}

// Returns a * b + c, clamped. The unsigned sum is below 2^128, but may exceed the range of Integer.
Truth multiply_add_saturated(Value a, Value b, Value c) {
  if (is_signed(a.type)) return wrapped(a.type, clamped(integer(a) * integer(b) + integer(c), a.type));
  const Wide sum = product(a, b) + c.bits;
  return Truth::of_integer({a.type, sum > mask(a.type) ? mask(a.type) : static_cast<Bits>(sum)});
}

// mul24 uses the low 24 bits, and is defined for operands that fit them.
bool fits_24_bits(Value v) {
  const Integer i = integer(v);
  if (is_signed(v.type)) return i >= -(1 << 23) && i < (1 << 23);
  return i < (1 << 24);
}

bool division_is_defined(Value x, Value y) {
  if (integer(y) == 0) return false;
  return !is_signed(x.type) || integer(x) != least(x.type) || integer(y) != -1;
}

// A scalar is promoted before a shift, and a vector is not ("Shift Operators"). Therefore char << 8 clears a scalar and
// leaves a vector unchanged. `f(e1, amount)` returns the wide result.
template <class F>
Truths shifted(const Call& call, F&& f) {
  return each<2>(call, [&](Value x, Value y) {
    const int bits = call.lanes == 1 && width(x.type) < 32 ? 32 : width(x.type);
    return wrapped(x.type, f(integer(x), static_cast<int>(y.bits & static_cast<Bits>(bits - 1))));
  });
}

template <class F>
Truths bitwise(const Call& call, F&& f) {
  return each<2>(call, [&](Value x, Value y) { return truth({x.type, f(x.bits, y.bits)}); });
}

template <class F>
Truths arithmetic(const Call& call, F&& f) {
  return each<2>(call, [&](Value x, Value y) { return wrapped(x.type, f(integer(x), integer(y))); });
}

template <class F>
Truths saturated(const Call& call, F&& f) {
  return each<2>(call, [&](Value x, Value y) { return wrapped(x.type, clamped(f(integer(x), integer(y)), x.type)); });
}

template <class F>
Truths divided(const Call& call, F&& f) {
  return each<2>(call, [&](Value x, Value y) {
    return division_is_defined(x, y) ? wrapped(x.type, f(integer(x), integer(y))) : Truth::anything();
  });
}

// A remainder by -1 is 0, also where the quotient does not fit the type.
template <class F>
Truths remaining(const Call& call, F&& f) {
  return each<2>(call, [&](Value x, Value y) {
    return integer(y) != 0 ? wrapped(x.type, f(integer(x), integer(y))) : Truth::anything();
  });
}

// The two vectors begin at argument 0; `vectors` is the number of vectors in the call.
Integer sum_of_products(const Call& call, std::size_t vectors) {
  const auto lanes = static_cast<std::size_t>(call.lanes);
  if (call.lanes <= 0 || call.args.size() != vectors * lanes) {
    throw std::invalid_argument("a dot product that is not of " + std::to_string(vectors) + " vectors");
  }
  Integer sum = 0;
  for (std::size_t i = 0; i < lanes; ++i) sum += integer(call.args[i]) * integer(call.args[lanes + i]);
  return sum;
}

template <class F>
Truths counted(const Call& call, F&& f) {
  return each<1>(call, [&](Value x) { return wrapped(x.type, f(x.bits & mask(x.type), width(x.type))); });
}

}  // namespace

Truths abs(const Call& call, Precision) {
  return each<1>(call, [](Value x) {
    const Integer i = integer(x);
    return wrapped(unsigned_type(x.type), i < 0 ? -i : i);
  });
}

Truths abs_diff(const Call& call, Precision) {
  return each<2>(call, [](Value x, Value y) {
    const Integer d = integer(x) - integer(y);
    return wrapped(unsigned_type(x.type), d < 0 ? -d : d);
  });
}

Truths add_sat(const Call& call, Precision) {
  return saturated(call, [](Integer x, Integer y) { return x + y; });
}
Truths sub_sat(const Call& call, Precision) {
  return saturated(call, [](Integer x, Integer y) { return x - y; });
}
Truths hadd(const Call& call, Precision) {
  return arithmetic(call, [](Integer x, Integer y) { return (x + y) >> 1; });
}
Truths rhadd(const Call& call, Precision) {
  return arithmetic(call, [](Integer x, Integer y) { return (x + y + 1) >> 1; });
}
Truths max(const Call& call, Precision) {
  return arithmetic(call, [](Integer x, Integer y) { return x < y ? y : x; });
}
Truths min(const Call& call, Precision) {
  return arithmetic(call, [](Integer x, Integer y) { return y < x ? y : x; });
}

Truths clamp(const Call& call, Precision) {
  return each<3>(call, [](Value x, Value low, Value high) {
    if (integer(low) > integer(high)) return Truth::anything();
    const Value raised = integer(x) < integer(low) ? low : x;
    return truth(integer(high) < integer(raised) ? high : raised);
  });
}

Truths clz(const Call& call, Precision) {
  return counted(call, [](Bits b, int bits) { return bits - bit_length(b); });
}
Truths ctz(const Call& call, Precision) {
  return counted(call, [](Bits b, int bits) { return b == 0 ? bits : std::countr_zero(b); });
}
Truths popcount(const Call& call, Precision) {
  return counted(call, [](Bits b, int) { return std::popcount(b); });
}

Truths mul_hi(const Call& call, Precision) {
  return each<2>(call, [](Value x, Value y) { return wrapped(x.type, high_half(x, y)); });
}
Truths mad_hi(const Call& call, Precision) {
  return each<3>(call, [](Value a, Value b, Value c) { return wrapped(a.type, high_half(a, b) + integer(c)); });
}
Truths mad_sat(const Call& call, Precision) { return each<3>(call, multiply_add_saturated); }

Truths rotate(const Call& call, Precision) {
  return each<2>(call, [](Value x, Value y) {
    const int bits = width(x.type);
    const int amount = static_cast<int>(y.bits & static_cast<Bits>(bits - 1));
    const auto pattern = static_cast<Wide>(x.bits);
    return truth({x.type, static_cast<Bits>(pattern << amount | pattern >> (bits - amount))});
  });
}

Truths upsample(const Call& call, Precision) {
  return each<2>(call, [](Value high, Value low) {
    const Type t = integer_type(2 * width(high.type), is_signed(high.type));
    return truth({t, high.bits << width(high.type) | low.bits});
  });
}

Truths mul24(const Call& call, Precision) {
  return each<2>(call, [](Value x, Value y) {
    return fits_24_bits(x) && fits_24_bits(y) ? wrapped(x.type, integer(x) * integer(y)) : Truth::anything();
  });
}
Truths mad24(const Call& call, Precision) {
  return each<3>(call, [](Value x, Value y, Value z) {
    if (!fits_24_bits(x) || !fits_24_bits(y)) return Truth::anything();
    return wrapped(x.type, integer(x) * integer(y) + integer(z));
  });
}

// Modulo 2^width, signed or not: OpIAdd, OpISub, OpIMul and OpSNegate return the low-order bits of the exact result.
Truths int_add(const Call& call, Precision) {
  return arithmetic(call, [](Integer x, Integer y) { return x + y; });
}
Truths int_sub(const Call& call, Precision) {
  return arithmetic(call, [](Integer x, Integer y) { return x - y; });
}
Truths int_mul(const Call& call, Precision) {
  return each<2>(call, [](Value x, Value y) { return truth({x.type, static_cast<Bits>(product(x, y))}); });
}
Truths increment(const Call& call, Precision) {
  return each<1>(call, [](Value x) { return wrapped(x.type, integer(x) + 1); });
}
Truths decrement(const Call& call, Precision) {
  return each<1>(call, [](Value x) { return wrapped(x.type, integer(x) - 1); });
}
Truths add_carry(const Call& call, Precision) {
  return each_pair<2>(call, [](Value x, Value y) {
    const Integer sum = integer(x) + integer(y);
    return std::pair(wrapped(x.type, sum), wrapped(x.type, sum > greatest(x.type) ? 1 : 0));
  });
}
Truths sub_borrow(const Call& call, Precision) {
  return each_pair<2>(call, [](Value x, Value y) {
    const Integer difference = integer(x) - integer(y);
    return std::pair(wrapped(x.type, difference), wrapped(x.type, difference < 0 ? 1 : 0));
  });
}
Truths mul_extended(const Call& call, Precision) {
  return each_pair<2>(call, [](Value x, Value y) {
    return std::pair(truth({x.type, static_cast<Bits>(product(x, y))}), wrapped(x.type, high_half(x, y)));
  });
}
Truths int_negate(const Call& call, Precision) {
  return each<1>(call, [](Value x) { return wrapped(x.type, -integer(x)); });
}

// Rounds toward zero, because the remainder has the sign of the dividend: C99 6.5.5.
Truths int_div(const Call& call, Precision) {
  return divided(call, [](Integer x, Integer y) { return x / y; });
}
Truths int_rem(const Call& call, Precision) {
  return remaining(call, [](Integer x, Integer y) { return x % y; });
}
// OpSMod: a nonzero result has the sign of the divisor.
Truths int_mod(const Call& call, Precision) {
  return remaining(call, [](Integer x, Integer y) {
    const Integer r = x % y;
    return r != 0 && (r < 0) != (y < 0) ? r + y : r;
  });
}

Truths shift_left(const Call& call, Precision) {
  return shifted(call, [](Integer x, int amount) { return static_cast<Integer>(static_cast<Wide>(x) << amount); });
}
Truths shift_right(const Call& call, Precision) {
  return shifted(call, [](Integer x, int amount) { return x >> amount; });  // zeros or sign, by the extension
}

Truths bit_and(const Call& call, Precision) {
  return bitwise(call, [](Bits x, Bits y) { return x & y; });
}
Truths bit_or(const Call& call, Precision) {
  return bitwise(call, [](Bits x, Bits y) { return x | y; });
}
Truths bit_xor(const Call& call, Precision) {
  return bitwise(call, [](Bits x, Bits y) { return x ^ y; });
}
Truths bit_not(const Call& call, Precision) {
  return each<1>(call, [](Value x) { return truth({x.type, ~x.bits}); });
}

Truths bit_reverse(const Call& call, Precision) {
  return each<1>(call, [](Value x) {
    Bits reversed = 0;
    for (int i = 0; i < width(x.type); ++i) reversed = reversed << 1 | ((x.bits >> i) & 1);
    return truth({x.type, reversed});
  });
}

// The sum of four 8-bit products always fits in the type of "dot(a, b)", so nothing wraps before the addition.
Truths integer_dot(const Call& call, Precision) { return {wrapped(call.to, sum_of_products(call, 2))}; }
Truths dot_acc_sat(const Call& call, Precision) {
  const Integer sum = sum_of_products(call, 3);
  return {wrapped(call.to, clamped(sum + integer(call.args[2 * static_cast<std::size_t>(call.lanes)]), call.to))};
}

}  // namespace classay::exact_functions
