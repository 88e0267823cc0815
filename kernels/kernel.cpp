#include "kernels/kernel.h"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>

#include "kernels/arguments.h"

namespace classay {
namespace {

// Slots in local memory per work-group; its work-items take turns. 64 vectors of 16 doubles fit in any device, and so do 16
// arrays of three vectors.
constexpr int kLocalSlots = 64;
constexpr int kLocalArrays = 16;

std::string_view qualifier(PointerTo pointer) {
  switch (pointer) {
    case PointerTo::private_memory: return "private ";
    case PointerTo::local_memory: return "local ";
    case PointerTo::global_memory: return "global ";
    case PointerTo::constant_memory: return "constant ";
    case PointerTo::global_inputs: return "global const ";
    case PointerTo::generic_memory: return "";
  }
  throw std::invalid_argument("no such memory");
}

// A kernel that is being written, with the data that its lines need.
struct Writer {
  const Asked& asked;
  const SignatureForm& form;
  int width;
  std::vector<Type> results = result_types(*asked.row, asked.format, width);

  std::string result_type(std::size_t component) const {
    return vector_type(held_as(*asked.row, results[component]), lanes());
  }
  int lanes() const { return result_count(*asked.row, width) / static_cast<int>(results.size()); }
  std::string slot() const {
    return vector_type(held_as(*asked.row, slot_type(*asked.row, asked.format, form.slot)), width);
  }

  // Returns a slot in global memory: the work-item's own place in the last output.
  std::string global_slot() const {
    const std::size_t component = results.size() - 1;
    if (form.slot == Slot::second_result) return fmt::format("(global {}*){} + item", slot(), kOutputs[component]);
    return fmt::format("(global {}*)({} + item * {})", slot(), kOutputs[component], output_stride(asked, width, component));
  }

  std::string pointer_declaration() const {
    const std::string c = slot();
    switch (asked.pointer) {
      case PointerTo::private_memory: return fmt::format("{0} own;\nprivate {0}* p = &own;\n", c);
      case PointerTo::local_memory: return fmt::format("local {}* p = slots + (me - turn);\n", c);
      case PointerTo::global_memory: return fmt::format("global {}* p = {};\n", c, global_slot());
      case PointerTo::constant_memory:
      case PointerTo::global_inputs: break;  // call_from_input() writes it
      case PointerTo::generic_memory:
        return fmt::format("{0} own;\n{0}* p = {1};\nif (item & 1) p = &own;\n", c, global_slot());
    }
    throw std::invalid_argument("no such memory");
  }

  Letters letters() const {
    Letters l{.f = called(*asked.row, width),
              .arguments = {"x", "y", "z"},
              .type = vector_type(info(asked.format).clc, width),
              .pointer = "p",
              .element_pointer = ""};
    if (asked.unsigned_mask) {
      const Type mask = integer_type(classay::width(asked.format), false);
      l.arguments[2] = fmt::format("as_{}(z)", vector_type(info(mask).clc, width));
    }
    if (form.slot != Slot::none) {
      const Type type = slot_type(*asked.row, asked.format, form.slot);
      l.element_pointer = fmt::format("({}{}*)p", qualifier(asked.pointer), info(type).clc);
    }
    return l;
  }

  std::string store(std::size_t component, std::string_view value) const {
    if (asked.by_elements && lanes() > 1) return store_elements(component, value);
    return stored(lanes(), output_stride(asked, width, component), value, "item", kOutputs[component]);
  }

  std::string store_elements(std::size_t component, std::string_view value) const {
    std::string text;
    for (int lane = 0; lane < lanes(); ++lane) {
      text += fmt::format("{}[item * {} + {}] = ({}).s{:x};\n", kOutputs[component], output_stride(asked, width, component),
                          lane, value, lane);
    }
    return text;
  }

  // "(float2)(fmax(x, y.s0).s0, fmax(x, y.s1).s1)"
  std::string by_lanes() const {
    const std::string_view scalars = form.scalars.empty() ? asked.scalars : form.scalars;
    std::string all;
    for (int lane = 0; lane < width; ++lane) {
      const std::string element = fmt::format(".s{:x}", lane);
      Letters l = letters();
      for (const char name : scalars) l.arguments.at(kArgumentNames.find(name)) += element;
      const std::string value = spelled(form.result, l);
      all += (lane == 0 ? "" : ", ") + (value.ends_with(')') ? value : "(" + value + ")") + element;
    }
    return fmt::format("({})({})", result_type(0), all);
  }

  Type offset_type() const { return slot_type(*asked.row, asked.format, form.slot); }
  std::string offset_element() const { return std::string(held_as(*asked.row, offset_type())); }

