// What a driver says of its arithmetic in CL_DEVICE_*_FP_CONFIG, held against what was measured of it, and both against what
// every device must have at least. Three lists of sentences: what is said and not done, which is a failure; what is missing
// of the minimum, which is one too; and what is done and not said, which is told and is no failure.
#pragma once

#include <string>
#include <vector>

#include "harness/probes/traits.h"

namespace classay {

// Where what was measured and what the driver says can not both be true; empty when they agree.
std::vector<std::string> contradictions(const FloatSupport& said, const Traits& measured);

// What is missing, in what the driver says and in what was measured, of what every device of its profile, version and type
// must have, each with the clause; empty for a custom device, of which nothing is required.
std::vector<std::string> below_minimum(const Capabilities& device, const FloatSupport& said, const Traits& measured);

// What the device does, and its driver does not say.
std::vector<std::string> unclaimed(const FloatSupport& said, const Traits& measured);

}  // namespace classay
