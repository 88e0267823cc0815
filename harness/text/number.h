// Parses numbers exactly: MPFR's value of the text is rounded once, to nearest even, into the type's format, without strtod
// or host floats. An error has its position in the text, for a caret.
//
//   float types    1.5  -.25e-3  0x1.8p-1  inf  -nan  3.0f (a suffix must name the type)
//   integer types  42  -7  0xff
//   patterns       0x3f800000, with Notation::bits; there integers may be decimal
#pragma once

#include <stdexcept>
#include <string>
#include <string_view>

#include "reference/number/rounding.h"
#include "reference/number/type.h"

namespace classay {

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

}  // namespace classay
