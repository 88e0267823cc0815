// Computes the results that OpFmaKHR and the flags of FPFastMathMode allow (kernels/il/float_controls.h). All operands are
// small enough that exact sums and products have at most 126 bits.
#pragma once

#include <array>
#include <string_view>
#include <vector>

#include "kernels/il/float_controls.h"
#include "reference/number/type.h"

namespace classay {

using FloatNumbers = std::array<Bits, 3>;  // x, y, z

// Returns zeros, ones, infinities and NaN in all combinations, random numbers, and sums in which nearly all digits cancel.
std::vector<FloatNumbers> float_numbers(Type type);

// Returns the kernels of a kind of cases; empty: the kind is unknown.
std::vector<il::FloatKernel> float_kernels(std::string_view kind);

struct AllowedResults {
  std::vector<Bits> results;  // the first one has no fast-math flag
  bool is_anything = false;   // a flag excludes an operand or the result
  bool ignores_sign_of_zero = false;
};
AllowedResults allowed_results(Type type, il::FloatForm form, std::uint32_t flags, const FloatNumbers& numbers);

bool is_allowed(Type type, const AllowedResults& allowed, Bits got);

}  // namespace classay
