// Compares CL_DEVICE_*_FP_CONFIG with the measured arithmetic, and both with the minimum for every device. Reports three
// kinds of sentences. A property that is reported but missing is a failure, and so is a missing minimum. A property that
// exists but is not reported is a note, not a failure.
#pragma once

#include <string>
#include <vector>

#include "harness/worker/probes/traits.h"

namespace classay {

// Returns where the driver's report contradicts the measurement; empty if they agree.
std::vector<std::string> contradictions(const FloatSupport& said, const Traits& measured);

// Returns which requirements of the device's profile, version and type are missing in the driver's report or in the
// measurement, each with its clause. Empty for a custom device, which has no requirements.
std::vector<std::string> below_minimum(const Capabilities& device, const FloatSupport& said, const Traits& measured);

// Returns the properties that the device has and its driver does not report.
std::vector<std::string> unclaimed(const FloatSupport& said, const Traits& measured);

}  // namespace classay
