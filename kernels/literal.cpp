#include "kernels/literal.h"

#include <fmt/format.h>

#include "kernels/arguments.h"
#include "kernels/kernel.h"

namespace classay {
namespace {

std::string literal_name(std::size_t argument, std::uint64_t i) { return fmt::format("{}{}", "XYZ"[argument], i); }

struct LiteralWriter {
  const Asked& asked;
  const SignatureForm& form;
  int width;
  std::uint64_t count = asked.literals.size();
  std::vector<Type> results = result_types(*asked.row, asked.format, width);
  int lanes = result_count(*asked.row, width) / static_cast<int>(results.size());

  // Returns the argument of a call, with the lanes of a launch of all literals.
  std::string argument(std::size_t a, Type type, std::uint64_t item) const {
    if (width == 1) return literal_name(a, lane_input(count, 1, 0, item, 0));
    std::string text = fmt::format("({})(", vector_type(held_as(*asked.row, type), width));
    for (int lane = 0; lane < width; ++lane) {
      text += (lane == 0 ? "" : ", ") + literal_name(a, lane_input(count, width, 0, item, lane));
    }
    return text + ")";
  }

  std::string call(std::uint64_t item) const {
    Letters l{.f = called(*asked.row, width),
              .arguments = {},
              .type = vector_type(info(asked.format).clc, width),
              .pointer = "&own",
              .element_pointer = ""};
    const std::vector<Type> types = argument_types(*asked.row, asked.format);
    for (std::size_t a = 0; a < types.size(); ++a) l.arguments.push_back(argument(a, types[a], item));
    if (is_stored_to_result()) return call_to_result(l, item);
    if (form.slot != Slot::none) {
      l.element_pointer = fmt::format("(private {}*)&own", info(slot_type(*asked.row, asked.format, form.slot)).clc);
    }
    const std::string at = std::to_string(item);
    if (!form.scalars.empty() && width > 1) return "  " + stored(lanes, lanes, by_lanes(l, item), at, kOutputs[0]);
    std::string text;
    if (!form.before.empty()) text += "  " + spelled_slot(form.before, l) + "\n";
    text += "  " + stored(lanes, lanes, spelled_slot(form.result, l), at, kOutputs[0]);
    if (form.slot == Slot::second_result) text += "  " + stored(lanes, lanes, "own", at, kOutputs[1]);
    return text;
  }

  bool is_stored_to_result() const { return asked.pointer == PointerTo::global_memory; }
  // Stores to the place of the result.
  std::string call_to_result(Letters l, std::uint64_t item) const {
    const auto at = item * static_cast<std::uint64_t>(output_stride(asked, width, 0));
    l.element_pointer =
        fmt::format("(global {}*)({} + {})", info(slot_type(*asked.row, asked.format, form.slot)).clc, kOutputs[0], at);
    return fmt::format("  {}\n", spelled(form.before, l));
  }

  // "(float2)((-(float2)(0) + X0).s0, (-(float2)(0) + X7).s1)"
  std::string by_lanes(Letters l, std::uint64_t item) const {
    std::string all;
    for (int lane = 0; lane < width; ++lane) {
      for (const char scalar : form.scalars) {
        const auto a = static_cast<std::size_t>(scalar - 'x');
        l.arguments.at(a) = literal_name(a, lane_input(count, width, 0, item, lane));
      }
      all += fmt::format("{}({}).s{:x}", lane == 0 ? "" : ", ", spelled(form.result, l), lane);
    }
    return fmt::format("({})({})", vector_type(info(results[0]).clc, width), all);
  }

  // Replaces "*p" by the name of the slot.
  static std::string spelled_slot(std::string_view text, const Letters& l) {
    std::string s(text);
    if (s.starts_with("*p")) return "own" + spelled(s.substr(2), l);
    return spelled(s, l);
  }

  std::string declarations() const {
    if (form.slot == Slot::none || is_stored_to_result()) return "";
    const Type slot = slot_type(*asked.row, asked.format, form.slot);
    return fmt::format("  {} own;\n", vector_type(held_as(*asked.row, slot), width));
  }
};

}  // namespace

std::string literal_definitions(const Asked& asked) {
  const std::vector<Type> types = argument_types(*asked.row, asked.format);
  std::string text = "\n";
  for (std::size_t i = 0; i < asked.literals.size(); ++i) {
    for (std::size_t a = 0; a < types.size(); ++a) {
      const Bits bits = asked.literals[i][a];
      const std::string number =
          fmt::format("{:#0{}x}{}", bits, width(types[a]) / 4 + 2, width(types[a]) == 64 ? "ul" : "u");
      text += fmt::format("#define {} {}  // {}\n", literal_name(a, i), of_bits(*asked.row, types[a], number),
                          value_text(types[a], bits));
    }
  }
  return text;
}

std::string literals_undefined(const Asked& asked) {
  const std::size_t arguments = asked.literals.empty() ? 0 : argument_types(*asked.row, asked.format).size();
  std::string text;
  for (std::size_t i = 0; i < asked.literals.size(); ++i) {
    for (std::size_t a = 0; a < arguments; ++a) text += fmt::format("#undef {}\n", literal_name(a, i));
  }
  return text;
}

std::string literal_kernel_text(const Asked& asked, const SignatureForm& form, int width) {
  const LiteralWriter writer{asked, form, width};
  std::string text = kernel_head(asked, width);
  // This test has its own line: compilers then know that there is one work-item, and do not vectorise over work-items.
  text += "  if (item != 0) return;\n";
  text += fmt::format("  if (first != 0 || shift != 0 || count != {}) return;\n", writer.count);
  text += writer.declarations();
  for (std::uint64_t item = 0; item < sections(writer.count, width); ++item) text += writer.call(item);
  return text + "}\n";
}

}  // namespace classay
