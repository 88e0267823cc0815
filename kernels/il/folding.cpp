#include "kernels/il/folding.h"

#include <fmt/format.h>

#include "kernels/il/body.h"
#include "kernels/il/kernel.h"

namespace classay::il {
namespace {

constexpr std::array kOfIntegers = std::to_array<FoldedOperation>({
    {"IAdd"},
    {"ISub"},
    {"IMul"},
    {"UDiv"},
    {"SDiv"},
    {"UMod"},
    {"SRem"},
    {"SMod"},
    {"BitwiseOr"},
    {"BitwiseXor"},
    {"BitwiseAnd"},
    {"ShiftRightLogical", Operands::shifted},
    {"ShiftRightArithmetic", Operands::shifted},
    {"ShiftLeftLogical", Operands::shifted},
    {"IEqual", Operands::x_and_y, true},
    {"INotEqual", Operands::x_and_y, true},
    {"ULessThan", Operands::x_and_y, true},
    {"SLessThan", Operands::x_and_y, true},
    {"UGreaterThan", Operands::x_and_y, true},
    {"SGreaterThan", Operands::x_and_y, true},
    {"ULessThanEqual", Operands::x_and_y, true},
    {"SLessThanEqual", Operands::x_and_y, true},
    {"UGreaterThanEqual", Operands::x_and_y, true},
    {"SGreaterThanEqual", Operands::x_and_y, true},
});
constexpr std::array kOfAnInteger = std::to_array<FoldedOperation>({{"SNegate", Operands::x}, {"Not", Operands::x}});
constexpr std::array kOfFloats = std::to_array<FoldedOperation>({{"FAdd"}, {"FSub"}, {"FMul"}, {"FRem"}});
constexpr std::array kOfAFloat =
    std::to_array<FoldedOperation>({{"FNegate", Operands::x}, {"ConvertFToS", Operands::x, false, true}});

// Writes an operation: its result type, and the conversion back to the type of the operands.
class Folding {
 public:
  Folding(ModuleText& module, Type type) : module_(module), type_(type) {}

  std::string type() const { return module_.scalar(type_); }
  std::string integer() const { return module_.scalar(integer_type(classay::width(type_), true)); }
  std::string result_type(const FoldedOperation& op) const {
    return op.gives_boolean ? module_.boolean(1) : op.gives_integer ? integer() : type();
  }

  // Declares a specialization constant, which a host could set.
  std::string specialized(const std::string& name, Bits bits) {
    std::string words = fmt::format("!{:#x}", bits & 0xffffffffU);
    if (classay::width(type_) == 64) words += fmt::format(" !{:#x}", bits >> 32);
    module_.decoration(fmt::format("OpDecorate {} SpecId {}", name, next_id_++));
    const std::string of = type();
    module_.global(fmt::format("{} = OpSpecConstant {} {}", name, of, words));
    return name;
  }
  std::string folded(const std::string& name, const FoldedOperation& op, const std::string& operands) {
    const std::string of = result_type(op);
    module_.global(fmt::format("{} = OpSpecConstantOp {} {} {}", name, of, op.opcode, operands));
    if (of == type()) return name;
    const std::string as = op.gives_boolean ? fmt::format("Select {} {} {}", name, one(), zero()) : "Bitcast " + name;
    module_.global(fmt::format("{}_again = OpSpecConstantOp {} {}", name, type(), as));
    return name + "_again";
  }
  std::string at_run_time(Body& body, const FoldedOperation& op, const std::string& operands) {
    std::string value = body.result(result_type(op), fmt::format("Op{} {}", op.opcode, operands));
    if (result_type(op) == type()) return value;
    return body.result(type(),
                       op.gives_boolean ? fmt::format("OpSelect {} {} {}", value, one(), zero()) : "OpBitcast " + value);
  }

 private:
  std::string one() const { return module_.constant(type_, 1); }
  std::string zero() const { return module_.constant(type_, 0); }

  ModuleText& module_;
  Type type_;
  int next_id_ = 0;
};

std::string in_words(Operands operands, const std::array<std::string, 3>& xys) {
  if (operands == Operands::x) return xys[0];
  return xys[0] + " " + xys[operands == Operands::shifted ? 2 : 1];
}

std::string kernel_text(ModuleText& module, Type type, Arity arity) {
  Body body(module, 1);
  Folding folding(module, type);
  const std::string pointer = module.pointer(Storage::global, type);
  const std::string ids = module.ids("%global_id", "GlobalInvocationId");
  const std::string head = kernel_head(module, kFoldingKernel, {{body.named("out"), pointer}, {body.named("in"), pointer}},
                                       "%folding_kernel", {ids});
  const int bytes = classay::width(type) / 8;
  const auto at = [&](std::string_view buffer, std::size_t index) {
    return body.element(buffer, type, body.ulong_constant(index));
  };
  const std::vector<FoldedNumbers> numbers = folded_numbers(type);
  const std::span<const FoldedOperation> operations = folded_operations(type, arity);
  const std::size_t all = numbers.size() * operations.size();
  for (std::size_t n = 0; n < numbers.size(); ++n) {
    std::array<std::string, 3> constants;
    std::array<std::string, 3> read;
    for (std::size_t i = 0; i < 3; ++i) {
      constants[i] = folding.specialized(fmt::format("%c{}_{}", n, i), numbers[n][i]);
      read[i] = body.result(folding.type(), fmt::format("OpLoad {} Aligned {}", at("in", 3 * n + i), bytes));
    }
    for (std::size_t k = 0; k < operations.size(); ++k) {
      const FoldedOperation& op = operations[k];
      const std::string folded = folding.folded(fmt::format("%f{}_{}", n, k), op, in_words(op.operands, constants));
      const std::string value = folding.at_run_time(body, op, in_words(op.operands, read));
      const std::size_t place = n * operations.size() + k;
      body.line(fmt::format("OpStore {} {} Aligned {}", at("out", place), folded, bytes));
      body.line(fmt::format("OpStore {} {} Aligned {}", at("out", all + place), value, bytes));
    }
  }
  return head + body.text();
}

}  // namespace

std::span<const FoldedOperation> folded_operations(Type type, Arity arity) {
  using All = std::span<const FoldedOperation>;
  if (is_float(type)) return arity == Arity::unary ? All(kOfAFloat) : All(kOfFloats);
  return arity == Arity::unary ? All(kOfAnInteger) : All(kOfIntegers);
}

// No integer is divided by 0, and the smallest integer is not divided by -1. All floating-point numbers are near 1, so that
// sums and products need rounding and no result is subnormal.
std::vector<FoldedNumbers> folded_numbers(Type type) {
  if (is_float(type)) {
    const Bits one = format(type).one();
    const Bits sign = Bits{1} << static_cast<unsigned>(width(type) - 1);
    return {{one + 3, one + 5, 0}, {(one + 7) | sign, one + 1, 0}, {one + 9, (one + 2) | sign, 0}, {one + 1, one + 1, 0}};
  }
  const Bits all = mask(type);
  const Bits least = Bits{1} << static_cast<unsigned>(width(type) - 1);
  return {{7, 3, 1},         {all - 6, 3, 2},   {7, all - 2, 3}, {least, 3, 1},
          {least - 1, 2, 5}, {all, all - 1, 7}, {0, 1, 0},       {5, 5, 4}};
}

Source folding_source(Type type, Arity arity, const Compiler& compiler) {
  ModuleText module(compiler);
  module.function(kernel_text(module, type, arity));
  return {.text = module.text(), .options = ""};
}

}  // namespace classay::il
