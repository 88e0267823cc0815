// The functions of a plant for one row and format: OpenCL C that calls the device's own and has the plant's snippet change
// what it gave (source.h has the language of snippets).
#pragma once

#include "harness/planted/plant.h"

namespace classay::planted {

// Is it written between its arguments, or before?
bool is_operator(const Row& row);
// What has no name, or none of its own, so that its calls are replaced in the program's text.
bool is_replaced(const Row& row);

// planted_f for all vector widths, and what its snippet is in. Of a format that the plant does not have, and of another row
// than the plant's, they give what the device gives.
std::string functions(const Plant& plant, const Row& row, Type format);

// "r = x / y;" and what stands there instead. Precondition: is_replaced(row).
Replacement call_replaced(const Row& row, Type format, int width);

}  // namespace classay::planted
