// What clspv says of the kernels of a module that it made: where each argument goes, which constants set the size of a
// work-group, and what has to be in memory before a launch. It stands in the module itself, in instructions of
// NonSemantic.ClspvReflection (revision 5 of the SPIR-V registry), whose operands are ids of 32-bit constants and strings.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace classay::vulkan {

// How an argument reaches a kernel: behind a binding, or, of plain data, as a part of what is there.
enum class Passing : std::uint8_t { storage_buffer, uniform_buffer, plain_storage, plain_uniform, plain_push, workgroup };
constexpr bool is_plain(Passing p) {
  return p == Passing::plain_storage || p == Passing::plain_uniform || p == Passing::plain_push;
}

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
  std::vector<Argument> arguments;  // those that are used; of others there is no record
};

// What a module wants to be told of a launch, in push constants.
enum class Told : std::uint8_t { global_offset, local_size, global_size, region_offset, groups, region_group_offset };
struct PushConstant {
  Told told = Told::global_offset;
  std::uint32_t offset = 0;
  std::uint32_t size = 0;
  bool operator==(const PushConstant&) const = default;
};

// Bytes that a buffer has to hold.
struct ConstantData {
  Passing passing = Passing::storage_buffer;
  std::uint32_t set = 0;
  std::uint32_t binding = 0;
  std::vector<std::byte> bytes;
};

struct Reflection {
  std::vector<Kernel> kernels;
  std::optional<std::array<std::uint32_t, 3>> group_size;  // ids of specialization constants
  std::vector<PushConstant> push_constants;
  std::vector<ConstantData> constants;
  std::vector<std::uint32_t> unknown;  // instructions that are not read here, by number: newer ones, and those of images

  const Kernel* find(std::string_view name) const;
  bool is_told(Told what) const;
  std::uint32_t push_bytes() const;  // of all push constants, those that are arguments too
};

// Throws std::invalid_argument for what is no module, or one that contradicts itself.
Reflection reflection_of(std::span<const std::uint32_t> module);

// The module without it, which any driver takes. Precondition: it is valid.
std::vector<std::uint32_t> without_reflection(std::span<const std::uint32_t> module);

}  // namespace classay::vulkan
