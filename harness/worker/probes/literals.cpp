// Tests that a device's compiler reads numbers as they are written. A kernel stores the value of each (suites/literals.h),
// its size in bytes, and whether it is signed.
#include "suites/literals.h"

#include <fmt/format.h>

#include "harness/journal/probe_kinds.h"
#include "harness/worker/lanes/lanes.h"
#include "harness/worker/probes/all_probes.h"
#include "kernels/arguments.h"
#include "kernels/source.h"

namespace classay {
namespace {

constexpr std::size_t kWords = 3;  // per literal: its bits, its size, whether it is signed

// Returns an expression for the bits as an unsigned number. It avoids a cast that would change the literal's type.
std::string bits_of(const Literal& l) {
  if (!is_float(l.type)) return fmt::format("(ulong)(long)({})", l.text);
  const std::string_view word = width(l.type) == 16 ? "ushort" : width(l.type) == 32 ? "uint" : "ulong";
  return fmt::format("(ulong)as_{}({})", word, l.text);
}

std::string source_of(Type type, const std::vector<Literal>& all) {
  std::string text = extension_lines(type) + "kernel void literals(global ulong* out) {\n";
  for (std::size_t i = 0; i < all.size(); ++i) {
    text += fmt::format("  out[{}] = {}; out[{}] = sizeof({}); out[{}] = ({}) * 0 - 1 < 0;\n", kWords * i, bits_of(all[i]),
                        kWords * i + 1, all[i].text, kWords * i + 2, all[i].text);
  }
  return text + "}\n";
}

struct ReadLiteral {
  Literal literal;
  Bits pattern = 0;
  std::uint64_t bytes = 0;
  bool has_sign = true;
};

std::string type_of(const ReadLiteral& read) {
  return fmt::format("{}{} bytes", read.has_sign ? "signed, " : "unsigned, ", read.bytes);
}

std::vector<ReadLiteral> read_literals(Device& device, Type type) {
  const std::vector<Literal> all = literals(type);
  const auto outputs =
      run_once(device, {.source = source_of(type, all), .il = {}, .options = ""},
               {.kernel = "literals", .items = 1, .outputs = {kWords * all.size() * sizeof(std::uint64_t)}});
  std::vector<ReadLiteral> read;
  for (std::size_t i = 0; i < all.size(); ++i) {
    const auto word = [&](std::size_t w) { return element_at(outputs.at(0), 8, kWords * i + w); };
    read.push_back({.literal = all[i], .pattern = word(0), .bytes = word(1), .has_sign = word(2) != 0});
  }
  return read;
}

std::optional<std::string> violation(const ReadLiteral& read) {
  const Literal& l = read.literal;
  const bool has_sign = is_float(l.type) || is_signed(l.type);
  if (read.bytes * 8 != static_cast<std::uint64_t>(width(l.type)) || read.has_sign != has_sign) {
    return fmt::format("{} is of a type with {}, and should be a {}", l.text, type_of(read), info(l.type).clc);
  }
  // Removes the sign extension of an integer.
  const Bits pattern = read.pattern & mask(l.type);
  if (is_right(l, pattern)) return std::nullopt;
  return fmt::format("{} is {}, and should be {}", l.text, value_text(l.type, pattern), value_text(l.type, l.nearest));
}

class LiteralsProbe : public FormatProbe {
 public:
  bool has_kind(std::string_view kind) const override { return kind == "literals"; }
  ProbeFinding test(Device& device, const ProbeTask& task) const override {
    const std::vector<ReadLiteral> all = read_literals(device, task.format);
    ProbeFinding finding;
    std::size_t adjacent = 0;
    for (const ReadLiteral& read : all) {
      if (auto why = violation(read)) {
        finding.violations.push_back(std::move(*why));
      } else if ((read.pattern & mask(read.literal.type)) != read.literal.nearest) {
        ++adjacent;
      }
    }
    finding.notes = {adjacent == 0 ? fmt::format("{} literals, all as near as can be", all.size())
                                   : fmt::format("{} literals, of which {} decimal ones are not the nearest number",
                                                 all.size(), adjacent)};
    return finding;
  }
};

}  // namespace

const Probe& literals_probe() {
  static const LiteralsProbe probe;
  return probe;
}

}  // namespace classay
