// Implements rounding to integral values, signs, neighbours, and the decomposition of numbers.
#include "reference/exact/support.h"
#include "reference/truth/truth.h"

namespace classay::exact_functions {
namespace {

// NaN, infinities and zeros are unchanged (C99 F.9.6). A zero result keeps the sign of its argument.
template <class Away>
Truths integral_values(const Call& call, Away&& away) {
  return each<1>(call, [&](Value x) {
    const Format& f = format(x.type);
    if (!is_finite(x)) return truth(x);
    return Truth::of(f, encode(f, integral(decode(f, x.bits), away)));
  });
}

Truths integral_values(const Call& call, Rounding mode) {
  return integral_values(call, [mode](bool negative, bool odd, bool half, bool below) {
    return rounds_away(mode, negative, odd, half, below);
  });
}

// Returns the exponent e of a finite nonzero number, with subnormals normalised: 2^e <= |x| < 2^(e+1).
int exponent(Value x) {
  const Dyadic d = decode(format(x.type), x.bits);
  return d.exponent + bit_length(d.significand) - 1;
}

Truth integer_truth(int i) { return Truth::of_integer(int_value(Type::i32, i)); }

}  // namespace

Truths ceil(const Call& call, Precision) { return integral_values(call, Rounding::rtp); }
Truths floor(const Call& call, Precision) { return integral_values(call, Rounding::rtn); }
Truths trunc(const Call& call, Precision) { return integral_values(call, Rounding::rtz); }
// Rounds to nearest even, whatever the default mode ("Changes to C99 TC2 Behavior").
Truths rint(const Call& call, Precision) { return integral_values(call, Rounding::rne); }
Truths round(const Call& call, Precision) {
  return integral_values(call, [](bool, bool, bool half, bool) { return half; });
}

Truths fabs(const Call& call, Precision) {
  return each<1>(call, [](Value x) { return truth({x.type, format(x.type).magnitude(x.bits)}); });
}

Truths negate(const Call& call, Precision) {
  return each<1>(call, [](Value x) { return truth({x.type, format(x.type).negate(x.bits)}); });
}

Truths same(const Call& call, Precision) {
  return each<1>(call, [](Value x) { return truth(x); });
}

Truths copysign(const Call& call, Precision) {
  return each<2>(call, [](Value x, Value y) {
    const Format& f = format(x.type);
    return truth({x.type, f.magnitude(x.bits) | f.zero(is_negative(y))});
  });
}

// No specification defines the sign of the zero next to the smallest subnormals; nextUp and nextDown (IEEE 754) keep it.
Truths nextafter(const Call& call, Precision) {
  return each<2>(call, [](Value x, Value y) {
    const Format& f = format(x.type);
    if (is_nan(x) || is_nan(y)) return Truth::not_a_number();
    const std::int64_t from = ordered(f, x.bits);
    const std::int64_t to = ordered(f, y.bits);
    if (from == to) return truth(y);  // C99 7.12.11.3
    const std::int64_t next = from < to ? from + 1 : from - 1;
    return next == 0 ? Truth::zero(is_negative(x)) : Truth::of(f, from_ordered(f, next));
  });
}

Truths logb(const Call& call, Precision) {
  return each<1>(call, [](Value x) {
    if (is_nan(x)) return Truth::not_a_number();
    if (is_infinite(x)) return Truth::infinity(false);
    if (is_zero(x)) return Truth::infinity(true);
    const int e = exponent(x);
    const Dyadic d{e < 0, static_cast<std::uint64_t>(e < 0 ? -e : e), 0};
    return Truth::of(format(x.type), encode(format(x.type), d));
  });
}

// The implementation chooses FP_ILOGB0 and FP_ILOGBNAN of two values each. INT_MAX for infinities is C99 7.12.6.5.
Truths ilogb(const Call& call, Precision) {
  return each<1>(call, [](Value x) {
    if (is_nan(x) || is_zero(x)) return Truth::anything();
    if (is_infinite(x)) return wrapped(Type::i32, greatest(Type::i32));
    return integer_truth(exponent(x));
  });
}

Truths frexp(const Call& call, Precision) {
  return each_pair<1>(call, [](Value x) {
    // Zeros: C99 F.9.3.4. Infinities and NaN store 0 too ("Additional Requirements Beyond C99 TC2").
    if (!is_finite(x) || is_zero(x)) return std::pair(truth(x), integer_truth(0));
    const Format& f = format(x.type);
    Dyadic d = decode(f, x.bits);
    const int top = bit_length(d.significand);
    const int e = d.exponent + top;
    d.exponent = -top;  // 1/2 <= |mantissa| < 1
    return std::pair(Truth::of(f, encode(f, d)), integer_truth(e));
  });
}

// Both parts have the argument's sign, and the fraction of an infinity is zero ("Changes to C99 TC2 Behavior").
Truths modf(const Call& call, Precision) {
  return each_pair<1>(call, [](Value x) {
    const Format& f = format(x.type);
    if (is_nan(x)) return std::pair(Truth::not_a_number(), Truth::not_a_number());
    if (is_infinite(x)) return std::pair(Truth::zero(is_negative(x)), truth(x));
    const Dyadic d = decode(f, x.bits);
    const Dyadic whole = integral(d, [](bool, bool, bool, bool) { return false; });
    Dyadic fraction = d;
    if (d.exponent >= 0) {
      fraction.significand = 0;
    } else if (d.exponent > -64) {
      fraction.significand &= (std::uint64_t{1} << -d.exponent) - 1;
    }
    return std::pair(Truth::of(f, encode(f, fraction)), Truth::of(f, encode(f, whole)));
  });
}

Truths nan(const Call& call, Precision) {
  return each<1>(call, [](Value) { return Truth::quiet_nan(); });
}

}  // namespace classay::exact_functions
