// The standard descriptors of this process.
#pragma once

namespace classay {

inline constexpr int kStandardInput = 0;
inline constexpr int kStandardOutput = 1;
inline constexpr int kStandardError = 2;

// A terminal needs a flush for every line; for other output one at the end is enough.
bool is_terminal(int descriptor);

// Returns whether a read returns at once: there is input, or it has ended.
bool is_ready_to_read(int descriptor);

// Moves standard output away from the libraries of this process, which then write to standard error. Returns a descriptor
// of the original output.
int taken_standard_output();

// Turns a closed reader and a limit on the size of files into errors of writing, and keeps the system from changing lines.
void prepare_standard_descriptors();

}  // namespace classay
