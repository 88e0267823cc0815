// A set of floating-point results, enclosed: all numbers of a format between two ends, zero, the infinities, NaN. Every step
// of a relaxed derivation is rounded to the format, so that this loses nothing but gaps. Zero has no sign here: the build
// options that relax math include -cl-no-signed-zeros, and the sign of what is flushed to zero is undefined.
#pragma once

#include <string>
#include <vector>

#include "reference/number/format.h"
#include "reference/number/interval.h"

namespace classay {

struct Reach {
  Format format = kF32;
  // Finite numbers but zero, as ordered(); none when low > high. Zero belongs to the set only when `zero` says so, even
  // when low < 0 < high.
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
  void include(std::int64_t first, std::int64_t last);  // all patterns between, as ordered(), infinities among them

  bool operator==(const Reach&) const = default;
};

bool contains(const Reach& reach, const Format& f, Bits b);

Reach negate(const Reach& r);
Reach absolute(const Reach& r);
// fmin(fmax(r, low), high), low <= high being numbers. A NaN becomes `low`: fmax returns its other argument.
Reach clamp(const Reach& r, Bits low, Bits high);

// The set cut at zero and at the infinities; NaN left out.
std::vector<Interval> pieces(const Reach& r);

// "[0x1.8p+1, 0x1.9p+1], a zero, nan", for messages; "anything", "nothing".
std::string text(const Reach& r);

}  // namespace classay
