#include "kernels/source.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>
#include <stdexcept>
#include <utility>

#include "kernels/arguments.h"
#include "kernels/kernel.h"
#include "kernels/literal.h"
#include "kernels/signature_call.h"
#include "suites/cases.h"

namespace classay {
namespace {

std::string_view memory_name(PointerTo pointer) {
  switch (pointer) {
    case PointerTo::private_memory: return "private memory";
    case PointerTo::local_memory: return "local memory";
    case PointerTo::global_memory: return "global memory";
    case PointerTo::constant_memory: return "constant memory";
    case PointerTo::global_inputs: return "global memory that the host sends";
    case PointerTo::generic_memory: return "a generic pointer, to private and global memory in turn";
  }
  throw std::invalid_argument("no such memory");
}

std::string_view passage(Slot slot) {
  switch (slot) {
    case Slot::none: return "";
    case Slot::second_result: return "The second result comes through ";
    case Slot::argument: return "It loads from ";
    case Slot::result: return "It stores to ";
  }
  throw std::invalid_argument("no such slot");
}

[[noreturn]] void refuse(const Asked& asked, const std::string& why) {
  throw std::invalid_argument(fmt::format("no OpenCL C for {} of {}: {}", asked.row->name, info(asked.format).name, why));
}

// Returns whether all scalars are arguments of the call, and at least one argument is a vector.
bool leaves_a_vector(const Asked& asked) {
  const std::size_t arguments = argument_types(*asked.row, asked.format).size();
  return asked.scalars.size() < arguments &&
         asked.scalars.find_first_not_of(kArgumentNames.substr(0, arguments)) == std::string_view::npos;
}

void check(const Asked& asked, const std::optional<SignatureForm>& form) {
  if (!form || !asked.row->formats.contains(asked.format)) refuse(asked, "the language has no such call");
  if (asked.widths.empty()) refuse(asked, "no vector width is asked for");
  const std::span<const int> known = widths(*asked.row);
  for (const int w : asked.widths) {
    if (std::ranges::find(known, w) == known.end()) refuse(asked, fmt::format("it has no vectors of {}", w));
  }
  int bits = 0;
  for (const Type t : argument_types(*asked.row, asked.format)) bits += width(t);
  if (asked.making == Making::range && bits > 64) refuse(asked, fmt::format("a range of {} bits has no end", bits));
  if (asked.making == Making::cross || asked.making == Making::hard) refuse(asked, "such inputs come from a table");
  if (!asked.scalars.empty() && (asked.making == Making::literals || !leaves_a_vector(asked))) {
    refuse(asked, "no scalar stands there");
  }
  if (asked.by_offset && form->slot != Slot::argument && form->slot != Slot::result) refuse(asked, "it has no offset");
  if (asked.unsigned_mask && (asked.row->signature != Signature::select || asked.making == Making::literals)) {
    refuse(asked, "it has no unsigned mask");
  }
  if (is_sent(asked.pointer) && (form->slot != Slot::argument || asked.making != Making::table)) {
    refuse(asked, "inputs are only for loads of data that the host sends");
  }
  if (is_in_runs(asked.making) && asked.run_bits <= 0) refuse(asked, "runs have no length");
  if (!asked.together.empty() && form->slot != Slot::none && asked.pointer == PointerTo::local_memory) {
    refuse(asked, "a kernel with local memory cannot be called");
  }
  if (asked.making == Making::literals && asked.literals.empty()) refuse(asked, "there are no literals");
  if (asked.literals.empty()) return;
  if (!asked.scalars.empty() || asked.by_offset) refuse(asked, "literals go with the plain form only");
  const bool is_store = form->slot == Slot::result && asked.pointer == PointerTo::global_memory;
  if (asked.pointer != PointerTo::private_memory && !is_store) {
    refuse(asked, "literals go with private memory, or are stored to global memory");
  }
}

// Returns the request for the literals: of a program of literals, or of the literals next to a table.
Asked of_literals(Asked asked) {
  asked.making = Making::literals;
  return asked;
}

std::string arguments(const Asked& asked) {
  std::string sentence = argument_sentence(asked);
  if (asked.literals.empty() || asked.making == Making::literals) return sentence;
  return sentence + "; of kernels fold_vW " + argument_sentence(of_literals(asked));
}

std::string question(const Asked& asked, const SignatureForm& form) {
  std::string text = fmt::format(
      "// What is asked: {} of {}, in vectors of {}. (Section \"{}\" of OpenCL C)\n"
      "// Arguments: {}.\n",
      asked.row->clc.empty() ? asked.row->name : asked.row->clc, info(asked.format).clc, fmt::join(asked.widths, ", "),
      asked.row->section, arguments(asked));
  if (asked.by_offset) text += "// It loads or stores the third vector of an array.\n";
  if (asked.unsigned_mask) text += "// Its mask is unsigned.\n";
  if (!asked.scalars.empty())
    text += fmt::format("// Among vectors it has a scalar as {}.\n", fmt::join(asked.scalars, ", "));
  if (form.slot != Slot::none) text += fmt::format("// {}{}.\n", passage(form.slot), memory_name(asked.pointer));
  return text;
}

std::string legend(const std::string& options) {
  return fmt::format("// Options of the mode: {}.\n//\n", options.empty() ? "none" : options) +
         R"(// Work-item g of the kernel of width W calls it once, for the inputs of W lanes. Lane l has the input
//     first + min((l + shift) % W * q + g, count - 1)        with q = sections(count, W)
// of a launch of `count` inputs; work-items from q on do nothing.
)";
}

std::string pragmas(const Asked& asked) {
  std::string text;
  if (asked.row->contraction == Contraction::on) text += "#pragma OPENCL FP_CONTRACT ON\n";
  if (asked.row->contraction == Contraction::off) text += "#pragma OPENCL FP_CONTRACT OFF\n";
  for (const std::string& name : extensions(*asked.row, asked.format)) {
    // This extension has no pragma, and compilers warn about an unknown one.
    if (name != "cl_khr_integer_dot_product") text += extension_lines(name);
  }
  if (asked.pointer == PointerTo::generic_memory) {
    text +=
        "#if __OPENCL_C_VERSION__ < 200 || (__OPENCL_C_VERSION__ >= 300 && !defined(__opencl_c_generic_address_space))\n"
        "#error \"generic pointers need OpenCL C 2.0, or 3.0 with __opencl_c_generic_address_space\"\n"
        "#endif\n";
  }
  return text.empty() ? text : "\n" + text;
}

std::string kernels(const Asked& asked, const SignatureForm& form) {
  std::string text;
  if (asked.making != Making::literals) {
    for (const int width : asked.widths) text += kernel_text(asked, form, width);
    text += kernel_of_several_widths(asked);
  }
  if (asked.literals.empty()) return text;
  text += literal_definitions(asked);
  for (const int width : asked.widths) text += literal_kernel_text(of_literals(asked), form, width);
  return text + kernel_of_several_widths(of_literals(asked));
}

}  // namespace

