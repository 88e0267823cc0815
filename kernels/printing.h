// What a device is asked to print: a program for a type, with a kernel for each vector width that calls printf with all
// lines of suites/printf.h, one after the other. One work-item runs it. Kernel arguments: `global ulong* out`, which gets
// what each call returned, and the values, line by line and lane by lane.
#pragma once

#include <span>
#include <string>

#include "kernels/source.h"
#include "suites/printf.h"

namespace classay {

// Each text stands between marks that no text has: "<7|", "|7>".
std::string begin_mark(std::size_t line);
std::string end_mark(std::size_t line);
// What printf is given for it: "<7|%d|7>", and a new line.
std::string marked_format(const PrintfLine& line, std::size_t at);

std::string printing_kernel_name(int width);  // "say_v4"

// In OpenCL C.
Source printing_source(Type type, std::span<const int> widths = kVectorWidths);

}  // namespace classay
