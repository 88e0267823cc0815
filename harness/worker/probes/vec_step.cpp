#include "harness/worker/probes/vec_step.h"

#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "harness/worker/lanes/lanes.h"
#include "harness/worker/probes/vectors_in_memory.h"
#include "kernels/source.h"
#include "suites/signature.h"

namespace classay {
namespace {

constexpr std::size_t kWords = 3;  // per width: of the type, of an expression, and whether that was evaluated

// Evaluating the expression would increment a variable.
std::string source_of(Type type) {
  std::string text = extension_lines(type) + "kernel void steps(global ulong* out) {\n";
  std::size_t at = 0;
  for (const int width : kVectorWidths) {
    text += fmt::format(
        "  int n{0} = 0;\n"
        "  out[{1}] = vec_step({2});\n"
        "  out[{3}] = vec_step(({2})(n{0}++));\n"
        "  out[{4}] = n{0};\n",
        width, at, vector_name(type, width), at + 1, at + 2);
    at += kWords;
  }
  return text + "}\n";
}

}  // namespace

std::vector<Step> found_steps(Device& device, Type type) {
  const std::unique_ptr<Program> program = device.build({.source = source_of(type), .il = {}, .options = ""});
  const std::unique_ptr<Stream> stream = device.stream(*program, 1);
  const std::size_t bytes = kWords * kVectorWidths.size() * sizeof(std::uint64_t);
  stream->submit({.kernel = "steps", .items = 1, .outputs = {bytes}, .inputs = {}, .scalars = {}, .poison = 0xfcfcfcfc});
  const Finished finished = stream->wait();
  std::vector<Step> all;
  for (const int width : kVectorWidths) {
    const auto word = [&, first = kWords * all.size()](std::size_t w) {
      return element_at(finished.outputs.at(0), 8, first + w);
    };
    all.push_back(
        {.type = type, .width = width, .of_type = word(0), .of_expression = word(1), .is_evaluated = word(2) != 0});
  }
  return all;
}

std::vector<std::string> objections(const Step& s) {
  const std::uint64_t right = memory_stride(s.width);  // "vec_step ... that take a 3-component vector return 4"
  const std::string name = vector_name(s.type, s.width);
  std::vector<std::string> all;
  if (s.of_type != right) all.push_back(fmt::format("vec_step({}) is {}, not {}", name, s.of_type, right));
  if (s.of_expression != right) {
    all.push_back(fmt::format("vec_step of an expression of {} is {}, not {}", name, s.of_expression, right));
  }
  if (s.is_evaluated) all.push_back(fmt::format("vec_step evaluates an expression of {}", name));
  return all;
}

Json to_json(const Step& s) { return {{"format", info(s.type).name}, {"width", s.width}, {"objections", objections(s)}}; }

}  // namespace classay
