// Lists all loops of a table by name, so that every check covers every loop. A test checks that none is missing.
#pragma once

#include <array>
#include <string>
#include <string_view>
#include <type_traits>

#include "harness/worker/lanes/lane_loops.h"
#include "reference/bulk/loops.h"
#include "reference/bulk/remainders.h"
#include "reference/certified/simd/kernels.h"

namespace classay {

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
  see("contains", kF32, loops.contains);
  see("between", kF32, loops.between);
  see("digest", kF32, loops.digest);
}

}  // namespace classay
