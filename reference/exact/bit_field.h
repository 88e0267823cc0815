// Packs a field of bits into one number of 16 bits, with the offset in the lower byte and the count in the upper one.
// Functions with an offset and a count then have no more arguments than others.
#pragma once

#include "reference/number/format.h"

namespace classay {

struct BitField {
  unsigned offset = 0;
  unsigned count = 0;

  constexpr BitField() = default;
  constexpr BitField(unsigned offset_, unsigned count_) : offset(offset_), count(count_) {}
  constexpr explicit BitField(Bits told) : BitField(told & 0xff, told >> 8 & 0xff) {}
  constexpr Bits told() const { return offset | count << 8; }

  // "If count or offset or offset + count is greater than number of bits ..., the result is undefined."
  constexpr bool fits(int width) const { return offset + count <= static_cast<unsigned>(width); }
  // Returns as many ones as the field has bits, at the lowest places.
  constexpr Bits ones() const { return count == 0 ? 0 : ~Bits{0} >> (64 - count); }
};

}  // namespace classay
