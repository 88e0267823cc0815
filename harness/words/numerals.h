// Numbers as people read them: bit patterns, the shortest decimal that reads back as the same number, and enclosures of
// exact values in decimal. The reverse of number.h.
#pragma once

#include <string>
#include <string_view>

#include "reference/truth/truth.h"

namespace classay {

// In quotes, cut when long, control characters replaced: for messages.
std::string in_quotes(std::string_view text);

// "0x3f800000", as wide as the type.
std::string pattern(Value v);

// The shortest decimal that reads back as the same number; integers in full; "inf", "-inf", "nan".
std::string decimal(Value v);

// The form that reads back exactly and is not too long: hex float, or decimal integer.
std::string exact_form(Value v);

// "0x3f000000  0x1p-1  0.5": a value in the forms that differ.
std::string in_words(Value v);

// Decimals that enclose the exact value of a component: 25 significant digits, rounded outward, or all digits of an exact
// value that has no more than 40. `low == high` exactly then, and for infinities, NaN and integers.
struct Enclosure {
  std::string low;
  std::string high;
};
Enclosure enclosure(const Truth& t, Type type);
Enclosure enclosure(const Interval& v, int digits);

// "0.5", or "-1.2345678901234567890123467 .. ...68" with what both ends share written once.
std::string between(const Enclosure& e);

}  // namespace classay
