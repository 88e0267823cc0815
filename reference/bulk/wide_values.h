// Values of f64 functions, for who judges many inputs at once: in two parts, because a bound of 2^-22 ulp takes more bits
// than a double has, and scaled, because f(x) need be no f64: subnormal results keep all bits, and those just past overflow
// are numbers. What is promised of a value (head, tail), v = (head + tail) * 2^scale:
//
//   tail is NaN   nothing is known, or a document prescribes a finite result other than zero
//   head is NaN   f(x) is NaN
//   head is ±inf  f(x) is that infinity, or |f(x)| > 2^1025 with that sign: beyond what an infinite f64 stands for
//   head is ±0    f(x) is exactly zero, and where a sign is prescribed for it, it is this one
//   else          |v - f(x)| <= epsilon * max(|f(x)|, 2^-1022), head = RN(head + tail), f(x) has the sign of head
#pragma once

#include <span>

#include "reference/number/format.h"

namespace classay {

// What one call gave: the first `count` of the values asked for, at least one, share a bound and a scale.
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

  // f at the inputs number first, first + 1, ... of what is being judged. Thread-safe. Precondition: head and tail are of
  // one size, which is not 0, and there are so many inputs.
  virtual WideKnown at(std::uint64_t first, std::span<double> head, std::span<double> tail) const = 0;
};

}  // namespace classay
