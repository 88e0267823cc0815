// What is asked of a device, as OpenCL C: one program for a row, format and mode, with a kernel for every vector width. A
// kernel makes or reads its arguments, calls the builtin once a work-item, and stores every result.
//
// Kernel arguments, in this order: one output buffer for each component of the result (results() of the row: {f32, i32} for
// frexp), one input buffer for each argument when they come from buffers, then four ulongs: first, count, shift, seed.
//
// Where an input lands. A launch asks `count` inputs, from index `first` of what the segment counts. Work-item g of a kernel
// of width w holds in its lane l the input
//     first + min((((l + shift) mod w) * q + g), count - 1)        with q = sections(count, w)
// so that a lane sees a section of consecutive inputs, another one in the next launch, and never is a function of the low
// bits of the input; q is odd, so that work-items are not either. Outputs are vectors in the order of work-items; what lies
// beyond `count` repeats the last input. host twin: lane_input().
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "suites/plan.h"
#include "suites/row.h"

namespace classay {

// Where a builtin that returns a second result through a pointer puts it.
enum class PointerTo : std::uint8_t { private_memory, local_memory, global_memory, generic_memory };

struct Asked {
  const Row* row = nullptr;
  Type format = Type::f32;
  Mode mode = Mode::standard;
  std::vector<int> widths;  // ascending; one kernel each
  Making making = Making::range;
  PointerTo pointer = PointerTo::private_memory;
  std::span<const Tuple> literals;  // when making == Making::literals: then `first` is an index into them
};

struct Source {
  std::string text;     // OpenCL C, for a driver engineer to read
  std::string options;  // of the build
};

// The program. Throws std::invalid_argument when the row has no form in OpenCL C for this format.
Source clc_source(const Asked& asked);

std::string kernel_name(int width);                // "ask_v4"
std::string build_options(Mode mode);              // "-cl-std=CL1.2 ..." is the backend's; only what the mode means
std::vector<std::string> extensions(Type format);  // that the format needs: cl_khr_fp16

// Work-items of a launch, which is how many inputs a section has: odd, w * sections >= count.
constexpr std::uint64_t sections(std::uint64_t count, int width) {
  const auto w = static_cast<std::uint64_t>(width);
  return ((count + w - 1) / w) | 1U;
}

// The input, relative to `first`, that lane `lane` of work-item `item` holds.
constexpr std::uint64_t lane_input(std::uint64_t count, int width, std::uint64_t shift, std::uint64_t item, int lane) {
  const std::uint64_t section = (static_cast<std::uint64_t>(lane) + shift) % static_cast<std::uint64_t>(width);
  const std::uint64_t at = section * sections(count, width) + item;
  return at < count ? at : count - 1;
}

}  // namespace classay
