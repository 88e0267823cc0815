// Handles the signals that stop programs (SIGINT, SIGTERM, SIGHUP). A signal that was ignored stays ignored, as `nohup`
// requires.
//
// Until an Interrupts exists, such a signal ends the process at once, if it has expected that. With one, it is only noted.
#pragma once

#include <filesystem>
#include <memory>
#include <string_view>

namespace classay {

// From here on, a signal writes the message to standard error and ends the process with this code. `message` must outlive
// the process.
void expect_early_end(std::string_view message, int code);

// Sets the one file that an early end removes; empty: none.
void take_along(const std::filesystem::path& file);

class Interrupts {
 public:
  Interrupts();  // from here on a run ends in order
  ~Interrupts();
  Interrupts(const Interrupts&) = delete;
  Interrupts& operator=(const Interrupts&) = delete;

  // Returns whether a signal came since the last Interrupts began. Any thread may call it.
  static bool came();

 private:
  struct Before;
  std::unique_ptr<Before> before_;
};

}  // namespace classay
