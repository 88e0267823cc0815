#include "reference/cpu/usable.h"

#include <array>
#include <cstdlib>
#include <stdexcept>

namespace classay {
namespace {

constexpr std::array<std::string_view, 3> kNames{"baseline", "avx2", "avx512"};
constexpr std::array kAll{InstructionSet::baseline, InstructionSet::avx2, InstructionSet::avx512};

// The compiler's support library asks the processor, and the operating system whether it keeps the registers (XGETBV).
std::size_t count_of_machine() {
#ifdef __x86_64__
  __builtin_cpu_init();
  const bool has_avx2 = __builtin_cpu_supports("avx2") != 0 && __builtin_cpu_supports("fma") != 0;
  const bool has_avx512 = has_avx2 && __builtin_cpu_supports("avx512f") != 0 && __builtin_cpu_supports("avx512bw") != 0 &&
                          __builtin_cpu_supports("avx512dq") != 0 && __builtin_cpu_supports("avx512vl") != 0;
  return has_avx512 ? 3 : has_avx2 ? 2 : 1;
#else
  return 1;
#endif
}

}  // namespace

std::string_view name_of(InstructionSet set) { return kNames.at(static_cast<std::size_t>(set)); }

std::string names_of(std::span<const InstructionSet> sets) {
  std::string all;
  for (const InstructionSet set : sets) all.append(all.empty() ? "" : ", ").append(name_of(set));
  return all;
}

std::span<const InstructionSet> sets_of_machine() {
  static const std::size_t kCount = count_of_machine();
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
