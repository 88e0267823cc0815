// Defines the source of values for bulk judging of f64. A value has two parts, because a bound of 2^-22 ulp needs more bits
// than a double has. It is scaled, because f(x) may be outside the range of f64: subnormal results keep all bits, and
// results just beyond overflow are numbers. Guarantees for a value (head, tail) with v = (head + tail) * 2^scale:
//
//   tail is NaN   nothing is known, or a specification prescribes a finite nonzero result
//   head is NaN   f(x) is NaN
//   head is ±inf  f(x) is that infinity, or |f(x)| > 2^1025 with that sign, which an infinite f64 represents
//   head is ±0    f(x) is exactly zero; a prescribed sign is this one
//   else          |v - f(x)| <= epsilon * max(|f(x)|, 2^-1022), head = RN(head + tail), f(x) has the sign of head
#pragma once

#include <span>

#include "reference/number/format.h"

namespace classay {

// Properties of the values from one call. The first `count` of the requested values, at least one, share them.
struct WideKnown {
  std::size_t count = 0;
  double epsilon = 0;
  int scale = 0;
  bool rounds_alike = false;  // head is f(x) rounded to nearest, ties to even, and the scale is 0
};

class WideValues {
 public:
  WideValues() = default;
  WideValues(const WideValues&) = delete;
  WideValues& operator=(const WideValues&) = delete;
  virtual ~WideValues() = default;

  // Computes f at the inputs number first, first + 1, ... of those being judged. Thread-safe. Precondition: head and tail
  // have the same nonzero size, and these inputs exist.
  virtual WideKnown at(std::uint64_t first, std::span<double> head, std::span<double> tail) const = 0;
};

}  // namespace classay
