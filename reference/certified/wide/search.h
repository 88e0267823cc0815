// Finds the polynomial of a window. From a series and a centre, it tries all widths until a bound is within the aim.
#pragma once

#include <optional>

#include "reference/certified/function/function.h"
#include "reference/certified/wide/block.h"
#include "reference/certified/wide/bound.h"
#include "reference/certified/wide/octave.h"

namespace classay::certified {

struct OverWindow;  // taylor.h

struct WideAim {
  double epsilon = kWideEpsilon;
  // log2 of the number of values in the widest and the narrowest window. A narrower one would repeat many inputs.
  int widest = 43;
  int narrowest = 10;
  Damage damage = Damage::none;
};

class WideSearch {
 public:
  struct Way {
    const Series& series;
    bool is_reciprocal = false;  // the series is that of 1 / f
    bool is_at_zero = false;     // the centre is the number nearest to a zero of the series
    bool minds_zeros = true;     // stops if a zero is near, and returns it
  };
  struct Found {
    int width = -1;  // log2 of the window; -1: no window passes
    WideBlock block;
    // If zeros are minded: the magnitude of the number nearest to a zero that is in or near the first window.
    Bits zero = WideBlock::kNowhere;
  };

  // Widths are between `narrowest` and `widest`, and at most the octave's.
  WideSearch(const Function& function, const WideAim& aim, const Octave& octave, bool is_negative);

  int widest() const { return widest_; }
  Found find(const Way& way, Bits centre) const;

 private:
  std::optional<Found> beyond(Bits centre) const;
  double number(Bits magnitude) const;
  Window window(Bits first, int width) const;
  arb::Ball ball(Bits first, int width, Bits centre) const;
  Bound bound(const Way& way, const WideTaylor& t, Bits first, int width, Bits centre) const;
  Bits zero_near(const WideTaylor& t, int width, Bits centre) const;
  WideBlock constant(const OverWindow& over, Bits first, int width) const;
  WideBlock block(const Way& way, const WideTaylor& t, const Bound& b, Bits first, int width, Bits centre) const;

  const Function& function_;
  const WideAim& aim_;
  Octave octave_;
  bool is_negative_;
  int widest_;
  int narrowest_;
};

}  // namespace classay::certified
