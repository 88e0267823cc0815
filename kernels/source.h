// Writes the OpenCL C program for a row, format and mode, with one kernel per vector width. A kernel computes or loads its
// arguments, calls the builtin once per work-item, and stores every result.
//
// Kernel arguments, in this order:
// - one output buffer per component of the result (result_types() of the row: {f32, i32} for frexp)
// - the input buffers: one per argument if the arguments come from buffers, or one with the headers of input ranges
//   (append_header) if they are computed from ranges
// - four ulongs: first, count, shift, seed; with ranges, `first` counts from the first input of the first header
//
// Input buffers are ordered by work-item. The lanes of a work-item are contiguous, so that it loads one whole vector. (A
// kernel that picks its lanes from a list takes twice as long to compile.) Work-items are input_stride() elements apart. If
// loads are from constant memory or from the inputs, these buffers are in it.
//
// The place of an input: a launch runs `count` inputs, from index `first` of its segment. Lane l of work-item g of a kernel
// of width w holds the input
//     first + min((((l + shift) mod w) * q + g), count - 1)        with q = sections(count, w)
// A lane holds a section of consecutive inputs, and a different section in the next launch. The lane is never a function of
// the low bits of the input. Neither is the work-item, because q is odd. Outputs are vectors in the order of work-items;
// values beyond `count` repeat the last input. lane_input() is the same formula on the host. Work-items from q on do
// nothing, so a launch may have more than q of them: an odd number or a prime is hard to divide into work-groups.
//
// Literals are compiled in as tuples of constants. Work-item 0 makes all vector calls in sequence, without a branch between
// them. They correspond to a launch of all literals without a shift. In any other launch the kernel writes nothing: if first
// or shift is not 0, or count is not the number of literals. The kernels of literals may be in the program of a table.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "suites/plan.h"
#include "suites/row.h"
#include "suites/version.h"

