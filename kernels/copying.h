// What work-groups of a device are asked to copy: a program for a type, with a kernel for each vector width whose
// work-groups copy vectors to local memory and back, side by side and with gaps, under two events and under one. Beside and
// between what they copy stand elements that have to stay as they are. Kernel arguments: where parts are written, and where
// they are read.
#pragma once

#include <array>
#include <cstddef>
#include <span>
#include <string>

#include "kernels/source.h"

namespace classay {

inline constexpr std::uint64_t kCopyingItems = 64;  // in work-groups of any size from OpenCL C, of four from SPIR-V
inline constexpr std::uint64_t kCopyingParts = 16;  // each copied by one work-group
inline constexpr std::uint64_t kCopiedVectors = 7;  // of a copy: not a power of two, and not as many as work-items
inline constexpr std::uint64_t kCopyingStep = 3;    // vectors from one to the next of a strided copy
inline constexpr std::uint64_t kCopyingGap = (kCopiedVectors - 1) * kCopyingStep + 1;

// What memory holds before copies: in local memory, and where a kernel writes to.
inline constexpr std::byte kFilledBefore{0x5a};
inline constexpr std::byte kUnwrittenBefore{0xfc};

// A copy, and where its part of the output has what it left: a guard, its vectors `step` apart, and another guard.
struct CopyAsked {
  std::string_view what;
  std::uint64_t from = 0;  // vectors, in the part of the input
  std::uint64_t from_step = 1;
  std::uint64_t to = 0;  // vectors, in the part of the output
  std::uint64_t step = 1;
  std::byte before{};

  std::uint64_t size() const { return (kCopiedVectors - 1) * step + 1; }
};

// Local memory is written out as it is after the first two; the others are of what stands there.
inline constexpr std::uint64_t kCopyingRoom = 2 * (kCopiedVectors + 2);
inline constexpr std::uint64_t kSecondInRoom = kCopiedVectors + 3;
inline constexpr std::array kCopiesAsked = std::to_array<CopyAsked>({
    {"async_work_group_copy to local memory", 0, 1, 1, 1, kFilledBefore},
    {"async_work_group_strided_copy to local memory", kCopiedVectors, kCopyingStep, kSecondInRoom, 1, kFilledBefore},
    {"async_work_group_copy to global memory", 0, 1, kCopyingRoom + 1, 1, kUnwrittenBefore},
    {"async_work_group_strided_copy to global memory", kCopiedVectors, kCopyingStep, kCopyingRoom + kSecondInRoom,
     kCopyingStep, kUnwrittenBefore},
});
inline constexpr std::uint64_t kCopiedFrom = kCopiedVectors + kCopyingGap;  // vectors of a part of the input,
inline constexpr std::uint64_t kCopiedTo = kCopyingRoom + kCopiedVectors + 2 + kCopyingGap + 2;  // and of the output

std::string copying_kernel_name(int width);  // "copy_v4"

// In OpenCL C.
Source copying_source(Type type, std::span<const int> widths = kVectorWidths);

}  // namespace classay
