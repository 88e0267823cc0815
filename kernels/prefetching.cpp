#include "kernels/prefetching.h"

#include <fmt/format.h>

#include "kernels/signature_call.h"

namespace classay {

std::string prefetching_kernel_name(int width) { return fmt::format("fetch_v{}", width); }

Source prefetching_source(Type type, std::span<const int> widths) {
  std::string text = extension_lines(type);
  for (const int width : widths) {
    text += fmt::format(
        "kernel void {0}(global {1}* out, global const {1}* in) {{\n"
        "  const size_t i = get_global_id(0);\n"
        "  prefetch(in + i, 1);\n"
        "  out[i] = in[i];\n"
        "}}\n",
        prefetching_kernel_name(width), vector_type(info(type).clc, width));
  }
  return {.text = text, .options = ""};
}

}  // namespace classay
