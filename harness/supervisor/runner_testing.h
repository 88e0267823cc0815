// Drives UnitRunner and Supervisor without processes and without waiting: the children say what a test scripts, the time
// passes only where a script says so, and the records are kept in memory.
#pragma once

#include <gtest/gtest.h>

#include <deque>
#include <functional>
#include <iosfwd>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <vector>

#include "harness/supervisor/supervisor.h"

namespace classay::scripted {

using std::chrono::milliseconds;
using std::chrono::seconds;

// The units of all rows: clc/math/sin/f32/default and clc/math/cos/f32/default, of these widths.
Unit sin(std::vector<int> widths = {1, 2});
Unit cos(std::vector<int> widths = {1, 2});

// The next thing that a child does.
struct Act {
  enum class Kind : std::uint8_t {
    line,   // says `line`
    quiet,  // says nothing for `time`
    busy,   // the same, but the machine runs other processes
    stop,   // the user stops the run
  };
  Kind kind = Kind::line;
  std::string line;
  milliseconds time{0};
};
Act say(const Json& line);
Act say(const message::Any& message);
Act text(std::string line);
Act launch(int width);
Act done(bool wants_renewal = false);
Act trouble(message::Fault fault, const char* message);
Act progress(int done, int total);
Act checkpoint(const Json& state);
Act quiet(seconds time);
Act busy(seconds time);
Act stop();

// A result of a worker that ran `count` inputs (0: all of the plan), of which some failed.
Json line_of(int width, std::uint64_t failures = 0, std::uint64_t count = 0, const Unit& unit = sin());
Json partial_line(int width);
Json with(Json line, const char* key, const Json& value);
Act pass(int width, const Unit& unit = sin());
Act fail(int width, std::uint64_t failures = 3);

// How a child ends after its last act.
ChildEnd exited(int code = 0);
ChildEnd crash();   // in the driver
ChildEnd hang();    // in the driver, when the supervisor ends it
ChildEnd ours();    // in this program
ChildEnd killed();  // by another process
ChildEnd lost();    // the connection ended

struct Child {
  std::string command = "worker";  // the first word
  std::vector<Act> acts;
  ChildEnd end = exited();
  bool is_open = false;  // it keeps its output open after the last act
  bool has_ended = false;
  bool is_in_driver = true;
  std::string errors = "";
};
message::Hello hello(const char* device = "Scripted", const char* build = "1");
Child worker(std::vector<Act> acts, ChildEnd end = exited());  // begins with hello()
Child hanging_worker(std::vector<Act> acts);
Child healthy();
Child sick();  // the health check says "gone"

// Expected records.
Json start(Stage stage, std::vector<int> widths, const Unit& unit = sin());
Json written(const Json& result);  // as RunState adds to it
Json passed(int width, const Unit& unit = sin());
Json failed(int width, std::uint64_t failures = 3);
Json with_reason(Json result, const char* verdict, const std::string& reason);
Json verdict(int width, const char* verdict, const std::string& reason, const SharedJson& ended = nullptr,
             const char* log = "");
Json attempt_of(int width, const Json& result);
Json attempt(int width, std::uint64_t failures = 3);
Json checkpointed(Stage stage, const Json& state, std::vector<int> widths = {1, 2});
Json health(bool healthy, const std::string& message, const std::string& after);
Json abnormal(AbnormalRecord end);                                  // of the unit sin()
Json crashed(std::vector<int> widths, std::vector<int> in_flight);  // crash() in the first pass
Json asked(const std::vector<int>& widths);                         // the unit sin() in a task
std::string all_judged();                                           // the number of inputs in the plan, as text

// A test: the given state, the output of the children, and the records that must follow.
struct Row {
  std::string name;
  std::vector<Json> journal = {};  // of an interrupted run, which this one resumes
  std::vector<Child> children;     // in the order in which they start; all of them do
  std::vector<Json> records;       // exactly these are written
  std::vector<UnitRunner::Step> steps = {UnitRunner::Step::done};
  std::vector<Json> tasks = {};  // members that each task of a worker has; empty: not compared
  std::string why_unusable = "";
  std::vector<Unit> units = {sin()};
  std::optional<milliseconds> stop_after = {};  // the run is stopped at this time
  std::optional<milliseconds> deadline = {};
  std::function<void(UnitRunnerOptions&)> change = {};
};
void PrintTo(const Row& row, std::ostream* out);
inline std::string name_of(const testing::TestParamInfo<Row>& info) { return info.param.name; }

class Scene : public RunListener, public TimeSource {
 public:
  explicit Scene(std::vector<Child> all);

  Host host();
  RecordSink sink();
  static UnitRunnerOptions options();

  Record record;
  std::deque<Child> children;  // that have not started yet
  std::vector<Json> records;
  std::vector<Json> tasks;
  bool is_stopped = false;
  std::optional<milliseconds> stop_after;

  Time now() override { return now_; }
  void sleep(Duration duration) override { now_ += duration; }
  void wrote(const JournalRecord& shown) override;
  void started(int /*worker*/, const Unit& /*unit*/, Stage /*stage*/) override {}
  void started_probe(int /*worker*/, const std::string& /*case_name*/) override {}
  void progress(int /*worker*/, std::uint64_t /*done*/, std::uint64_t /*total*/, std::uint64_t /*failed*/) override {}
  bool stop() override { return is_stopped || (stop_after && now_ >= Time() + *stop_after); }

 private:
  Time now_;
};

void expect_records(const std::vector<Json>& got, const std::vector<Json>& expected);
void check(const Row& row);

}  // namespace classay::scripted
