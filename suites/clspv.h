// What the document "OpenCL C 1.2 Language on Vulkan" says of builtins: which must not be used, who implements each, and on
// which limits of OpenCL C it stands.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "reference/judge/judge.h"
#include "suites/row.h"

namespace classay {

// Why a call must not be made: the clause. Of one that is allowed only in a form that no case has, the clause as well.
std::optional<std::string> forbidden_by_clspv(const Row& row, Type format, int width);

// "Numerical Compliance": who implements a builtin, and so whose a wrong result is.
enum class MadeBy : std::uint8_t { driver, library, compiler, nobody };
MadeBy made_by(const Row& row);
// "asin is one of the core and extended instructions: the driver's"; empty where the document names it nowhere.
std::string whose_in_clspv(const Row& row);

// The document of OpenCL on whose tables it stands: that of the newest OpenCL C, which clspv compiles and is tested against.
inline constexpr Edition kUnderClspv = Edition::clc31;

// What it promises of a row for a format: the relaxed limits of OpenCL C, of which it says of core and extended
// instructions that their "authors expect" them, and of the others that it "is able to meet" them; and no more.
Promise promise_of_clspv(const Row& row, Type format, Mode mode, int lanes);
// The same as a cell of a table.
struct Cell;
Cell promised_by_clspv(const Row& row, Type format, Mode mode);

}  // namespace classay
