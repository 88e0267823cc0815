// Makes a block around a number: of the kind that suits the function there.
#pragma once

#include <optional>

#include "reference/certified/wide/search.h"
#include "reference/certified/wide/single.h"

namespace classay::certified {

// Where a block is wanted: a finite number of magnitude 2^-1073 at least, and random bits for all that is free.
struct WidePlace {
  Bits magnitude = 0;
  bool is_negative = false;
  Bits key = 0;
};

// A block of this kind of 2^width numbers around a place, or as many as fit, with the place's key.
WideBlock block_around(const WidePlace& place, WideBlock::Kind kind, int width);

class WideBuilder {
 public:
  WideBuilder(const Function& function, const WideAim& aim) : function_(function), aim_(aim), single_(function) {}

  WideBlock block(const WidePlace& place) const;
  // Is the block of a place of sums of angles? What that costs is next to nothing.
  bool has_angles(const WidePlace& place) const;
  const WideSingle& single() const { return single_; }

 private:
  WidePlace expanded(const WidePlace& place) const;
  bool is_big_angle(const WidePlace& place) const;
  // The three for a place as the function is expanded there.
  std::optional<WideBlock> by_rule(const WidePlace& place) const;
  std::optional<WideBlock> by_angles(const WidePlace& place) const;
  WideBlock by_polynomial(const WidePlace& place) const;

  const Function& function_;
  WideAim aim_;
  WideSingle single_;
};

}  // namespace classay::certified
