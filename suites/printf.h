// Lists tests of printf and decides which text is right: every conversion specifier of numbers, with flags, widths and
// precisions, for every type and vector width, one in a call and several in a call.
//
// The C standard defines one text for a finite number, which the host's snprintf returns. No value is half-way between two
// decimals of its precision. For an infinity, a NaN and a hexadecimal number, several texts are right.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "reference/number/type.h"
#include "suites/cases.h"

namespace classay {

struct PrintfLine {
  std::string flags;         // with field width and precision: "-9.4"
  std::string length;        // with the vector specifier: "v4hl"
  char specifier = 'd';      // d i o u x X f F e E g G a A, c, s, %
  std::vector<Bits> values;  // lane by lane; none if the argument is in the kernel
  std::string literal;       // the argument that the kernel contains: text of s, an integer of d
  bool joins = false;        // printed by the call that prints the line before

  std::string directive() const { return "%" + flags + length + specifier; }
};

// Returns lines for scalars if the width is 1. Characters, strings and the percent sign are with i32. SPIR-V has no tests of
// characters and strings: its environment lists no operand types for c and s ("Printf Operands"), and unlisted types are
// undefined.
std::vector<PrintfLine> printf_lines(FrontEnd front_end, Type type, int width);

// Returns the host's text.
std::string usual_text(Type type, const PrintfLine& line);
// Describes the fault of a text in a sentence; nullopt if it is right.
std::optional<std::string> objection(Type type, const PrintfLine& line, std::string_view text);

}  // namespace classay
