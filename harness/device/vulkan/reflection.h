// Reads clspv's reflection of a module that it made: where each argument goes, which constants set the work-group size, and
// what must be in memory before a launch. The module contains it as instructions of NonSemantic.ClspvReflection (SPIR-V
// registry, revision 5), whose operands are ids of 32-bit constants and strings.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "harness/device/image.h"

namespace classay::vulkan {

// How an argument reaches a kernel: as a binding or, for plain data, as part of a buffer or of the push constants. A sampler
// for images of three dimensions has also a `sampler_mask` in the push constants: mask_of().
enum class Passing : std::uint8_t {
  storage_buffer,
  uniform_buffer,
  plain_storage,
  plain_uniform,
  plain_push,
  workgroup,
  sampled_image,
  storage_image,
  sampler,
  sampler_mask
};
constexpr bool is_plain(Passing p) {
  return p == Passing::plain_storage || p == Passing::plain_uniform || p == Passing::plain_push;
}
constexpr bool is_in_push_constants(Passing p) { return p == Passing::plain_push || p == Passing::sampler_mask; }

struct Argument {
  Passing passing = Passing::storage_buffer;
  std::uint32_t ordinal = 0;  // among the parameters of the kernel
  std::uint32_t set = 0;
  std::uint32_t binding = 0;
  std::uint32_t offset = 0;  // of plain data
  std::uint32_t size = 0;
  bool operator==(const Argument&) const = default;
};

struct Kernel {
  std::string name;
  std::vector<Argument> arguments;  // only the used ones; the others have no record
};

// Launch parameters that a module needs in push constants.
enum class Told : std::uint8_t { global_offset, local_size, global_size, region_offset, groups, region_group_offset };
struct PushConstant {
  Told told = Told::global_offset;
  std::uint32_t offset = 0;
  std::uint32_t size = 0;
  bool operator==(const PushConstant&) const = default;
};

struct ConstantData {
  Passing passing = Passing::storage_buffer;
  std::uint32_t set = 0;
  std::uint32_t binding = 0;
  std::vector<std::byte> bytes;
};

// A sampler that the source defines.
struct LiteralSampler {
  Sampler sampler;
  std::uint32_t set = 0;
  std::uint32_t binding = 0;
};
// Returns the number that clspv has for a sampler: 1 for normalized coordinates, 2 for each addressing mode in the order of
// ImageAddressing, 16 for the nearest filter, and 32 for the linear one.
std::uint32_t mask_of(const Sampler& sampler);

struct Reflection {
  std::vector<Kernel> kernels;
  std::optional<std::array<std::uint32_t, 3>> group_size;  // ids of specialization constants
  std::optional<std::uint32_t> dimensions;                 // id of the constant that get_work_dim() returns
  std::vector<PushConstant> push_constants;
  std::vector<ConstantData> constants;
  std::vector<LiteralSampler> samplers;
  std::vector<std::uint32_t> unknown;  // numbers of instructions that are not handled

  const Kernel* find(std::string_view name) const;
  bool is_told(Told what) const;
  std::uint32_t push_bytes() const;  // size of all push constants, including arguments
};

// Throws std::invalid_argument if it is not a module, or contradicts itself.
Reflection reflection_of(std::span<const std::uint32_t> module);

// Returns the module without its reflection, as any driver takes it. Precondition: it is valid.
std::vector<std::uint32_t> without_reflection(std::span<const std::uint32_t> module);

}  // namespace classay::vulkan
