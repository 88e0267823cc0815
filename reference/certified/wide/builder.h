// Makes a block around a number, of the kind that suits the function there.
#pragma once

#include <optional>

#include "reference/certified/wide/search.h"
#include "reference/certified/wide/single.h"

namespace classay::certified {

// The place of a block: a finite number with a magnitude of at least 2^-1073, and random bits for the free choices.
struct WidePlace {
  Bits magnitude = 0;
  bool is_negative = false;
  Bits key = 0;
};

// Makes a block of this kind, with the place's key and 2^width numbers around the place, or as many as fit.
WideBlock block_around(const WidePlace& place, WideBlock::Kind kind, int width);

class WideBuilder {
 public:
  WideBuilder(const Function& function, const WideAim& aim) : function_(function), aim_(aim), single_(function) {}

  WideBlock block(const WidePlace& place) const;
  // Returns whether the block of a place consists of sums of angles. The check is cheap.
  bool has_angles(const WidePlace& place) const;
  const WideSingle& single() const { return single_; }

 private:
  WidePlace expanded(const WidePlace& place) const;
  bool is_big_angle(const WidePlace& place) const;
  // Three attempts for a place, mapped to the arguments for which the function is expanded.
  std::optional<WideBlock> by_rule(const WidePlace& place) const;
  std::optional<WideBlock> by_angles(const WidePlace& place) const;
  WideBlock by_polynomial(const WidePlace& place) const;

  const Function& function_;
  WideAim aim_;
  WideSingle single_;
};

}  // namespace classay::certified
