// Computes values of functions of two and three arguments in double, without a model. For f16 and f32 the results are exact,
// or one rounding away from exact. A double has more than twice the precision and many times the range of these formats.
//
//   + - fdim  one rounding, to odd, of the sum of two numbers; no underflow, because all are multiples of 2^-149
//   *         exact: 24 bits times 24, and never below 2^-298
//   /         one rounding, and never below 2^-277
//   fma, mad  one rounding, to odd, of an exact product and a number
//   ldexp     exact: a power of two does not change the bits; far below the smallest double it is nearly zero
//   fmod, remainder, remquo   exact: reduced 28 bits at a time (remainders.h)
//   the rest  one of the arguments, or a neighbour
//
// Rounding to nearest has a relative error of at most 2^-53, rounding to odd of 2^-52. A second rounding of these values, to
// f16 or f32, gives the rounded exact result (values.h, rounds_alike), for two reasons.
// - A quotient that is not a tie differs from every tie m of 25 bits by at least 2^-49 of itself. |x - m y| is not zero, and
//   a multiple of a unit of which m y has less than 2^49, or x less than 2^24.
// - A sum, for fma of three numbers, may be close to a tie. It is rounded to odd in 53 bits, from which rounding to 51 bits
//   or fewer gives the right result.
//
// Zeros have the IEEE 754 signs of rounding to nearest. For two zeros of different sign, fmax and similar functions return
// the same zero as reference/exact.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <string_view>

#include "reference/bulk/direct_loops.h"
#include "reference/bulk/remainders.h"
#include "reference/bulk/values.h"
#include "reference/truth/call.h"

namespace classay {

struct DirectFunction {
  std::string_view name;
  Evaluate truth;          // identifies the function
  std::size_t result = 0;  // index of the result; the quotient of remquo is an integer with up to 31 bits
  int arity = 2;
  bool second_is_integer = false;  // the second argument is an i32, not a number of the format
  double epsilon = 0;              // relative error; 0: exact
  bool rounded_to_odd = false;     // defined in values.h
  bulk::DirectLoop loop = bulk::DirectLoop::number;
  bulk::Remainders::Loop bulk::Remainders::*remainder = nullptr;  // replaces `loop`
  // Returns whether a specification prescribes a finite nonzero result. The value is then exact and equal to it. This
  // depends only on which arguments are zeros, infinite or NaN. Null if nothing is prescribed.
  bool (*is_prescribed)(double x, double y) = nullptr;
  bool rises = false;  // monotonic in each argument: between two zero values of a range, all values are zero
};

std::span<const DirectFunction> direct_functions();
// Returns the function with this reference function and result, or null.
const DirectFunction* direct_function_of(Evaluate truth, std::size_t result = 0);
const DirectFunction* direct_function_named(std::string_view name);

// Computes f for arrays of arguments, each as long as `values`, including prescribed values. Returns the common bound.
// Precondition: f16 or f32, and as many arrays as the function has arguments.
double direct_values(const DirectFunction& f, const Format& format, std::span<const std::span<const Bits>> arguments,
                     std::span<double> values);

// Patterns of one argument, in the form that loops take.
using DirectChunk = std::array<std::uint32_t, bulk::kRemainderChunk>;

// A source of values with one varying argument.
class DirectValues : public Values {
 public:
  // Argument `varies`, counted from zero, is ignored in `arguments`. Precondition: it is not an integer.
  DirectValues(const DirectFunction& f, const Format& format, std::size_t varies, std::array<Bits, 3> arguments);

  Known at(Bits first, std::span<double> values) const override;

 private:
  bool is_prescribed(Bits varied) const;

  const DirectFunction& f_;
  Format format_;
  std::size_t varies_;
  std::array<Bits, 3> arguments_;
  std::array<DirectChunk, 3> chunks_;  // fixed arguments
};

// A source of values for lists of arguments. The lists must outlive it.
class ListedValues : public Values {
 public:
  ListedValues(const DirectFunction& f, const Format& format, const std::array<const Bits*, 3>& lists)
      : f_(f), format_(format), lists_(lists) {}

  Known at(Bits first, std::span<double> values) const override;

 private:
  bool is_prescribed(std::size_t at) const;

  const DirectFunction& f_;
  Format format_;
  std::array<const Bits*, 3> lists_;
};

// Returns the value of a pattern of f16 or f32, which may be an infinity or a NaN.
double direct_value(const Format& format, Bits b);

}  // namespace classay
