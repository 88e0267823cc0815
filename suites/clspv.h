// Contains the rules of "OpenCL C 1.2 Language on Vulkan": which builtins must not be used, who implements each, and which
// limits of OpenCL C apply.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "reference/promise/promise.h"
#include "suites/row.h"

namespace classay {

// Returns the clause that forbids a call, also if the call is allowed only in a variant that no case has.
std::optional<std::string> forbidden_by_clspv(const Row& row, Type format, int width);
// Returns whether a load or store of half must use a buffer: it is "only allowed to use the global and constant address
// spaces". All other loads and stores may use private memory.
bool needs_buffer_in_clspv(const Row& row);

// "Numerical Compliance": the implementer of a builtin, which is responsible for a wrong result.
enum class MadeBy : std::uint8_t { driver, library, compiler, nobody };
MadeBy made_by(const Row& row);
// Returns "asin is one of the core and extended instructions: the driver's"; empty if the builtin is not named.
std::string whose_in_clspv(const Row& row);

// The edition whose tables apply: the newest OpenCL C, which clspv compiles and is tested against.
inline constexpr Edition kUnderClspv = Edition::clc31;

// Returns the promise for a row and format: the relaxed limits of OpenCL C. The specification states that the "authors
// expect" them of core and extended instructions, and that it "is able to meet" those of the other builtins.
Promise promise_of_clspv(const Row& row, Type format, Mode mode, int lanes);
// Returns the promise as a cell of a table.
struct Cell;
Cell promised_by_clspv(const Row& row, Type format, Mode mode);

}  // namespace classay
