// Does a device answer? A tiny kernel of integers whose results are known, run in a process of its own, in the first front
// end that the device takes. It is another one each time: a driver that keeps what it has built would pass though it can
// build no more.
#pragma once

#include <string>

#include "harness/devices/backend.h"

namespace classay {

// What is wrong with the device; empty when nothing is.
std::string health_of(Backend& backend, const std::string& device);

}  // namespace classay
