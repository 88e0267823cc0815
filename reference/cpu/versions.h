// Selects at run time which version of a loop runs; loops over many inputs are compiled once per instruction set. A table of
// loops is a struct of function pointers with a constant for each set,
//
//   struct Loops { ...; static const Loops baseline, avx2, avx512; };
//
// which is defined, constant-initialised, in one source that CMake compiles for each set (classay_for_each_set in
// cmake/Classay.cmake). Therefore no code of a wider set runs before the machine was checked. `scripts/lint objects`
// verifies this on the object files.
#pragma once

#include <array>
#include <span>

#include "reference/cpu/usable.h"

namespace classay {

// In the order of the sets.
template <class Table>
#ifdef __x86_64__
inline constexpr std::array<const Table*, kInstructionSets> kVersions{&Table::baseline, &Table::avx2, &Table::avx512};
#else
inline constexpr std::array<const Table*, kInstructionSets> kVersions{&Table::baseline};
#endif

// Returns the versions that this process may run, the best last.
template <class Table>
std::span<const Table* const> runnable() {
  return std::span(kVersions<Table>).first(usable_sets().size());
}

template <class Table>
const Table& best() {
  return *runnable<Table>().back();
}

}  // namespace classay
