#include "harness/supervisor/caretaker.h"

#include <algorithm>

#include "harness/journal/device_differences.h"
#include "harness/journal/sealed.h"

namespace classay {
namespace {

using std::chrono::duration;
using std::chrono::milliseconds;

// How often a worker may fail to open its device while the health check passes.
constexpr int kOpenings = 3;

Unit alone(const Unit& unit, int width) {
  Unit one = unit;
  one.widths = {width};
  return one;
}

}  // namespace

Caretaker::Caretaker(const CaretakerOptions& options, RunBook& book, int number, std::optional<Clock::time_point> end)
    : options_(options), book_(book), number_(number), end_(end) {}

void Caretaker::retire() {
  if (book_.is_interrupted()) worker_.reset();
  dismiss_worker();
}

void Caretaker::dismiss_worker() {
  if (worker_) worker_->dismiss();
  worker_.reset();
}

bool Caretaker::should_stop() const { return book_.is_over() || (end_ && Clock::now() >= *end_); }

Caretaker::Step Caretaker::run_unit(const Unit& unit) {
  if (should_stop()) return Step::stop;
  if (needs_first(unit)) {
    const Step first = ask_first(unit);
    if (first != Step::done) return first;
  }
  const Step step = ask_rest(unit);
  // Results held by an interrupted run are dropped; the resumed run runs these cases again.
  if (step == Step::done || book_.is_called_off()) settle_held(unit);
  held_.clear();
  return step;
}

Caretaker::Step Caretaker::ask_rest(const Unit& unit) {
  for (const int width : unit.widths) {
    // A case that fails alone gets one confirmation run.
    while (!book_.has_result(unit, width) && !held_.contains(width)) {
      if (should_stop() || ask_alone(unit, width) == Step::stop) return Step::stop;
    }
  }
  return Step::done;
}

bool Caretaker::needs_first(const Unit& unit) const {
  const Record::Unit known = book_.known(unit);
  return std::ranges::any_of(unit.widths, [&](int w) {
    return !book_.has_result(unit, w) && !known.attempts.contains(w) && !known.ended.contains(w);
  });
}

// Runs all widths of the unit. A failure is kept as an attempt; any other result is final. An end caused from outside proves
// nothing about the unit, so the unit resumes where it stopped.
Caretaker::Step Caretaker::ask_first(const Unit& unit) {
  for (int asked = 1; needs_first(unit); ++asked) {
    if (should_stop()) return Step::stop;
    const std::optional<TaskAnswer> answer = ask(unit, Stage::first);
    if (!answer) return Step::stop;
    if (!answer->abnormal) return Step::done;
    if (settle_abnormal(unit, *answer->abnormal, asked) == Step::stop) return Step::stop;
    if (waits_once(unit, *answer->abnormal)) return Step::later;
  }
  return Step::done;
}

Caretaker::Step Caretaker::settle_abnormal(const Unit& unit, const Abnormal& abnormal, int asked) {
  const bool is_healthy = is_device_healthy(name(unit) + ": " + abnormal.reason);
  if (book_.is_interrupted()) return Step::stop;
  const auto unanswered = [&](int w) { return !book_.has_result(unit, w) && !book_.has_attempt(unit, w); };
  const Outcome outcome = outcome_of(abnormal.verdict, abnormal.blame);
  std::vector<int> rest;
  if (outcome != Outcome::outside || asked == kMostVain)
    std::ranges::copy_if(unit.widths, std::back_inserter(rest), unanswered);
  std::vector<int> in_flight;
  if (outcome != Outcome::outside) std::ranges::copy_if(abnormal.in_flight, std::back_inserter(in_flight), unanswered);
  // Some case caused the end. If none is known to be in flight, all are suspects.
  const bool is_evidence = outcome != Outcome::outside && outcome != Outcome::resources;
  if (is_evidence && in_flight.empty() && abnormal.revoked.empty()) in_flight = rest;
  Json line{{"kind", "abnormal"},
            {"unit", name(unit)},
            {"verdict", name(abnormal.verdict)},
            {"blame", name(abnormal.blame)},
            {"reason", abnormal.reason},
            {"widths", rest},
            {"in_flight", in_flight},
            {"log", abnormal.log}};
  if (!abnormal.ended.is_null()) line["ended"] = abnormal.ended;
  book_.write(sealed(std::move(line)), true);
  for (const int w : abnormal.revoked) {
    book_.write_result(verdict_line(name(case_of(unit, w)), CaseVerdict::harness_error, abnormal.reason));
  }
  return is_healthy ? Step::done : Step::stop;
}

Outcome Caretaker::first_outcome(const Unit& unit, int width) const {
  const Record::Unit known = book_.known(unit);
  if (known.attempts.contains(width)) return Outcome::wrong;
  const auto ended = known.ended.find(width);
  if (ended == known.ended.end() || !ended->second.is_in_flight) return Outcome::outside;
  const Outcome outcome = outcome_of(ended->second.verdict, ended->second.blame);
  // A program of all widths that does not build is not evidence against a single width.
  return outcome == Outcome::wrong ? Outcome::ended : outcome;
}

// Runs one case alone in a fresh worker until the outcome proves something, or kMostVain times; then the last one counts.
Caretaker::Step Caretaker::ask_alone(const Unit& unit, int width) {
  const Stage stage = book_.has_attempt(unit, width) ? Stage::confirm : Stage::again;
  const Outcome first = first_outcome(unit, width);
  LeftOut left_out;
  std::string log;
  int in_vain = 0;
  for (;;) {
    dismiss_worker();
    std::optional<TaskAnswer> answer = ask(alone(unit, width), stage, left_out);
    if (!answer) return Step::stop;
    if (!answer->abnormal) {
      dismiss_worker();
      if (!log.empty()) answer->results.at(width)["log"] = log;
    }
    const bool is_healthy =
        !answer->abnormal || is_device_healthy(name(case_of(unit, width)) + ": " + answer->abnormal->reason);
    if (book_.is_interrupted()) return Step::stop;
    if (is_healthy && can_leave_out(*answer, left_out)) {
      left_out[answer->abnormal->form] = {answer->abnormal->verdict, answer->abnormal->reason};
      log = answer->abnormal->log;
      continue;
    }
    const bool is_vain = meaning(first, outcome_of(*answer, width)) == Meaning::nothing;
    if (is_vain && is_healthy && ++in_vain < kMostVain) continue;
    // The device is gone, so the verdict no longer depends on this case alone.
    if (!is_healthy && answer->abnormal) {
      answer->abnormal->verdict = verdict_without_device(answer->abnormal->verdict, answer->abnormal->blame);
    }
    if (!is_vain || is_healthy) settle_alone(unit, width, first, *answer);
    return is_healthy ? Step::done : Step::stop;
  }
}

// Returns whether the driver ended the worker in a call variant that is not left out yet.
bool Caretaker::can_leave_out(const TaskAnswer& answer, const LeftOut& left_out) {
  if (!answer.abnormal || answer.abnormal->form.empty() || left_out.contains(answer.abnormal->form)) return false;
  const Outcome outcome = outcome_of(answer.abnormal->verdict, answer.abnormal->blame);
  return outcome == Outcome::ended || outcome == Outcome::resources;
}

void Caretaker::settle_alone(const Unit& unit, int width, Outcome first, const TaskAnswer& answer) {
  const Record::Unit known = book_.known(unit);
  if (first == Outcome::wrong) {
    book_.write_result(confirmed(known.attempts.at(width), answer, width));
    return;
  }
  if (answer.abnormal) {
    Json line = verdict_line(name(case_of(unit, width)), answer.abnormal->verdict, answer.abnormal->reason);
    if (!answer.abnormal->log.empty()) line["log"] = answer.abnormal->log;
    if (!answer.abnormal->ended.is_null()) line["ended"] = answer.abnormal->ended;
    book_.write_result(std::move(line));
    return;
  }
  const Json& result = answer.results.at(width);
  const Outcome second = outcome_of(answer, width);
  if (second == Outcome::wrong) {
    book_.write_attempt(unit, width, result);
  } else if (second == Outcome::right && meaning(first, second) != Meaning::second) {
    held_.emplace(width, result);
  } else {
    book_.write_result(first == Outcome::resources ? right_alone(result, known.ended.at(width), std::nullopt) : result);
  }
}

// Returns the width that ended the unit: it was in flight then and has the same outcome alone. nullopt: unknown.
std::optional<int> Caretaker::culprit(const Unit& unit) const {
  for (const auto& [width, ended] : book_.known(unit).ended) {
    const bool is_suspect = ended.is_in_flight && book_.has_result(unit, width);
    if (is_suspect && outcome_of(book_.verdict(unit, width)) == outcome_of(ended.verdict, ended.blame)) return width;
  }
  return std::nullopt;
}

// If one of several cases in flight is known to have ended the worker, the others keep their results of the run alone. If
// all are good alone, the cause is unknown and the verdict of each depends on the first outcome (right_alone).
void Caretaker::settle_held(const Unit& unit) {
  const std::optional<int> by = culprit(unit);
  const Record::Unit known = book_.known(unit);
  for (const auto& [width, result] : held_) book_.write_result(right_alone(result, known.ended.at(width), by));
}

Task Caretaker::task_for(const Unit& unit, Stage stage, const LeftOut& left_out) const {
  Task task = options_.question;
  task.unit = unit;
  task.edition = options_.editions.of(unit.front_end);
  task.limit = options_.stated.of(unit);
  task.left_out = left_out;
  task.state = book_.state_for(unit, stage);
  if (stage != Stage::confirm) return task;
  // A confirmation runs the same inputs as the first run, however long that takes.
  task.case_time = 0;
  if (task.state.is_null()) {
    const Record::Unit known = book_.known(unit);
    if (const Json& part = part_to_ask(known.attempts.at(unit.widths.front())); !part.is_null())
      task.state = part.at("state");
  }
  return task;
}

std::optional<TaskAnswer> Caretaker::ask(const Unit& unit, Stage stage, const LeftOut& left_out) {
  if (!worker_ && !open_worker()) return std::nullopt;
  Task task = task_for(unit, stage, left_out);
  // A builtin that hung once gets a shorter timeout at each of its other widths and modes.
  const std::string hung_in = book_.hung_in(unit);
  const milliseconds silence = hung_in.empty() ? options_.limits.timeout : options_.short_timeout;
  const bool is_shorter = silence < options_.limits.timeout;
  if (is_shorter) task.case_time = std::min(task.case_time, duration<double>(silence).count());
  book_.write_start(number_, unit, stage);
  TaskAnswer answer;
  const WorkerEvents events{
      .result =
          [&](const Json& result, int width) {
            answer.results[width] = result;
            if (stage != Stage::first || book_.has_result(unit, width)) return;
            if (outcome_of_result(summary(result).verdict) != Outcome::wrong) {
              book_.write_result(result);
            } else if (!book_.has_attempt(unit, width)) {
              book_.write_attempt(unit, width, result);
            }
          },
      .checkpoint = [&](const Json& state) { book_.write(checkpoint_line(unit, stage, state), true); },
      .progress = [&](std::uint64_t done, std::uint64_t total,
                      std::uint64_t failed) { book_.tell_progress(number_, done, total, failed); },
      .stop = [&] { return should_stop(); },
  };
  WorkerChild::End end = worker_->ask(task, events, stage == Stage::confirm, silence);
  if (is_shorter && end.abnormal && end.abnormal->verdict == CaseVerdict::timeout) {
    end.abnormal->reason += " (no longer was waited, as the builtin had hung in " + hung_in + ")";
  }
  if (end.stopped || end.abnormal) worker_.reset();
  if (end.is_worn && !end.abnormal) dismiss_worker();
  if (end.stopped || (end.abnormal && is_part_of_a_stop(*end.abnormal))) return std::nullopt;
  answer.abnormal = end.abnormal;
  return answer;
}

bool Caretaker::is_part_of_a_stop(const Abnormal& abnormal) const {
  const Outcome outcome = outcome_of(abnormal.verdict, abnormal.blame);
  const bool is_waited_for = outcome == Outcome::outside || outcome == Outcome::resources;
  return is_waited_for ? book_.is_interrupted_soon() : book_.is_interrupted();
}

bool Caretaker::open_worker() {
  for (int opening = 1;; ++opening) {
    auto worker = std::make_unique<WorkerChild>(options_.worker, options_.limits, options_.facts);
    const std::optional<Abnormal> abnormal = worker->open([&] { return should_stop(); });
    if (should_stop() || (abnormal && is_part_of_a_stop(*abnormal))) return false;
    if (!abnormal) {
      refuse_another_program(worker->build());
      const std::vector<std::string> differences = device_differences(options_.device, worker->device());
      if (differences.empty()) {
        worker_ = std::move(worker);
        return true;
      }
      book_.call_off("another device answers: " + differences.front());
      return false;
    }
    worker.reset();
    if (abnormal->blame == Blame::ours && !abnormal->ended.is_null()) {
      throw HarnessError("a worker could not open the device by a fault that is not the device's: " + abnormal->reason);
    }
    if (!is_device_healthy("a worker could not open the device: " + abnormal->reason)) return false;
    if (opening == kOpenings) {
      book_.call_off("no worker can open the device: " + abnormal->reason);
      return false;
    }
  }
}

// The program file can be replaced during a run, and a newer program may judge differently.
void Caretaker::refuse_another_program(const Json& build) const {
  if (build == options_.build || (build.is_null() && options_.may_be_nameless)) return;
  throw HarnessError("the worker is another program than this one: its build is " + build.dump() + " and not " +
                     options_.build.dump() +
                     "; all results so far are kept. Restore the program and continue with `classay resume`");
}

// Returns true once per unit: another unit runs first on the recovered device.
bool Caretaker::waits_once(const Unit& unit, const Abnormal& abnormal) {
  return abnormal.verdict == CaseVerdict::device_lost && waited_.insert(name(unit)).second;
}

bool Caretaker::is_device_healthy(const std::string& after) {
  worker_.reset();
  return classay::is_device_healthy(options_.health, book_, after);
}

}  // namespace classay
