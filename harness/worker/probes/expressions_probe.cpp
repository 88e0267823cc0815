// Tests expressions of scalars and vectors (expressions.h): shuffles between vectors of different widths, vector literals,
// operators between a scalar and a vector, casts, and the layout of vectors in structs and unions.
//
// A program has one kernel with some of a kind's expressions, in OpenCL C; shuffles are in SPIR-V too. Its arguments are the
// results, then the operands. Every work-item has other operands.
#include <fmt/format.h>

#include <algorithm>

#include "harness/journal/probe_kinds.h"
#include "harness/worker/lanes/lanes.h"
#include "harness/worker/probes/all_probes.h"
#include "harness/worker/probes/expressions.h"
#include "harness/worker/probes/probe.h"
#include "harness/worker/probes/vectors_in_memory.h"
#include "harness/worker/sweep/device_support.h"
#include "harness/worker/sweep/programs.h"
#include "kernels/il/shuffles.h"
#include "kernels/source.h"
#include "suites/plan/small_tier.h"

namespace classay {
namespace {

constexpr int kItems = 16;
constexpr std::size_t kPlace = 128;  // the bytes of the largest vector; each operand and result has so many
constexpr std::size_t kPerProgram = 48;
constexpr std::uint32_t kPoison = 0xa5a5a5a5;
constexpr std::string_view kKernel = "expressions";

std::size_t variables_of(std::span<const Expression> all) {
  std::size_t count = 0;
  for (const Expression& e : all) count += e.variables.size();
  return count;
}

// `memory`: "global const uchar*" and so on, with the place of a vector.
std::string loaded(Type type, int width, std::size_t at) {
  const std::string pointer = fmt::format("(global const {}*)(in + {})", info(type).clc, at * kPlace);
  return width == 1 ? "*" + pointer : fmt::format("vload{}(0, {})", width, pointer);
}
std::string stored(const Expression& e, std::size_t at) {
  const std::string pointer = fmt::format("(global {}*)(out + {})", info(e.result).clc, at * kPlace);
  return e.width == 1 ? fmt::format("*{} = r;", pointer) : fmt::format("vstore{}(r, 0, {});", e.width, pointer);
}

std::string source_of(std::span<const Expression> all, const std::vector<Type>& types) {
  std::string text;
  for (const Type type : types) text += extension_lines(type);
  text += fmt::format(
      "kernel void {}(global uchar* out, global const uchar* in) {{\n"
      "  out += get_global_id(0) * {};\n"
      "  in += get_global_id(0) * {};\n",
      kKernel, all.size() * kPlace, variables_of(all) * kPlace);
  std::size_t operand = 0;
  for (std::size_t i = 0; i < all.size(); ++i) {
    const Expression& e = all[i];
    text += "  {\n";
    for (std::size_t k = 0; k < e.variables.size(); ++k) {
      const Variable& o = e.variables[k];
      text += fmt::format("    {} {} = {};\n", vector_name(o.type, o.width), static_cast<char>('a' + k),
                          loaded(o.type, o.width, operand++));
    }
    if (!e.before.empty()) text += fmt::format("    {}\n", e.before);
    text += fmt::format("    {} r = {};\n    {}\n  }}\n", vector_name(e.result, e.width), e.code, stored(e, i));
  }
  return text + "}\n";
}

std::vector<std::byte> inputs_of(std::span<const Expression> all) {
  const std::size_t per_item = variables_of(all) * kPlace;
  std::vector<std::byte> bytes(std::max<std::size_t>(kItems * per_item, kPlace));
  for (int item = 0; item < kItems; ++item) {
    std::span<std::byte> rest = std::span(bytes).subspan(static_cast<std::size_t>(item) * per_item);
    for (const Expression& e : all) {
      for (const Variable& o : e.variables) {
        for (int lane = 0; lane < o.width; ++lane)
          put_element(rest, width(o.type) / 8, static_cast<std::uint64_t>(lane), o.value(item, lane));
        rest = rest.subspan(kPlace);
      }
    }
  }
  return bytes;
}

void compare(const Expression& e, int item, std::span<const std::byte> found, Objections& objections) {
  for (int lane = 0; lane < e.width; ++lane) {
    const Bits got = element_at(found, width(e.result) / 8, static_cast<std::uint64_t>(lane));
    const Bits right = e.right(item, lane);
    if (got == right) continue;
    objections.add(e.said, fmt::format("{}: lane {} of work-item {} is {:#x}, not {:#x}", e.said, lane, item, got, right));
    return;
  }
}

// In SPIR-V there are shuffles only.
Module module_of_task(const ProbeTask& task, const Capabilities& device, std::span<const Expression> all,
                      const std::vector<Type>& types) {
  if (task.front_end != FrontEnd::il) return {.source = source_of(all, types), .il = {}, .options = ""};
  std::vector<il::Shuffle> shuffles;
  for (const Expression& e : all) {
    const auto sources = static_cast<int>(e.variables.size()) - 1;
    shuffles.push_back({.from = e.variables[0].width, .to = e.width, .sources = sources});
  }
  return module_of(il::shuffles_source(compiler_of(device), task.format, shuffles, kKernel, kPlace), FrontEnd::il);
}

std::vector<std::string> violations(Device& device, const Module& module, std::span<const Expression> all) {
  const std::size_t per_item = all.size() * kPlace;
  const auto outputs = run_once(device, module,
                                {.kernel = std::string(kKernel),
                                 .items = kItems,
                                 .outputs = {kItems * per_item},
                                 .inputs = {inputs_of(all)},
                                 .scalars = {},
                                 .poison = kPoison});
  Objections objections;
  const std::span<const std::byte> results = outputs.at(0);
  for (std::size_t i = 0; i < all.size(); ++i) {
    for (int item = 0; item < kItems; ++item)
      compare(all[i], item, results.subspan(static_cast<std::size_t>(item) * per_item + i * kPlace, kPlace), objections);
  }
  return objections.sentences();
}

std::vector<Type> types_of(const Capabilities& device) {
  std::vector<Type> all;
  std::ranges::copy_if(kLanguageTypes, std::back_inserter(all),
                       [&](Type t) { return !unsupported(device, FrontEnd::clc, t).has_value(); });
  return all;
}

std::vector<Expression> expressions_of(std::string_view kind, Type type, const std::vector<Type>& types) {
  if (kind == "shuffle-width") return shuffles(type);
  if (kind == "vector-literal") return vector_literals(type);
  if (kind == "mixed-operator") return mixed_operators(type, types);
  if (kind == "cast") return casts(type, types);
  if (kind == "layout") return layouts(type);
  return {};
}

// In tier smoke, types of 32 bits have all expressions, and others a third, of which each type has a different one:
// compilers take a second for 50 expressions.
std::vector<Expression> in_tier(std::vector<Expression> all, const ProbeTask& task) {
  if (has_all_similar_tests(task.format, task.tier)) return all;
  return every_nth<Expression>(all, 3, static_cast<std::size_t>(task.format));
}

class ExpressionsProbe : public FormatProbe {
 public:
  bool has_kind(std::string_view kind) const override { return !expressions_of(kind, Type::i32, {}).empty(); }
  ProbeFinding test(Device& device, const ProbeTask& task) const override {
    const std::vector<Type> types = types_of(device.capabilities());
    const std::vector<Expression> all = in_tier(expressions_of(task.kind.name, task.format, types), task);
    ProbeFinding finding;
    for (std::size_t first = 0; first < all.size(); first += kPerProgram) {
      const auto some = std::span(all).subspan(first, std::min(kPerProgram, all.size() - first));
      ProbeFinding part = or_unbuilt([&] {
        const Module module = module_of_task(task, device.capabilities(), some, types);
        return ProbeFinding{.violations = violations(device, module, some)};
      });
      std::ranges::move(part.violations, std::back_inserter(finding.violations));
      if (finding.details == nullptr) finding.details = part.details;
    }
    finding.notes = {fmt::format("{} expressions, by {} work-items each", all.size(), kItems)};
    return finding;
  }
};

}  // namespace

const Probe& expressions_probe() {
  static const ExpressionsProbe probe;
  return probe;
}

}  // namespace classay
