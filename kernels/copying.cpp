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

}  // namespace

std::string copying_kernel_name(int width) { return fmt::format("copy_v{}", width); }

Source copying_source(Type type, std::span<const int> widths) {
  std::string text = extension_lines(type);
  for (const int width : widths) text += kernel_text(type, width);
  return {.text = text, .options = ""};
}

}  // namespace classay
