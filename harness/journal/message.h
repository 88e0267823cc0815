// Defines the messages from a worker to the supervisor, one per line. Tasks go the other way (task.h). A worker owns one
// device and runs one task at a time; the supervisor never loads a driver.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "harness/journal/case_result.h"
#include "harness/journal/read_json.h"
#include "harness/journal/task.h"

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

namespace classay {

// The structs below are what `classay search` and `classay repro` exchange with their children.

struct SearchQuestion {
  Task task;
  bool takes_edition_of_device = false;  // the task's edition is unknown
  std::uint64_t inputs = 0;
  std::uint64_t seed = 0;
  bool compare = false;            // with as many random inputs
  std::vector<std::string> known;  // inputs to begin with, as text/inputs.h reads them
};

struct SearchAnswer {
  std::string case_name;
  Edition edition = Edition::none;
  SharedJson device;  // its description
  SearchRecord found;
  std::optional<SearchRecord> sampled;  // nullopt: no comparison
};

// The results of one lane of `repro`, as bit patterns of its components.
struct LaneReply {
  std::string input;
  std::vector<std::string> sent;     // with arguments from a buffer
  std::vector<std::string> literal;  // with constants
  bool literal_was_written = false;
  std::string literal_unbuilt;  // why the kernel of constants does not build; empty: it does
};

// Work-items of a bulk launch that have the same results.
struct CrowdReply {
  std::uint64_t work_items = 0;
  std::vector<std::vector<std::string>> results;  // by lane
};

struct ReproAnswer {
  SharedJson device;                            // its description
  std::vector<LaneReply> replies;               // for all vectors, lane by lane
  std::vector<std::vector<CrowdReply>> crowds;  // by vector
  std::vector<std::string> forms;               // all other call variants
  std::string error;                            // why there are no results; empty: there are
  std::string log;                              // the build log, if there is one
};

// All readers throw std::invalid_argument.
Json to_json(const SearchQuestion& question);
SearchQuestion search_question_from(const Json& json);
Json to_json(const SearchAnswer& answer);
SearchAnswer search_answer_from(const Json& json);
Json to_json(const ReproAnswer& answer);
ReproAnswer repro_answer_from(const Json& json);

}  // namespace classay
