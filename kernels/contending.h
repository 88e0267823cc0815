// Writes programs in which many work-items call atomic functions on one cell (OpenCL C, "Atomic Functions" and "Legacy
// Atomics"; SPIR-V, "Atomic Instructions").
//
// Kernel arguments: `out` and `in`, of the tested type. `out` begins with one cell in global memory per function. One row
// per work-item follows. A row contains three values per function: the value found in global memory, the value found in
// local memory, and the final value of local memory. The last value of a row is the first work-item of the group, which
// identifies the group.
//
// `in` contains an operand and a comparand per work-item, and then the initial value of the cells in local memory. A flag is
// clear at first; its found value is 0 or 1.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>

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
  store,  // returns no value
  test_and_set,
};

// The families of names: of OpenCL C 1.x (atomic_add, or atom_add for 64 bits), of the extensions for 32 bits (atom_add),
// and of OpenCL C 2.0 (atomic_fetch_add_explicit, and atomic_fetch_add, which is sequentially consistent).
enum class AtomicStyle : std::uint8_t { legacy, extension, explicit_order, implicit_order };
constexpr bool is_legacy(AtomicStyle style) { return style <= AtomicStyle::extension; }
enum class AtomicOrder : std::uint8_t { relaxed, acquire, release, acq_rel, seq_cst };
std::string_view name(AtomicOrder order);  // "relaxed"

constexpr bool is_comparison(AtomicName name) {
  return name == AtomicName::compare_exchange || name == AtomicName::compare_exchange_weak;
}

// How a program calls the functions. Only `explicit_order` has a choice of orders.
struct AtomicForm {
  AtomicStyle style = AtomicStyle::legacy;
  AtomicOrder order = AtomicOrder::relaxed;
};

// A function, and the memories on which it is called.
struct Contender {
  AtomicName name = AtomicName::add;
  bool in_global = true;
  bool in_local = true;
};

inline constexpr const char* kContendingKernel = "contend";
inline constexpr std::uint64_t kContendingItems = 1024;
constexpr std::uint64_t contending_row(std::uint64_t functions) { return 3 * functions + 1; }

// Returns the name in its front end: "atomic_add", "atom_add", "atomic_fetch_add_explicit", "atomic_fetch_add",
// "OpAtomicIAdd".
std::string function_name(FrontEnd front_end, AtomicStyle style, AtomicName name, Type type);

// A language without atomic_init() stores the first values.
enum class FirstValue : std::uint8_t { initialised, stored };
Source contending_source(Type type, AtomicForm form, std::span<const Contender> all, const std::string& options,
                         FirstValue first = FirstValue::initialised);

}  // namespace classay
