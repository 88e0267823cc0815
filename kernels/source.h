// What is asked of a device, as OpenCL C: one program for a row, format and mode, with a kernel for every vector width. A
// kernel makes or reads its arguments, calls the builtin once a work-item, and stores every result.
//
// Kernel arguments, in this order: one output buffer for each component of the result (result_types() of the row: {f32, i32}
// for frexp), one input buffer for each argument when they come from buffers, in their order, or one with the
// headers of runs when they are made from runs (append_header), then four ulongs: first, count, shift, seed. Of runs,
// `first` counts from the first input of the first header. Input buffers hold what work-items find in them: the lanes of one
// side by side, input_stride() elements from one to the next, so that each loads its vector as a whole. (Compilers take
// twice as long for a kernel that picks its lanes from a list.) Where loads are from constant memory, these buffers are.
//
// Where an input lands. A launch asks `count` inputs, from index `first` of what the segment counts. Work-item g of a kernel
// of width w holds in its lane l the input
//     first + min((((l + shift) mod w) * q + g), count - 1)        with q = sections(count, w)
// so that a lane sees a section of consecutive inputs, another one in the next launch, and never is a function of the low
// bits of the input; q is odd, so that work-items are not either. Outputs are vectors in the order of work-items; what lies
// beyond `count` repeats the last input. host twin: lane_input(). Work-items from q on do nothing, so a launch may have more
// than q of them: an odd number, or a prime, is a bad one to divide into work-groups.
//
// Literals are compiled in as tuples of constants, one vector call after the other without a branch between them, all made
// by work-item 0: what a launch of all of them with no shift asks. Any other launch - first or shift are not 0, count is not
// the number of literals - writes nothing. Their kernels may stand in the program of a table.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "suites/plan.h"
#include "suites/row.h"
#include "suites/version.h"

namespace classay {

// The memory behind the pointer of a builtin that returns a second result through one, that loads, or that stores. Generic
// is private and global in turn, so that the compiler can not tell; it needs OpenCL C 2.0, or 3.0 with the feature. From
// constant memory, which no kernel writes, is only loaded, and what is loaded is sent.
enum class PointerTo : std::uint8_t { private_memory, local_memory, global_memory, generic_memory, constant_memory };

struct Asked {
  const Row* row = nullptr;
  Type format = Type::f32;
  Mode mode = Mode::standard;
  std::vector<int> widths;        // ascending; one kernel each
  Making making = Making::range;  // not `cross` or `hard`: those come from buffers like a table
  int run_bits = 0;               // when is_in_runs(making): each run has 2^run_bits inputs
  PointerTo pointer = PointerTo::private_memory;
  // Which of the arguments x, y, z are scalars beside vectors, as y of fmax(float4, float): a call for each lane, whose
  // other lanes are of no interest.
  std::string_view scalars = "";
  // Loads and stores: not the first vector behind the pointer but the third, and the pointer no better aligned than the
  // builtin wants it.
  bool by_offset = false;
  // Results are stored element by element, where a language has no vstoren.
  bool by_elements = false;
  // When making == Making::literals: then `first` is an index into them. Beside a table, in kernels of their own.
  std::span<const Tuple> literals;
};

struct Source {
  std::string text;     // OpenCL C, for a driver engineer to read
  std::string options;  // of the build
};

// The program. Throws std::invalid_argument when the row has no form in OpenCL C for this format, when a width is not one of
// the row's, when a range has more than 64 bits an input, and when literals should go through other than private memory.
Source clc_source(const Asked& asked);

// What a kernel is told of a run: its arguments, which of them varies, and of a window key and shift.
void append_header(std::vector<std::uint64_t>& headers, const Run& run, Making making, std::size_t arguments);

// Can it be asked in OpenCL C at all?
bool has_clc(const Row& row, Type format);

std::string kernel_name(Making making, int width);  // "ask_v4", and "fold_v4" of literals
std::string build_options(Mode mode);               // "-cl-std=CL1.2 ..." is the backend's; only what the mode means, and
                                                    // nothing where a module of SPIR-V says it (il/mode.h)

// Extensions without which the program does not compile: cl_khr_fp16, cl_khr_fp64. Loads and stores of half need none for
// it.
std::vector<std::string> extensions(const Row& row, Type format);
// Lines that enable an extension where the compiler has it, and those that arithmetic of a type needs.
std::string extension_lines(const std::string& extension);
std::string extension_lines(Type type);
// " -cl-std=CL3.0" for a builtin that OpenCL C 2.0 brought (ctz), or 3.0 by a feature (dot products), where the device's
// compiler is as new: without the option compilers take 1.2. Nothing for all others.
std::string language_option(const Row& row, const Version& device_language);

// The same for a program with generic pointers, for a device that has them, by its version of OpenCL: what it says of its
// compiler's language may be that of programs without the option.
std::string generic_option(const Version& device);

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

// Elements from the results of one work-item to those of the next: the width as a rule, 1 where lanes become one number, and
// 4 for the three lanes that a global or generic pointer has to point to.
int output_stride(const Asked& asked, int width, std::size_t component);
// Elements from what one work-item finds in an input buffer to what the next one does: the width, but vectors of three take
// the room of four, unless a load from constant memory finds them side by side, as all but vloada_half3 do.
int input_stride(const Asked& asked, int width);
// Bytes of an output buffer of a launch.
std::size_t output_bytes(const Asked& asked, int width, std::size_t component, std::uint64_t count);

}  // namespace classay
