// Makes inputs for tests and input plans. Input i is a pure function of (seed, format, i): first the boundary
// table or its crossings, then random numbers of several kinds in turn - all binades and both signs, the binades around one,
// few bits set, next to a boundary, and for several arguments near cancellation, equal, far apart.
//
// Inputs are not truths: constants below are good to a few ulps of the widest format, and neighbours are added.
#pragma once

#include <array>
#include <cstdint>
#include <string_view>
#include <utility>
#include <vector>

#include "reference/number/scramble.h"
#include "reference/number/type.h"

namespace classay {

// splitmix64 over a counter: the stream of input i depends on nothing but the seed and i.
class CounterRandom {
 public:
  constexpr CounterRandom(std::uint64_t seed, std::uint64_t index) : state_(scramble(seed ^ scramble(index))) {}

  constexpr std::uint64_t next() { return scramble(state_ += kGoldenStep); }
  constexpr std::uint64_t below(std::uint64_t n) { return next() % n; }  // the bias for our small n is without consequence
  // Both included, and not the whole range of the type.
  constexpr std::int64_t between(std::int64_t low, std::int64_t high) {
    const auto first = static_cast<std::uint64_t>(low);
    return static_cast<std::int64_t>(first + below(static_cast<std::uint64_t>(high) - first + 1));
  }
  constexpr bool coin() { return (next() & 1) != 0; }

 private:
  std::uint64_t state_;
};

// Zeros, the ends of the subnormals and normals, powers of two, small integers, halves, multiples of pi/2, where
// exponentials over- and underflow, each with its neighbours and both signs; infinities and a NaN of either kind. Ascending,
// each once.
std::vector<Bits> boundary_table(const Format& f);
// The few dozen of them that matter in crossings, and the dozen for crossings of three.
std::vector<Bits> short_boundary_table(const Format& f);
std::vector<Bits> shortest_boundary_table(const Format& f);
// Exponents: around zero, the ends of every format's range, powers of two, the ends of int.
std::vector<std::int32_t> boundary_ints();

class Inputs {
 public:
  Inputs(const Format& f, std::uint64_t seed);

  Bits one(std::uint64_t i) const;
  std::array<Bits, 2> pair(std::uint64_t i) const;
  std::array<Bits, 3> triple(std::uint64_t i) const;
  std::pair<Bits, std::int32_t> real_int(std::uint64_t i) const;
  // `count` components of one or more vectors, of similar size for the most part.
  std::vector<Bits> components(std::uint64_t i, int count) const;

 private:
  Bits anywhere(CounterRandom& random, std::uint64_t stratum) const;  // a binade of a sign after the other
  Bits central(CounterRandom& random) const;                          // around one
  Bits beside_boundary(CounterRandom& random) const;                  // some steps from a number of the table
  Bits beside(CounterRandom& random, Bits b) const;                   // some steps from b
  Bits of_exponent(CounterRandom& random, int exponent) const;        // any sign
  Bits small_number(CounterRandom& random) const;                     // an integer or a half
  std::array<Bits, 2> random_pair(CounterRandom& random, std::uint64_t i) const;
  std::array<Bits, 3> random_triple(CounterRandom& random, std::uint64_t i) const;

  Format f_;
  std::uint64_t seed_;
  std::vector<Bits> table_;
  std::vector<Bits> short_;
  std::vector<Bits> shortest_;
  std::vector<std::int32_t> ints_;
};

}  // namespace classay
