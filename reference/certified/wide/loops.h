// The loops of wide/kernels.h. Included by kernels_*.cpp after kernels_loops.h, under its rules: nothing but the language,
// in an unnamed namespace, no branches.

namespace {

using classay::certified::kLeastWideSine;
using classay::certified::kWideDegree;
using classay::certified::kWideHeads;
using classay::certified::WideKernels;
using classay::certified::WidePolynomial;
using classay::certified::WideScale;
using classay::certified::Window;
using Pattern = unsigned long;
static_assert(sizeof(Pattern) == 8);

// A sum in two parts, high = RN(high + low) unless said otherwise.
struct Pair {
  double high;
  double low;
};

inline Pair two_sum(double a, double b) {  // exact
  const double s = a + b;
  const double v = s - a;
  return {s, (a - (s - v)) + (b - v)};
}

inline Pair fast_two_sum(double a, double b) {  // exact for |a| >= |b|
  const double s = a + b;
  return {s, b - (s - a)};
}

inline Pattern index_in(const Window& w, Pattern random) { return (random ^ w.key) >> w.shift; }

inline void wide_inputs(const Window& window, const Pattern* pool, Size count, Pattern* __restrict bits) {
  const Window w = window;
  const int n = static_cast<int>(count);
  for (int i = 0; i < n; ++i) bits[i] = w.first + index_in(w, pool[i]);
}

// Horner's rule down to b_0: with one fma a step above the heads, where the rest is too small for a tail to matter; then
// with the error of each step carried along, which is what docs/certified-reference-f64.md calls lambda.
template <int J>
inline Pair wide_horner(const WidePolynomial& p, double t, Pair q) {
  if constexpr (J < 0) {
    return q;
  } else if constexpr (J >= kWideHeads) {
    return wide_horner<J - 1>(p, t, {__builtin_fma(t, q.high, p.b[J]), 0});
  } else {
    const double product = t * q.high;
    const double e = __builtin_fma(t, q.low, __builtin_fma(t, q.high, -product));
    const Pair s = two_sum(p.b[J], product);
    return wide_horner<J - 1>(p, t, {s.high, s.low + (e + p.l[J])});
  }
}

// 1 / (h + l): one step of Newton's from 1 / h. The residual of an fma is exact.
inline Pair wide_reciprocal(Pair x) {
  const double v = 1 / x.high;
  const double r = __builtin_fma(-v, x.low, __builtin_fma(-v, x.high, 1.0));
  return fast_two_sum(v, v * r);
}

template <bool kReciprocal>
inline void wide_polynomial_of(const WidePolynomial& polynomial, const Window& window, const Pattern* pool, int count,
                               double* __restrict head, double* __restrict tail) {
  const WidePolynomial p = polynomial;
  const Window w = window;
  for (int i = 0; i < count; ++i) {
    // An integer below 2^52 as the fraction of a number in [2^52, 2^53).
    const double index = __builtin_bit_cast(double, index_in(w, pool[i]) | 0x4330000000000000U) - 0x1p52;
    const double t = (index - p.centre) * p.pace;
    const Pair q = wide_horner<kWideDegree - 1>(p, t, {p.b[kWideDegree], 0});
    const Pair r = fast_two_sum(q.high, q.low);
    const Pair value = kReciprocal ? wide_reciprocal(r) : r;
    head[i] = value.high;
    tail[i] = value.low;
  }
}

inline void wide_polynomial(const WidePolynomial& p, const Window& window, const Pattern* pool, Size count, double* head,
                            double* tail) {
  const int n = static_cast<int>(count);
  if (p.is_reciprocal) {
    wide_polynomial_of<true>(p, window, pool, n, head, tail);
  } else {
    wide_polynomial_of<false>(p, window, pool, n, head, tail);
  }
}

template <PartsAt kParts>
inline Pair wide_value_at(const Angle& c, const AngleTable& t, int i) {
  const Two r = kParts(c, t, i);
  return fast_two_sum(r.z, r.m);
}

inline bool is_wide(double r) { return __builtin_fabs(r) >= kLeastWideSine; }

// Of sines or cosines.
template <PartsAt kParts>
Size wide_sum_of_angles(const Angle& centre, const AngleTable& table, Size count, double* __restrict head,
                        double* __restrict tail) {
  const Angle c = centre;
  const int n = static_cast<int>(count);
  long small = 0;
  for (int i = 0; i < n; ++i) {
    const Pair r = wide_value_at<kParts>(c, table, i);
    head[i] = is_wide(r.high) ? r.high : 0;
    tail[i] = r.low;
    small += is_wide(r.high) ? 0 : 1;
  }
  return static_cast<Size>(small);
}

inline Size wide_tangent(const Angle& centre, const AngleTable& table, Size count, double* __restrict head,
                         double* __restrict tail) {
  const Angle a = centre;
  const int n = static_cast<int>(count);
  long small = 0;
  for (int i = 0; i < n; ++i) {
    const Pair s = wide_value_at<parts_of_sine>(a, table, i);
    const Pair c = wide_value_at<parts_of_cosine>(a, table, i);
    const double q = s.high / c.high;
    const double r = __builtin_fma(-q, c.low, __builtin_fma(-q, c.high, s.high) + s.low);
    const Pair value = fast_two_sum(q, r / c.high);
    const bool sine_holds = is_wide(s.high);
    const bool cosine_holds = is_wide(c.high);
    const bool holds = sine_holds & cosine_holds;
    head[i] = holds ? value.high : 0;
    tail[i] = value.low;
    small += holds ? 0 : 1;
  }
  return static_cast<Size>(small);
}

inline double power_below(double x) {  // 2^e <= |x| < 2^(e + 1); 0 for zero
  return __builtin_bit_cast(double, __builtin_bit_cast(Pattern, x) & 0x7ff0000000000000U);
}
inline double clamped(double x, double low, double high) {
  const double least = x > low ? x : low;
  return least < high ? least : high;
}
inline double inverse_of_power(double x) {
  return __builtin_bit_cast(double, 0x7fe0000000000000U - __builtin_bit_cast(Pattern, x));
}

// Conditions as masks, which compilers make vectors of where they give up on several truth values.
inline Pattern mask(bool condition) { return condition ? ~Pattern{0} : Pattern{0}; }
inline double chosen(Pattern mask, double a, double b) {
  return __builtin_bit_cast(double, (__builtin_bit_cast(Pattern, a) & mask) | (__builtin_bit_cast(Pattern, b) & ~mask));
}

// Of a value: what decides on the ulp, and on where infinities are.
struct Measured {
  double size;   // |head|
  double over;   // by how much the value is larger than that
  double power;  // of two, at most that
};

// The ulp is 2^-52 of one of these. Just below a power of two it is half of that above, and so it is at the power itself.
struct Binades {
  double inner;
  double outer;
};
inline Binades binades(const Measured& v, const WideScale& scale) {
  const double blur = 2 * scale.epsilon * v.power;
  const Pattern at_power = mask(v.size == v.power);
  const Pattern may_be_below = at_power & mask(v.over <= blur);
  const Pattern may_be_above = ~at_power | mask(v.over > -blur);
  const double half = 0.5 * v.power;
  return {clamped(chosen(may_be_below, half, v.power), scale.floor, scale.top),
          clamped(chosen(may_be_above, v.power, half), scale.floor, scale.top)};
}

inline void wide_errors(const WideScale& of, const Pattern* results, const double* head, const double* tail, Size count,
                        double* __restrict error, double* __restrict uncertainty) {
  const WideScale scale = of;
  const double beyond = 2 * scale.top;  // 2^1024, for an infinity
  const double infinity = __builtin_inf();
  const int n = static_cast<int>(count);
  for (int i = 0; i < n; ++i) {
    const double h = head[i];
    const double l = tail[i];
    const auto result = __builtin_bit_cast(double, results[i]);
    const double sign = __builtin_copysign(1.0, h);
    const Measured v{__builtin_fabs(h), l * sign, power_below(h)};

    const Pattern is_infinite = mask(__builtin_fabs(result) == infinity);
    const double stand_in = __builtin_copysign(beyond, result);
    const double scaled = chosen(is_infinite, stand_in, (result * scale.down_1) * scale.down_2);
    const Pattern is_alike = is_infinite & mask(scaled * sign == beyond);
    const Pattern is_past = is_alike & mask(v.size > beyond);  // by more than the bound
    const Pattern is_there = is_alike & mask(v.size == beyond) & mask(v.over >= 0);
    const double difference = (scaled - h) - l;
    const double distance = chosen(is_past | is_there, 0, __builtin_fabs(difference));

    const Binades binade = binades(v, scale);
    const double inverse = inverse_of_power(binade.inner) * 0x1p52;
    const double most = distance * inverse;
    const double least = distance * inverse_of_power(binade.outer) * 0x1p52;
    // What the reference may be off by, and 2^-12 of it for the rounding of all this.
    const double floored = v.size > scale.floor ? v.size : scale.floor;
    const double reference = chosen(is_past, 0, floored * scale.epsilon * inverse * 0x1.001p0);
    const double mean = 0.5 * (most + least);
    const double about = 0.5 * (most - least) + reference + most * 0x1p-50;

    const Pattern is_number = mask(v.size < infinity) & mask(v.size > 0);
    const Pattern is_known = mask(l == l);
    const Pattern is_same = mask(results[i] == __builtin_bit_cast(Pattern, h)) | (mask(result != result) & mask(h != h));
    const Pattern has_error = is_number & is_known;
    const Pattern is_near = mask(mean < classay::certified::kFarInUlps);  // not so where the result is a NaN
    error[i] = chosen(has_error, chosen(is_near, __builtin_copysign(mean, difference), infinity), 0);
    uncertainty[i] = chosen(has_error, chosen(is_near, about, 0), chosen(is_known & is_same, 0, infinity));
  }
}

inline constexpr WideKernels kWideKernels{.inputs = wide_inputs,
                                          .polynomial = wide_polynomial,
                                          .sine = wide_sum_of_angles<parts_of_sine>,
                                          .cosine = wide_sum_of_angles<parts_of_cosine>,
                                          .tangent = wide_tangent,
                                          .errors = wide_errors};

}  // namespace
