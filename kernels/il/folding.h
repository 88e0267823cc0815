// Operations on specialization constants (SPIR-V, "Specialization", OpSpecConstantOp), which are done when a module is
// built, beside the same operations on numbers that the kernel reads. Those whose result is exact or correctly rounded, so
// that both have to be the same bits.
//
// Kernel arguments: results, of the constants and then of the numbers, all operations of the first numbers first; and the
// numbers, three of each: x, y and by how much is shifted.
#pragma once

#include <array>
#include <cstddef>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "kernels/source.h"

namespace classay::il {

inline constexpr const char* kFoldingKernel = "fold";

enum class Operands : std::uint8_t { x, x_and_y, shifted };
struct FoldedOperation {
  std::string_view opcode;  // without Op, as OpSpecConstantOp has it
  Operands operands = Operands::x_and_y;
  bool gives_boolean = false;  // which OpSelect makes 1 or 0
  bool gives_integer = false;  // which OpBitcast makes the type of the operands again
};
enum class Arity : std::uint8_t { unary, binary };
std::span<const FoldedOperation> folded_operations(Type type, Arity arity);

using FoldedNumbers = std::array<Bits, 3>;
std::vector<FoldedNumbers> folded_numbers(Type type);

Source folding_source(Type type, Arity arity, int address_bits);

}  // namespace classay::il
