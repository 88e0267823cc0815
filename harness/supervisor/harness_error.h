// Defines the error that stops a run for a reason that is neither the device's nor the journal's fault.
#pragma once

#include <stdexcept>

namespace classay {

class HarnessError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

}  // namespace classay
