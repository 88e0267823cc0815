// Are atomic functions atomic? Many work-items change one cell in global memory, and those of a group one in local memory,
// with every atomic function that the type has: of OpenCL C 1.2, of OpenCL C 2.0, or of SPIR-V.
//
// Each gives back what it found, so what is left can be told apart from every order that the changes can have had: a change
// is a step from what it found to what it left, and the steps are right exactly where they make up one way from the first
// value to the last, each taken once. (An Eulerian path: as many steps lead to a value as away from it, but for the first
// and the last, and all of them hang together.) No order is asked for, and no result that some order has is refused. Sums of
// floating-point numbers are exact in every order. Of a store, which finds nothing, the last value is that of one of them.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "harness/devices/backend.h"
#include "harness/protocol/read_json.h"
#include "harness/sweep/programs.h"
#include "kernels/contending.h"
#include "reference/number/type.h"

namespace classay {

// Which functions are asked.
struct AtomicsAsked {
  FrontEnd front_end = FrontEnd::clc;
  AtomicStyle style = AtomicStyle::legacy;
  Type type = Type::i32;
};
// As far as the device has them.
std::vector<Contender> contenders(const Description& device, const AtomicsAsked& asked);
// Why there are none, by the answer of the driver.
std::optional<std::string> no_atomics(const Description& device, const AtomicsAsked& asked);

// What came of one function in one memory: the first value, the last one, and of each work-item what it gave and found.
struct Change {
  Bits operand = 0;
  Bits compared = 0;  // with, by a function that compares
  Bits found = 0;
};
struct Contended {
  Type type = Type::i32;
  AtomicName name = AtomicName::add;
  std::string function;  // as it is called
  std::string memory;    // "global", "local"
  Bits first = 0;
  Bits last = 0;
  std::vector<Change> changes;
};

struct Contention {
  Type type = Type::i32;
  std::vector<Contended> all;
  std::optional<BuildFailure> unbuilt = std::nullopt;
};
// Asks the device. Throws DeviceError.
Contention contended(Device& device, const AtomicsAsked& asked);

// Why the changes have no order; nullopt: they have one.
std::optional<std::string> objection(const Contended& contended);

// format, objections.
Json to_json(const Contention& contention);

}  // namespace classay
