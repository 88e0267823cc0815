// Loops over many inputs are compiled once for each instruction set (classay_instruction_sets in cmake/Classay.cmake), and
// which of the versions runs is decided here, when the program does.
#pragma once

#include <algorithm>
#include <cstddef>
#include <span>

namespace classay {

// The baseline, AVX2 with FMA, AVX-512: how many of these, in this order, the machine can run.
std::size_t runnable_instruction_sets();

// Of the versions of a loop, in that order: those that run here, the best last. A build for another processor has only the
// first.
template <class Version>
std::span<const Version> runnable(std::span<const Version> versions) {
  return versions.first(std::min(versions.size(), runnable_instruction_sets()));
}

}  // namespace classay
