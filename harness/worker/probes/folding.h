// Tests that the builder of a module computes what its kernels compute: compares operations on specialization constants with
// the same operations on numbers read from memory (kernels/il/folding.h).
#pragma once

#include <string>
#include <vector>

#include "harness/device/backend.h"
#include "harness/journal/read_json.h"
#include "kernels/il/folding.h"

namespace classay {

// One operation's results of both kinds.
struct Folded {
  il::FoldedOperation operation;
  il::FoldedNumbers numbers{};
  Bits of_constants = 0;
  Bits of_numbers = 0;
};
// Runs the operations. Throws DeviceError.
std::vector<Folded> folded(Device& device, Type type, il::Arity arity);

// Members: format, objections, told.
Json to_json(Type type, const std::vector<Folded>& all);

}  // namespace classay
