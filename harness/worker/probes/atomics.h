// Tests that atomic functions are atomic. Many work-items change one cell in global memory, and those of a work-group one
// cell in local memory. The probe covers every atomic function of a type, of OpenCL C 1.2 and its extensions, of OpenCL
// C 2.0 with each order, or of SPIR-V.
//
// Each function returns the old value. A change is thus a step from its old value to its new one. The changes are right if
// and only if their steps form one path from the first value to the last (an Eulerian path). It exists if the steps are
// connected, and as many lead to each value as away from it, except for the first and the last. The order is free: every
// result that some order explains is accepted.
//
// Some operands and comparands differ in one bit, and counters carry into the upper bits. Sums of floating-point numbers
// are exact in every order. A store returns nothing; the last value must be one of the stored
// values.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "harness/device/backend.h"
#include "kernels/contending.h"
#include "reference/number/type.h"
#include "suites/front_end.h"
#include "suites/plan/tier.h"

namespace classay {

// What to test. The functions below list what a device has, according to its queries.
struct AtomicsAsked {
  FrontEnd front_end = FrontEnd::clc;
  AtomicForm form{};
  Type type = Type::i32;
};
// Returns the forms of a kind of cases in which the device has at least one function. Tiers above smoke include all orders.
std::vector<AtomicForm> atomic_forms(const Description& device, FrontEnd front_end, std::string_view kind, Type type,
                                     Tier tier);
// Returns the functions that the device has.
std::vector<Contender> contenders(const Description& device, const AtomicsAsked& asked);
// Returns why the device has none of them, with the driver's query result.
std::optional<std::string> no_atomics(const Description& device, const AtomicsAsked& asked);

// The results of one function in one address space: the first value, the last one, and per work-item its operands and the
// old value.
struct Change {
  Bits operand = 0;
  Bits compared = 0;  // comparand, for a function that compares
  Bits found = 0;
};
struct Contended {
  Type type = Type::i32;
  AtomicName name = AtomicName::add;
  std::string function;  // name in the call
  std::string memory;    // "global", "local"
  Bits first = 0;
  Bits last = 0;
  std::vector<Change> changes;
};

// Runs the functions. Throws DeviceError.
std::vector<Contended> measure_atomics(Device& device, const AtomicsAsked& asked);

// Returns why no order explains the changes; nullopt if one does.
std::optional<std::string> violation(const Contended& contended);

}  // namespace classay
