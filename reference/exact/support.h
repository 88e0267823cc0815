// Provides helpers of the exact functions: iteration over the elements of a call, truths of plain values, integers wide
// enough for every sum and signed product, and rounding to an integer. Private to this folder.
//
// A call may contain one element or a complete vector, argument by argument (truth.h): {a.x, a.y, b.x, b.y}. The number of
// arguments determines the number of elements; call.lanes only distinguishes scalar from vector variants where they differ.
#pragma once

#include <bit>
#include <cstddef>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "reference/exact/exact.h"
#include "reference/number/rounding.h"
#include "reference/truth/truth.h"

namespace classay::exact_functions {

// Holds every value of every integer type, their sums and differences, and products and sums of signed values.
__extension__ typedef __int128 Integer;  // NOLINT(modernize-use-using): a GNU extension, marked as one

constexpr Integer integer(Value v) { return is_signed(v.type) ? Integer{as_signed(v)} : Integer{v.bits & mask(v.type)}; }
constexpr Integer least(Type t) { return is_signed(t) ? -(Integer{1} << (width(t) - 1)) : Integer{0}; }
constexpr Integer greatest(Type t) { return (Integer{1} << (width(t) - (is_signed(t) ? 1 : 0))) - 1; }
constexpr Integer clamped(Integer i, Type t) { return i < least(t) ? least(t) : i > greatest(t) ? greatest(t) : i; }

// std::bit_width as an int: its return type differs between editions of the C++ standard.
constexpr int bit_length(std::uint64_t x) { return 64 - std::countl_zero(x); }

// An integer result modulo 2^width.
inline Truth wrapped(Type t, Integer i) { return Truth::of_integer({t, static_cast<Bits>(i) & mask(t)}); }

// Scalar variants return an int, 1 for true. Vector variants return integers of the operand's width, all bits set for true.
inline Truth answer(const Call& call, Type operand, bool yes) {
  if (call.lanes == 1) return wrapped(Type::i32, yes ? 1 : 0);
  return wrapped(integer_type(width(operand), true), yes ? -1 : 0);
}

inline Truth truth(Value v) {
  return is_float(v.type) ? Truth::of(format(v.type), v.bits) : Truth::of_integer({v.type, v.bits & mask(v.type)});
}

inline std::size_t elements(const Call& call, std::size_t arity) {
  if (call.args.empty() || call.args.size() % arity != 0) {
    throw std::invalid_argument("a call with " + std::to_string(call.args.size()) + " arguments, to a function of " +
                                std::to_string(arity) + ": give every argument all of its elements");
  }
  return call.args.size() / arity;
}

// Returns f(x) or f(x, y) ... for each element.
template <std::size_t Arity, class F>
auto apply(const Call& call, std::size_t count, std::size_t element, F&& f) {
  return [&]<std::size_t... I>(std::index_sequence<I...>) { return f(call.args[I * count + element]...); }
  (std::make_index_sequence<Arity>{});
}

template <std::size_t Arity, class F>
Truths each(const Call& call, F&& f) {
  const std::size_t count = elements(call, Arity);
  Truths results;
  results.reserve(count);
  for (std::size_t i = 0; i < count; ++i) results.push_back(apply<Arity>(call, count, i, f));
  return results;
}

// For f with two results, as a pair: first results of all elements, then second results.
template <std::size_t Arity, class F>
Truths each_pair(const Call& call, F&& f) {
  const std::size_t count = elements(call, Arity);
  Truths results;
  Truths seconds;
  for (std::size_t i = 0; i < count; ++i) {
    auto [first, second] = apply<Arity>(call, count, i, f);
    results.push_back(std::move(first));
    seconds.push_back(std::move(second));
  }
  for (Truth& t : seconds) results.push_back(std::move(t));
  return results;
}

// Rounds a number to an integer with an exponent of 0 or more. It keeps the sign, also of a zero. `away(negative, odd, half,
// below)` decides whether the magnitude is rounded up; its arguments are those of rounds_away.
template <class Away>
constexpr Dyadic integral(const Dyadic& d, Away&& away) {
  if (d.exponent >= 0) return d;
  const int shift = -d.exponent;
  std::uint64_t kept = 0;
  bool half = false;
  bool below = d.significand != 0;
  if (shift <= 64) {
    kept = shift == 64 ? 0 : d.significand >> shift;
    half = ((d.significand >> (shift - 1)) & 1) != 0;
    below = (d.significand & ((std::uint64_t{1} << (shift - 1)) - 1)) != 0;
  }
  if (away(d.negative, (kept & 1) != 0, half, below)) ++kept;
  return {d.negative, kept, 0};
}

// Returns the pattern of a number that the format represents exactly.
inline Bits encode(const Format& f, const Dyadic& d) {
  return round_to(f, Unrounded{d.negative, d.significand, d.exponent, false}, Rounding::rtz);
}

}  // namespace classay::exact_functions
