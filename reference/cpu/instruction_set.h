// Lists the instruction sets for which inner loops are compiled. A process uses the sets that the machine supports, up to
// the one that CLASSAY_CPU names if it is set (`--cpu` sets it, so that child processes inherit it). versions.h selects the
// loops. The header is small, because sources that are compiled for each set include it.
#pragma once

#include <cstddef>
#include <cstdint>

namespace classay {

// Each set includes the previous ones. cmake/Classay.cmake contains the compiler's options for each.
enum class InstructionSet : std::uint8_t {
  baseline,  // every processor of the family supports it
  avx2,      // x86-64 with AVX2 and FMA
  avx512,    // avx2, and AVX-512 F, BW, DQ, VL
};

#ifdef __x86_64__
inline constexpr std::size_t kInstructionSets = 3;  // number of sets with loops in the program
#else
inline constexpr std::size_t kInstructionSets = 1;
#endif

}  // namespace classay
