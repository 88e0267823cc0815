#include "kernels/il/arithmetic.h"

#include <fmt/format.h>

#include <stdexcept>

#include "kernels/il/body.h"
#include "kernels/il/kernel.h"

namespace classay::il {
namespace {

std::string_view instruction(Operation o) {
  switch (o) {
    case Operation::move: break;
    case Operation::add: return "OpFAdd";
    case Operation::subtract: return "OpFSub";
    case Operation::multiply: return "OpFMul";
    case Operation::fma: return "OpExtInst %std fma";
  }
  throw std::invalid_argument("no instruction moves a number");
}

void write(Body& body, Type type, const ArithmeticStep& step, std::size_t place) {
  const int bytes = width(type) / 8;
  std::string words;
  std::string value;
  for (std::size_t i = 0; i < operand_count(step.operation); ++i) {
    const std::string from = body.element("in", type, body.ulong_constant(step.operands.at(i)));
    value = body.result(body.module().scalar(type), fmt::format("OpLoad {} Aligned {}", from, bytes));
    words += " " + value;
  }
  if (step.operation != Operation::move) {
    value = body.result(body.module().scalar(type), std::string(instruction(step.operation)) + words);
  }
  const std::string to = body.element("out", type, body.ulong_constant(place));
  body.line(fmt::format("OpStore {} {} Aligned {}", to, value, bytes));
}

}  // namespace

Source arithmetic_source(Type type, const Compiler& compiler, std::span<const ArithmeticStep> steps) {
  ModuleText module(compiler);
  Body body(module, 1);
  const std::string pointer = module.pointer(Storage::global, type);
  const std::string head =
      kernel_head(module, kArithmeticKernel, {{body.named("out"), pointer}, {body.named("in"), pointer}}, "%kernel", {});
  for (std::size_t i = 0; i < steps.size(); ++i) write(body, type, steps[i], i);
  module.function(head + body.text());
  return {.text = module.text(), .options = ""};
}

}  // namespace classay::il
