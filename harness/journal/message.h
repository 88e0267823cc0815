// Defines the messages from a worker to the supervisor, one per line. Tasks go the other way (task.h). A worker owns one
// device and runs one task at a time; the supervisor never loads a driver.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <variant>

#include "harness/journal/read_json.h"

namespace classay::message {

// Once, when the device is open.
struct Hello {
  SharedJson device;  // its description
  SharedJson build;   // build of the worker program; nullptr: not reported
};

// Before the driver gets a kernel of this width.
struct Launch {
  int width = 0;
};

// Before another call variant is built and run.
struct Form {
  std::string form;  // empty: no more variants
};

// Counts inputs of the task, at most a few times a second.
struct Progress {
  std::uint64_t done = 0;
  std::uint64_t total = 0;
  std::uint64_t failed = 0;
};

struct Checkpoint {
  SharedJson state;  // all results so far; a task with this state resumes here
};

// One for each width.
struct Result {
  SharedJson result;  // as in the journal
};

// The task is over.
struct Done {
  bool renew = false;  // the next task needs a fresh worker
};

enum class Fault : std::uint8_t { unusable, build, resources, lost, refused, misreported, harness };
std::string_view name(Fault fault);

// The task ended without its results, or the device cannot be opened; the worker ends.
struct Trouble {
  Fault fault = Fault::harness;
  std::string message;
  std::string reason;  // from a build log
};

using Any = std::variant<Hello, Launch, Form, Progress, Checkpoint, Result, Done, Trouble>;

Json to_json(const Any& message);
// Throws std::invalid_argument that says what is wrong with the text.
Any read(std::string_view text);

// Most launches that a worker has in flight at once, and so the number of reported launches that may be unfinished.
inline constexpr std::size_t kMostInFlight = 8;

}  // namespace classay::message
