#include "harness/supervisor/runner_testing.h"

#include <algorithm>
#include <map>
#include <ostream>
#include <utility>

#include "harness/journal/case_result.h"
#include "harness/journal/tally_json.h"
#include "harness/process/signals.h"
#include "harness/supervisor/testing.h"

namespace classay::scripted {
namespace {

constexpr double kCaseTime = 60;

ChildEnd ended(Blame blame, const char* sentence, Exit exit, const Json& evidence = Json::object()) {
  Json all{{"blame", name(blame)}};
  all.update(evidence);
  return {.exit = exit, .how = {.blame = blame, .sentence = sentence}, .evidence = shared(std::move(all))};
}

Unit unit_of(const char* builtin, std::vector<int> widths) {
  Unit unit = task_of(builtin).unit;
  unit.widths = std::move(widths);
  return unit;
}

// The part of a result that depends on the tally. Counting all inputs takes a millisecond, so each is counted once.
Json counted(const Unit& unit, std::uint64_t failures, std::uint64_t count) {
  static std::map<std::pair<std::uint64_t, std::uint64_t>, Json> known;
  Json& line = known[{failures, count}];
  if (line.is_null()) line = honest_result({.unit = unit, .state = nullptr}, failures, count);
  return line;
}

// A child that follows its script.
class ScriptedChild : public ChildProcess {
 public:
  ScriptedChild(Child child, Scene& scene)
      : child_(std::move(child)), acts_(child_.acts.begin(), child_.acts.end()), scene_(scene) {}

  bool write_line(const std::string& line, Clock::time_point /*deadline*/) override {
    scene_.tasks.push_back(read_json(line));
    return true;
  }
  void close_input() override {}
  Read read_line(std::string& line, Clock::time_point deadline) override {
    while (!acts_.empty()) {
      Act& act = acts_.front();
      if (act.kind == Act::Kind::quiet || act.kind == Act::Kind::busy) {
        const auto slice = std::min<Clock::duration>(act.time, deadline - scene_.now());
        scene_.sleep(slice);
        if (act.kind == Act::Kind::busy) waited_ += slice;
        act.time -= std::chrono::duration_cast<milliseconds>(slice);
        if (act.time > milliseconds(0)) return Read::timeout;
      }
      const Act now = std::move(act);
      acts_.pop_front();
      if (now.kind == Act::Kind::stop) {
        scene_.is_stopped = true;
        return Read::timeout;
      }
      if (now.kind == Act::Kind::line) {
        line = now.line;
        return Read::line;
      }
    }
    if (!child_.is_open) return Read::end;
    scene_.sleep(deadline - scene_.now());
    return Read::timeout;
  }
  bool has_line() const override { return !acts_.empty() && acts_.front().kind == Act::Kind::line; }
  std::string errors() const override { return child_.errors; }
  void kill() override {}
  bool has_ended() override { return child_.has_ended; }
  ChildEnd ended(Clock::time_point /*deadline*/) override { return child_.end; }
  ChildEnd hung() override { return child_.end; }
  void dismiss(Clock::time_point /*deadline*/) override {
    EXPECT_TRUE(acts_.empty()) << "dismissed in the middle of a task";
  }
  bool is_in_driver() const override { return child_.is_in_driver; }
  Clock::duration waited(Clock::duration at_most) override {
    return std::min(std::exchange(waited_, Clock::duration{}), at_most);
  }

