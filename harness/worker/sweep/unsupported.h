// Finds what a device does not support, and the query result that shows it.
#pragma once

#include <optional>
#include <string>

#include "harness/device/capabilities.h"
#include "kernels/il/instruction.h"
#include "suites/cases.h"

namespace classay {

// Returns why the device does not support this front end or type, with the driver's query result; nullopt if it does.
std::optional<std::string> unsupported(const Capabilities& device, FrontEnd front_end, Type type);
// Returns why the device does not support a SPIR-V capability that it must list; nullopt if it lists it.
std::optional<std::string> unsupported(const Capabilities& device, const il::OptionalCapability& needed);
// Returns why the device does not support this case; nullopt if it does.
std::optional<std::string> unsupported(const Capabilities& device, const Case& c);

}  // namespace classay
