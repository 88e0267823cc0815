#include "kernels/counting.h"

#include <fmt/format.h>

namespace classay {

Source counting_source(std::uint32_t factor) {
  constexpr const char* kText = R"(kernel void {}(global uint* out, ulong first) {{
  out[get_global_id(0)] = (uint)(first + get_global_id(0)) * {}u;
}}
)";
  return {.text = fmt::format(kText, kCountingKernel, factor), .options = ""};
}

}  // namespace classay
