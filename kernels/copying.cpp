#include "kernels/copying.h"

#include <fmt/format.h>

#include "kernels/signature_call.h"

namespace classay {
namespace {

std::string kernel_text(Type type, int width) {
  return fmt::format(R"(
kernel void {name}(global {vector}* out, global const {vector}* in) {{
  local {vector} room[{room}];
  local uchar* cells = (local uchar*)room;
  const size_t me = get_local_id(0);
  const size_t all = get_local_size(0);
  for (size_t part = get_group_id(0); part < {parts}; part += get_num_groups(0)) {{
    global const {vector}* from = in + part * {from};
    global {vector}* to = out + part * {to};
    for (size_t i = me; i < sizeof(room); i += all) cells[i] = {filled:#x};
    barrier(CLK_LOCAL_MEM_FENCE);
    event_t two[2];
    two[0] = async_work_group_copy(room + 1, from, {vectors}, 0);
    two[1] = async_work_group_strided_copy(room + {second}, from + {vectors}, {vectors}, {step}, 0);
    wait_group_events(2, two);
    for (size_t i = me; i < sizeof(room); i += all) ((global uchar*)to)[i] = cells[i];
    event_t one = async_work_group_copy(to + {room} + 1, (local const {vector}*)room + 1, {vectors}, 0);
    one = async_work_group_strided_copy(to + {room} + {second}, (local const {vector}*)room + {second}, {vectors},
                                        {step}, one);
    wait_group_events(1, &one);
    barrier(CLK_LOCAL_MEM_FENCE);
  }}
}}
)",
                     fmt::arg("name", copying_kernel_name(width)), fmt::arg("vector", vector_type(info(type).clc, width)),
                     fmt::arg("room", kCopyingRoom), fmt::arg("parts", kCopyingParts), fmt::arg("from", kCopiedFrom),
                     fmt::arg("to", kCopiedTo), fmt::arg("filled", static_cast<unsigned>(kFilledBefore)),
                     fmt::arg("vectors", kCopiedVectors), fmt::arg("second", kSecondInRoom), fmt::arg("step", kCopyingStep));
}

// The arguments of a call from the offset of the destination on, without the event.
std::string arguments(const ExtendedCopy& copy, std::uint64_t bytes, const CopiedBox& to, std::string_view source,
                      const CopiedBox& from) {
  const std::string start =
      fmt::format("{}, {}, {}, {}, {}, {}", to.offset, source, from.offset, bytes, copy.elements, copy.lines);
  if (copy.planes == 1) return fmt::format("{}, {}, {}", start, from.line, to.line);
  return fmt::format("{}, {}, {}, {}, {}, {}", start, copy.planes, from.line, from.plane, to.line, to.plane);
}

std::string extended_kernel_text(std::uint64_t bytes) {
  std::array<std::string, 2> in;
  std::array<std::string, 2> out;
  for (std::size_t i = 0; i < in.size(); ++i) {
    const ExtendedCopy& copy = kExtendedCopies.at(i);
    in.at(i) = fmt::format("{}(room, {}, 0)", copy.what, arguments(copy, bytes, copy.local, "from", copy.from));
    out.at(i) = fmt::format("{}(to + sizeof(room), {}, {})", copy.what,
                            arguments(copy, bytes, copy.to, "(local const uchar*)room", copy.local), i == 0 ? "0" : "one");
  }
  return fmt::format(R"(
kernel void {name}(global uchar* out, global const uchar* in) {{
  local uchar room[{room}] __attribute__((aligned(128)));
  const size_t me = get_local_id(0);
  const size_t all = get_local_size(0);
  for (size_t part = get_group_id(0); part < {parts}; part += get_num_groups(0)) {{
    global const uchar* from = in + part * {from};
    global uchar* to = out + part * {to};
    for (size_t i = me; i < sizeof(room); i += all) room[i] = {filled:#x};
    barrier(CLK_LOCAL_MEM_FENCE);
    event_t two[2];
    two[0] = {in_2d};
    two[1] = {in_3d};
    wait_group_events(2, two);
    for (size_t i = me; i < sizeof(room); i += all) to[i] = room[i];
    event_t one = {out_2d};
    one = {out_3d};
    wait_group_events(1, &one);
    barrier(CLK_LOCAL_MEM_FENCE);
  }}
}}
)",
                     fmt::arg("name", extended_copying_kernel_name(bytes)), fmt::arg("room", kExtendedRoom * bytes),
                     fmt::arg("parts", kCopyingParts), fmt::arg("from", kExtendedFrom * bytes),
                     fmt::arg("to", (kExtendedRoom + kExtendedTo) * bytes),
                     fmt::arg("filled", static_cast<unsigned>(kFilledBefore)), fmt::arg("in_2d", in[0]),
                     fmt::arg("in_3d", in[1]), fmt::arg("out_2d", out[0]), fmt::arg("out_3d", out[1]));
}

}  // namespace

std::string extended_copying_kernel_name(std::uint64_t bytes) { return fmt::format("copy_elements_of_{}", bytes); }

Source extended_copying_source() {
  std::string text = "#pragma OPENCL EXTENSION cl_khr_extended_async_copies : enable\n";
  for (const std::uint64_t bytes : kExtendedElements) text += extended_kernel_text(bytes);
  return {.text = text, .options = ""};
}

std::string copying_kernel_name(int width) { return fmt::format("copy_v{}", width); }

Source copying_source(Type type, std::span<const int> widths) {
  std::string text = extension_lines(type);
  for (const int width : widths) text += kernel_text(type, width);
  return {.text = text, .options = ""};
}

}  // namespace classay
