// Computes images of operand sets under the functions and operations of a derivation. They are exact except for directed
// rounding. This module knows mathematics, but no limits. An operand set consists of pieces that do not straddle zero;
// infinities are pieces too.
#pragma once

#include <optional>
#include <span>
#include <string_view>

#include "reference/number/interval.h"

namespace classay::derived {

// One infinity, zero, or a closed interval of numbers of one sign.
using Piece = Interval;

struct Image {
  std::optional<Interval> numbers;  // an infinite end means "beyond the range of RealScope"
  bool nan = false;
  bool positive_infinity = false;  // exactly infinite: a pole, or an operation on an infinity
  bool negative_infinity = false;

  void include(const Interval& v) { numbers = numbers ? hull(*numbers, v) : v; }
};

// Preconditions: `function` is in functions() of parser.h, and the number of `operands` is its arity.
Image image_of(std::string_view function, std::span<const Piece> operands, Precision p);

// The real functions of the grammar's operations.
Image sum(const Piece& a, const Piece& b, Precision p);
Image product(const Piece& a, const Piece& b, Precision p);
Image quotient(const Piece& a, const Piece& b, Precision p);
Image product_and_sum(const Piece& a, const Piece& b, const Piece& c, Precision p);  // a * b + c

}  // namespace classay::derived
