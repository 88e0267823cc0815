// Writes a program in SPIR-V with the block reads and writes of SPV_INTEL_subgroups. A sub-group reads a block from its slot
// of the inputs and writes one to its slot of an output: component k of a work-item is element SubgroupLocalInvocationId +
// k * SubgroupMaxSize of the block. Kernels, one for each width, have these arguments:
//
//   out      what the work-item read, width elements
//   written  what the sub-groups wrote: kBlockSlot elements for each sub-group
//   facts    kBlockFacts words of the work-item
//   in       blocks, like `written`, with some elements more
//   shift    elements from the begin of a slot, where the blocks that are read begin
#pragma once

#include <cstdint>
#include <span>
#include <string>

#include "kernels/compiler.h"
#include "kernels/source.h"

namespace classay::il {

inline constexpr std::uint64_t kBlockSlot = 512;  // of the widest block of 64 work-items
inline constexpr std::uint32_t kMostInBlock = 64;

// In this order: the facts of a work-item.
enum class BlockFact : std::uint8_t { sub_group, local_id, size, max_size, sub_groups };
inline constexpr std::uint64_t kBlockFacts = 5;

std::string block_kernel_name(int width);
// Returns what a work-item writes as a component, before it is shortened to the type.
constexpr std::uint64_t written_to_block(std::uint64_t item, int width, int component) {
  return (item * static_cast<std::uint64_t>(width) + static_cast<std::uint64_t>(component)) * 0x9e3779b97f4a7c15 + 0x51;
}

Source sub_group_blocks_source(const Compiler& compiler, Type type, std::span<const int> widths);

}  // namespace classay::il
