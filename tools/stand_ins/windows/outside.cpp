#include "tools/stand_ins/outside.h"

#include <stdexcept>
#include <string>

#include "harness/process/signals.h"
#include "harness/process/windows/exception.h"

namespace classay::tests::outside {

void end_by(int signal, bool ends_run) {
  if (signal != SIGKILL || ends_run) throw std::runtime_error("Windows has no signal " + std::to_string(signal));
  ::TerminateProcess(::GetCurrentProcess(), windows::kKilled);
}

void send(int signal) { throw std::runtime_error("Windows has no signal " + std::to_string(signal)); }

void leave_helper() { throw std::runtime_error("Windows has no fork"); }

}  // namespace classay::tests::outside
