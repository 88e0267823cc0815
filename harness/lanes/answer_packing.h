// What a call gives, as one element: the components of a result stand side by side in it, so that whatever compares and
// keeps results knows of one element a lane. And in one way for all widths: comparisons give 1 for true as scalars, of type
// int, and all bits of an integer of the operands' width as vectors; here they are as scalars have them.
#pragma once

#include <array>
#include <span>
#include <vector>

#include "reference/number/rounding.h"
#include "suites/row.h"

namespace classay {

using Packed = Wide;                     // the bits of all components
using ResultBits = std::array<Bits, 2>;  // component by component; one that is not there is 0

class AnswerPacking {
 public:
  AnswerPacking(const Row& row, Type format);

  std::span<const Type> types() const { return types_; }                       // of the components
  int bytes() const { return part_bytes_ * static_cast<int>(types_.size()); }  // 1, 2, 4, 8 or 16
  Packed packed(const ResultBits& answer) const;
  ResultBits answer(Packed packed) const;

  // From what a kernel of that width stores, and back.
  Type stored_type(int width, std::size_t component) const;
  Bits from_stored(int width, std::size_t component, Bits bits) const;
  Bits as_stored(int width, std::size_t component, Bits bits) const;
  // Do kernels of that width store what they give, element by element, as it is?
  bool is_as_stored(int width) const { return types_.size() == 1 && keeps_bits(width); }
  // Has a scalar the bits that kernels of that width store?
  bool keeps_bits(int width) const { return !differs_in(width); }

 private:
  bool differs_in(int width) const { return is_truth_value_ && width > 1; }

  std::vector<Type> types_;
  std::vector<Type> vector_types_;
  bool is_truth_value_;
  int part_bytes_;
};

// The places of `linear` where a component holds what its output was filled with.
void find_unwritten(const AnswerPacking& packing, std::span<const std::byte> linear, const ResultBits& poisoned,
                    std::vector<std::uint64_t>& places);
bool is_unwritten(const AnswerPacking& packing, Packed packed, const ResultBits& poisoned);

// The first place of `linear` from `at` on where a component that is a number is a signaling NaN; how many places there are
// where none is.
std::uint64_t next_signaling(const AnswerPacking& packing, std::span<const std::byte> linear, std::uint64_t at);

}  // namespace classay
