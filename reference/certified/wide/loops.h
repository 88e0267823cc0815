// Contains the loops of wide/kernels.h. kernels.cpp includes it after kernels_loops.h. The same rules apply: only the
// language, an unnamed namespace, no branches.

namespace {

using classay::certified::kLeastWideSine;
using classay::certified::kWideDegree;
using classay::certified::kWideHeads;
using classay::certified::WideKernels;
using classay::certified::WidePolynomial;
using classay::certified::Window;
using Pattern = __UINT64_TYPE__;  // std::uint64_t, whose header is not the language
static_assert(sizeof(Pattern) == 8);

// A sum in two parts, high = RN(high + low) unless stated differently.
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

// Horner's rule down to b_0. Steps above the heads use one fma, because their terms are too small to need a tail. The last
// steps also compute the error of each step, which docs/certified-reference-f64.md calls lambda.
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

// Computes 1 / (h + l) by one Newton step from 1 / h. The residual of an fma is exact.
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
    // Makes an integer below 2^52 the fraction of a number in [2^52, 2^53).
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

// Evaluates sines or cosines.
template <PartsAt kParts>
Size wide_sum_of_angles(const Angle& centre, const AngleTable& table, Size count, double* __restrict head,
                        double* __restrict tail) {
  const Angle c = centre;
  const int n = static_cast<int>(count);
  long long small = 0;
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
  long long small = 0;
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

inline constexpr WideKernels kWideKernels{.inputs = wide_inputs,
                                          .polynomial = wide_polynomial,
                                          .sine = wide_sum_of_angles<parts_of_sine>,
                                          .cosine = wide_sum_of_angles<parts_of_cosine>,
                                          .tangent = wide_tangent};

}  // namespace
