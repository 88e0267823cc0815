// The instruction sets that inner loops are compiled for, as data, and which of them this process uses: those that the
// machine runs, up to the one that CLASSAY_CPU names if it is set (`--cpu` sets it, so that child processes inherit it).
// versions.h has the loops themselves. Light: sources that are compiled for each set include it.
#pragma once

#include <cstddef>
#include <cstdint>

namespace classay {

// Each runs whatever the ones before it run. cmake/Classay.cmake has the compiler's options for each.
enum class InstructionSet : std::uint8_t {
  baseline,  // what every processor of the family has
  avx2,      // x86-64 with AVX2 and FMA
  avx512,    // and with AVX-512 F, BW, DQ, VL
};

#ifdef __x86_64__
inline constexpr std::size_t kInstructionSets = 3;  // that the program has loops for: the first so many
#else
inline constexpr std::size_t kInstructionSets = 1;
#endif

}  // namespace classay
