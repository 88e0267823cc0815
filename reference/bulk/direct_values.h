// Values of functions of two and three arguments that need no model: their results are exact in double, or one rounding away
// from it, because a double has more than twice the bits and many times the range of what this is for, f16 and f32.
//
//   + - fdim  one rounding, to odd, of the sum of two numbers, which does not underflow: all are multiples of 2^-149
//   *         exact: 24 bits times 24, and never below 2^-298
//   /         one rounding, and never below 2^-277
//   fma, mad  one rounding, to odd: of an exact product and a number
//   ldexp     exact: a power of two does not change the bits; far below the smallest double it is nearly zero
//   fmod, remainder, remquo   exact: reduced 28 bits at a time (remainders.h)
//   the rest  one of the arguments, or a neighbour
//
// A rounding to nearest is off by at most 2^-53 of the result, one to odd by 2^-52. Rounded once more, to f16 or f32, all of
// these are what the exact results are when they are rounded (values.h, rounds_alike). A quotient that is no tie
// m of 25 bits is 2^-49 of itself or more away from one: |x - m y| is not zero, and a multiple of a unit of which m y has
// less than 2^49, or x less than 2^24. A sum, of three numbers as fma has it, may be close to a tie, and is rounded to odd,
// in 53 bits, of which any rounding to 51 bits or fewer makes the right one. Zeros have the signs that IEEE 754 gives when
// rounding to nearest; of two zeros of either sign, fmax and the like take what reference/exact takes.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <string_view>

#include "reference/bulk/direct_loops.h"
#include "reference/bulk/remainders.h"
#include "reference/bulk/values.h"
#include "reference/truth/truth.h"

namespace classay {

struct DirectFunction {
  std::string_view name;
  Evaluate truth;          // says what function it is
  std::size_t result = 0;  // which of its results; that of remquo's quotient is an integer with up to 31 bits
  int arity = 2;
  bool second_is_integer = false;  // an i32, and no number of the format
  double epsilon = 0;              // 0: exact
  bool rounded_to_odd = false;     // as values.h has it
  bulk::DirectLoop loop = bulk::DirectLoop::number;
  bulk::Remainders::Loop bulk::Remainders::*remainder = nullptr;  // instead of that
  // Does a document prescribe a finite result other than zero? The value is exact there, and it is that one. That depends on
  // which arguments are zeros, infinite or NaN, and on nothing else. Null where none does.
  bool (*is_prescribed)(double x, double y) = nullptr;
  bool rises = false;  // or falls, with either argument: where two values of a run are zero, so are all between them
};

std::span<const DirectFunction> direct_functions();
// The function whose truth and result these are, or null.
const DirectFunction* direct_function_of(Evaluate truth, std::size_t result = 0);
const DirectFunction* direct_function_named(std::string_view name);

// f at arrays of arguments, each as long as `values`; what bounds all of them. Values that documents prescribe are among
// them. Precondition: f16 or f32, and as many arguments as the function has.
double direct_values(const DirectFunction& f, const Format& format, std::span<const std::span<const Bits>> arguments,
                     std::span<double> values);

// Patterns of one argument, as loops take them.
using DirectChunk = std::array<std::uint32_t, bulk::kRemainderChunk>;

// The same as sources of values: all arguments are fixed but one,
class DirectValues : public Values {
 public:
  // The argument `varies`, counted from zero, of `arguments` is not looked at. Precondition: it is no integer.
  DirectValues(const DirectFunction& f, const Format& format, std::size_t varies, std::array<Bits, 3> arguments);

  Known at(Bits first, std::span<double> values) const override;

 private:
  bool is_prescribed(Bits varied) const;

  const DirectFunction& f_;
  Format format_;
  std::size_t varies_;
  std::array<Bits, 3> arguments_;
  std::array<DirectChunk, 3> chunks_;  // of those that do not vary
};

// or they are listed, argument by argument; the lists outlive this.
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

// The value of a pattern of f16 or f32, infinities and NaN among them.
double direct_value(const Format& format, Bits b);

}  // namespace classay
