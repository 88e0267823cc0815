// Tests that the builder of a module computes what its kernels compute: compares operations on specialization constants with
// the same operations on numbers read from memory (kernels/il/folding.h), and both with calculated results.

#include "kernels/il/folding.h"

#include <fmt/format.h>

#include <bit>
#include <cmath>
#include <stdexcept>
#include <string>

#include "harness/journal/probe_kinds.h"
#include "harness/text/number.h"
#include "harness/worker/lanes/lanes.h"
#include "harness/worker/probes/all_probes.h"
#include "harness/worker/probes/folding.h"
#include "harness/worker/sweep/device_support.h"
#include "reference/number/rounding.h"

namespace classay {
namespace {

__extension__ typedef __int128 Integer;  // NOLINT(modernize-use-using): a GNU extension, marked as one

Bits integer_result(std::string_view opcode, Type type, Bits x, Bits y) {
  const auto a = static_cast<Integer>(x);
  const auto b = static_cast<Integer>(y);
  const Integer s = as_signed({type, x});
  const Integer t = as_signed({type, y});
  const auto shift = static_cast<unsigned>(y);
  const auto value = [&]() -> Integer {
    if (opcode == "IAdd") return a + b;
    if (opcode == "ISub") return a - b;
    if (opcode == "IMul") return static_cast<Integer>(static_cast<Wide>(a) * static_cast<Wide>(b));
    if (opcode == "UDiv") return a / b;
    if (opcode == "SDiv") return s / t;
    if (opcode == "UMod") return a % b;
    if (opcode == "SRem") return s % t;
    if (opcode == "SMod") return (s % t + t) % t;
    if (opcode == "BitwiseOr") return a | b;
    if (opcode == "BitwiseXor") return a ^ b;
    if (opcode == "BitwiseAnd") return a & b;
    if (opcode == "ShiftRightLogical") return a >> shift;
    if (opcode == "ShiftRightArithmetic") return s >> shift;
    if (opcode == "ShiftLeftLogical") return a << shift;
    if (opcode == "IEqual") return a == b;
    if (opcode == "INotEqual") return a != b;
    if (opcode == "ULessThan") return a < b;
    if (opcode == "SLessThan") return s < t;
    if (opcode == "UGreaterThan") return a > b;
    if (opcode == "SGreaterThan") return s > t;
    if (opcode == "ULessThanEqual") return a <= b;
    if (opcode == "SLessThanEqual") return s <= t;
    if (opcode == "UGreaterThanEqual") return a >= b;
    if (opcode == "SGreaterThanEqual") return s >= t;
    if (opcode == "SNegate") return -s;
    if (opcode == "Not") return ~a;
    throw std::invalid_argument("no rule for Op" + std::string(opcode));
  };
  return static_cast<Bits>(value()) & mask(type);
}

double number(const Format& f, Bits bits) {
  const Dyadic d = decode(f, bits);
  return std::ldexp(d.negative ? -static_cast<double>(d.significand) : static_cast<double>(d.significand), d.exponent);
}

// Sums and products of f16 and f32 near 1 are exact in double; those of f64 are rounded once, by the host.
Bits float_result(std::string_view opcode, Type type, Bits x, Bits y) {
  const Format& f = format(type);
  const double a = number(f, x);
  const double b = number(f, y);
  if (opcode == "ConvertFToS") return static_cast<Bits>(static_cast<std::int64_t>(a)) & mask(type);
  const auto value = [&] {
    if (opcode == "FAdd") return a + b;
    if (opcode == "FSub") return a - b;
    if (opcode == "FMul") return a * b;
    if (opcode == "FRem") return std::fmod(a, b);
    if (opcode == "FNegate") return -a;
    throw std::invalid_argument("no rule for Op" + std::string(opcode));
  };
  const Dyadic d = decode(kF64, std::bit_cast<std::uint64_t>(value()));
  return round_to(f, Unrounded{.negative = d.negative, .significand = d.significand, .exponent = d.exponent}, Rounding::rne);
}

}  // namespace

Bits folded_value(const il::FoldedOperation& operation, Type type, const il::FoldedNumbers& numbers) {
  const Bits x = numbers[0];
  const Bits y = numbers[operation.operands == il::Operands::shifted ? 2 : 1];
  return is_float(type) ? float_result(operation.opcode, type, x, y) : integer_result(operation.opcode, type, x, y);
}

namespace {

// One operation's results of both kinds.
struct Folded {
  il::FoldedOperation operation;
  il::FoldedNumbers numbers{};
  Bits of_constants = 0;
  Bits of_numbers = 0;
};

// `expected`: nullopt if the device does not round to nearest.
std::string in_words(Type type, const Folded& f, std::optional<Bits> expected) {
  const auto bits = [&](Bits b) { return pattern({type, b}); };
  std::string operands = bits(f.numbers[0]);
  if (f.operation.operands != il::Operands::x) {
    operands += ", " + bits(f.numbers[f.operation.operands == il::Operands::shifted ? 2 : 1]);
  }
  return fmt::format("Op{} of the constants {} is {}; of the same numbers in a kernel it is {}{}", f.operation.opcode,
                     operands, bits(f.of_constants), bits(f.of_numbers), expected ? "; expected " + bits(*expected) : "");
}

std::vector<std::byte> elements_of(const std::vector<il::FoldedNumbers>& numbers, int bytes) {
  std::vector<std::byte> in(numbers.size() * numbers.front().size() * static_cast<std::size_t>(bytes));
  std::uint64_t at = 0;
  for (const il::FoldedNumbers& n : numbers) {
    for (const Bits b : n) put_element(in, bytes, at++, b);
  }
  return in;
}

std::vector<Folded> measure_operations(Device& device, Type type, il::Arity arity) {
  const Source source = il::folding_source(type, arity, compiler_of(device.capabilities()));
  const int bytes = width(type) / 8;
  const std::vector<il::FoldedNumbers> numbers = il::folded_numbers(type);
  const std::vector<std::byte> in = elements_of(numbers, bytes);
  const std::span<const il::FoldedOperation> operations = il::folded_operations(type, arity);
  const std::uint64_t all = numbers.size() * operations.size();
  const auto outputs = run_once(
      device, module_of(source, FrontEnd::il),
      {.kernel = il::kFoldingKernel, .items = 1, .outputs = {2 * all * static_cast<std::size_t>(bytes)}, .inputs = {in}});
  std::vector<Folded> results;
  for (const il::FoldedNumbers& n : numbers) {
    for (const il::FoldedOperation& op : operations) {
      const std::uint64_t place = results.size();
      results.push_back({.operation = op,
                         .numbers = n,
                         .of_constants = element_at(outputs.at(0), bytes, place),
                         .of_numbers = element_at(outputs.at(0), bytes, all + place)});
    }
  }
  return results;
}

class SpecConstantsProbe : public FormatProbe {
 public:
  bool has_kind(std::string_view kind) const override { return kind.starts_with("spec-constant-"); }
  ProbeFinding test(Device& device, const ProbeTask& task) const override {
    const il::Arity arity = task.kind.name.ends_with("unary") ? il::Arity::unary : il::Arity::binary;
    const std::vector<Folded> all = measure_operations(device, task.format, arity);
    ProbeFinding finding{.notes = {fmt::format("{} operations on constants", all.size())}};
    const bool is_exact = !is_float(task.format) || support(device.capabilities(), task.format).to_nearest;
    for (const Folded& f : all) {
      const std::optional<Bits> expected =
          is_exact ? std::optional(folded_value(f.operation, task.format, f.numbers)) : std::nullopt;
      if (f.of_constants != f.of_numbers || f.of_numbers != expected.value_or(f.of_numbers))
        finding.violations.push_back(in_words(task.format, f, expected));
    }
    return finding;
  }
};

}  // namespace

const Probe& spec_constants_probe() {
  static const SpecConstantsProbe probe;
  return probe;
}

}  // namespace classay