bool has_clc(const Row& row, Type format) {
  return signature_form(row) && row.formats.contains(format) && speaks(FrontEnd::clc, row, format);
}

Source clc_source(const Asked& asked) {
  const std::optional<SignatureForm> form = signature_form(*asked.row);
  check(asked, form);
  const std::string options = build_options(asked.mode);
  return {.text = question(asked, *form) + legend(options) + pragmas(asked) + sections_function() +
                  argument_functions(asked) + kernels(asked, *form),
          .options = options};
}

Source clc_source(std::span<const Asked> all) {
  const std::string options = build_options(all.front().mode);
  std::string text = "// Kernels of several builtins. Their names begin with that of the builtin.\n" + legend(options);
  text += sections_function();
  std::set<std::string_view> prefixes;
  for (const Asked& asked : all) {
    const std::optional<SignatureForm> form = signature_form(*asked.row);
    check(asked, form);
    if (asked.making != Making::table) refuse(asked, "only tables share a program");
    if (asked.prefix.empty() || !prefixes.insert(asked.prefix).second)
      refuse(asked, "its kernels have no name of their own");
    if (build_options(asked.mode) != options) refuse(asked, "it needs other build options");
    text += "\n" + question(asked, *form) + pragmas(asked) + kernels(asked, *form) + literals_undefined(asked);
  }
  return {.text = std::move(text), .options = options};
}

}  // namespace classay