 private:
  Child child_;
  std::deque<Act> acts_;
  Scene& scene_;
  Clock::duration waited_{};
};

// What distinguishes a record, without the lists of samples.
std::string short_text(const Json& record) {
  Json text = record;
  if (text.contains("answer")) text["answer"] = short_text(text.at("answer"));
  for (const char* key : {"worst", "first", "signed_histogram", "per_binade", "limit", "inputs", "digest"}) text.erase(key);
  return text.dump();
}

bool has_members(const Json& task, const Json& members) {
  return std::ranges::all_of(members.items(), [&](const auto& m) { return task.at(m.key()) == m.value(); });
}

}  // namespace

Unit sin(std::vector<int> widths) { return unit_of("clc/math/sin/f32/default/v1", std::move(widths)); }
Unit cos(std::vector<int> widths) { return unit_of("clc/math/cos/f32/default/v1", std::move(widths)); }

Act say(const Json& line) { return {.line = line.dump()}; }
Act text(std::string line) { return {.line = std::move(line)}; }
Act say(const message::Any& message) { return say(to_json(message)); }
Act launch(int width) { return say(message::Launch{width}); }
Act done(bool wants_renewal) { return say(message::Done{wants_renewal}); }
Act trouble(message::Fault fault, const char* message) { return say(message::Trouble{fault, message, ""}); }
Act progress(int done, int total) { return say({{"kind", "progress"}, {"done", done}, {"total", total}}); }
Act checkpoint(const Json& state) { return say(message::Checkpoint{shared(state)}); }
Act quiet(seconds time) { return {.kind = Act::Kind::quiet, .line = "", .time = time}; }
Act busy(seconds time) { return {.kind = Act::Kind::busy, .line = "", .time = time}; }
Act stop() { return {.kind = Act::Kind::stop, .line = ""}; }

Json line_of(int width, std::uint64_t failures, std::uint64_t count, const Unit& unit) {
  Json line = counted(sin(), failures, count);
  line["case"] = name(case_of(unit, width));
  return line;
}

Json partial_line(int width) {
  Json line = line_of(width, 0, 1);
  const std::uint64_t all = line_of(width).at("inputs").at("count");
  line["verdict"] = "partial";
  line["inputs"]["of"] = all;
  line["reason"] = cut_reason(1, all, kCaseTime);
  return line;
}

Json with(Json line, const char* key, const Json& value) {
  line[key] = value;
  return line;
}

Act pass(int width, const Unit& unit) { return say(line_of(width, 0, 0, unit)); }
Act fail(int width, std::uint64_t failures) { return say(line_of(width, failures)); }

ChildEnd exited(int code) {
  ChildEnd end = ended(Blame::driver, "exit code 1", {.code = code});
  end.is_meant = true;
  return end;
}
ChildEnd crash() { return ended(Blame::driver, "killed by SIGSEGV", {.signal = SIGSEGV}, {{"signal", "SIGSEGV"}}); }
ChildEnd hang() { return ended(Blame::driver, "it hangs, in clFinish", {.signal = SIGKILL}, {{"call", "clFinish"}}); }
ChildEnd ours() { return ended(Blame::ours, "killed by SIGSEGV in classay itself", {.signal = SIGSEGV}); }
ChildEnd killed() { return ended(Blame::outside, "killed by SIGKILL", {.signal = SIGKILL}); }
ChildEnd lost() {
  ChildEnd end = ended(Blame::outside, "the line was lost", {.code = 255}, {{"line", "lost"}});
  end.is_lost = true;
  return end;
}

message::Hello hello(const char* device, const char* build) {
  return {.device = shared({{"name", device}}), .build = shared({{"id", build}})};
}

Child worker(std::vector<Act> acts, ChildEnd end) {
  acts.insert(acts.begin(), say(hello()));
  return {.acts = std::move(acts), .end = std::move(end)};
}
Child hanging_worker(std::vector<Act> acts) {
  Child child = worker(std::move(acts), hang());
  child.is_open = true;
  return child;
}
Child healthy() { return {.command = "health", .acts = {}, .end = exited()}; }
Child sick() { return {.command = "health", .acts = {say({{"message", "gone"}})}, .end = exited(1)}; }

Json start(Stage stage, std::vector<int> widths, const Unit& unit) {
  Unit task = unit;
  task.widths = std::move(widths);
  return to_json(start_of(task, stage));
}
Json written(const Json& result) {
  CaseResult all = case_result_from(result);
  if (!leaves_exit_code_zero(all.verdict)) all.repro = "classay repro RUN " + all.case_name;
  all.to_confirm.reset();
  return to_json(all);
}
Json passed(int width, const Unit& unit) { return written(line_of(width, 0, 0, unit)); }
Json failed(int width, std::uint64_t failures) { return written(line_of(width, failures)); }
Json with_reason(Json result, const char* verdict, const std::string& reason) {
  result["verdict"] = verdict;
  result["reason"] = reason;
  return written(result);
}
Json verdict(int width, const char* verdict, const std::string& reason, const SharedJson& ended, const char* log) {
  Json line{{"kind", "result"}, {"case", name(case_of(sin(), width))}, {"verdict", verdict}, {"reason", reason}};
  if (*log != '\0') line["log"] = log;
  if (ended) line["ended"] = *ended;
  return written(line);
}
Json attempt_of(int width, const Json& result) {
  return to_json(AttemptRecord{.unit = name(sin()), .width = width, .answer = case_result_from(result)});
}
Json attempt(int width, std::uint64_t failures) { return attempt_of(width, line_of(width, failures)); }
Json checkpointed(Stage stage, const Json& state, std::vector<int> widths) {
  return to_json(CheckpointRecord{.unit = name(sin()), .widths = std::move(widths), .stage = stage, .state = shared(state)});
}
Json health(bool healthy, const std::string& message, const std::string& after) {
  return to_json(HealthRecord{.healthy = healthy, .message = message, .after = after});
}
Json abnormal(AbnormalRecord end) {
  end.unit = name(sin());
  return to_json(end);
}
Json crashed(std::vector<int> widths, std::vector<int> in_flight) {
  return abnormal({.verdict = CaseVerdict::crash,
                   .blame = Blame::driver,
                   .reason = "killed by SIGSEGV",
                   .widths = std::move(widths),
                   .in_flight = std::move(in_flight),
                   .ended = crash().evidence});
}
Json asked(const std::vector<int>& widths) { return {{"name", name(sin())}, {"widths", widths}}; }
std::string all_judged() { return line_of(1).at("counts").at("judged").dump(); }

void PrintTo(const Row& row, std::ostream* out) { *out << row.name; }

Scene::Scene(std::vector<Child> all) : children(std::make_move_iterator(all.begin()), std::make_move_iterator(all.end())) {}

Host Scene::host() {
  return {.start = [this](const ChildCommand& command) -> std::unique_ptr<ChildProcess> {
            if (children.empty()) throw HarnessError("the script has no child for " + command.words.front());
            Child child = std::move(children.front());
            children.pop_front();
            EXPECT_EQ(command.words.front(), child.command);
            return std::make_unique<ScriptedChild>(std::move(child), *this);
          },
          .time = this};
}

// Records that a resumed run needs are on the disk at once.
RecordSink Scene::sink() {
  return [this](const Json& line, bool is_durable) {
    records.push_back(line);
    const std::string kind = line.at("kind");
    EXPECT_EQ(is_durable, kind != "start" && kind != "health") << kind;
  };
}

void Scene::wrote(const JournalRecord& shown) {
  EXPECT_EQ(records.back(), to_json(shown)) << "a record is shown before it is in the journal";
}

UnitRunnerOptions Scene::options() {
  return {.worker = {.words = {"worker"}, .connection = nullptr},
          .device = hello().device,
          .build = hello().build,
          .task = {.unit = {}, .case_time = kCaseTime, .state = nullptr},
          .editions = Editions(),
          .limits = {.timeout = seconds(30), .most_lines = 100},
          .short_timeout = seconds(10),
          .health = {
              .probe = {.words = {"health"}, .connection = nullptr}, .recover = "", .back_off = {seconds(1), seconds(5)}}};
}

void expect_records(const std::vector<Json>& got, const std::vector<Json>& expected) {
  EXPECT_EQ(got.size(), expected.size());
  for (std::size_t i = 0; i < std::max(got.size(), expected.size()); ++i) {
    const std::string is = i < got.size() ? short_text(got[i]) : "none";
    const std::string should_be = i < expected.size() ? short_text(expected[i]) : "none";
    if (is != should_be) {
      ADD_FAILURE() << "record " << i << "\nis        " << is << "\nshould be " << should_be;
    } else {
      EXPECT_EQ(got[i], expected[i]) << "record " << i;
    }
  }
}

void check(const Row& row) {
  Scene scene(row.children);
  scene.stop_after = row.stop_after;
  for (const Json& line : row.journal) scene.record.apply(journal_record_from(line));
  UnitRunnerOptions options = Scene::options();
  if (row.change) row.change(options);
  const Baseline baseline;
  RunState state(scene.sink(), scene.record, scene, baseline, {.worker = "", .folder = "RUN"}, scene);
  std::optional<TimeSource::Time> deadline;
  if (row.deadline) deadline = scene.now() + *row.deadline;
  UnitRunner runner(options, state, scene.host(), 0, deadline);
  std::vector<UnitRunner::Step> steps;
  for (const Unit& unit : row.units) steps.push_back(runner.run(unit));
  runner.retire();
  expect_records(scene.records, row.records);
  EXPECT_EQ(steps, row.steps);
  EXPECT_EQ(state.why_unusable(), row.why_unusable);
  EXPECT_TRUE(scene.children.empty()) << scene.children.size() << " children did not start";
  if (row.tasks.empty()) return;
  ASSERT_EQ(scene.tasks.size(), row.tasks.size());
  for (std::size_t i = 0; i < row.tasks.size(); ++i)
    EXPECT_TRUE(has_members(scene.tasks[i], row.tasks[i])) << scene.tasks[i];
}

}  // namespace classay::scripted
