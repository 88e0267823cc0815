// Numbers as people write them, read exactly: what MPFR proves of the text is rounded once, to nearest even, into the type's
// format. Nothing is decided by strtod or a host float. An error knows its place in the text, for a caret.
//
//   float types    1.5  -.25e-3  0x1.8p-1  inf  -nan  3.0f (a suffix must name the type)
//   integer types  42  -7  0xff
//   patterns       0x3f800000, with Notation::bits; integers may be decimal there too
#pragma once

#include <stdexcept>
#include <string>
#include <string_view>

#include "reference/number/type.h"

namespace classay {

enum class Notation : std::uint8_t { value, bits };

struct Number {
  Value value;
  bool inexact = false;  // the text names a number that the type does not hold; `value` is the nearest one
};

class BadNumber : public std::runtime_error {
 public:
  BadNumber(std::size_t position, const std::string& message) : std::runtime_error(message), position_(position) {}
  std::size_t position() const { return position_; }  // 0 to the length of the text

 private:
  std::size_t position_;
};

// The pattern nearest to a numeral: a decimal or hexadecimal number without suffix, well formed. Infinite beyond the format.
struct Nearest {
  Bits bits = 0;
  bool inexact = false;
};
Nearest nearest(const Format& f, const std::string& numeral);

// Throws BadNumber. A number beyond the largest finite one is an error, unless it rounds to it.
Number parse_number(std::string_view text, Type type, Notation notation);

}  // namespace classay
