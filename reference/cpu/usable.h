// Determines the instruction sets that the machine supports, and those that this process uses.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>

#include "reference/cpu/instruction_set.h"

namespace classay {

// Environment variable with the name of the highest set to use.
inline constexpr const char* kCpuVariable = "CLASSAY_CPU";

#ifdef __x86_64__
// The results of the instructions CPUID and XGETBV.
struct CpuWords {
  std::uint32_t features = 0;       // CPUID leaf 1, ECX
  std::uint32_t more_features = 0;  // CPUID leaf 7, EBX
  std::uint32_t kept = 0;           // XCR0: the registers that the operating system saves for each thread
};

// Returns the number of sets that the processor and the operating system support.
std::size_t count_of_sets(const CpuWords& words);
#endif

std::string_view name_of(InstructionSet set);

// Returns the sets that the processor and the operating system support, in order. The baseline is always included.
std::span<const InstructionSet> sets_of_machine();

// Returns the sets up to the one of this name, or all if the name is empty. Throws std::invalid_argument with a list of the
// valid names for any other name.
std::span<const InstructionSet> sets_up_to(std::string_view name, std::span<const InstructionSet> sets);

// Returns sets_up_to(value of CLASSAY_CPU, sets_of_machine()), determined at the first call and kept.
std::span<const InstructionSet> usable_sets();

// Returns the names with commas: "baseline, avx2".
std::string names_of(std::span<const InstructionSet> sets);

}  // namespace classay
