// Writes the programs that test copies by work-groups. A program for a type has a kernel for each vector width. Its
// work-groups copy vectors to local memory and back, contiguous and strided, with two events and with one. The elements
// around and between the copies must not change. Kernel arguments: the destination, and the source.
#pragma once

#include <array>
#include <cstddef>
#include <span>
#include <string>

#include "kernels/source.h"

namespace classay {

inline constexpr std::uint64_t kCopyingItems = 64;  // work-groups of any size in OpenCL C, of four work-items in SPIR-V
inline constexpr std::uint64_t kCopyingParts = 16;  // one work-group copies a part
inline constexpr std::uint64_t kCopiedVectors = 7;  // vectors per copy: not a power of two, and not the number of work-items
inline constexpr std::uint64_t kCopyingStep = 3;    // distance in vectors of a strided copy
inline constexpr std::uint64_t kCopyingGap = (kCopiedVectors - 1) * kCopyingStep + 1;

// Contents of memory before the copies: of local memory, and of the destination.
inline constexpr std::byte kFilledBefore{0x5a};
inline constexpr std::byte kUnwrittenBefore{0xfc};

// A copy, and the place of its result in the output: a guard, vectors that are `step` apart, and another guard.
struct CopyAsked {
  std::string_view what;
  std::uint64_t from = 0;  // vectors from the start of the part in the input
  std::uint64_t from_step = 1;
  std::uint64_t to = 0;  // vectors from the start of the part in the output
  std::uint64_t step = 1;
  std::byte before{};

  std::uint64_t size() const { return (kCopiedVectors - 1) * step + 1; }
};

// Local memory is written to the output after the first two copies. The other two copies read local memory.
inline constexpr std::uint64_t kCopyingRoom = 2 * (kCopiedVectors + 2);
inline constexpr std::uint64_t kSecondInRoom = kCopiedVectors + 3;
inline constexpr std::array kCopiesAsked = std::to_array<CopyAsked>({
    {"async_work_group_copy to local memory", 0, 1, 1, 1, kFilledBefore},
    {"async_work_group_strided_copy to local memory", kCopiedVectors, kCopyingStep, kSecondInRoom, 1, kFilledBefore},
    {"async_work_group_copy to global memory", 0, 1, kCopyingRoom + 1, 1, kUnwrittenBefore},
    {"async_work_group_strided_copy to global memory", kCopiedVectors, kCopyingStep, kCopyingRoom + kSecondInRoom,
     kCopyingStep, kUnwrittenBefore},
});
// Vectors per part: of the input and of the output.
inline constexpr std::uint64_t kCopiedFrom = kCopiedVectors + kCopyingGap;
inline constexpr std::uint64_t kCopiedTo = kCopyingRoom + kCopiedVectors + 2 + kCopyingGap + 2;

std::string copying_kernel_name(int width);  // "copy_v4"

Source copying_source(Type type, std::span<const int> widths = kVectorWidths);

}  // namespace classay