  // Returns a declaration of an array of the work-item, or of `count` of them.
  std::string array(std::string_view memory, std::string_view name, int count) const {
    const OffsetArray a = offset_array(asked, width);
    std::string text = fmt::format("{}{} {}[{}]", memory, offset_element(), name, count * a.size);
    if (a.alignment > 1)
      text += fmt::format(" __attribute__((aligned({})))", a.alignment * classay::width(offset_type()) / 8);
    return text + ";\n";
  }

  // Declares the work-item's array; in global memory, it is in the last output.
  std::string array_declaration() const {
    const std::size_t component = results.size() - 1;
    switch (asked.pointer) {
      case PointerTo::private_memory: return array("", "room", 1);
      case PointerTo::local_memory:
        return fmt::format("local {}* room = slots + (me - turn) * {};\n", offset_element(),
                           offset_array(asked, width).size);
      case PointerTo::global_memory:
        return fmt::format("global {0}* room = (global {0}*)({1} + item * {2});\n", offset_element(), kOutputs[component],
                           output_stride(asked, width, component));
      default: throw std::invalid_argument("no array in such memory");
    }
  }

  // Accesses the third vector of an array. An aligned vector of three occupies the space of four. An unaligned access starts
  // one element after the start of the array. If a store changes an element next to its vector, the bits of the result are
  // inverted, so that the result is wrong.
  std::string call_by_offset() const {
    const Type type = offset_type();
    const auto [first, stride, alignment, size] = offset_array(asked, width);
    const int at = first + 2 * stride;
    std::string text = array_declaration() + fmt::format("for (uint i = 0; i < {}; ++i) room[i] = 77;\n", size);
    Letters l = letters();
    l.element_pointer = fmt::format("(({}{}*)room + {})", qualifier(asked.pointer), info(type).clc, first);
    const auto lane = [&](int i) { return width == 1 ? std::string("x") : fmt::format("x.s{:x}", i); };
    if (form.slot == Slot::argument) {
      for (int i = 0; i < width; ++i) text += fmt::format("room[{}] = {};\n", at + i, lane(i));
      return text + fmt::format("const {} r = {};\n", result_type(0), at_offset("2", spelled(form.result, l))) +
             store(0, "r");
    }
    text += at_offset("2", spelled(form.before, l)) + "\n";
    std::string lanes;
    for (int i = 0; i < width; ++i) lanes += fmt::format("{}room[{}]", i == 0 ? "" : ", ", at + i);
    text += fmt::format("{0} r = ({0})({1});\n", result_type(0), lanes);
    const std::string bits = vector_type(info(integer_type(classay::width(type), false)).clc, width);
    text += fmt::format("if (room[{}] != 77 || room[{}] != 77) r = as_{}(({})~as_{}(r));\n", at - 1, at + stride,
                        result_type(0), bits, bits);
    return text + store(0, "r");
  }

  // Loads the work-item's own vector directly from the input.
  std::string call_from_input() const {
    Letters l = letters();
    l.element_pointer =
        fmt::format("({}{}*)x_in", qualifier(asked.pointer), info(slot_type(*asked.row, asked.format, form.slot)).clc);
    return fmt::format("const {} r = {};\n", result_type(0), at_offset("item", spelled(form.result, l))) + store(0, "r");
  }

  // Replaces the offset 0 of a form, which selects the first vector.
  static std::string at_offset(std::string_view offset, std::string text) {
    return text.replace(text.find("0, "), 1, offset);
  }

  // Writes the call, and stores its results.
  std::string call() const {
    if (asked.by_offset) return call_by_offset();
    if (is_sent(asked.pointer)) return call_from_input();
    std::string text;
    if (form.slot != Slot::none) text += pointer_declaration();
    if (!form.before.empty()) text += spelled(form.before, letters()) + "\n";
    const bool has_scalars = (!form.scalars.empty() || !asked.scalars.empty()) && width > 1;
    text += fmt::format("const {} r = {};\n", result_type(0), has_scalars ? by_lanes() : spelled(form.result, letters()));
    text += store(0, "r");
    if (form.slot != Slot::second_result || asked.pointer == PointerTo::global_memory) return text;
    if (asked.pointer == PointerTo::generic_memory) {
      return text + fmt::format("if (item & 1) *({}) = own;\n", global_slot());
    }
    return text + store(1, "*p");
  }
};

std::string indented(const std::string& text, int by) {
  std::string result;
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t end = text.find('\n', at);
    result.append(static_cast<std::size_t>(by), ' ').append(text, at, end - at + 1);
    at = end + 1;
  }
  return result;
}

// The work-items of a group take turns with the slots. All of them execute the loop, because it contains a barrier.
std::string in_turns(const Writer& writer) {
  const bool is_array = writer.asked.by_offset;
  const int turns = is_array ? kLocalArrays : kLocalSlots;
  const std::string slots =
      is_array ? writer.array("local ", "slots", turns) : fmt::format("local {} slots[{}];\n", writer.slot(), turns);
  return fmt::format(R"(  {0}  const size_t me = get_local_id(0);
  for (size_t turn = 0; turn < get_local_size(0); turn += {1}) {{
    if (item < sections(count, {2}) && me >= turn && me - turn < {1}) {{
{3}    }}
    barrier(CLK_LOCAL_MEM_FENCE);
  }}
)",
                     slots, turns, writer.width, indented(writer.call(), 6));
}

