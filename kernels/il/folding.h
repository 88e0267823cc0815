// Writes operations on specialization constants (SPIR-V, "Specialization", OpSpecConstantOp), and the same operations on
// numbers that the kernel reads. The first are evaluated when a module is built. The results are exact or correctly rounded,
// so both must have the same bits.
//
// Kernel arguments: the results, first those of the constants and then those of the numbers, ordered by set of numbers; and
// the numbers, three per set: x, y and a shift amount.
#pragma once

#include <array>
#include <cstddef>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "kernels/compiler.h"
#include "kernels/source.h"

namespace classay::il {

inline constexpr const char* kFoldingKernel = "fold";

enum class Operands : std::uint8_t { x, x_and_y, shifted };
struct FoldedOperation {
  std::string_view opcode;  // without Op, as in OpSpecConstantOp
  Operands operands = Operands::x_and_y;
  bool gives_boolean = false;  // OpSelect converts it to 1 or 0
  bool gives_integer = false;  // OpBitcast converts it back to the type of the operands
};
enum class Arity : std::uint8_t { unary, binary };
std::span<const FoldedOperation> folded_operations(Type type, Arity arity);

using FoldedNumbers = std::array<Bits, 3>;
std::vector<FoldedNumbers> folded_numbers(Type type);

Source folding_source(Type type, Arity arity, const Compiler& compiler);

}  // namespace classay::il
