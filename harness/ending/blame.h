// Whose fault it is that a process ended without its answer.
#pragma once

#include <cstdint>

namespace classay {

enum class Blame : std::uint8_t {
  driver,     // its code, or code that it made
  ours,       // this program
  outside,    // someone who sent a signal
  resources,  // no memory, no room on a disk
  unknown,    // nobody saw it
};

}  // namespace classay
