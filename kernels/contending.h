// Atomic functions that many work-items call on one cell, and the programs in which they do (OpenCL C, "Atomic Functions"
// and its "Legacy Atomics"; SPIR-V, "Atomic Instructions").
//
// Arguments of the kernel: out, and in, of the type. In `out` lie first a cell in global memory for each function, and then
// a row for each work-item: for each function what it found in global memory, for each what it found in local memory, for
// each what local memory held in the end; and the first work-item of its group, which tells groups apart. In `in`, for each
// work-item its operand and what it compares with, and behind them what cells in local memory hold at first. A flag is clear
// there; found is 0 or 1.
#pragma once

#include <cstdint>
#include <span>
#include <string>

#include "kernels/source.h"
#include "suites/front_end.h"

namespace classay {

enum class AtomicName : std::uint8_t {
  add,
  sub,
  exchange,
  increment,
  decrement,
  compare_exchange,
  min,
  max,
  bit_and,
  bit_or,
  bit_xor,
  compare_exchange_weak,
  store,  // finds nothing
  test_and_set,
};

// Of OpenCL C 1.x, by atomic_add or of 64 bits by atom_add; or of OpenCL C 2.0, by atomic_fetch_add_explicit.
enum class AtomicStyle : std::uint8_t { legacy, explicit_order };

// A function, and the memories in which it is called.
struct Contender {
  AtomicName name = AtomicName::add;
  bool in_global = true;
  bool in_local = true;
};

inline constexpr const char* kContendingKernel = "contend";
inline constexpr std::uint64_t kContendingItems = 1024;
constexpr std::uint64_t contending_row(std::uint64_t functions) { return 3 * functions + 1; }

// As its front end has it: "atomic_add", "atom_add", "atomic_fetch_add_explicit", "OpAtomicIAdd".
std::string function_name(FrontEnd front_end, AtomicStyle style, AtomicName name, Type type);

// In OpenCL C.
Source contending_source(Type type, AtomicStyle style, std::span<const Contender> all, const std::string& options);

}  // namespace classay
