// Compares each loop compiled for an instruction set with the plain one, bit by bit. Its fixed blocks contain numbers of all
// kinds, and end with partial vectors. It takes milliseconds, so that every run can begin with it.
#pragma once

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

#include "harness/worker/lanes/lane_loops.h"
#include "reference/bulk/loops.h"
#include "reference/bulk/remainders.h"
#include "reference/certified/simd/kernels.h"
#include "reference/number/scramble.h"

namespace classay {

// Records the outputs of a loop on fixed blocks, to compare those of one instruction set with those of another. It covers
// all bits that the loops promise; all NaNs count as equal. It is a sum over the outputs in order. Different outputs have
// the same sum with a probability of 2^-64.
class Trace {
 public:
  void put(std::uint64_t bits) { sum_ = scramble(sum_ ^ bits) + kGoldenStep; }
  void put_number(double x) { put(x != x ? ~std::uint64_t{0} : std::bit_cast<std::uint64_t>(x)); }
  void put_numbers(std::span<const double> all) {
    for (const double x : all) put_number(x);
  }
  void put_bytes(std::span<const std::byte> all) {
    for (const std::byte b : all) put(static_cast<std::uint64_t>(b));
  }
  bool operator==(const Trace&) const = default;

 private:
  std::uint64_t sum_ = 0;
};

// By the names of the loops.
using Traces = std::vector<std::pair<std::string, Trace>>;

// Numbers of elements for loops: one, partial vectors, and whole blocks.
inline constexpr std::size_t kTracedCounts[] = {1, 7, 333, 512};
inline constexpr std::size_t kTracedMost = 512;

// Returns numbers without a pattern, with magnitudes from 1/2 to 1 and either sign.
inline std::vector<double> scattered_numbers(std::size_t count, std::uint64_t seed) {
  std::vector<double> all(count);
  for (std::size_t i = 0; i < count; ++i) {
    const std::uint64_t random = mixed(seed * kGoldenStep + i);
    all[i] = std::bit_cast<double>((random & 0x800fffffffffffffU) | 0x3fe0000000000000U);
  }
  return all;
}

// Return the outputs of every loop of a table.
Traces traces(const bulk::Loops& loops);
Traces traces(const bulk::Remainders& loops);
Traces traces(const certified::Kernels& loops);
Traces traces(const LaneLoops& loops);

// Returns the names of the loops whose outputs differ from the plain ones. Precondition: traces of the same table type.
std::vector<std::string> differing(const Traces& plain, const Traces& others);

// The functions below list all loops of a table by name, so that every check covers every loop. A test checks that none is
// missing.

// Calls see(name, format, loop) for each; `loop` is const if the table is. The format is that of the results.
template <class Loops, class See>
requires std::is_same_v<std::remove_const_t<Loops>, bulk::Loops>
void for_every_loop(Loops& loops, See see) {
  constexpr std::array<std::string_view, bulk::kExactFunctions> kExact{
      "ceil",   "floor", "rint",  "round",    "trunc",       "fabs",     "logb",         "sign",
      "negate", "same",  "fract", "fraction", "significand", "exponent", "sign of gamma"};
  const auto of_format = [&](const std::string& prefix, const Format& f, auto& of) {
    see(prefix + "within, plain", f, of.within.plain);
    see(prefix + "within, special", f, of.within.special);
    see(prefix + "rounding, plain", f, of.rounding.plain);
    see(prefix + "rounding, special", f, of.rounding.special);
    see(prefix + "far", f, of.far);
    see(prefix + "equal", f, of.equal);
    see(prefix + "exactly", f, of.exactly);
    see(prefix + "alike", f, of.alike);
    for (std::size_t i = 0; i < kExact.size(); ++i) see(prefix + std::string(kExact.at(i)), f, of.exact[i]);
  };
  of_format("f16 ", kF16, loops.f16);
  of_format("f32 ", kF32, loops.f32);
  see("f64 errors", kF64, loops.wide.errors);
  see("f64 within", kF64, loops.wide.within);
  see("f64 rounding", kF64, loops.wide.rounding);
  see("join", kF64, loops.join);
  see("magnitudes", kF64, loops.magnitudes);
  see("count of bins", kF64, loops.count);
}

template <class Remainders, class See>
requires std::is_same_v<std::remove_const_t<Remainders>, bulk::Remainders>
void for_every_loop(Remainders& loops, See see) {
  see("fmod", kF32, loops.truncated);
  see("remainder", kF32, loops.nearest);
  see("quotient", kF32, loops.quotient);
}

template <class Kernels, class See>
requires std::is_same_v<std::remove_const_t<Kernels>, certified::Kernels>
void for_every_loop(Kernels& loops, See see) {
  see("polynomial", kF32, loops.polynomial);
  see("alternating", kF32, loops.alternating);
  see("sine", kF32, loops.sine);
  see("cosine", kF32, loops.cosine);
  see("tangent", kF32, loops.tangent);
  see("f64 inputs", kF64, loops.wide.inputs);
  see("f64 polynomial", kF64, loops.wide.polynomial);
  see("f64 sine", kF64, loops.wide.sine);
  see("f64 cosine", kF64, loops.wide.cosine);
  see("f64 tangent", kF64, loops.wide.tangent);
}

template <class Lanes, class See>
requires std::is_same_v<std::remove_const_t<Lanes>, LaneLoops>
void for_every_loop(Lanes& loops, See see) {
  see("equal", kF32, loops.equal);
  see("ungroup", kF32, loops.ungroup);
  see("zip", kF32, loops.zip);
  see("unzip", kF32, loops.unzip);
  see("ints", kF32, loops.are_ints);
  see("contains", kF32, loops.contains);
  see("between", kF32, loops.between);
  see("digest", kF32, loops.digest);
}

}  // namespace classay
