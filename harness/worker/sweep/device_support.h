// Translates a driver's reports about its device. Reported arithmetic becomes the judge's terms; a missing feature becomes a
// reason, with the query result that shows it.
#pragma once

#include <optional>
#include <string>

#include "harness/device/backend.h"
#include "harness/device/capabilities.h"
#include "kernels/il/instruction.h"
#include "reference/number/type.h"
#include "reference/promise/arithmetic.h"
#include "suites/cases.h"
#include "suites/row.h"

namespace classay {

const FloatSupport& support(const Capabilities& device, Type format);
Arithmetic reported_arithmetic(const Capabilities& device, Type format);
// For a row: a conversion has operands of one format and results of another.
Arithmetic reported_arithmetic(const Capabilities& device, const Row& row, Type format);

// Returns why the device does not support this front end or type, with the driver's query result; nullopt if it does.
std::optional<std::string> unsupported(const Capabilities& device, FrontEnd front_end, Type type);
// Returns why the device does not support a SPIR-V capability that it must list; nullopt if it lists it.
std::optional<std::string> unsupported(const Capabilities& device, const il::OptionalCapability& needed);
// Returns why the device does not support this case; nullopt if it does.
std::optional<std::string> unsupported(const Capabilities& device, const Case& c);

}  // namespace classay
