#include "harness/supervisor/machine.h"

#include <fmt/format.h>

#include <sstream>
#include <system_error>

#include "harness/supervisor/far_child.h"
#include "harness/supervisor/local_child.h"
#include "harness/text/shell_word.h"
#include "harness/text/visible.h"

namespace classay {
namespace {

std::string indented(const std::string& text) {
  std::string all;
  std::istringstream lines(text);
  for (std::string line; std::getline(lines, line);) all += (all.empty() ? "  " : "\n  ") + visible(line);
  return all;
}

// Describes the output of a connection without a greeting.
std::string what_came(const FarChild& child) {
  std::string text;
  if (!child.said().empty()) text += "; it prints '" + visible(child.said()) + "'";
  if (const std::string errors = child.errors(); !last_line(errors).empty()) text += ":\n" + indented(errors);
  return text;
}

Json greeting_of(const std::shared_ptr<const Line>& line, const std::string& command, std::chrono::milliseconds timeout) {
  const std::string nobody = "no response from classay through '" + visible(command) + "': ";
  try {
    FarChild child(line, {});
    const auto deadline = ChildProcess::Clock::now() + timeout;
    if (child.is_greeted(deadline)) return child.greeting();
    const bool is_late = ChildProcess::Clock::now() >= deadline;
    const std::string how = is_late ? fmt::format("nothing came in {} s", timeout.count() / 1000)
                                    : line->command.front() + " ended with " + child.ended(deadline).exit.text();
    throw LineError(nobody + how + what_came(child));
  } catch (const std::system_error& e) {
    throw LineError(nobody + e.what());
  }
}

}  // namespace

Machine Machine::here(std::string program) {
  Machine machine;
  machine.program_ = std::move(program);
  return machine;
}

Machine Machine::far(const std::string& command, std::chrono::milliseconds timeout) {
  Line line{.command = read_words(command), .build = {}};
  Machine machine;
  machine.greeting_ = greeting_of(std::make_shared<const Line>(line), command, timeout);
  line.build = machine.greeting_.value("build", Json());
  machine.line_ = std::make_shared<const Line>(std::move(line));
  return machine;
}

ChildCommand Machine::child(std::vector<std::string> words) const {
  if (!is_far()) words.insert(words.begin(), program_);
  return {.words = std::move(words), .line = line_};
}

std::unique_ptr<ChildProcess> started(const ChildCommand& command) {
  if (command.line == nullptr) return std::make_unique<LocalChild>(command.words, command.environment);
  return std::make_unique<FarChild>(command.line, command.words);
}

}  // namespace classay
