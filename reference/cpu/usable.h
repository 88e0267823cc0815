// Which instruction sets the machine has, and which of them this process uses.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>

#include "reference/cpu/instruction_set.h"

namespace classay {

// The environment variable that names the highest set to be used.
inline constexpr const char* kCpuVariable = "CLASSAY_CPU";

#ifdef __x86_64__
// What the instructions CPUID and XGETBV report.
struct CpuWords {
  std::uint32_t features = 0;       // CPUID leaf 1, ECX
  std::uint32_t more_features = 0;  // CPUID leaf 7, EBX
  std::uint32_t kept = 0;           // XCR0: the registers that the operating system keeps for each thread
};

// How many sets such a processor runs under such an operating system: the first so many.
std::size_t count_of_sets(const CpuWords& words);
#endif

std::string_view name_of(InstructionSet set);

// Those that the processor and the operating system run, in order. The baseline is always among them.
std::span<const InstructionSet> sets_of_machine();

// Those up to the one of this name, or all if the name is empty. Throws std::invalid_argument, with a sentence that lists
// the names that may be given, for a name that is not among them.
std::span<const InstructionSet> sets_up_to(std::string_view name, std::span<const InstructionSet> sets);

// What this process uses: sets_up_to(what CLASSAY_CPU says, sets_of_machine()), found out at the first call and kept.
std::span<const InstructionSet> usable_sets();

// Their names with commas: "baseline, avx2".
std::string names_of(std::span<const InstructionSet> sets);

}  // namespace classay
