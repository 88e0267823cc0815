#pragma once

#include <stdexcept>

namespace classay {

// Stops a run for a reason that is neither the device's nor the journal's fault.
class HarnessError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

}  // namespace classay
