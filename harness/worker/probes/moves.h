// Tests that moves keep bits: of vector components, and of vectors reinterpreted with another number of components
// (kernels/moves.h). The result of a move is exact for all bits.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "harness/device/backend.h"
#include "harness/journal/read_json.h"
#include "kernels/moves.h"
#include "suites/cases.h"

namespace classay {

enum class MoveKind : std::uint8_t { components, reinterpretations };

// Returns the moves of a type and kind by width, without empty widths. `device`: its capabilities decide on other types.
std::vector<MovesOfWidth> moves_of(MoveKind kind, FrontEnd front_end, Type type, const Capabilities& device);

// The moves of a width, and per move the number of work-items with a wrong lane.
struct Moved {
  MovesOfWidth asked;
  std::vector<std::uint64_t> wrong;
  std::string unbuilt = "";  // why the program did not build
  std::string log = "";
};
// Runs the moves. Throws DeviceError.
std::vector<Moved> moved(Device& device, MoveKind kind, FrontEnd front_end, Type type);

// Members: format, objections, told; or why there is nothing to run.
Json to_json(Type type, const std::vector<Moved>& all);

}  // namespace classay
