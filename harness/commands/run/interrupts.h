// From here on a signal that asks to stop ends the run in order: the journal is whole, and can be gone on with. One that was
// ignored stays so, as `nohup` wants it.
#pragma once

#include <array>
#include <csignal>

namespace classay {

class Interrupts {
 public:
  Interrupts();
  ~Interrupts();
  Interrupts(const Interrupts&) = delete;
  Interrupts& operator=(const Interrupts&) = delete;

  // Since the last one of these began. Any thread may ask.
  static bool came();

 private:
  static constexpr std::array kStops{SIGINT, SIGTERM, SIGHUP};
  std::array<struct sigaction, kStops.size()> old_{};
};

}  // namespace classay
