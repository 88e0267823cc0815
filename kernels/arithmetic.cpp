#include "kernels/arithmetic.h"

#include <fmt/format.h>

#include <stdexcept>

namespace classay {
namespace {

std::string expression(const ArithmeticStep& step) {
  const auto operand = [&](std::size_t i) { return fmt::format("in[{}]", step.operands.at(i)); };
  switch (step.operation) {
    case Operation::move: return operand(0);
    case Operation::add: return operand(0) + " + " + operand(1);
    case Operation::subtract: return operand(0) + " - " + operand(1);
    case Operation::multiply: return operand(0) + " * " + operand(1);
    case Operation::fma: return fmt::format("fma({}, {}, {})", operand(0), operand(1), operand(2));
  }
  throw std::invalid_argument("no such operation");
}

}  // namespace

Source arithmetic_source(Type type, std::span<const ArithmeticStep> steps) {
  std::string text = fmt::format("{0}kernel void {1}(global {2}* out, global const {2}* in) {{\n", extension_lines(type),
                                 kArithmeticKernel, info(type).clc);
  for (std::size_t i = 0; i < steps.size(); ++i) text += fmt::format("  out[{}] = {};\n", i, expression(steps[i]));
  return {.text = text + "}\n", .options = ""};
}

}  // namespace classay
