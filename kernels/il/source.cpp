#include "kernels/il/source.h"

#include <fmt/format.h>

#include <algorithm>
#include <stdexcept>

#include "kernels/il/instruction.h"
#include "kernels/il/kernel.h"

namespace classay::il {
namespace {

[[noreturn]] void refuse(const Asked& asked, const std::string& why) {
  throw std::invalid_argument(fmt::format("no SPIR-V for {} of {}: {}", asked.row->name, info(asked.format).name, why));
}

bool is_one_of(const Row& row, std::initializer_list<Signature> all) {
  return std::ranges::find(all, row.signature) != all.end();
}

void check(const Asked& asked) {
  const Row& row = *asked.row;
  if (!has_source(row, asked.format)) refuse(asked, "it has no such instruction");
  const bool is_literal = asked.making == Making::literals;
  const bool has_literals = is_literal || !asked.literals.empty();
  if (asked.making != Making::table && !is_literal) refuse(asked, "arguments come from buffers, or are constants");
  if (!asked.scalars.empty()) refuse(asked, "no scalar stands among vectors");
  const bool loads = is_one_of(row, {Signature::load, Signature::load_half});
  if (asked.by_offset && !loads && !is_one_of(row, {Signature::store, Signature::store_half}))
    refuse(asked, "it has no offset");
  const bool is_constant = asked.pointer == PointerTo::constant_memory;
  if (is_constant && (!loads || has_literals))
    refuse(asked, "constant memory is only for loads of data that the host sends");
  if (!has_literals) return;
  if (asked.literals.empty()) refuse(asked, "there are no literals");
  if (asked.pointer != PointerTo::private_memory || asked.by_offset) refuse(asked, "literals go with private memory only");
}

}  // namespace

bool has_source(const Row& row, Type format) {
  return row.truth != nullptr && instruction(row, format, widths(row).front()).has_value();
}

Source source(const Asked& asked, const Compiler& compiler) {
  check(asked);
  ModuleText module(compiler);
  for (const int width : asked.widths) module.function(kernel_function(module, asked, width));
  if (asked.making == Making::table && !asked.literals.empty()) {
    Asked literals = asked;
    literals.making = Making::literals;
    for (const int width : asked.widths) module.function(kernel_function(module, literals, width));
  }
  return {.text = module.text(), .options = build_options(asked.mode)};
}

}  // namespace classay::il
