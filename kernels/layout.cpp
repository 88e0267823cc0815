// Computes the layout of the buffers of kernels, and the extensions and options that a program needs.
#include <fmt/format.h>

#include <algorithm>

#include "kernels/arguments.h"
#include "kernels/signature_call.h"
#include "kernels/source.h"

namespace classay {
namespace {

bool in_buffer(PointerTo pointer) { return pointer == PointerTo::global_memory || pointer == PointerTo::generic_memory; }

}  // namespace

OffsetArray offset_array(const Asked& asked, int width) {
  const bool is_aligned = is_aligned_access(*asked.row);
  const int stride = is_aligned && width == 3 ? 4 : width;
  const int first = is_aligned ? 0 : 1;
  const int used = first + 3 * stride + 1;
  // Aligned arrays lie in a row without gaps.
  const int size = is_aligned && asked.pointer != PointerTo::private_memory ? 4 * stride : used;
  return {.first = first, .stride = stride, .alignment = is_aligned ? stride : 1, .size = size};
}

int output_stride(const Asked& asked, int width, std::size_t component) {
  const auto components = static_cast<int>(result_types(*asked.row, asked.format, width).size());
  const int lanes = result_count(*asked.row, width) / components;
  const std::optional<SignatureForm> form = signature_form(*asked.row);
  // The slot is in the buffer of the last component, and a vector of three occupies the space of four.
  const bool holds_slot = form && form->slot != Slot::none && static_cast<int>(component) + 1 == components;
  if (holds_slot && asked.by_offset && asked.pointer == PointerTo::global_memory) return offset_array(asked, width).size;
  return lanes == 3 && holds_slot && in_buffer(asked.pointer) ? 4 : lanes;
}

int input_stride(const Asked& asked, int width) {
  const bool is_packed = is_sent(asked.pointer) && !is_aligned_access(*asked.row);
  return width == 3 && !is_packed ? 4 : width;
}

std::size_t output_bytes(const Asked& asked, int width, std::size_t component, std::uint64_t count) {
  const Type type = result_types(*asked.row, asked.format, width).at(component);
  const int bytes = output_stride(asked, width, component) * classay::width(type) / 8;
  return sections(count, width) * static_cast<std::size_t>(bytes);
}

void append_header(std::vector<std::uint64_t>& headers, const Run& run, Making making, std::size_t arguments) {
  const std::size_t end = headers.size() + header_size(making, arguments);
  headers.insert(headers.end(), run.at.begin(), run.at.begin() + static_cast<std::ptrdiff_t>(arguments));
  headers.push_back(static_cast<std::uint64_t>(run.varies));
  if (making == Making::windows) headers.insert(headers.end(), {run.key, static_cast<std::uint64_t>(run.shift)});
  headers.resize(end);
}

std::vector<std::string> extensions(const Row& row, Type format) {
  std::vector<Type> types = argument_types(row, format);
  for (const Type t : result_types(row, format)) types.push_back(t);
  std::vector<std::string> names;
  const auto has = [&](Type type) { return std::ranges::find(types, type) != types.end(); };
  for (const Type type : kLanguageFloats) {
    const std::string_view name = info(type).extension;
    if (!name.empty() && has(type) && held_as(row, type) == info(type).clc) names.emplace_back(name);
  }
  // OpenCL C 3.1 needs no extension for them.
  if (row.section == kExtendedBits) names.emplace_back("cl_khr_extended_bit_ops");
  if (row.section == kIntegerDot) names.emplace_back("cl_khr_integer_dot_product");
  return names;
}

std::string extension_lines(const std::string& extension) {
  return fmt::format("#ifdef {0}\n#pragma OPENCL EXTENSION {0} : enable\n#endif\n", extension);
}

std::string extension_lines(Type type) {
  const std::string_view name = info(type).extension;
  return name.empty() ? "" : extension_lines(std::string(name));
}

std::string language_option(const Row& row, const Version& device_language) {
  if (!row.newer || device_language.major < 2) return "";
  return generic_option(device_language);
}

std::string generic_option(const Version& device) { return device.major == 2 ? " -cl-std=CL2.0" : " -cl-std=CL3.0"; }

std::string kernel_name(Making making, int width) {
  return (making == Making::literals ? "fold_v" : "ask_v") + std::to_string(width);
}

std::string kernel_name(Making making, std::span<const int> together) {
  return fmt::format("{}_v{}", making == Making::literals ? "fold" : "ask", fmt::join(together, "_v"));
}

std::string build_options(Mode mode) {
  switch (mode) {
    case Mode::standard: return "";
    case Mode::relaxed: return "-cl-fast-relaxed-math";
    case Mode::ftz: return "-cl-denorms-are-zero";
    case Mode::correct_div_sqrt: return "-cl-fp32-correctly-rounded-divide-sqrt";
    case Mode::unsafe: return "-cl-unsafe-math-optimizations";
    case Mode::finite: return "-cl-finite-math-only";
    case Mode::mad_enable: return "-cl-mad-enable";
    case Mode::no_signed_zeros: return "-cl-no-signed-zeros";
    case Mode::opt_disable: return "-cl-opt-disable";
    default: return "";  // the module contains it
  }
}

}  // namespace classay
