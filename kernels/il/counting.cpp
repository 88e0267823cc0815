#include "kernels/il/counting.h"

#include <fmt/format.h>

#include "kernels/il/body.h"
#include "kernels/il/kernel.h"

namespace classay::il {

Source counting_source(std::uint32_t factor, const Compiler& compiler) {
  ModuleText module(compiler);
  Body body(module, 1);
  const std::string uint = module.scalar(Type::u32);
  const std::string ids = module.ids("%global_id", "GlobalInvocationId");
  const std::string head = kernel_head(
      module, kCountingKernel,
      {{body.named("out"), module.pointer(Storage::global, Type::u32)}, {body.named("first"), module.scalar(Type::u64)}},
      "%kernel", {ids});
  const std::string item = body.first_id(ids);
  const std::string number = body.ulong(fmt::format("OpIAdd {} {}", body.named("first"), item));
  const std::string low = body.result(uint, "OpUConvert " + number);
  const std::string value = body.result(uint, fmt::format("OpIMul {} {}", low, module.constant(Type::u32, factor)));
  body.line(fmt::format("OpStore {} {} Aligned 4", body.element("out", Type::u32, item), value));
  module.function(head + body.text());
  return {.text = module.text(), .options = ""};
}

}  // namespace classay::il