namespace classay {

// The memory of a builtin's pointer, through which it returns a second result, loads, or stores. Generic pointers alternate
// between private and global memory, so that the compiler cannot resolve them. They need OpenCL C 2.0, or 3.0 with the
// feature. Constant memory is only loaded from; its contents are sent, because kernels cannot write it. Inputs in global
// memory are loaded from in the same way.
enum class PointerTo : std::uint8_t {
  private_memory,
  local_memory,
  global_memory,
  generic_memory,
  constant_memory,
  global_inputs
};
// Returns whether the work-item loads from the input that the host sends.
constexpr bool is_sent(PointerTo pointer) {
  return pointer == PointerTo::constant_memory || pointer == PointerTo::global_inputs;
}

struct Asked {
  const Row* row = nullptr;
  Type format = Type::f32;
  Mode mode = Mode::standard;
  std::vector<int> widths;        // ascending; one kernel each
  Making making = Making::range;  // not `cross` or `hard`: those come from buffers, as a table
  int run_bits = 0;               // if is_in_runs(making): each range has 2^run_bits inputs
  PointerTo pointer = PointerTo::private_memory;
  // The arguments among x, y, z that are scalars next to vectors, such as y of fmax(float4, float). Each lane has its own
  // call, from which only that lane is used.
  std::string_view scalars = "";
  // Loads and stores access the third vector behind the pointer instead of the first, and the pointer has only the alignment
  // that the builtin requires. It points to private, local or global memory.
  bool by_offset = false;
  // The mask of select and of the conditional operator has the unsigned type of its bits.
  bool unsigned_mask = false;
  // The OpenCL C version in which the program is compiled ("CL2.0"). Empty: the one that it needs.
  std::string_view language = "";
  // Results are stored element by element, for a language without vstoren.
  bool by_elements = false;
  // Two or more widths that have one more kernel together, for a table and for literals, as far as the program has them. Its
  // last argument is the width, as a ulong. A driver that compiles a kernel at its first launch then compiles one, not one
  // for each width. It has no local memory: OpenCL C does not define calls of kernels with local variables.
  std::vector<int> together = {};
  // Stands before the names of the kernels, in a program of several builtins: "sin_".
  std::string prefix = "";
  // If making == Making::literals, `first` is an index into them. Next to a table, they have kernels of their own.
  std::span<const Tuple> literals;
};

struct Source {
  std::string text;     // OpenCL C, for a driver engineer to read
  std::string options;  // build options
};

// Returns the program. Throws std::invalid_argument in these cases: OpenCL C has no form for the row and format; a width is
// not one of the row's; a range has more than 64 bits per input; literals would use memory that is not private.
Source clc_source(const Asked& asked);
// Returns one program with the kernels of all. Throws std::invalid_argument also if one has no table or no prefix of its
// own, or if they need different build options. Precondition: at least one.
Source clc_source(std::span<const Asked> all);

// Appends the header of an input range: its arguments, which of them varies, and for a window also key and shift.
void append_header(std::vector<std::uint64_t>& headers, const Run& run, Making making, std::size_t arguments);

// Returns whether the row and format can be tested in OpenCL C.
bool has_clc(const Row& row, Type format);

std::string kernel_name(Making making, int width);                      // "ask_v4", or "fold_v4" for literals
std::string kernel_name(Making making, std::span<const int> together);  // "ask_v1_v4"
std::string build_options(Mode mode);  // only the options of the mode, and none if a SPIR-V module expresses it
                                       // (il/mode.h); the backend adds "-cl-std=CL1.2 ..."

// Returns the extensions that the program needs to compile: cl_khr_fp16, cl_khr_fp64. Loads and stores of half need no
// extension for half.
std::vector<std::string> extensions(const Row& row, Type format);
// Returns lines that enable an extension if the compiler supports it, or the extensions for arithmetic of a type.
std::string extension_lines(const std::string& extension);
std::string extension_lines(Type type);
// Returns " -cl-std=CL3.0" for a builtin of OpenCL C 2.0 (ctz), or of a 3.0 feature (dot products), if the device's compiler
// is new enough. Without the option, compilers use 1.2. Empty for all other builtins.
std::string language_option(const Row& row, const Version& device_language);

// Returns the same option for a program with generic pointers, by the OpenCL version of a device that supports them. The
// reported language version may be the one for programs without the option.
std::string generic_option(const Version& device);

// Returns the work-items of a launch, which is the number of inputs per section: odd, with w * sections >= count.
constexpr std::uint64_t sections(std::uint64_t count, int width) {
  const auto w = static_cast<std::uint64_t>(width);
  return ((count + w - 1) / w) | 1U;
}

// Returns the input, relative to `first`, that lane `lane` of work-item `item` holds.
constexpr std::uint64_t lane_input(std::uint64_t count, int width, std::uint64_t shift, std::uint64_t item, int lane) {
  const std::uint64_t section = (static_cast<std::uint64_t>(lane) + shift) % static_cast<std::uint64_t>(width);
  const std::uint64_t at = section * sections(count, width) + item;
  return at < count ? at : count - 1;
}

// The array of a work-item for an access by an offset, in elements: the place of its first vector, the distance of vectors,
// the alignment of the array, and its size.
struct OffsetArray {
  int first = 0;
  int stride = 1;
  int alignment = 1;
  int size = 0;
};
OffsetArray offset_array(const Asked& asked, int width);

// Returns the distance in elements between the results of two work-items: usually the width, 1 if the lanes become one
// number, 4 for three lanes behind a global or generic pointer, and the size of an array in global memory.
int output_stride(const Asked& asked, int width, std::size_t component);
// Returns the distance in elements between the inputs of two work-items: the width, but 4 for vectors of three. Loads from
// the inputs expect three lanes without a gap, except vloada_half3.
int input_stride(const Asked& asked, int width);
// Returns the bytes of a launch's output buffer.
std::size_t output_bytes(const Asked& asked, int width, std::size_t component, std::uint64_t count);

}  // namespace classay
