// Represents a set of floating-point results by an enclosure: all numbers of a format between two ends, zero, the
// infinities, NaN. Every step of a relaxed derivation is rounded to the format, so that only gaps are lost. Zero has no sign
// here: the build options for relaxed math include -cl-no-signed-zeros, and flushing leaves the sign of a zero undefined.
#pragma once

#include <string>
#include <vector>

#include "reference/number/format.h"

namespace classay {

struct Interval;  // reference/number/interval.h

struct Reach {
  Format format = kF32;
  // Finite nonzero numbers, as ordered(); empty if low > high. Only `zero` determines whether the set contains zero, even if
  // low < 0 < high.
  std::int64_t low = 1;
  std::int64_t high = 0;
  bool zero = false;
  bool positive_infinity = false;
  bool negative_infinity = false;
  bool nan = false;

  static Reach everything(const Format& f);
  static Reach of(const Format& f, Bits b);

  bool has_numbers() const { return low <= high; }
  bool has_subnormals() const;
  bool is_everything() const { return *this == everything(format); }
  bool is_empty() const { return !(has_numbers() || zero || positive_infinity || negative_infinity || nan); }

  void include(const Reach& other);
  void include(std::int64_t first, std::int64_t last);  // all patterns between, as ordered(), including infinities

  bool operator==(const Reach&) const = default;
};

bool contains(const Reach& reach, const Format& f, Bits b);

Reach negate(const Reach& r);
Reach absolute(const Reach& r);
// Returns fmin(fmax(r, low), high) for numbers low <= high. A NaN becomes `low`, because fmax returns its other argument.
Reach clamp(const Reach& r, Bits low, Bits high);

// Splits the set at zero and at the infinities, without NaN.
std::vector<Interval> pieces(const Reach& r);

// "[0x1.8p+1, 0x1.9p+1], a zero, nan", for messages; "anything", "nothing".
std::string text(const Reach& r);

}  // namespace classay
