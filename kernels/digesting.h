// Writes the program that makes a digest (digest.h) of the results that kernels of source.h left on the device. The digest
// follows the order of inputs. Results need not be copied to the host to be compared. Kernel arguments: an output of two
// ulongs per work-item, the components of the results, then these ulongs:
//   first   number of the first input
//   count   number of inputs
//   shift   rotation of the lanes
//   width   number of lanes (source.h defines the place of an input)
//   items   work-items that produced results
//   last    work-item and lane of the last input; padding must equal its result
//   stride  for each component, elements from one work-item's results to the next
// The first ulong of a work-item is its part of the digest; the digest is the sum of all parts. The second is 1 if some of
// its padding differs from the last input's result, else 0.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "kernels/source.h"

namespace classay {

inline constexpr const char* kDigestingKernel = "make_digest";
inline constexpr int kDigestingNumbers = 2;

// How the components of an element are laid out for the digest.
struct Digested {
  int part = 4;                // bytes per component in the digest
  std::span<const int> bytes;  // bytes per component in its output: 1, 2, 4 or 8; one or two components
};

// A word of an element: the low or the high half of a component, or two components of 2 bytes, or 0.
struct DigestedWord {
  std::optional<std::size_t> component;  // nullopt: the word is 0
  bool is_high_half = false;
  std::optional<std::size_t> upper_component{};  // in the upper 16 bits
};
// Returns the words of an element, in order. Throws std::invalid_argument for components of unsupported sizes.
std::vector<DigestedWord> digested_words(const Digested& digested);

Source digesting_source(const Digested& digested);

}  // namespace classay
