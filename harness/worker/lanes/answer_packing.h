// Packs the results of a call into one element, with its components side by side: code that compares and keeps results
// handles one element per lane. The packed form is the same for all widths. For true, a scalar comparison
// returns the int 1, and a comparison of vectors returns integers with all bits set. Packed results have the scalar form.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <stdexcept>
#include <string>
#include <vector>

#include "reference/number/rounding.h"
#include "suites/row.h"

namespace classay {

using Packed = Wide;                     // the bits of all components
using ResultBits = std::array<Bits, 2>;  // by component; a missing one is 0

class AnswerPacking {
 public:
  AnswerPacking(const Row& row, Type format);

  std::span<const Type> types() const { return types_; }                       // types of the components
  int bytes() const { return part_bytes_ * static_cast<int>(types_.size()); }  // 1, 2, 4, 8 or 16
  Packed packed(const ResultBits& answer) const;
  ResultBits answer(Packed packed) const;

  // Convert from the form in which a kernel of that width stores results, and back.
  Type stored_type(int width, std::size_t component) const;
  Bits from_stored(int width, std::size_t component, Bits bits) const;
  Bits as_stored(int width, std::size_t component, Bits bits) const;
  // Returns whether kernels of that width store packed elements directly.
  bool is_as_stored(int width) const { return types_.size() == 1 && keeps_bits(width); }
  // Returns whether kernels of that width store the same bits as scalars.
  bool keeps_bits(int width) const { return !differs_in(width); }

 private:
  bool differs_in(int width) const { return is_truth_value_ && width > 1; }

  std::vector<Type> types_;
  std::vector<Type> vector_types_;
  bool is_truth_value_;
  int part_bytes_;
};

// Finds the places in `linear` where a component holds the fill pattern of its output.
void find_unwritten(const AnswerPacking& packing, std::span<const std::byte> linear, const ResultBits& poisoned,
                    std::vector<std::uint64_t>& places);
// Returns a set of the components that hold the fill pattern: bit c for component c.
unsigned unwritten_components(const AnswerPacking& packing, Packed packed, const ResultBits& poisoned);

// Returns the first place in `linear` from `at` on where a floating-point component is a signaling NaN; the number of places
// if there is none.
std::uint64_t next_signaling(const AnswerPacking& packing, std::span<const std::byte> linear, std::uint64_t at);

// Maps a size in bytes that is known at run time to a type, so that loops can be compiled for it.

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
