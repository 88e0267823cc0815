// Writes a program in SPIR-V in which each work-item records the built-in variables of its place in the index space (SPIR-V,
// "BuiltIn"). Kernel arguments: a counter, the records, their number, and a zero that the compiler does not know. A
// work-item takes a record by an atomic increment of the counter, which begins at `counted_from`.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "kernels/compiler.h"
#include "kernels/source.h"

namespace classay::il {

// A variable, and the word of the record in which its first component is stored.
struct RecordedBuiltIn {
  std::string_view builtin;
  std::uint64_t word = 0;
  bool is_vector = true;  // of three components
};

struct WorkItemKernel {
  std::string name;
  std::optional<std::string_view> variable{};  // this one's components are selected by a number that is not a constant
};

Source work_items_source(const Compiler& compiler, std::span<const WorkItemKernel> kernels,
                         std::span<const RecordedBuiltIn> recorded, std::uint64_t words, std::uint32_t counted_from);

}  // namespace classay::il
