// Loops that call a function of a library for all work-items of a launch, one for each form of a call. Which input a lane
// has, and where its result goes, is as in the kernels of other front ends (kernels/source.h). Light: what is compiled for
// each instruction set includes it.
#pragma once

#include <cstddef>
#include <cstdint>

#include "harness/devices/library/guarded_result.h"
#include "suites/c_function.h"

namespace classay::library {

// Inputs of one launch: `count` of them, of which lane l of work-item g has number min((l + shift) % lanes * items + g,
// count - 1); or, where they are sent, the lanes of a work-item side by side.
struct Work {
  std::uint64_t count = 0;
  std::uint64_t shift = 0;
  bool is_sent = false;
  std::uint64_t items = 0;          // that have something to do
  const std::byte* inputs[3] = {};  // of each argument
  std::byte* outputs[2] = {};       // of each component
};

using Symbol = void (*)();

// Guards results that are written through pointers, and returns where a function wrote outside of one.
Stray call_scalars(Symbol symbol, Type type, CForm form, const Work& work);

// Functions that take and return whole vectors, by the vectors that the set has.
struct VectorLoops {
  int bytes = 0;  // of a vector
  // Of one to three arguments.
  void (*call)(Symbol symbol, Type type, std::size_t arguments, const Work& work) = nullptr;

  static const VectorLoops baseline, avx2, avx512;  // reference/cpu/versions.h
};

}  // namespace classay::library
