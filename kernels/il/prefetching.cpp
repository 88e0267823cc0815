#include "kernels/il/prefetching.h"

#include <fmt/format.h>

#include "kernels/il/body.h"
#include "kernels/il/kernel.h"
#include "kernels/prefetching.h"

namespace classay::il {
namespace {

std::string kernel_text(ModuleText& module, Type type, int width) {
  Body body(module, width);
  const std::string vector = module.vector(type, width);
  const std::string pointer = module.pointer(Storage::global, type, width);
  const std::string ids = module.ids("%global_id", "GlobalInvocationId");
  const std::string head =
      kernel_head(module, prefetching_kernel_name(width), {{body.named("out"), pointer}, {body.named("in"), pointer}},
                  fmt::format("%kernel_of_{}", vector.substr(1)), {ids});
  const std::string item = body.first_id(ids);
  const auto place = [&](std::string_view buffer) {
    return body.result(pointer, fmt::format("OpInBoundsPtrAccessChain {} {}", body.named(buffer), item));
  };
  const int bytes = (width == 3 ? 4 : width) * classay::width(type) / 8;
  const std::string from = place("in");
  const std::string one = module.constant(module.size_type(), 1);
  body.result(module.void_type(), fmt::format("OpExtInst %std prefetch {} {}", from, one));
  const std::string value = body.result(vector, fmt::format("OpLoad {} Aligned {}", from, bytes));
  body.line(fmt::format("OpStore {} {} Aligned {}", place("out"), value, bytes));
  return head + body.text();
}

}  // namespace

Source prefetching_source(Type type, const Compiler& compiler, std::span<const int> widths) {
  ModuleText module(compiler);
  for (const int width : widths) module.function(kernel_text(module, type, width));
  return {.text = module.text(), .options = ""};
}

}  // namespace classay::il
