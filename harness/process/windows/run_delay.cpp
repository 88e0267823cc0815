#include "harness/process/run_delay.h"

namespace classay {

// Windows does not count the time that a thread waits for a processor.
std::chrono::nanoseconds RunDelay::since_last() { return {}; }

RunDelay::Shares RunDelay::shares_since_last() { return {}; }

}  // namespace classay
