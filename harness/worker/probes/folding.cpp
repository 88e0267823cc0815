// Tests that the builder of a module computes what its kernels compute: compares operations on specialization constants with
// the same operations on numbers read from memory (kernels/il/folding.h), and both with calculated results.
#include "kernels/il/folding.h"

#include <fmt/format.h>

#include "harness/journal/probe_finding.h"
#include "harness/text/number.h"
#include "harness/worker/lanes/lanes.h"
#include "harness/worker/probes/all_probes.h"
#include "harness/worker/probes/folded_values.h"
#include "harness/worker/sweep/reported_arithmetic.h"

namespace classay {
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
