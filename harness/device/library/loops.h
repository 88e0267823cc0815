// Calls a library function for all work-items of a launch, with one loop for each call variant. The places of inputs and
// results are as in the kernels of other front ends (kernels/source.h). This header has few includes, because code for each
// instruction set includes it.
#pragma once

#include <cstddef>
#include <cstdint>

#include "harness/device/library/guarded_result.h"
#include "suites/c_function.h"

namespace classay::library {

// Inputs of one launch: `count` of them. Lane l of work-item g has number min((l + shift) % lanes * items + g, count - 1).
// If they are sent, the lanes of a work-item are adjacent.
struct Work {
  std::uint64_t count = 0;
  std::uint64_t shift = 0;
  bool is_sent = false;
  std::uint64_t items = 0;          // that have work
  const std::byte* inputs[3] = {};  // one per argument
  std::byte* outputs[2] = {};       // one per component
};

using Symbol = void (*)();

// Guards results that are written through pointers, and returns where a function wrote outside of one.
Stray call_scalars(Symbol symbol, Type type, CForm form, const Work& work);

// Loops for functions on whole vectors, by the vector size of the instruction set.
struct VectorLoops {
  int bytes = 0;  // size of a vector
  // For one to three arguments.
  void (*call)(Symbol symbol, Type type, std::size_t arguments, const Work& work) = nullptr;

  static const VectorLoops baseline, avx2, avx512;  // reference/cpu/versions.h
};

}  // namespace classay::library
