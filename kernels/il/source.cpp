#include "kernels/il/source.h"

#include <fmt/format.h>

#include <algorithm>
#include <stdexcept>

#include "kernels/il/instruction.h"
#include "kernels/il/kernel.h"

namespace classay::il {

bool has_source(const Row& row, Type format) {
  return row.truth != nullptr && instruction(row, format, widths(row).front()).has_value();
}

Source source(const Asked& asked, int address_bits) {
  if (!has_source(*asked.row, asked.format)) {
    throw std::invalid_argument(fmt::format("no SPIR-V for {} of {}", asked.row->name, info(asked.format).name));
  }
  if (asked.making != Making::table || asked.pointer != PointerTo::private_memory) {
    throw std::invalid_argument("SPIR-V takes its arguments from buffers, and second results through private memory");
  }
  ModuleText module(address_bits);
  for (const std::string_view name : {"Addresses", "Kernel", "Int64"}) module.capability(name);
  module.decoration("OpDecorate %global_id BuiltIn GlobalInvocationId");
  module.decoration("OpDecorate %global_id Constant");
  const std::string id_type = module.pointer(Storage::input, Type::u64, 3);
  module.global(fmt::format("%global_id = OpVariable {} Input", id_type));
  for (const int width : asked.widths) module.function(kernel_function(module, asked, width));
  return {.text = module.text(), .options = build_options(asked.mode)};
}

}  // namespace classay::il
