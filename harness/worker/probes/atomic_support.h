// Lists the atomic functions that a device has, according to its queries.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "harness/device/backend.h"
#include "kernels/contending.h"
#include "suites/front_end.h"
#include "suites/plan/tier.h"

namespace classay {

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

}  // namespace classay
