#include "harness/supervisor/machine.h"

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <sstream>
#include <system_error>
#include <utility>

#include "harness/journal/codec.h"
#include "harness/text/shell_word.h"
#include "harness/text/visible.h"

namespace classay {
namespace {

// How long the remote end may take to report a child's end.
constexpr std::chrono::seconds kLastWord{5};

std::string dumped(const SharedJson& json) { return or_null(json).dump(-1, ' ', false, Json::error_handler_t::replace); }

std::string indented(const std::string& text) {
  std::string all;
  std::istringstream lines(text);
  for (std::string line; std::getline(lines, line);) all += (all.empty() ? "  " : "\n  ") + visible(line);
  return all;
}

// Describes the output of a connection without a greeting.
std::string what_came(const RemoteChild& child) {
  std::string text;
  if (!child.said().empty()) text += "; it prints '" + visible(child.said()) + "'";
  if (const std::string errors = child.errors(); !last_line(errors).empty()) text += ":\n" + indented(errors);
  return text;
}

Greeting greeting_of(const std::shared_ptr<const Connection>& connection, const std::string& command,
                     std::chrono::milliseconds timeout) {
  const std::string nobody = "no response from classay through '" + visible(command) + "': ";
  try {
    RemoteChild child(connection, {});
    const auto deadline = ChildProcess::Clock::now() + timeout;
    if (child.is_greeted(deadline)) return *child.greeting();
    const bool is_late = ChildProcess::Clock::now() >= deadline;
    const std::string how = is_late ? fmt::format("nothing came in {} s", timeout.count() / 1000)
                                    : connection->command.front() + " ended with " + child.ended(deadline).exit.text();
    throw ConnectionError(nobody + how + what_came(child));
  } catch (const std::system_error& e) {
    throw ConnectionError(nobody + e.what());
  }
}

}  // namespace

Machine Machine::here(std::string program) {
  Machine machine;
  machine.program_ = std::move(program);
  return machine;
}

Machine Machine::far(const std::string& command, std::chrono::milliseconds timeout) {
  Connection connection{.command = read_words(command), .build = {}};
  Machine machine;
  machine.greeting_ = greeting_of(std::make_shared<const Connection>(connection), command, timeout);
  connection.build = machine.greeting_.build;
  machine.connection_ = std::make_shared<const Connection>(std::move(connection));
  return machine;
}

ChildCommand Machine::child(std::vector<std::string> words) const {
  if (!is_far()) words.insert(words.begin(), program_);
  return {.words = std::move(words), .connection = connection_};
}

std::unique_ptr<ChildProcess> start_child(const ChildCommand& command) {
  if (command.connection == nullptr) return std::make_unique<LocalChild>(command.words, command.environment);
  return std::make_unique<RemoteChild>(command.connection, command.words);
}

RemoteChild::RemoteChild(std::shared_ptr<const Connection> connection, std::vector<std::string> words)
    : connection_(std::move(connection)), words_(std::move(words)), process_([&] {
        std::vector<std::string> command = connection_->command;
        command.emplace_back("relay");
        return command;
      }()) {}

void RemoteChild::send(const std::string& order, Clock::time_point deadline) { process_.write_line(order, deadline); }

bool RemoteChild::write_line(const std::string& line, Clock::time_point deadline) {
  if (greeting_) return process_.write_line(">" + line, deadline);
  held_back_.push_back(">" + line);
  return true;
}

void RemoteChild::close_input() {
  if (!greeting_) {
    held_back_.emplace_back(".");
  } else {
    send(".", Clock::now() + kLastWord);
  }
}

ChildProcess::Read RemoteChild::read_line(std::string& line, Clock::time_point deadline) {
  do {
    if (end_) return is_flooded_ ? Read::flooded : Read::end;
    std::string text;
    const Read read = process_.read_line(text, deadline);
    if (read != Read::line) return read;
    if (take(std::move(text), line)) return Read::line;
  } while (Clock::now() < deadline);
  return Read::timeout;
}

bool RemoteChild::is_greeted(Clock::time_point deadline) {
  std::string line;
  while (!greeting_) {
    const Clock::time_point slice = std::min(deadline, Clock::now() + std::chrono::milliseconds(20));
    const Read read = read_line(line, slice);
    if (read == Read::end || read == Read::flooded || Clock::now() >= deadline) break;
  }
  return greeting_.has_value();
}

// Returns true for a line of the child. Lines from neither the child nor the relay, for example of a login, are ignored.
bool RemoteChild::take(std::string text, std::string& line) {
  if (text.ends_with('\r')) text.pop_back();  // from a terminal on the way
  if (!greeting_) {
    greet(text);
  } else if (text.starts_with('>')) {
    line = text.substr(1);
    return true;
  } else if (text.starts_with('~')) {
    take_sign(text.substr(1));
  } else if (text.starts_with('.')) {
    take_end(text.substr(1));
  }
  return false;
}

void RemoteChild::greet(const std::string& text) {
  std::optional<Greeting> said = greeting_in(text);
  if (!said) {
    if (said_.empty()) said_ = text;
    return;
  }
  const bool is_known = said->relay == kRelayVersion && or_null(said->build) == or_null(connection_->build);
  if (connection_->build && !is_known) {
    process_.kill();
    throw HarnessError("the program at the other end is another one than before: its build is " + dumped(said->build) +
                       " and not " + dumped(connection_->build) +
                       "; all results so far are kept. Restore it and continue with `classay resume`");
  }
  greeting_ = std::move(said);
  if (words_.empty()) return;
  const Clock::time_point deadline = Clock::now() + kLastWord;
  send(classay::text(StartChild{words_}), deadline);
  for (const std::string& order : std::exchange(held_back_, {})) send(order, deadline);
}

void RemoteChild::take_sign(const std::string& text) {
  const std::optional<SignOfLife> sign = sign_of_life_in(text);
  if (!sign) return;
  is_in_driver_ = sign->in_driver.value_or(is_in_driver_);
  waited_ += std::chrono::nanoseconds(std::min(sign->waited, std::uint64_t{60'000'000'000}));
}

// A report that cannot be read does not count.
void RemoteChild::take_end(const std::string& text) {
  const std::optional<ChildReport> report = child_report_in(text);
  if (!report) return;
  errors_ = report->errors;
  is_flooded_ = report->flooded;
  end_ = end_of(*report);
}

ChildProcess::Clock::duration RemoteChild::waited(Clock::duration at_most) {
  const Clock::duration some = std::min(waited_, at_most);
  waited_ -= some;
  return some;
}

ChildEnd RemoteChild::lost(const std::string& how, const Exit& exit) const {
  Json evidence{{"blame", name(Blame::outside)}, {"line", "lost"}};
  if (exit.signal == 0) evidence["status"] = exit.code;
  return {.exit = exit,
          .stayed = false,
          .is_meant = false,
          .is_lost = true,
          .how = {.blame = Blame::outside, .sentence = how},
          .evidence = shared(std::move(evidence))};
}

ChildEnd RemoteChild::ended(Clock::time_point deadline) {
  if (!end_) {
    process_.wait_until(deadline);
    const Exit exit = process_.kill();
    return lost(fmt::format("the connection was lost, so the end of the worker is unknown: {} ended with {}",
                            connection_->command.front(), exit.text()),
                exit);
  }
  process_.kill();
  return *end_;
}

ChildEnd RemoteChild::hung() {
  const Clock::time_point deadline = Clock::now() + kLastWord;
  send("!", deadline);
  std::string line;
  Read read = Read::line;
  while (read == Read::line) read = read_line(line, deadline);
  if (read != Read::timeout) return ended(deadline);
  return lost("the connection is silent, so the state of the worker is unknown", process_.kill());
}

void RemoteChild::dismiss(Clock::time_point deadline) {
  close_input();
  std::string line;
  while (read_line(line, deadline) == Read::line) {
  }
  process_.kill();
}

template <>
struct Fields<Greeting> {
  static constexpr auto kAll =
      std::tuple(field("build", &Greeting::build, Presence::optional), field("host", &Greeting::host, Presence::optional),
                 field_as<SmallCodec<1'000'000>>("relay", &Greeting::relay));
};

template <>
struct Fields<StartChild> {
  static constexpr auto kAll = std::tuple(field("words", &StartChild::words));
};

template <>
struct Fields<SignOfLife> {
  static constexpr auto kAll = std::tuple(field("in_driver", &SignOfLife::in_driver, Presence::optional),
                                          field("waited", &SignOfLife::waited, Presence::optional));
};

template <>
struct Fields<ChildReport> {
  using R = ChildReport;
  static constexpr int kMostStatus = 255;
  static constexpr auto kAll = std::tuple(field_as<SmallCodec<kMostStatus>>("status", &R::status),
                                          field_as<SmallCodec<kMostStatus>>("signal", &R::signal),
                                          field("stayed", &R::stayed), field("meant", &R::meant), field("blame", &R::blame),
                                          field("sentence", &R::sentence), field_as<ObjectCodec>("evidence", &R::evidence),
                                          field("errors", &R::errors), field("flooded", &R::flooded, Presence::if_set));
};

namespace {

// A message of a driver may not be UTF-8.
template <class T>
std::string text_of(const T& message) {
  return write_fields(message).dump(-1, ' ', false, Json::error_handler_t::replace);
}

template <class T>
std::optional<T> message_in(std::string_view text) {
  try {
    return read_fields<T>(read_json(text));
  } catch (const std::invalid_argument&) {
    return std::nullopt;
  }
}

}  // namespace

ChildReport report_of(const ChildEnd& end, const std::string& errors) {
  return {.status = end.exit.code,
          .signal = end.exit.signal,
          .stayed = end.stayed,
          .meant = end.is_meant,
          .blame = end.how.blame,
          .sentence = end.how.sentence,
          .evidence = end.evidence,
          .errors = errors};
}

ChildEnd end_of(const ChildReport& report) {
  return {.exit = {.code = report.status, .signal = report.signal},
          .stayed = report.stayed,
          .is_meant = report.meant,
          .how = {.blame = report.blame, .sentence = report.sentence},
          .evidence = report.evidence};
}

std::string text(const Greeting& greeting) { return text_of(greeting); }
std::string text(const StartChild& words) { return text_of(words); }
std::string text(const SignOfLife& sign) { return text_of(sign); }
std::string text(const ChildReport& report) { return text_of(report); }

std::optional<Greeting> greeting_in(std::string_view text) { return message_in<Greeting>(text); }
std::optional<StartChild> start_child_in(std::string_view text) { return message_in<StartChild>(text); }
std::optional<SignOfLife> sign_of_life_in(std::string_view text) { return message_in<SignOfLife>(text); }
std::optional<ChildReport> child_report_in(std::string_view text) { return message_in<ChildReport>(text); }

}  // namespace classay
