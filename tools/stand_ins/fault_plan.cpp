#include "tools/stand_ins/fault_plan.h"

#include <fcntl.h>
#include <unistd.h>

#include <algorithm>
#include <charconv>
#include <cstdlib>
#include <fstream>
#include <sstream>
#include <stdexcept>

#include "tools/stand_ins/misdeeds.h"

namespace classay::faults {
namespace {

std::string variable(const char* name) {
  const char* value = std::getenv(name);
  return value == nullptr ? "" : value;
}

std::vector<std::string> split(const std::string& text, char separator) {
  std::vector<std::string> parts;
  std::istringstream in(text);
  for (std::string part; std::getline(in, part, separator);) parts.push_back(part);
  return parts;
}

std::optional<int> number(std::string_view s) {
  int value = 0;
  const auto [end, error] = std::from_chars(s.data(), s.data() + s.size(), value);
  return error == std::errc() && end == s.data() + s.size() ? std::optional(value) : std::nullopt;
}

// Returns the sub-command, the first argument of the program.
std::string own_command() {
  std::ifstream in("/proc/self/cmdline", std::ios::binary);
  std::string program;
  std::string command;
  std::getline(in, program, '\0');
  std::getline(in, command, '\0');
  return command;
}

// These effects describe the device and therefore apply in all processes.
bool is_of_the_device(const Fault& fault) { return fault.effect == Effect::discrete || fault.effect == Effect::huge; }

}  // namespace

Fault fault_from(const std::string& text) {
  const auto refused = [&](const std::string& why) { return std::invalid_argument("CLASSAY_FAULT '" + text + "': " + why); };
  std::vector<std::string> words = split(text, ':');
  if (words.size() < 3 || words.size() > 4) throw refused("it is not CALL:N:EFFECT[:VALUE]");
  Fault fault{.text = text};
  const auto* const call = std::ranges::find(kCallNames, words[0]);
  if (call == kCallNames.end()) throw refused("no call " + words[0] + " is wrapped");
  fault.call = static_cast<Call>(call - kCallNames.begin());
  fault.and_later = words[1].ends_with('+');
  if (fault.and_later) words[1].pop_back();
  const std::optional<int> n = number(words[1]);
  if (!n || *n < 1) throw refused("calls are counted from 1");
  fault.n = static_cast<unsigned>(*n);
  if (const std::optional<int> code = number(words[2])) words = {words[0], words[1], "code", words[2]};
  const auto* const row = std::ranges::find(kEffects, words[2], &EffectRow::name);
  if (tests::is_misdeed(words[2])) {
    fault.effect = Effect::misdeed;
    fault.deed = words[2];
  } else if (row == kEffects.end()) {
    throw refused("unknown effect " + words[2]);
  } else {
    fault.effect = row->effect;
    fault.value = row->value;
  }
  if (words.size() == 4) {
    const std::optional<int> value = number(words[3]);
    if (!value) throw refused(words[3] + " is no number");
    fault.value = *value;
  }
  return fault;
}

Plan::Plan() : command_(own_command()) {
  const bool is_meant = is_this_process_meant();
  for (const std::string& text : split(variable("CLASSAY_FAULT"), ',')) {
    const Fault fault = fault_from(text);
    if (is_meant || is_of_the_device(fault)) faults_.push_back(fault);
  }
  if (const std::string log = variable("CLASSAY_FAULT_LOG"); !log.empty()) {
    log_ = ::open(log.c_str(), O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0644);
  }
}

bool Plan::is_this_process_meant() const {
  const std::string wanted = variable("CLASSAY_FAULT_IN");
  const std::vector<std::string> commands = split(wanted, ',');
  return wanted.empty() || std::ranges::find(commands, command_) != commands.end();
}

// The process that creates the file is the first, even if several try at once.
bool Plan::is_first_time() {
  const std::string file = variable("CLASSAY_FAULT_ONCE");
  if (file.empty() || is_the_first_) return true;
  const int made = ::open(file.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0644);
  if (made < 0) return false;
  ::close(made);
  is_the_first_ = true;
  return true;
}

bool Plan::is_time() {
  const std::string file = variable("CLASSAY_FAULT_WHILE");
  return file.empty() || ::access(file.c_str(), F_OK) == 0;
}

std::optional<Fault> Plan::next(Call call) {
  std::optional<Fault> due;
  {
    const std::lock_guard lock(mutex_);
    const unsigned n = ++counts_.at(static_cast<std::size_t>(call));
    const auto is_due = [&](const Fault& f) { return f.call == call && (f.n == n || (f.and_later && f.n < n)); };
    const auto found = std::ranges::find_if(faults_, is_due);
    if (!is_time()) {
      lost_.reset();
    } else if (lost_) {
      due = lost_;
    } else if (found != faults_.end() && (is_of_the_device(*found) || is_first_time())) {
      due = *found;
    }
    if (due && due->effect == Effect::lose) lost_ = due;
    note(call, n, due);
  }
  if (due && due->effect == Effect::misdeed) {
    tests::misdeed(due->deed, due->value);
    due.reset();  // a driver's handler may handle the signal and let the call continue
  }
  return due;
}

void Plan::note(Call call, unsigned n, const std::optional<Fault>& fault) const {
  if (log_ < 0) return;
  std::ostringstream line;
  line << command_ << ' ' << ::getpid() << ' ' << kCallNames.at(static_cast<std::size_t>(call)) << ' ' << n;
  if (fault) line << ' ' << fault->text;
  line << '\n';
  // One write per line, so that lines of several processes do not mix. An unwritable log is visible in the test.
  [[maybe_unused]] const ssize_t written = ::write(log_, line.view().data(), line.view().size());
}

}  // namespace classay::faults
