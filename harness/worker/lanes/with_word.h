// Maps a size in bytes that is known at run time to a type, so that loops can be compiled for it.
#pragma once

#include <cstdint>
#include <stdexcept>
#include <string>

namespace classay {

// Calls `visit` with a value of the unsigned type of this size.
template <class Visit>
void with_word(int bytes, Visit visit) {
  switch (bytes) {
    case 1: return visit(std::uint8_t{});
    case 2: return visit(std::uint16_t{});
    case 4: return visit(std::uint32_t{});
    case 8: return visit(std::uint64_t{});
    default: throw std::invalid_argument(std::to_string(bytes) + " bytes are not 1, 2, 4 or 8, nor a packed result");
  }
}

}  // namespace classay
