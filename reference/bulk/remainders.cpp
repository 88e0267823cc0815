// Contains the loops of remainders.h, compiled once per instruction set: no branches within a loop, input arrays, one output
// array. As in loops.cpp, everything has internal linkage.
#include "reference/bulk/remainders.h"

#include "reference/bulk/loops_exact.h"

namespace classay::bulk {
namespace {

inline constexpr int kStepBits = 28;
inline constexpr double kStep = power_of_two(kStepBits);

// Returns the low bits of q if it is an integer. The result is arbitrary for other numbers.
inline std::uint64_t integer(double q) { return static_cast<std::uint64_t>(bits(q + kAllAreIntegers)); }

// a = q b + r with 0 <= r < b, for the magnitudes of pairs; r is NaN if it does not exist.
struct Divided {
  double a[kRemainderChunk];  // becomes r
  double b[kRemainderChunk];
  double inverse[kRemainderChunk];
  double q[kRemainderChunk];      // q of the last step
  double above[kRemainderChunk];  // q of the step before it
};

// Returns the largest finite a / b. Positive doubles are compared as integers, which have the same order, because compilers
// vectorise integer comparisons.
inline double prepare(const double* x, const double* y, std::size_t count, Divided& d) {
  std::int64_t largest = 0;
  for (std::size_t i = 0; i < count; ++i) {
    d.a[i] = magnitude(x[i]);
    d.b[i] = magnitude(y[i]);
    d.inverse[i] = 1 / d.b[i];
    d.q[i] = 0;
    const double ratio = d.a[i] * d.inverse[i];
    const std::int64_t finite = ratio < kInfinity ? bits(ratio) : 0;
    largest = finite > largest ? finite : largest;
  }
  return number(largest);
}

inline void step(double scale, double of_inverse, std::size_t count, Divided& d) {
  for (std::size_t i = 0; i < count; ++i) {
    const double b = d.b[i] * scale;
    const double q = (d.a[i] * (d.inverse[i] * of_inverse) + kAllAreIntegers) - kAllAreIntegers;
    const double rest = d.a[i] - q * b;
    d.a[i] = rest < 0 ? rest + b : rest;
    d.above[i] = d.q[i];
    d.q[i] = rest < 0 ? q - 1 : q;
  }
}

inline void divide(const double* x, const double* y, std::size_t count, Divided& d) {
  const double largest = prepare(x, y, count, d);
  int steps = 0;
  for (double power = 1; power <= largest; power *= kStep) ++steps;
  // At least one step runs, to get NaN where no remainder exists.
  for (int at = steps > 1 ? steps - 1 : 0; at >= 0; --at) {
    step(power_of_two(at * kStepBits), power_of_two(-at * kStepBits), count, d);
  }
  // A number divided by an infinity is its own remainder.
  for (std::size_t i = 0; i < count; ++i)
    d.a[i] = d.b[i] == kInfinity && magnitude(x[i]) < kInfinity ? magnitude(x[i]) : d.a[i];
}

// Returns whether the integer above q is nearer, or equally near and even.
inline bool is_next_nearer(const Divided& d, std::size_t i) {
  const double twice = d.a[i] + d.a[i];
  const bool is_odd = (integer(d.q[i]) & 1) != 0;
  return twice > d.b[i] || (twice == d.b[i] && is_odd);
}

inline void truncated(const double* x, const double* y, std::size_t count, double* __restrict results) {
  Divided d;
  divide(x, y, count, d);
  for (std::size_t i = 0; i < count; ++i) results[i] = with_sign_of(d.a[i], x[i]);
}

inline void nearest(const double* x, const double* y, std::size_t count, double* __restrict results) {
  Divided d;
  divide(x, y, count, d);
  for (std::size_t i = 0; i < count; ++i) {
    const bool next = is_next_nearer(d, i);
    const double rest = next ? d.b[i] - d.a[i] : d.a[i];
    results[i] = with_sign_of(rest, next ? -x[i] : x[i]);
  }
}

inline void quotient(const double* x, const double* y, std::size_t count, double* __restrict results) {
  Divided d;
  divide(x, y, count, d);
  for (std::size_t i = 0; i < count; ++i) {
    // The quotients of earlier steps are multiples of 2^56.
    const std::uint64_t low = (integer(d.above[i]) << kStepBits) + integer(d.q[i]) + (is_next_nearer(d, i) ? 1 : 0);
    const auto kept = static_cast<std::int64_t>(low & 0x7fffffff);
    const double whole = number(bits(kAllAreIntegers) | kept) - kAllAreIntegers;
    const bool is_number = d.b[i] < kInfinity && d.a[i] < kInfinity;
    results[i] = is_number && whole > 0 ? with_sign_of(whole, number(bits(x[i]) ^ bits(y[i]))) : 0;
  }
}

}  // namespace

constinit const Remainders Remainders::CLASSAY_SET = {
    .set = InstructionSet::CLASSAY_SET, .truncated = bulk::truncated, .nearest = bulk::nearest, .quotient = bulk::quotient};

}  // namespace classay::bulk
