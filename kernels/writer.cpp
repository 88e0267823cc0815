#include "kernels/writer.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "kernels/copying.h"
#include "kernels/il/arithmetic.h"
#include "kernels/il/collecting.h"
#include "kernels/il/contending.h"
#include "kernels/il/copying.h"
#include "kernels/il/counting.h"
#include "kernels/il/digesting.h"
#include "kernels/il/imaging.h"
#include "kernels/il/instruction.h"
#include "kernels/il/moves.h"
#include "kernels/il/prefetching.h"
#include "kernels/il/printing.h"
#include "kernels/il/source.h"
#include "kernels/prefetching.h"
#include "kernels/printing.h"
#include "suites/c_function.h"
#include "suites/clspv.h"

namespace classay {
namespace {

Source clc_program(const Asked& asked, const Compiler& compiler) {
  Source source = clc_source(asked);
  if (!asked.language.empty()) {
    source.options += fmt::format(" -cl-std={}", asked.language);
  } else if (asked.pointer == PointerTo::generic_memory) {
    source.options += generic_option(compiler.environment);
  } else {
    source.options += language_option(*asked.row, compiler.language);
  }
  return source;
}

Source clc_programs(std::span<const Asked> all, const Compiler& compiler) {
  Source source = clc_source(all);
  source.options += language_option(*all.front().row, compiler.language);
  return source;
}

// If an instruction exists for some formats of the row, it does not accept the remaining ones.
Written written_in_il(const Row& row, Type format) {
  if (il::has_source(row, format)) return Written::yes;
  const auto takes = [&](Type t) { return il::instruction(row, t, widths(row).front()).has_value(); };
  const bool is_of_others = !takes(format) && std::ranges::any_of(row.formats, takes);
  return is_of_others ? Written::of_others : Written::not_yet;
}

constexpr Writer kClc{
    .front_end = FrontEnd::clc,
    .written = [](const Row& row, Type format) { return has_clc(row, format) ? Written::yes : Written::not_yet; },
    .makes = [](Making) { return true; },
    .folds_beside_table = true,
    .program = clc_program,
    .several = clc_programs,
    .counting = [](std::uint32_t factor, const Compiler&) { return counting_source(factor); },
    .arithmetic = [](Type type, std::span<const ArithmeticStep> steps,
                     const Compiler&) { return arithmetic_source(type, steps); },
    .printing = [](Type type, std::span<const int> widths, const Compiler&) { return printing_source(type, widths); },
    .prefetching = [](Type type, std::span<const int> widths, const Compiler&) { return prefetching_source(type, widths); },
    .copying = [](Type type, std::span<const int> widths, const Compiler&) { return copying_source(type, widths); },
    .moving = [](Type type, std::span<const MovesOfWidth> all, const Compiler&) { return moving_source(type, all); },
    .collecting = [](CollectiveSet set, Type type, std::span<const GroupShape> shapes,
                     const Compiler& c) { return collecting_source(set, type, shapes, generic_option(c.environment)); },
    .contending =
        [](Type type, AtomicForm form, std::span<const Contender> all, const Compiler& c) {
          return contending_source(type, form, all, is_legacy(form.style) ? "" : generic_option(c.environment));
        },
    .imaging = [](const ImageProgram& program, const Compiler&) { return imaging_source(program); },
    .digesting = [](const Digested& digested, const Compiler&) { return digesting_source(digested); },
};

constexpr Writer kIl{
    .front_end = FrontEnd::il,
    .written = written_in_il,
    .makes = [](Making making) { return making == Making::literals; },
    .folds_beside_table = true,
    .program = [](const Asked& asked, const Compiler& c) { return il::source(asked, c); },
    .counting = [](std::uint32_t factor, const Compiler& c) { return il::counting_source(factor, c); },
    .arithmetic = [](Type type, std::span<const ArithmeticStep> steps,
                     const Compiler& c) { return il::arithmetic_source(type, c, steps); },
    .printing = [](Type type, std::span<const int> widths,
                   const Compiler& c) { return il::printing_source(type, c, widths); },
    .prefetching = [](Type type, std::span<const int> widths,
                      const Compiler& c) { return il::prefetching_source(type, c, widths); },
    .copying = [](Type type, std::span<const int> widths, const Compiler& c) { return il::copying_source(type, c, widths); },
    .moving = [](Type type, std::span<const MovesOfWidth> all,
                 const Compiler& c) { return il::moving_source(type, c, all); },
    .collecting = [](CollectiveSet set, Type type, std::span<const GroupShape> shapes,
                     const Compiler& c) { return il::collecting_source(set, type, shapes, c); },
    .contending = [](Type type, AtomicForm, std::span<const Contender> all,
                     const Compiler& c) { return il::contending_source(type, all, c); },
    .imaging = [](const ImageProgram& program, const Compiler& c) { return il::imaging_source(program, c); },
    .digesting = [](const Digested& digested, const Compiler& c) { return il::digesting_source(digested, c); },
    .assembled = il::assembled,
};

// The same language without vstoren.
Source clspv_program(const Asked& asked, const Compiler&) {
  Asked by_elements = asked;
  by_elements.by_elements = true;
  return clc_source(by_elements);
}

constexpr Writer kClspv = [] {
  Writer writer = kClc;
  writer.front_end = FrontEnd::clspv;
  writer.program = clspv_program;
  writer.several = nullptr;
  // clspv 0.0.1 compiles loads of halves that the kernel stored to wrong code, or does not end.
  writer.sends = [](const Row& row) { return needs_buffer_in_clspv(row) && row.signature == Signature::load_half; };
  writer.collecting = [](CollectiveSet set, Type type, std::span<const GroupShape> shapes, const Compiler&) {
    return collecting_source(set, type, shapes, "");
  };
  // "The OpenCL 2.0 atomic functions are supported", except for atomic_init() and flags.
  writer.contending = [](Type type, AtomicForm form, std::span<const Contender> all, const Compiler&) {
    return contending_source(type, form, all, is_legacy(form.style) ? "" : "-cl-std=CL2.0", FirstValue::stored);
  };
  writer.imaging = [](const ImageProgram& program, const Compiler&) {
    ImageProgram for_vulkan = program;
    for_vulkan.is_for_vulkan = true;
    return imaging_source(for_vulkan);
  };
  return writer;
}();

// The library functions exist already: the program names the function and describes its calls.
Source c_program(const Asked& asked, const Compiler&) {
  const std::string widths = fmt::format("{}", fmt::join(asked.widths, ", "));
  return {.text = fmt::format("// A function of the library, and its forms for vectors of {} where it has them.\n{}\n",
                              widths, declaration(*c_function(*asked.row, asked.format))),
          .options = ""};
}

// C needs no probes: no device compiler is involved, and the arithmetic is that of the host.
constexpr Writer kC{
    .front_end = FrontEnd::c,
    .written = [](const Row&, Type) { return Written::yes; },
    .makes = [](Making making) { return making == Making::range; },
    .program = c_program,
};

constexpr std::array kWriters{kClc, kIl, kClspv, kC};
static_assert(std::ranges::equal(kWriters, kFrontEnds, {}, &Writer::front_end), "unknown front end");

}  // namespace

const Writer& writer(FrontEnd f) { return kWriters.at(static_cast<std::size_t>(f)); }

}  // namespace classay
