// Are bits moved as they should be? Components of vectors, and vectors as such of another number of components
// (kernels/moves.h). What a move gives is exact, whatever the bits are.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "harness/devices/backend.h"
#include "harness/protocol/read_json.h"
#include "kernels/moves.h"
#include "suites/cases.h"

namespace classay {

enum class MoveKind : std::uint8_t { components, reinterpretations };

// What a type has, of a kind, width by width; those without any are left out. `device`: what it can be asked of other types.
std::vector<MovesOfWidth> moves_of(MoveKind kind, FrontEnd front_end, Type type, const Capabilities& device);

// The moves of a width, and how many work-items of each had a wrong lane.
struct Moved {
  MovesOfWidth asked;
  std::vector<std::uint64_t> wrong;
  std::string unbuilt = "";  // why there is no program
  std::string log = "";
};
// Asks the device. Throws DeviceError.
std::vector<Moved> moved(Device& device, MoveKind kind, FrontEnd front_end, Type type);

// format, objections, told; or why there is nothing to ask.
Json to_json(Type type, const std::vector<Moved>& all);

}  // namespace classay
