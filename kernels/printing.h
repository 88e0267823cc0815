// Writes the programs that test printf. A program for a type has a kernel for each vector width. It calls printf for all
// lines of suites/printf.h in sequence. One work-item runs it. Kernel arguments: `global ulong* out` for the return value of
// each call, at its first line, and the values, line by line and lane by lane.
#pragma once

#include <span>
#include <string>

#include "kernels/source.h"
#include "suites/printf.h"

namespace classay {

// Each text is enclosed in marks that do not occur in any text: "<7|", "|7>".
std::string begin_mark(std::size_t line);
std::string end_mark(std::size_t line);
// Returns the part of a printf call's format for one line: "<7|%d|7>", and a newline.
std::string marked_format(const PrintfLine& line, std::size_t at);
// Returns the format of the call that begins with line `at`.
std::string call_format(std::span<const PrintfLine> lines, std::size_t at);

std::string printing_kernel_name(int width);  // "say_v4"

Source printing_source(Type type, std::span<const int> widths = kVectorWidths);

}  // namespace classay
