#include "harness/run/supervisor.h"

#include <algorithm>
#include <array>
#include <thread>

namespace classay {
namespace {

using std::chrono::milliseconds;
using Clock = std::chrono::steady_clock;

// How often a worker may fail to open its device although the device answers.
constexpr int kOpenings = 3;

Unit alone(const Unit& unit, int width) {
  Unit one = unit;
  one.widths = {width};
  return one;
}

Json verdict_line(const std::string& case_name, CaseVerdict verdict, const std::string& reason) {
  return {{"kind", "result"}, {"case", case_name}, {"verdict", name(verdict)}, {"reason", reason}};
}

std::string counted(const Json& answer) {
  const CaseSummary s = summary(answer);
  std::string text(name(s.verdict));
  if (s.judged > 0) text += ", " + std::to_string(s.failed) + " of " + std::to_string(s.judged);
  return text;
}

// What a probe says: words, or an object with a message.
std::string message_of(const std::string& said) {
  const Json answer = Json::parse(said, nullptr, false);
  if (!answer.is_object()) return said;
  const auto message = answer.find("message");
  return message != answer.end() && message->is_string() ? message->get<std::string>() : std::string();
}

// A build log, say, has no place in a sentence; the journal has all of it.
std::string first_line(const std::string& text) { return text.substr(0, text.find('\n')); }

// Two answers to the same question. What the device took for it, or how it got there, does not matter.
bool same_outcome(const Json& a, const Json& b) {
  const auto part = [](const Json& j, const char* key) { return j.contains(key) ? j.at(key) : Json(); };
  return part(a, "verdict") == part(b, "verdict") && summary(a).failed == summary(b).failed &&
         part(a, "first") == part(b, "first");
}

}  // namespace

// What came of a task.
struct Supervisor::Answer {  // NOLINT(bugprone-exception-escape): as JournalContents
  std::map<int, Json> results;
  std::optional<Abnormal> abnormal;
};

std::vector<std::string> device_differences(const Json& was, const Json& is) {
  constexpr std::array<const char*, 14> kIdentity{
      "name",    "platform",    "platform_version", "vendor", "version", "driver", "language_version",
      "profile", "il_versions", "extensions",       "f16",    "f32",     "f64",    "has_compiler"};
  std::vector<std::string> differences;
  for (const char* key : kIdentity) {
    const Json before = was.contains(key) ? was.at(key) : Json();
    const Json now = is.contains(key) ? is.at(key) : Json();
    if (before != now) differences.push_back(std::string(key) + " was " + before.dump() + " and is " + now.dump());
  }
  return differences;
}

Supervisor::Supervisor(SupervisorOptions options, JournalWriter& journal, Record& record, RunListener& listener)
    : options_(std::move(options)), journal_(journal), record_(record), listener_(listener) {}

RunEnd Supervisor::run(const std::vector<Unit>& units) {
  start_ = Clock::now();
  const RunEnd end = run_all(units);
  if (worker_ && end != RunEnd::interrupted) worker_->dismiss();
  worker_.reset();
  if (end == RunEnd::unusable) give_up(units);
  if (end != RunEnd::interrupted) write_end(units, end);
  return end;
}

RunEnd Supervisor::run_all(const std::vector<Unit>& units) {
  for (const Unit& unit : units) {
    const bool is_finished = std::ranges::all_of(unit.widths, [&](int w) { return has_result(unit, w); });
    if (is_finished) continue;
    if (!should_stop() && run_unit(unit) == Step::done) continue;
    if (!why_unusable_.empty()) return RunEnd::unusable;
    return listener_.stop() ? RunEnd::interrupted : RunEnd::out_of_time;
  }
  return RunEnd::complete;
}

bool Supervisor::should_stop() {
  return listener_.stop() || (options_.time_budget && Clock::now() - start_ >= *options_.time_budget);
}

Supervisor::Step Supervisor::run_unit(const Unit& unit) {
  if (needs_first(unit) && ask_first(unit) == Step::stop) return Step::stop;
  for (const int width : unit.widths) {
    // Asked alone it may fail, and a failure is asked once more.
    while (!has_result(unit, width)) {
      if (should_stop() || ask_alone(unit, width) == Step::stop) return Step::stop;
    }
  }
  return Step::done;
}

bool Supervisor::needs_first(const Unit& unit) {
  const Record::Unit& known = record_.unit(name(unit));
  const auto open = [&](int w) { return !has_result(unit, w) && !known.attempts.contains(w); };
  return !known.is_abnormal && std::ranges::any_of(unit.widths, open);
}

bool Supervisor::has_result(const Unit& unit, int width) const { return record_.has_result(name(case_of(unit, width))); }

bool Supervisor::is_suspect(const Unit& unit, int width) {
  const Record::Unit& known = record_.unit(name(unit));
  return known.is_abnormal && std::ranges::find(known.suspects, width) != known.suspects.end();
}

// The whole unit. What fails is kept as an attempt; what else has a result is done.
Supervisor::Step Supervisor::ask_first(const Unit& unit) {
  const std::optional<Answer> answer = ask(unit, Stage::first);
  if (!answer) return Step::stop;
  return answer->abnormal ? settle_abnormal(unit, *answer->abnormal) : Step::done;
}

Supervisor::Step Supervisor::settle_abnormal(const Unit& unit, const Abnormal& abnormal) {
  const auto unanswered = [&](int w) { return !has_result(unit, w) && !record_.unit(name(unit)).attempts.contains(w); };
  std::vector<int> rest;
  std::ranges::copy_if(unit.widths, std::back_inserter(rest), unanswered);
  std::vector<int> suspects;
  std::ranges::copy_if(abnormal.in_flight, std::back_inserter(suspects), unanswered);
  // Someone did it: when nobody can tell who, all are suspected.
  if (suspects.empty() && abnormal.revoked.empty()) suspects = rest;
  write({{"kind", "abnormal"},
         {"unit", name(unit)},
         {"verdict", name(abnormal.verdict)},
         {"reason", abnormal.reason},
         {"widths", rest},
         {"in_flight", suspects},
         {"log", abnormal.log}},
        true);
  for (const int w : abnormal.revoked) {
    write_result(verdict_line(name(case_of(unit, w)), CaseVerdict::harness_error, abnormal.reason));
  }
  return is_device_healthy(name(unit) + ": " + abnormal.reason) ? Step::done : Step::stop;
}

// One case in a worker of its own.
Supervisor::Step Supervisor::ask_alone(const Unit& unit, int width) {
  const Stage stage = record_.unit(name(unit)).attempts.contains(width) ? Stage::confirm : Stage::again;
  if (worker_) worker_->dismiss();
  worker_.reset();
  const Unit one = alone(unit, width);
  const std::optional<Answer> answer = ask(one, stage);
  if (!answer) return Step::stop;
  settle_alone(unit, width, stage, *answer);
  if (worker_) worker_->dismiss();
  worker_.reset();
  if (!answer->abnormal) return Step::done;
  return is_device_healthy(name(case_of(unit, width)) + ": " + answer->abnormal->reason) ? Step::done : Step::stop;
}

void Supervisor::settle_alone(const Unit& unit, int width, Stage stage, const Answer& answer) {
  const std::string case_name = name(case_of(unit, width));
  const Record::Unit& known = record_.unit(name(unit));
  if (stage == Stage::confirm) {
    write_result(confirmed(known.attempts.at(width), answer, case_name));
    return;
  }
  if (answer.abnormal) {
    Json line = verdict_line(case_name, answer.abnormal->verdict, answer.abnormal->reason);
    if (!answer.abnormal->log.empty()) line["log"] = answer.abnormal->log;
    write_result(std::move(line));
    return;
  }
  Json result = answer.results.at(width);
  const CaseVerdict verdict = summary(result).verdict;
  if (verdict == CaseVerdict::fail) {
    write(attempt_line(unit, width, result), true);
    return;
  }
  const bool is_good = leaves_exit_code_zero(verdict);
  if (is_good && is_suspect(unit, width)) {
    result["reason"] = "in flight when the worker ended (" + known.abnormal_reason + "); alone: " + counted(result);
    result["verdict"] = name(CaseVerdict::flake);
  }
  write_result(std::move(result));
}

// A failure after it was asked once more.
Json Supervisor::confirmed(const Json& attempt, const Answer& answer, const std::string& case_name) const {
  Json result = attempt;
  std::string second;
  if (answer.abnormal) {
    second = std::string(name(answer.abnormal->verdict)) + ", " + answer.abnormal->reason;
  } else {
    result = answer.results.begin()->second;
    if (same_outcome(attempt, result)) return attempt;  // which was compared with the other widths too
    second = counted(result);
    if (second == counted(attempt)) second += ", but not the same wrong results";
  }
  result["case"] = case_name;
  result["verdict"] = name(CaseVerdict::flake);
  result["reason"] = "first: " + counted(attempt) + "; asked once more, alone, with the same inputs: " + second;
  return result;
}

std::optional<Supervisor::Answer> Supervisor::ask(const Unit& unit, Stage stage) {
  if (!worker_ && !open_worker()) return std::nullopt;
  Task task = options_.question;
  task.unit = unit;
  task.state = record_.state_for(name(unit), unit.widths, stage);
  write(start_line(unit, stage), false);
  listener_.started(unit, stage);
  Answer answer;
  const WorkerEvents events{
      .result =
          [&](const Json& result, int width) {
            answer.results[width] = result;
            if (stage != Stage::first || has_result(unit, width)) return;
            if (summary(result).verdict != CaseVerdict::fail) {
              write_result(result);
            } else if (!record_.unit(name(unit)).attempts.contains(width)) {
              write(attempt_line(unit, width, result), true);
            }
          },
      .checkpoint = [&](const Json& state) { write(checkpoint_line(unit, stage, state), true); },
      .progress = [&](std::uint64_t done, std::uint64_t total,
                      std::uint64_t failed) { listener_.progress(done, total, failed); },
      .stop = [&] { return should_stop(); },
  };
  const WorkerChild::End end = worker_->ask(task, events);
  if (end.stopped || end.abnormal) worker_.reset();
  if (end.stopped) return std::nullopt;
  answer.abnormal = end.abnormal;
  return answer;
}

bool Supervisor::open_worker() {
  for (int opening = 1;; ++opening) {
    auto worker = std::make_unique<WorkerChild>(options_.worker, options_.limits);
    const std::optional<Abnormal> abnormal = worker->open([&] { return should_stop(); });
    if (should_stop()) return false;
    if (!abnormal) {
      const std::vector<std::string> differences = device_differences(options_.device, worker->device());
      if (differences.empty()) {
        worker_ = std::move(worker);
        return true;
      }
      why_unusable_ = "another device answers: " + differences.front();
      return false;
    }
    worker.reset();
    if (!is_device_healthy("a worker could not open the device: " + abnormal->reason)) return false;
    if (opening == kOpenings) {
      why_unusable_ = "no worker can open the device: " + abnormal->reason;
      return false;
    }
  }
}

bool Supervisor::is_device_healthy(const std::string& after) {
  worker_.reset();
  for (std::size_t attempt = 0;; ++attempt) {
    Process probe(options_.probe);
    probe.close_input();
    const auto deadline = Clock::now() + options_.probe_timeout;
    std::string line;
    std::string said;
    Process::Read read = Process::Read::line;
    while (read == Process::Read::line || (read == Process::Read::timeout && Clock::now() < deadline && !listener_.stop())) {
      read = probe.read_line(line, std::min(deadline, Clock::now() + milliseconds(100)));
      if (read == Process::Read::line) said = line;
    }
    const std::optional<Exit> exit = read == Process::Read::end ? probe.wait_until(deadline) : std::optional<Exit>();
    if (listener_.stop()) return false;
    const bool is_healthy = exit && exit->clean();
    said = message_of(said);
    const std::string how = exit ? exit->text() : "no answer from the device: it hangs";
    write(
        {{"kind", "health"}, {"healthy", is_healthy}, {"message", said.empty() ? how : how + ": " + said}, {"after", after}},
        false);
    if (is_healthy) return true;
    if (attempt == options_.back_off.size()) {
      why_unusable_ =
          "the device does not answer any more (" + first_line(said.empty() ? how : said) + ") since " + first_line(after);
      return false;
    }
    if (!sleep(options_.back_off[attempt])) return false;
  }
}

// False: the run was interrupted meanwhile.
bool Supervisor::sleep(milliseconds time) {
  const auto end = Clock::now() + time;
  while (Clock::now() < end) {
    if (listener_.stop()) return false;
    std::this_thread::sleep_for(std::min<Clock::duration>(end - Clock::now(), milliseconds(50)));
  }
  return !listener_.stop();
}

void Supervisor::write(const Json& line, bool durable) {
  journal_.append(line);
  if (durable) journal_.sync();
  record_.apply(line);
  listener_.wrote(line);
}

void Supervisor::write_result(Json result) {
  const bool is_good = leaves_exit_code_zero(summary(result).verdict);
  if (!is_good && result.value("repro", "").empty()) {
    result["repro"] = options_.repro + " " + result.at("case").get<std::string>();
  }
  write(options_.baseline.held_against(std::move(result), today()), true);
}

// The device is gone: who was in flight bears it, failures stay failures, and the rest was not asked.
void Supervisor::give_up(const std::vector<Unit>& units) {
  for (const Unit& unit : units) {
    for (const int w : unit.widths) {
      if (has_result(unit, w)) continue;
      const std::string case_name = name(case_of(unit, w));
      const Record::Unit& known = record_.unit(name(unit));
      if (const auto attempt = known.attempts.find(w); attempt != known.attempts.end()) {
        Json result = attempt->second;
        result["reason"] = result.value("reason", "") + "; could not be asked once more: " + why_unusable_;
        write_result(std::move(result));
      } else if (is_suspect(unit, w)) {
        write_result(verdict_line(case_name, known.abnormal_verdict, known.abnormal_reason));
      } else {
        write_result(verdict_line(case_name, CaseVerdict::missing, why_unusable_));
      }
    }
  }
}

void Supervisor::write_end(const std::vector<Unit>& units, RunEnd end) {
  Json left_out = Json::array();
  for (const Unit& unit : units) {
    for (const int w : unit.widths) {
      if (!record_.cases().contains(name(case_of(unit, w)))) left_out.push_back(name(case_of(unit, w)));
    }
  }
  Json line = end_line(record_, left_out, options_.baseline.stale());
  if (end == RunEnd::unusable) line["unusable"] = why_unusable_;
  write(line, true);
}

}  // namespace classay
