// Writes the functions of a defect for one row and format. They are OpenCL C that calls the device's builtin and changes its
// result by the defect's snippet (source.h defines the language of snippets).
#pragma once

#include "tools/inject/plant.h"

namespace classay::planted {

// Returns whether calls use an operator between or before the arguments.
bool is_operator(const Row& row);
// Rows without a C name of their own: their calls are replaced in the program's text.
bool is_replaced(const Row& row);

// Returns planted_f for all vector widths, with its snippet. Other formats and rows return the device's own results.
std::string functions(const Plant& plant, const Row& row, Type format);

// Returns "r = x / y;" and its replacement. Precondition: is_replaced(row).
Replacement call_replaced(const Row& row, Type format, int width);

}  // namespace classay::planted
