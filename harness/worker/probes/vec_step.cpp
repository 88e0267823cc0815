// Tests vec_step for each type and vector width: 1 for scalars, 4 for vectors of three, the width for others. It is applied
// to a type and to an expression, which it must not evaluate.
#include <fmt/format.h>

#include <algorithm>

#include "harness/journal/probe_kinds.h"
#include "harness/worker/lanes/lanes.h"
#include "harness/worker/probes/all_probes.h"
#include "harness/worker/probes/vectors_in_memory.h"
#include "kernels/source.h"

namespace classay {
namespace {

constexpr std::size_t kWords = 3;  // per width: of the type, of an expression, and whether that was evaluated

// Evaluating the expression would increment a variable.
std::string source_of(Type type, const std::vector<int>& widths) {
  std::string text = extension_lines(type) + "kernel void steps(global ulong* out) {\n";
  std::size_t at = 0;
  for (const int width : widths) {
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

struct Step {
  std::uint64_t of_type = 0;
  std::uint64_t of_expression = 0;
  std::uint64_t evaluations = 0;
};

std::vector<std::string> violations(Type type, int width, const Step& s) {
  const std::uint64_t right = memory_stride(width);  // "vec_step ... that take a 3-component vector return 4"
  const std::string name = vector_name(type, width);
  std::vector<std::string> all;
  if (s.of_type != right) all.push_back(fmt::format("vec_step({}) is {}, not {}", name, s.of_type, right));
  if (s.of_expression != right) {
    all.push_back(fmt::format("vec_step of an expression of {} is {}, not {}", name, s.of_expression, right));
  }
  if (s.evaluations != 0) all.push_back(fmt::format("vec_step evaluates an expression of {}", name));
  return all;
}

class VecStepProbe : public Probe {
 public:
  bool has_kind(std::string_view kind) const override { return kind == "vec-step"; }
  void run(Device& device, const ProbeTask& task, const Report& report) const override {
    const std::size_t bytes = kWords * task.widths.size() * sizeof(std::uint64_t);
    const auto outputs = run_once(device, {.source = source_of(task.format, task.widths), .il = {}, .options = ""},
                                  {.kernel = "steps", .items = 1, .outputs = {bytes}});
    for (std::size_t i = 0; i < task.widths.size(); ++i) {
      const auto word = [&](std::size_t w) { return element_at(outputs.at(0), 8, kWords * i + w); };
      const Step step{.of_type = word(0), .of_expression = word(1), .evaluations = word(2)};
      report(task.widths[i], {.violations = violations(task.format, task.widths[i], step)});
    }
  }
};

}  // namespace

const Probe& vec_step_probe() {
  static const VecStepProbe probe;
  return probe;
}

}  // namespace classay
