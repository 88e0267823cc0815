#include "harness/supervisor/device_health.h"

#include <algorithm>
#include <csignal>
#include <optional>
#include <thread>

#include "harness/supervisor/harness_error.h"

namespace classay {
namespace {

using Clock = Process::Clock;
using std::chrono::milliseconds;

struct Look {
  bool is_healthy = false;
  std::string how;   // how the probe ended
  std::string said;  // the probe's message
  std::string text() const { return said.empty() ? how : how + ": " + said; }
  const std::string& why() const { return said.empty() ? how : said; }
};

// A probe writes text, or an object with a message.
std::string message_of(const std::string& said) {
  const Json answer = read_json_if(said).value_or(Json());
  if (!answer.is_object()) return said;
  const auto message = answer.find("message");
  return message != answer.end() && message->is_string() ? message->get<std::string>() : std::string();
}

// A multi-line message, for example a build log, does not fit into a sentence; the journal has all of it.
std::string first_line(const std::string& text) { return text.substr(0, text.find('\n')); }

// false: the run ended in the meantime.
bool sleep(milliseconds time, const RunBook& book) {
  const auto end = Clock::now() + time;
  while (Clock::now() < end && !book.is_over()) {
    std::this_thread::sleep_for(std::min<Clock::duration>(end - Clock::now(), milliseconds(50)));
  }
  return !book.is_over();
}

// Another process ended the probe and may be about to stop the run.
bool is_from_outside(const Exit& exit) {
  return exit.signal == SIGTERM || exit.signal == SIGHUP || exit.signal == SIGINT || exit.signal == SIGKILL;
}

// Throws HarnessError for a probe that fails by its own fault, because that proves nothing about the device.
std::string how_it_ended(const ChildProcess& probe, const ChildEnd& end) {
  if (end.exit.clean() && !end.is_lost) return end.exit.text();
  if (end.is_meant) return "exit code " + std::to_string(end.exit.code);
  if (end.how.blame == Blame::ours) {
    throw HarnessError("the check of the device failed: " + end.how.sentence);
  }
  const std::string words = probe.last_error();
  return words.empty() ? end.how.sentence : end.how.sentence + ": " + words;
}

struct Output {
  Process::Read last_read = Process::Read::line;
  std::string last_line;
};

// Reads until the child closes its output, the deadline passes or the run ends.
template <class Child>
Output read_all(Child& child, Clock::time_point deadline, const RunBook& book) {
  Output output;
  std::string line;
  const auto may_go_on = [&] {
    return output.last_read == Process::Read::line || output.last_read == Process::Read::timeout;
  };
  while (may_go_on() && Clock::now() < deadline && !book.is_over()) {
    output.last_read = child.read_line(line, std::min(deadline, Clock::now() + milliseconds(100)));
    if (output.last_read == Process::Read::line) output.last_line = line;
  }
  return output;
}

// nullopt: the run ended in the meantime.
std::optional<Look> look(const HealthOptions& options, const RunBook& book) {
  const std::unique_ptr<ChildProcess> probe = started(options.probe);
  probe->close_input();
  const auto deadline = Clock::now() + options.timeout;
  const Output output = read_all(*probe, deadline, book);
  std::optional<ChildEnd> end;
  if (output.last_read == Process::Read::end) end = probe->ended(deadline);
  if (end && end->stayed) end.reset();
  if (end && (end->is_lost || is_from_outside(end->exit)) && book.is_interrupted_soon()) return std::nullopt;
  if (book.is_over()) return std::nullopt;
  return Look{.is_healthy = end && end->exit.clean() && !end->is_lost,
              .how = end ? how_it_ended(*probe, *end) : "no result from the device: it hangs",
              .said = message_of(output.last_line)};
}

// Runs the command in a shell and keeps its last line for the journal.
std::string recovery(const HealthOptions& options, const RunBook& book) {
  Process shell({"/bin/sh", "-c", options.recover + "\n"});
  shell.close_input();
  const auto deadline = Clock::now() + options.recover_timeout;
  const auto [last_read, last] = read_all(shell, deadline, book);
  const std::optional<Exit> end = last_read == Process::Read::end ? shell.wait_until(deadline) : std::nullopt;
  if (!end) shell.kill();
  return "the command of --recover " + (end ? "ended with " + end->text() : std::string("was stopped")) +
         (last.empty() ? "" : ": " + last);
}

}  // namespace

bool is_device_healthy(const HealthOptions& options, RunBook& book, const std::string& after) {
  for (std::size_t attempt = 0;; ++attempt) {
    const std::optional<Look> seen = look(options, book);
    if (!seen) return false;
    book.write({{"kind", "health"}, {"healthy", seen->is_healthy}, {"message", seen->text()}, {"after", after}}, false);
    if (seen->is_healthy) return true;
    if (attempt == 0 && !options.recover.empty()) {
      book.write({{"kind", "health"}, {"healthy", false}, {"message", recovery(options, book)}, {"after", after}}, false);
    }
    if (attempt == options.back_off.size()) {
      book.call_off("the device does not respond any more (" + first_line(seen->why()) + ") since " + first_line(after));
      return false;
    }
    if (!sleep(options.back_off[attempt], book)) return false;
  }
}

}  // namespace classay
