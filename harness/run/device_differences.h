// Whether a device is the one that a journal has.
#pragma once

#include <string>
#include <vector>

#include "harness/run/journal.h"

namespace classay {

// What differs between two descriptions of a device, of what makes it the same device with the same driver.
std::vector<std::string> device_differences(const Json& was, const Json& is);

}  // namespace classay
