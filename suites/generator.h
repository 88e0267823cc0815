// Makes random inputs that are equal on host and device. Input i is a pure function of (type, seed, argument, i), in 64-bit
// integer arithmetic that OpenCL C has too (kernels/ writes the same steps as source). Floating-point numbers take one
// binade of one sign after the other, including the subnormals, and are random within. Infinities and NaN are in the tables.
// Integers have all lengths. Divisions are avoided, because they are slow on devices: a number below n is the upper half of
// a product with n.
#pragma once

#include <span>

#include "reference/inputs/inputs.h"
#include "reference/number/format.h"
#include "reference/number/rounding.h"

namespace classay {

// Returns the number of binades of both signs; the subnormals count as one.
constexpr std::uint64_t strata(const Format& f) { return 2 * (f.infinity() >> f.fraction_bits()); }

// Returns the seed of an argument. The arguments of one call are independent.
constexpr std::uint64_t argument_seed(std::uint64_t seed, int argument) {
  return seed + static_cast<std::uint64_t>(argument) * 0xd1342543de82ef95U;
}

// Returns the upper half of the product of two 64-bit numbers, as mul_hi of OpenCL C.
constexpr std::uint64_t upper_product(std::uint64_t a, std::uint64_t b) {
  return static_cast<std::uint64_t>((static_cast<Wide>(a) * b) >> 64);
}

// The first argument steps evenly through the binades. Each other argument has a random one, so that all pairs occur.
constexpr Bits stratified(const Format& f, std::uint64_t seed, int argument, std::uint64_t i) {
  CounterRandom random(argument_seed(seed, argument), i);
  const std::uint64_t stratum = upper_product(argument == 0 ? i * kGoldenStep : random.next(), strata(f));
  const std::uint64_t r = random.next();
  const Bits exponent = stratum >> 1;
  Bits fraction = r & f.fraction_mask();
  // Subnormals of every size.
  if (exponent == 0) fraction >>= (r >> 58) * static_cast<unsigned>(f.fraction_bits()) >> 6;
  return f.zero((stratum & 1) != 0) | exponent << f.fraction_bits() | fraction;
}

// Returns an integer of any length, equally likely, or its complement within the width: a negative number of that length.
constexpr Bits of_any_length(Type type, std::uint64_t seed, int argument, std::uint64_t i) {
  CounterRandom random(argument_seed(seed, argument), i);
  const Bits b = random.next() & mask(type);
  const std::uint64_t r = random.next();
  const Bits shortened = b >> upper_product(r, static_cast<std::uint64_t>(width(type)));
  return ((r & 1) != 0 ? ~shortened : shortened) & mask(type);
}

// Returns a random argument of any type.
constexpr Bits random_bits(Type type, std::uint64_t seed, int argument, std::uint64_t i) {
  return is_float(type) ? stratified(format(type), seed, argument, i) : of_any_length(type, seed, argument, i);
}

// Returns an argument of input i of a range. The bits of i contain all arguments, the last one lowest, so that a range
// covers all combinations. Precondition: together they have at most 64 bits.
constexpr Bits range_bits(std::span<const Type> arguments, std::size_t argument, std::uint64_t i) {
  for (std::size_t after = arguments.size() - 1; after > argument; --after) i >>= width(arguments[after]);
  return i & mask(arguments[argument]);
}

}  // namespace classay
