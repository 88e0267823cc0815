#pragma once

#include <stdexcept>

namespace classay {

// Why a run can not go on that is neither the device's fault nor the journal's.
class HarnessError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

}  // namespace classay
