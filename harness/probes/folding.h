// Does a module's builder compute what its kernels compute? Operations on specialization constants beside the same ones on
// numbers that are read (kernels/il/folding.h).
#pragma once

#include <string>
#include <vector>

#include "harness/devices/backend.h"
#include "harness/protocol/read_json.h"
#include "kernels/il/folding.h"

namespace classay {

// A result of both kinds.
struct Folded {
  il::FoldedOperation operation;
  il::FoldedNumbers numbers{};
  Bits of_constants = 0;
  Bits of_numbers = 0;
};
// Asks the device. Throws DeviceError.
std::vector<Folded> folded(Device& device, Type type, il::Arity arity);

// format, objections, told.
Json to_json(Type type, const std::vector<Folded>& all);

}  // namespace classay
