// Writes programs in SPIR-V that convert pointers to the Generic storage class and back (OpGenericCastToPtrExplicit), and
// that query the memory of such a pointer (OpGenericPtrMemSemantics). The arguments and the outputs of the kernels are those
// of the kernels in OpenCL C (harness/worker/probes/address_spaces.cpp).
#pragma once

#include <cstdint>
#include <span>
#include <string>

#include "kernels/compiler.h"
#include "kernels/source.h"

namespace classay::il {

struct AddressSpaceKernel {
  std::string name;
  std::size_t space = 0;  // to which it points: 0 global, 1 local, 2 private, 3: the launch selects it
  Type type = Type::u32;  // the type to point to
  int width = 1;
};

// Numbers of the kernels: work-items of a group, bytes of a work-item's place in global memory, words of its results.
struct AddressSpaceSizes {
  std::uint64_t group = 0;
  std::uint64_t place = 0;
  std::uint64_t words = 0;
};

// Whether kernels query the memory. Without it, the result is that of both memories.
enum class MemoryQuery : std::uint8_t { none, made };

Source address_spaces_source(const Compiler& compiler, std::span<const AddressSpaceKernel> kernels,
                             const AddressSpaceSizes& sizes, MemoryQuery query);

}  // namespace classay::il
