// Finds the constants and macros of the language that a device's compiler defines, by a kernel that stores them. Conditions
// of #if must find the same values.
#include "suites/constants.h"

#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "harness/journal/probe_kinds.h"
#include "harness/worker/lanes/lanes.h"
#include "harness/worker/probes/all_probes.h"
#include "harness/worker/probes/macros.h"
#include "kernels/source.h"
#include "reference/number/real_scope.h"

namespace classay {
namespace {

constexpr std::size_t kWords = 4;  // per constant: whether it is defined, its size, its bits, whether its condition holds

// Returns a condition of #if that holds for the right value; empty if the language does not call the macro "suitable for
// use in #if": one that is not an integer, and the results of ilogb.
std::string condition_of(const Constant& c) {
  if (is_float(c.type) || c.may_miss || c.name.starts_with("FP_")) return "";
  const auto value = static_cast<std::int64_t>(c.right.front());
  const bool is_unsigned = c.name.starts_with("U");
  return fmt::format("{} == {}", c.name, is_unsigned ? fmt::format("{}u", c.right.front()) : number_in_if(value));
}

// Returns an expression for the constant's bits as an unsigned number.
std::string bits_of(const Constant& c) {
  if (!is_float(c.type)) return fmt::format("(ulong)(long)({})", c.name);
  const std::string_view as = width(c.type) == 16 ? "ushort" : width(c.type) == 32 ? "uint" : "ulong";
  return fmt::format("(ulong)as_{}(({})({}))", as, info(c.type).clc, c.name);
}

std::string source_of(Type format, const std::vector<Constant>& all) {
  std::string text = extension_lines(format);
  text += "kernel void constants(global ulong* out) {\n";
  for (std::size_t i = 0; i < all.size(); ++i) {
    const std::size_t at = kWords * i;
    text += fmt::format(
        "#ifdef {0}\n  out[{1}] = 1; out[{2}] = sizeof({0}); out[{3}] = {4};\n"
        "#else\n  out[{1}] = 0; out[{2}] = 0; out[{3}] = 0;\n#endif\n",
        all[i].name, at, at + 1, at + 2, bits_of(all[i]));
    const std::string condition = condition_of(all[i]);
    text += fmt::format("#if {}\n  out[{}] = 1;\n#else\n  out[{}] = 0;\n#endif\n", condition.empty() ? "1" : condition,
                        at + 3, at + 3);
  }
  return text + "}\n";
}

std::string shown(const Constant& c, Bits pattern) {
  if (!is_float(c.type)) return std::to_string(static_cast<std::int64_t>(pattern));
  return hex_float(format(c.type), pattern);
}

struct FoundConstant {
  Constant constant;
  bool is_defined = false;
  unsigned bytes = 0;  // sizeof
  Bits pattern = 0;    // of its type; an integer as 64 bits
  bool fails_in_if = false;
};

std::vector<FoundConstant> found_constants(Device& device, Type format) {
  const std::vector<Constant> all = constants(format);
  const auto outputs =
      run_once(device, {.source = source_of(format, all), .il = {}, .options = ""},
               {.kernel = "constants", .items = 1, .outputs = {kWords * all.size() * sizeof(std::uint64_t)}});
  std::vector<FoundConstant> found;
  for (std::size_t i = 0; i < all.size(); ++i) {
    const auto word = [&](std::size_t w) { return element_at(outputs.at(0), 8, kWords * i + w); };
    if (word(0) > 1) throw DeviceError(Fault::refused, "the kernel that writes the constants down wrote nothing");
    found.push_back({.constant = all[i],
                     .is_defined = word(0) == 1,
                     .bytes = static_cast<unsigned>(word(1)),
                     .pattern = word(2),
                     .fails_in_if = word(3) == 0});
  }
  return found;
}

std::optional<std::string> violation(const FoundConstant& found) {
  const Constant& c = found.constant;
  if (!found.is_defined) return c.may_miss ? std::nullopt : std::optional(c.name + " is not defined");
  const unsigned bytes = is_float(c.type) ? static_cast<unsigned>(width(c.type)) / 8 : found.bytes;
  if (found.bytes != bytes) return fmt::format("{} has {} bytes, a {} has {}", c.name, found.bytes, info(c.type).clc, bytes);
  if (is_right(c, found.pattern)) {
    if (!found.fails_in_if) return std::nullopt;
    return fmt::format("{} is {}, but #if {} is false", c.name, shown(c, found.pattern), condition_of(c));
  }
  return fmt::format("{} is {}, not {}", c.name, shown(c, found.pattern), shown(c, c.right.front()));
}

class ConstantsProbe : public FormatProbe {
 public:
  bool has_kind(std::string_view kind) const override { return kind == "constants"; }
  ProbeFinding test(Device& device, const ProbeTask& task) const override {
    ProbeFinding finding;
    Json values = Json::array();
    for (const FoundConstant& f : found_constants(device, task.format)) {
      if (auto why = violation(f)) finding.violations.push_back(std::move(*why));
      values.push_back({{"name", f.constant.name}, {"value", f.is_defined ? Json(shown(f.constant, f.pattern)) : Json()}});
    }
    finding.details = probe_fields({{"values", std::move(values)}});
    return finding;
  }
};

}  // namespace

const Probe& constants_probe() {
  static const ConstantsProbe probe;
  return probe;
}

}  // namespace classay
