// Joins many programs into one for tests, so that a compiler starts once. Line markers name the program in errors.
#pragma once

#include <string>
#include <vector>

#include "kernels/source.h"

namespace classay::testing_support {

// All widths of a row.
inline Asked asked(std::string_view builtin, Type format, Making making = Making::range,
                   PointerTo pointer = PointerTo::private_memory) {
  const Row* row = find(builtin);
  if (row == nullptr) throw std::invalid_argument("no such row: " + std::string(builtin));
  const std::span<const int> all = widths(*row);
  return {.row = row,
          .format = format,
          .widths = {all.begin(), all.end()},
          .making = making,
          .pointer = pointer,
          .literals = {}};
}

// All widths, with these literals.
inline Asked asked(std::string_view builtin, Type format, std::span<const Tuple> literals) {
  Asked a = asked(builtin, format, Making::literals);
  a.literals = literals;
  return a;
}

// Returns how often the text has this part.
inline int count(std::string_view text, std::string_view part) {
  int n = 0;
  for (std::size_t at = 0; (at = text.find(part, at)) != std::string_view::npos; at += part.size()) ++n;
  return n;
}

// Numbers the names that programs share, to keep them unique.
inline std::string joined(const std::vector<Asked>& programs) {
  std::string text;
  for (std::size_t i = 0; i < programs.size(); ++i) {
    const Asked& a = programs[i];
    std::vector<std::string> names{"sections", "scramble", "first_random", "second_random", "number_of",  "of_any_length",
                                   "x_of",     "y_of",     "z_of",         "run_of",        "distance_of"};
    if (!a.together.empty()) {
      for (const Making making : {Making::literals, Making::table}) names.push_back(kernel_name(making, a.together));
    }
    for (const int w : a.widths) {
      for (const Making making : {Making::literals, Making::table}) names.push_back(kernel_name(making, w));
    }
    for (const std::string& name : names) text += "#define " + name + " p" + std::to_string(i) + "_" + name + "\n";
    text += "#line 1 \"" + std::string(a.row->name) + " " + std::string(info(a.format).name) + "\"\n";
    text += clc_source(a).text;
    for (const std::string& name : names) text += "#undef " + name + "\n";
    // The literals are macros.
    for (std::size_t l = 0; l < a.literals.size(); ++l) {
      for (const char letter : {'X', 'Y', 'Z'}) text += std::string("#undef ") + letter + std::to_string(l) + "\n";
    }
  }
  return text;
}

}  // namespace classay::testing_support