struct Buffer {
  std::string pointer;  // "global const float4*"
  std::string name;
};

// Returns the buffers of a kernel, in the order of its arguments.
std::vector<Buffer> buffers(const Asked& asked, int width) {
  std::vector<Buffer> all;
  const std::vector<Type> results = result_types(*asked.row, asked.format, width);
  for (std::size_t c = 0; c < results.size(); ++c) {
    all.push_back({fmt::format("global {}*", held_as(*asked.row, results[c])), std::string(kOutputs[c])});
  }
  const std::vector<Type> arguments = argument_types(*asked.row, asked.format);
  for (std::size_t a = 0; asked.making == Making::table && a < arguments.size(); ++a) {
    const std::string held(held_as(*asked.row, arguments[a]));
    all.push_back({fmt::format("{}{}*", is_sent(asked.pointer) ? qualifier(asked.pointer) : "global const ",
                               is_sent(asked.pointer) ? held : vector_type(held, width)),
                   argument_name(a) + "_in"});
  }
  if (is_in_runs(asked.making)) all.push_back({"global const ulong*", "runs"});
  return all;
}

}  // namespace

std::string kernel_head(const Asked& asked, int width) {
  std::string text = fmt::format("\nkernel void {}{}(", asked.prefix, kernel_name(asked.making, width));
  for (const Buffer& b : buffers(asked, width)) text += fmt::format("{} {}, ", b.pointer, b.name);
  return text + "ulong first, ulong count, ulong shift, ulong seed) {\n  const ulong item = get_global_id(0);\n";
}

std::string kernel_of_several_widths(const Asked& asked) {
  std::vector<int> widths;
  std::ranges::set_intersection(asked.widths, asked.together, std::back_inserter(widths));
  if (widths.empty()) return "";
  std::string text = fmt::format("\nkernel void {}{}(", asked.prefix, kernel_name(asked.making, asked.together));
  for (const Buffer& b : buffers(asked, widths.back())) text += fmt::format("{} {}, ", b.pointer, b.name);
  text += "ulong first, ulong count, ulong shift, ulong seed, ulong width) {\n  switch (width) {\n";
  for (const int width : widths) {
    text += fmt::format("    case {}: {}{}(", width, asked.prefix, kernel_name(asked.making, width));
    for (const Buffer& b : buffers(asked, width)) text += fmt::format("({}){}, ", b.pointer, b.name);
    text += "first, count, shift, seed); break;\n";
  }
  return text + "  }\n}\n";
}

std::string stored(int lanes, int stride, std::string_view value, std::string_view at, std::string_view to) {
  if (lanes == 1 && stride == 1) return fmt::format("{}[{}] = {};\n", to, at, value);
  if (lanes == 1) return fmt::format("{}[{} * {}] = {};\n", to, at, stride, value);
  if (lanes == stride) return fmt::format("vstore{}({}, {}, {});\n", lanes, value, at, to);
  return fmt::format("vstore{}({}, 0, {} + {} * {});\n", lanes, value, to, at, stride);
}

std::string kernel_text(const Asked& asked, const SignatureForm& form, int width) {
  const Writer writer{asked, form, width};
  const bool turns = form.slot != Slot::none && asked.pointer == PointerTo::local_memory;
  std::string text = kernel_head(asked, width);
  if (!turns) text += fmt::format("  if (item >= sections(count, {})) return;\n", width);
  const bool is_loaded = asked.making == Making::table && !is_sent(asked.pointer);
  // When work-items take turns, those without an input load too.
  const std::string loaded_by = turns ? fmt::format("min(item, sections(count, {}) - 1)", width) : "item";
  if (is_loaded) text += vectors_loaded(asked, width, loaded_by);
  if (asked.making != Making::table) text += argument_declarations(asked, width);
  return text + (turns ? in_turns(writer) : indented(writer.call(), 2)) + "}\n";
}

}  // namespace classay
