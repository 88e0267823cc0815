#include "harness/process/process.h"

#include <fmt/format.h>

#include <algorithm>

#include "harness/process/signals.h"

namespace classay::ending {

std::string signal_name(int signal) {
  const auto found = std::ranges::find(kNamedSignals, signal, &NamedSignal::number);
  return "SIG" + (found != kNamedSignals.end() ? std::string(found->name) : std::to_string(signal));
}

std::string exit_code_text(int code) {
  return "exit code " + (code < 0 ? fmt::format("{:#010x}", static_cast<unsigned>(code)) : std::to_string(code));
}

}  // namespace classay::ending

namespace classay {

bool Exit::is_stopped_from_outside() const {
  return signal == SIGTERM || signal == SIGHUP || signal == SIGINT || signal == SIGKILL;
}

std::string Exit::text() const {
  return signal == 0 ? ending::exit_code_text(code) : "killed by " + ending::signal_name(signal);
}

std::string last_line(const std::string& text) {
  const std::size_t end = text.find_last_not_of(" \n\r\t");
  if (end == std::string::npos) return "";
  const std::size_t before = text.rfind('\n', end);
  const std::size_t begin = before == std::string::npos ? 0 : before + 1;
  return text.substr(begin, end - begin + 1);
}

}  // namespace classay
