// Contains the loops. kernels.cpp, which is compiled for each instruction set, includes it after kernels.h; rotation.cpp
// includes it for its sums. It uses only the language, in an unnamed namespace. An inline library function, compiled for a
// newer machine, could be the copy that the linker keeps for all sets.
//
// For vectorisation, loops have no branches, a compile-time degree, coefficients in local variables, and 32-bit indices.

namespace {

using classay::certified::Angle;
using classay::certified::AngleTable;
using classay::certified::kLeastSine;
using Size = decltype(sizeof(0));

template <int J>
inline double horner(const double* b, double k, double q) {
  if constexpr (J < 0) {
    return q;
  } else {
    return horner<J - 1>(b, k, __builtin_fma(k, q, b[J]));
  }
}

template <int Degree, bool kReciprocal>
void polynomial_of(const double* coefficients, double start, double pace, int count, double* __restrict out) {
  double b[Degree + 1];
  for (int j = 0; j <= Degree; ++j) b[j] = coefficients[j];
  for (int i = 0; i < count; ++i) {
    const double k = start + static_cast<double>(i) * pace;  // exact
    const double p = horner<Degree - 1>(b, k, b[Degree]);
    out[i] = kReciprocal ? 1 / p : p;
  }
}

template <int Degree>
void polynomial_of(const double* b, double start, double pace, bool is_reciprocal, int count, double* out) {
  if (is_reciprocal) {
    polynomial_of<Degree, true>(b, start, pace, count, out);
  } else {
    polynomial_of<Degree, false>(b, start, pace, count, out);
  }
}

inline void polynomial(int degree, const double* b, double start, double pace, bool is_reciprocal, Size count, double* out) {
  const int n = static_cast<int>(count);
  switch (degree) {
    case 2: return polynomial_of<2>(b, start, pace, is_reciprocal, n, out);
    case 4: return polynomial_of<4>(b, start, pace, is_reciprocal, n, out);
    case 6: return polynomial_of<6>(b, start, pace, is_reciprocal, n, out);
    case 8: return polynomial_of<8>(b, start, pace, is_reciprocal, n, out);
    default: return polynomial_of<10>(b, start, pace, is_reciprocal, n, out);
  }
}

inline void alternating(double start, double pace, double size, Size count, double* __restrict out) {
  const int n = static_cast<int>(count);
  for (int i = 0; i < n; ++i) {
    const double x = start + static_cast<double>(i) * pace;  // exact
    const double below = __builtin_floor(x);
    const double half = below * 0.5;
    const double value = half == __builtin_floor(half) ? size : -size;
    out[i] = x == below ? __builtin_nan("") : value;
  }
}

struct Two {
  double z;
  double m;
};

// Computes p * q + sign * r * s for numbers in two parts, as z + m. Products of heads are exact, products of head and tail
// are rounded, and products of tails are dropped. docs/certified-reference.md, section "Big angles", counts the roundings.
template <int kSign>
inline Two sum_of_products(double ph, double pl, double qh, double ql, double rh, double rl, double sh, double sl) {
  const double a = ph * qh;
  const double e = __builtin_fma(ph, qh, -a);
  const double b = kSign * rh * sh;
  const double f = __builtin_fma(kSign * rh, sh, -b);
  const double z = a + b;  // TwoSum: z + t = a + b
  const double v = z - a;
  const double t = (a - (z - v)) + (b - v);
  double m = ph * ql;
  m = __builtin_fma(pl, qh, m);
  m = __builtin_fma(kSign * rh, sl, m);
  m = __builtin_fma(kSign * rl, sh, m);
  m += e + f;
  m += t;
  return {z, m};
}

// sin(C + x) = sin C cos x + cos C sin x, cos(C + x) = cos C cos x - sin C sin x
inline Two parts_of_sine(const Angle& c, const AngleTable& t, int i) {
  return sum_of_products<1>(c.sine.high, c.sine.low, t.cosine_high[i], t.cosine_low[i], c.cosine.high, c.cosine.low,
                            t.sine_high[i], t.sine_low[i]);
}
inline Two parts_of_cosine(const Angle& c, const AngleTable& t, int i) {
  return sum_of_products<-1>(c.cosine.high, c.cosine.low, t.cosine_high[i], t.cosine_low[i], c.sine.high, c.sine.low,
                             t.sine_high[i], t.sine_low[i]);
}

using PartsAt = Two (*)(const Angle& c, const AngleTable& t, int i);

template <PartsAt kParts>
inline double value_at(const Angle& c, const AngleTable& t, int i) {
  const Two r = kParts(c, t, i);
  return r.z + r.m;
}

inline long long is_small(double r) { return __builtin_fabs(r) >= kLeastSine ? 0 : 1; }

// Evaluates sines or cosines.
template <PartsAt kParts>
Size sum_of_angles(const Angle& centre, const AngleTable& table, Size count, double* __restrict out) {
  const Angle c = centre;
  const int n = static_cast<int>(count);
  long long small = 0;
  for (int i = 0; i < n; ++i) {
    out[i] = value_at<kParts>(c, table, i);
    small += is_small(out[i]);
  }
  return static_cast<Size>(small);
}

inline Size tangent(const Angle& centre, const AngleTable& table, Size count, double* __restrict out) {
  const Angle c = centre;
  const int n = static_cast<int>(count);
  long long small = 0;
  for (int i = 0; i < n; ++i) {
    const double s = value_at<parts_of_sine>(c, table, i);
    const double d = value_at<parts_of_cosine>(c, table, i);
    out[i] = s / d;
    small += is_small(s) + is_small(d);
  }
  return static_cast<Size>(small);
}

}  // namespace
