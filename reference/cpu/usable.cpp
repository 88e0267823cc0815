#include "reference/cpu/usable.h"

#ifdef __x86_64__
#include <cpuid.h>
#endif

#include <array>
#include <cstdlib>
#include <stdexcept>

namespace classay {
namespace {

constexpr std::array<std::string_view, 3> kNames{"baseline", "avx2", "avx512"};
constexpr std::array kAll{InstructionSet::baseline, InstructionSet::avx2, InstructionSet::avx512};

#ifdef __x86_64__
constexpr bool has_all(std::uint32_t word, std::uint32_t bits) { return (word & bits) == bits; }

// __builtin_cpu_supports is not used: in programs that zig links it does not find AVX2 and AVX-512.
CpuWords words_of_machine() {
  CpuWords words;
  std::uint32_t unused = 0;
  __get_cpuid_count(1, 0, &unused, &unused, &words.features, &unused);
  __get_cpuid_count(7, 0, &unused, &words.more_features, &unused, &unused);
  // XGETBV is an illegal instruction if the operating system does not use it.
  if (has_all(words.features, bit_OSXSAVE)) asm volatile("xgetbv" : "=a"(words.kept), "=d"(unused) : "c"(0));
  return words;
}
#endif

}  // namespace

#ifdef __x86_64__
std::size_t count_of_sets(const CpuWords& words) {
  constexpr std::uint32_t kYmm = 0x06;  // and the XMM registers, which are their low halves
  constexpr std::uint32_t kZmm = 0xe6;  // and the mask registers
  const bool has_avx2 = has_all(words.features, bit_OSXSAVE | bit_AVX | bit_FMA) && has_all(words.more_features, bit_AVX2) &&
                        has_all(words.kept, kYmm);
  const bool has_avx512 = has_avx2 &&
                          has_all(words.more_features, bit_AVX512F | bit_AVX512BW | bit_AVX512DQ | bit_AVX512VL) &&
                          has_all(words.kept, kZmm);
  return has_avx512 ? 3 : has_avx2 ? 2 : 1;
}
#endif

std::string_view name_of(InstructionSet set) { return kNames.at(static_cast<std::size_t>(set)); }

std::string names_of(std::span<const InstructionSet> sets) {
  std::string all;
  for (const InstructionSet set : sets) all.append(all.empty() ? "" : ", ").append(name_of(set));
  return all;
}

std::span<const InstructionSet> sets_of_machine() {
#ifdef __x86_64__
  static const std::size_t kCount = count_of_sets(words_of_machine());
#else
  constexpr std::size_t kCount = 1;
#endif
  return std::span(kAll).first(kCount);
}

std::span<const InstructionSet> sets_up_to(std::string_view name, std::span<const InstructionSet> sets) {
  if (name.empty()) return sets;
  for (std::size_t i = 0; i < sets.size(); ++i) {
    if (name_of(sets[i]) == name) return sets.first(i + 1);
  }
  bool is_known = false;
  for (const std::string_view known : kNames) is_known |= known == name;
  throw std::invalid_argument("the instruction set '" + std::string(name) +
                              (is_known ? "' does not run on this machine" : "' is not known") +
                              "; this machine runs: " + names_of(sets));
}

std::span<const InstructionSet> usable_sets() {
  static const std::span<const InstructionSet> kUsable = [] {
    const char* named = std::getenv(kCpuVariable);
    return sets_up_to(named == nullptr ? "" : named, sets_of_machine());
  }();
  return kUsable;
}

}  // namespace classay
