// Prints numbers for people: bit patterns, the shortest decimal that reads back as the same number, and decimal enclosures
// of exact values. The reverse of number.h.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include "reference/number/type.h"

namespace classay {

struct Interval;
struct Truth;

// Quotes text for messages: cut if long, control characters replaced.
std::string in_quotes(std::string_view text);

// "1 lane", "2 lanes".
std::string plural(std::size_t n, std::string_view noun);

// "0x3f800000", as wide as the type.
std::string pattern(Value v);

// The shortest decimal that reads back as the same number; integers in full; "inf", "-inf", "nan".
std::string decimal(Value v);

// A form that reads back exactly and is short: hex float, or decimal integer.
std::string exact_form(Value v);

// "0x3f000000  0x1p-1  0.5": all distinct forms of a value.
std::string in_words(Value v);

// Decimals that enclose the exact value of a component: 25 significant digits, rounded outward, or all digits of an exact
// value with at most 40. `low == high` only then, and for infinities, NaN and integers.
struct Enclosure {
  std::string low;
  std::string high;
};
Enclosure enclosure(const Truth& t, Type type);
Enclosure enclosure(const Interval& v, int digits);

// "0.5", or "-1.2345678901234567890123467 .. ...68": a common prefix is printed once.
std::string between(const Enclosure& e);

}  // namespace classay
