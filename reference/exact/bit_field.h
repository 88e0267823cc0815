// A field of bits as one number of 16 bits, for functions that take two that say where it begins and how long it is: the
// offset in the lower byte, the count in the upper one. So a call has no more arguments than others have.
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
  // As many ones as it has bits, at the lowest places.
  constexpr Bits ones() const { return count == 0 ? 0 : ~Bits{0} >> (64 - count); }
};

}  // namespace classay
