// The short program by which a device's arithmetic is measured: one work-item, which does operations on numbers from a
// buffer
// - so that nothing is folded when it is compiled - one after the other. Kernel arguments: results, and operands.
#pragma once

#include <array>
#include <cstddef>
#include <span>

#include "kernels/source.h"

namespace classay {

enum class Operation : std::uint8_t { move, add, subtract, multiply, fma };

// Result i is that of step i.
struct ArithmeticStep {
  Operation operation = Operation::move;
  std::array<std::size_t, 3> operands{};  // places in the buffer; those beyond the operation's are not read
};
constexpr std::size_t operand_count(Operation o) { return o == Operation::move ? 1 : o == Operation::fma ? 3 : 2; }

inline constexpr const char* kArithmeticKernel = "arithmetic";

// In OpenCL C.
Source arithmetic_source(Type type, std::span<const ArithmeticStep> steps);

}  // namespace classay
