#include "harness/worker/probes/folding.h"

#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "harness/text/numerals.h"
#include "harness/worker/lanes/lanes.h"
#include "harness/worker/sweep/programs.h"

namespace classay {
namespace {

constexpr std::uint32_t kPoison = 0xfcfcfcfc;

std::string in_words(Type type, const Folded& f) {
  const auto bits = [&](Bits b) { return pattern({type, b}); };
  std::string operands = bits(f.numbers[0]);
  if (f.operation.operands != il::Operands::x) {
    operands += ", " + bits(f.numbers[f.operation.operands == il::Operands::shifted ? 2 : 1]);
  }
  return fmt::format("Op{} of the constants {} is {}, and {} of the same numbers in a kernel", f.operation.opcode, operands,
                     bits(f.of_constants), bits(f.of_numbers));
}

}  // namespace

std::vector<Folded> folded(Device& device, Type type, il::Arity arity) {
  const Source source = il::folding_source(type, arity, compiler_of(device.capabilities()));
  const std::unique_ptr<Program> program = device.build(module_of(source, FrontEnd::il));
  const std::unique_ptr<Stream> stream = device.stream(*program, 1);
  const int bytes = width(type) / 8;
  const std::vector<il::FoldedNumbers> numbers = il::folded_numbers(type);
  std::vector<std::byte> in(numbers.size() * numbers.front().size() * static_cast<std::size_t>(bytes));
  std::uint64_t at = 0;
  for (const il::FoldedNumbers& n : numbers) {
    for (const Bits b : n) put_element(in, bytes, at++, b);
  }
  const std::span<const il::FoldedOperation> operations = il::folded_operations(type, arity);
  const std::uint64_t all = numbers.size() * operations.size();
  stream->submit({.kernel = il::kFoldingKernel,
                  .items = 1,
                  .outputs = {2 * all * static_cast<std::size_t>(bytes)},
                  .inputs = {in},
                  .scalars = {},
                  .poison = kPoison});
  const Finished finished = stream->wait();
  std::vector<Folded> results;
  for (const il::FoldedNumbers& n : numbers) {
    for (const il::FoldedOperation& op : operations) {
      const std::uint64_t place = results.size();
      results.push_back({.operation = op,
                         .numbers = n,
                         .of_constants = element_at(finished.outputs.at(0), bytes, place),
                         .of_numbers = element_at(finished.outputs.at(0), bytes, all + place)});
    }
  }
  return results;
}

Json to_json(Type type, const std::vector<Folded>& all) {
  Json json{{"format", info(type).name},
            {"objections", Json::array()},
            {"told", {fmt::format("{} operations on constants", all.size())}}};
  for (const Folded& f : all) {
    if (f.of_constants != f.of_numbers) json["objections"].push_back(in_words(type, f));
  }
  return json;
}

}  // namespace classay
