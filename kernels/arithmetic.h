// Writes the program that measures a device's arithmetic. One work-item runs the operations in sequence. The operands come
// from a buffer, so that the compiler cannot fold them. Kernel arguments: results, and operands.
#pragma once

#include <array>
#include <cstddef>
#include <span>

#include "kernels/source.h"

namespace classay {

enum class Operation : std::uint8_t { move, add, subtract, multiply, fma };

// Result i belongs to step i.
struct ArithmeticStep {
  Operation operation = Operation::move;
  std::array<std::size_t, 3> operands{};  // indices into the buffer; entries beyond the operation's operands are not read
};
constexpr std::size_t operand_count(Operation o) { return o == Operation::move ? 1 : o == Operation::fma ? 3 : 2; }

inline constexpr const char* kArithmeticKernel = "arithmetic";

Source arithmetic_source(Type type, std::span<const ArithmeticStep> steps);

}  // namespace classay
