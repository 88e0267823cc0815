// What printf is asked, and which text is right: every conversion specifier of numbers, with flags, widths and precisions,
// for every type and vector width, and values whose texts differ.
//
// Of a number that is finite the C standard leaves one text, which the host's snprintf gives; no value lies half-way between
// two decimals of a precision that it is asked with. Of an infinity, a NaN and a hexadecimal number it leaves several.
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
  std::vector<Bits> values;  // lane by lane; none for s and %
  std::string literal;       // the argument of s

  std::string directive() const { return "%" + flags + length + specifier; }
};

// Of scalars when the width is 1. Characters, strings and the percent sign stand with i32. SPIR-V is asked no characters and
// strings: its environment lists no type of operand for c and s ("Printf Operands"), and what is not listed is undefined.
std::vector<PrintfLine> printf_lines(FrontEnd front_end, Type type, int width);

// The host's text.
std::string usual_text(Type type, const PrintfLine& line);
// What is wrong with a text, in a sentence; nullopt: nothing.
std::optional<std::string> objection(Type type, const PrintfLine& line, std::string_view text);

}  // namespace classay
