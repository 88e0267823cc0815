#include "tools/inject/source.h"

#include <fmt/format.h>

#include <algorithm>

#include "kernels/signature_call.h"
#include "kernels/source.h"
#include "suites/cases.h"
#include "tools/inject/function.h"

namespace classay::planted {
namespace {

std::string_view name_in_c(const Row& row) { return row.clc.empty() ? row.name : row.clc; }

// Rows with the same name in OpenCL C, for example clamp of floats and of integers.
std::vector<const Row*> rows_called_alike(const Row& row) {
  std::vector<const Row*> all;
  for (const Row& other : table()) {
    const bool is_extension = other.section == kIntegerDot || other.section == kExtendedBits;
    if (&other == &row || (!is_operator(row) && name_in_c(other) == name_in_c(row) && !is_extension)) all.push_back(&other);
  }
  return all;
}

constexpr const char* kHelpers = R"(static uint __attribute__((overloadable)) plant_bits(float v) { return as_uint(v); }
#ifdef cl_khr_fp64
static ulong __attribute__((overloadable)) plant_bits(double v) { return as_ulong(v); }
#endif
#ifdef cl_khr_fp16
static ushort __attribute__((overloadable)) plant_bits(half v) { return as_ushort(v); }
#endif
#define bits(v) plant_bits(v)
)";

std::string all_functions(const Plant& plant) {
  std::string text;
  for (const Type format : kLanguageFloats) text += extension_lines(format);
  text += kHelpers;
  for (const Row* const row : rows_called_alike(*plant.row)) {
    for (const Type format : row->formats) {
      if (speaks(FrontEnd::clc, *row, format)) text += functions(plant, *row, format);
    }
  }
  return text + "#undef bits\n";
}

std::string macros(const Row& row) {
  std::vector<std::string> names;
  for (const int width : widths(row)) {
    const std::string f = called(row, width);
    if (std::ranges::find(names, f) == names.end()) names.push_back(f);
  }
  std::string text;
  for (const std::string& f : names) text += fmt::format("#undef {0}\n#define {0} planted_{0}\n", f);
  return text;
}

// Calls as the kernels have them, in each format and width.
std::vector<Replacement> replacements(const Row& row) {
  std::vector<Replacement> all;
  for (const Type format : row.formats) {
    if (!speaks(FrontEnd::clc, row, format)) continue;
    for (const int width : widths(row)) {
      Replacement r = call_replaced(row, format, width);
      if (std::ranges::find(all, r) == all.end()) all.push_back(std::move(r));
    }
  }
  return all;
}

}  // namespace

bool takes_snippets(const Row& row) {
  const std::optional<SignatureForm> form = signature_form(row);
  return form && form->scalars.empty() && row.signature != Signature::integer_dot_sat && row.section != kExtendedBits;
}

LayerFile layer_file(const Plant& plant) {
  LayerFile file{.name = plant.name,
                 .text = plant.text.empty() ? "" : plant.text + "\n",
                 .replacements = plant.replacements,
                 .modules = plant.modules,
                 .launch = plant.launch};
  if (plant.lane.empty() && plant.vector.empty() && plant.after.empty()) return file;
  file.text += all_functions(plant);
  if (!is_replaced(*plant.row)) {
    file.text += macros(*plant.row);
  } else {
    for (Replacement& r : replacements(*plant.row)) file.replacements.push_back(std::move(r));
  }
  file.text += "#line 1\n";
  return file;
}

}  // namespace classay::planted
