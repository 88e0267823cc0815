// The program that makes a digest (digest.h) of what kernels of source.h have left on the device, in the order of inputs, so
// that results need not come to the host to be compared. Kernel arguments: an output of two ulongs for each work-item, the
// components of the results, then as ulongs
//   first   the number of the first input
//   count   of inputs
//   shift   the turn of the lanes, and
//   width   how many there are (source.h has where an input lands)
//   items   work-items that gave results
//   last    the place of the last input's work-item, and lane: what padding has to be like
//   stride  of each component, elements from the results of one work-item to those of the next
// The two numbers of a work-item: its part of the digest, which is the sum of all parts, and whether some padding of its
// own is no repetition of the last input's result: 0 or 1.
#pragma once

#include <cstdint>
#include <span>

#include "kernels/source.h"

namespace classay {

inline constexpr const char* kDigestingKernel = "make_digest";
inline constexpr int kDigestingNumbers = 2;

// How components stand side by side in an element that is digested.
struct Digested {
  int part = 4;                // bytes that each takes there, and
  std::span<const int> bytes;  // has in its output: 1, 2, 4 or 8, of one component or two
};

// In OpenCL C.
Source digesting_source(const Digested& digested);

}  // namespace classay
