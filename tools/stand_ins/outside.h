// Does to the worker's stand-in what other processes do. Windows has no signals: there a process can only be killed, and
// every other function throws std::runtime_error.
#pragma once

namespace classay::tests::outside {

// Ends this process by a signal. With `ends_run`, its parent gets a signal a moment later.
void end_by(int signal, bool ends_run);

// Another process sends the signal while this one waits. Returns only on Windows.
void send(int signal);

// Leaves a helper behind that keeps the output of this process open.
void leave_helper();

}  // namespace classay::tests::outside
