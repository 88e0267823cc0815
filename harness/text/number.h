// Parses and prints numbers.
//
// Parsing is exact: MPFR's value of the text is rounded once, to nearest even, into the type's format, without strtod
// or host floats. An error has its position in the text, for a caret.
//
//   float types    1.5  -.25e-3  0x1.8p-1  inf  -nan  3.0f (a suffix must name the type)
//   integer types  42  -7  0xff
//   patterns       0x3f800000, with Notation::bits; there integers may be decimal
#pragma once

#include <cstddef>
#include <stdexcept>
#include <string>
#include <string_view>

#include "reference/number/rounding.h"
#include "reference/number/type.h"

namespace classay {

struct Interval;
struct Truth;

enum class Notation : std::uint8_t { value, bits };

struct Number {
  Value value;
  bool inexact = false;  // the type does not hold the number; `value` is the nearest one
};

class BadNumber : public std::runtime_error {
 public:
  BadNumber(std::size_t position, const std::string& message) : std::runtime_error(message), position_(position) {}
  std::size_t position() const { return position_; }  // 0 to the length of the text

 private:
  std::size_t position_;
};

// The pattern nearest to a well-formed decimal or hexadecimal number without suffix. Infinite beyond the format.
struct Nearest {
  Bits bits = 0;
  bool inexact = false;
};
Nearest nearest(const Format& f, const std::string& numeral);
// The pattern of the numeral, which may have a sign, rounded in this direction.
Bits rounded_numeral(const Format& f, const std::string& numeral, Rounding mode);

// Throws BadNumber. A number above the largest finite one is an error, unless it rounds to that one.
Number parse_number(std::string_view text, Type type, Notation notation);

// The functions below print numbers for people: bit patterns, the shortest decimal that reads back as the same number, and
// decimal enclosures of exact values.

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
