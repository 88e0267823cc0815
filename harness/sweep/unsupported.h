// What can not be asked of a device, and what says so.
#pragma once

#include <optional>
#include <string>

#include "harness/devices/capabilities.h"
#include "suites/cases.h"

namespace classay {

// Why the device can not be asked through this front end, or of this type, with the answer of its driver that shows it.
std::optional<std::string> unsupported(const Capabilities& device, FrontEnd front_end, Type type);
// Why it can not be asked this case; nullopt when it can.
std::optional<std::string> unsupported(const Capabilities& device, const Case& c);

}  // namespace classay
