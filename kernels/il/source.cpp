#include "kernels/il/source.h"

#include <fmt/format.h>

#include <algorithm>
#include <stdexcept>

#include "kernels/il/instruction.h"
#include "kernels/il/kernel.h"

namespace classay::il {

namespace {

void declare_id(ModuleText& module, std::string_view name, std::string_view builtin) {
  module.decoration(fmt::format("OpDecorate %{} BuiltIn {}", name, builtin));
  module.decoration(fmt::format("OpDecorate %{} Constant", name));
  const std::string type = module.pointer(Storage::input, Type::u64, 3);
  module.global(fmt::format("%{} = OpVariable {} Input", name, type));
}

}  // namespace

bool has_source(const Row& row, Type format) {
  return row.truth != nullptr && instruction(row, format, widths(row).front()).has_value();
}

Source source(const Asked& asked, int address_bits) {
  if (!has_source(*asked.row, asked.format)) {
    throw std::invalid_argument(fmt::format("no SPIR-V for {} of {}", asked.row->name, info(asked.format).name));
  }
  if (asked.making != Making::table) throw std::invalid_argument("SPIR-V takes its arguments from buffers");
  if (asked.by_offset || asked.pointer == PointerTo::constant_memory) {
    throw std::invalid_argument("SPIR-V loads from memory that is written, and at its beginning");
  }
  ModuleText module(address_bits);
  for (const std::string_view name : {"Addresses", "Kernel", "Int64"}) module.capability(name);
  declare_id(module, "global_id", "GlobalInvocationId");
  if (asked.pointer == PointerTo::local_memory) declare_id(module, "local_id", "LocalInvocationId");
  for (const int width : asked.widths) module.function(kernel_function(module, asked, width));
  return {.text = module.text(), .options = build_options(asked.mode)};
}

}  // namespace classay::il
