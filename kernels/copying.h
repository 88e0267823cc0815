// Writes the programs that test copies by work-groups. A program for a type has a kernel for each vector width. Its
// work-groups copy vectors to local memory and back, contiguous and strided, with two events and with one. The elements
// around and between the copies must not change. Kernel arguments: the destination, and the source.
//
// Programs of extended copies (cl_khr_extended_async_copies) do the same for lines and planes of elements, with a kernel for
// each size of an element.
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

// Bytes of an element: the sizes of scalars and vectors.
inline constexpr std::array<std::uint64_t, 8> kExtendedElements{1, 2, 4, 8, 16, 32, 64, 128};

// The place of lines and planes in memory, in elements.
struct CopiedBox {
  std::uint64_t offset = 0;
  std::uint64_t line = 0;   // from the start of a line to the start of the next one
  std::uint64_t plane = 0;  // from the start of a plane to the start of the next one; 0: two dimensions
};
struct ExtendedCopy {
  std::string_view what;
  std::uint64_t elements;  // per line
  std::uint64_t lines;
  std::uint64_t planes;
  CopiedBox from;
  CopiedBox local;
  CopiedBox to;
};
// Distances between lines and planes differ on each side, and none equals the number of elements that it holds.
inline constexpr std::array kExtendedCopies = std::to_array<ExtendedCopy>({
    {"async_work_group_copy_2D2D", 5, 4, 1, {2, 9, 0}, {3, 7, 0}, {1, 6, 0}},
    {"async_work_group_copy_3D3D", 3, 2, 4, {40, 5, 13}, {32, 4, 11}, {27, 4, 9}},
});
// Elements per part: of the input, of local memory, and of the part of the output behind a copy of local memory.
inline constexpr std::uint64_t kExtendedFrom = 90;
inline constexpr std::uint64_t kExtendedRoom = 74;
inline constexpr std::uint64_t kExtendedTo = 64;

std::string extended_copying_kernel_name(std::uint64_t bytes);  // "copy_elements_of_16"

Source extended_copying_source();

}  // namespace classay
