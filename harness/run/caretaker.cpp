#include "harness/run/caretaker.h"

#include <algorithm>

#include "harness/run/device_differences.h"

namespace classay {
namespace {

// How often a worker may fail to open its device although the device answers.
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
  if (needs_first(unit) && ask_first(unit) == Step::stop) return Step::stop;
  const Step step = ask_rest(unit);
  // An interrupted run asks them again.
  if (step == Step::done || book_.is_called_off()) settle_held(unit);
  held_.clear();
  ended_again_.reset();
  return step;
}

Caretaker::Step Caretaker::ask_rest(const Unit& unit) {
  for (const int width : unit.widths) {
    // Asked alone it may fail, and a failure is asked once more.
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

// The whole unit. What fails is kept as an attempt; what else has a result is done.
Caretaker::Step Caretaker::ask_first(const Unit& unit) {
  const std::optional<Answer> answer = ask(unit, Stage::first);
  if (!answer) return Step::stop;
  return answer->abnormal ? settle_abnormal(unit, *answer->abnormal) : Step::done;
}

Caretaker::Step Caretaker::settle_abnormal(const Unit& unit, const Abnormal& abnormal) {
  const auto unanswered = [&](int w) { return !book_.has_result(unit, w) && !book_.has_attempt(unit, w); };
  std::vector<int> rest;
  std::ranges::copy_if(unit.widths, std::back_inserter(rest), unanswered);
  std::vector<int> suspects;
  std::ranges::copy_if(abnormal.in_flight, std::back_inserter(suspects), unanswered);
  // Someone did it: when nobody can tell who, all are suspected.
  if (suspects.empty() && abnormal.revoked.empty()) suspects = rest;
  book_.write({{"kind", "abnormal"},
               {"unit", name(unit)},
               {"verdict", name(abnormal.verdict)},
               {"reason", abnormal.reason},
               {"widths", rest},
               {"in_flight", suspects},
               {"log", abnormal.log}},
              true);
  for (const int w : abnormal.revoked) {
    book_.write_result(verdict_line(name(case_of(unit, w)), CaseVerdict::harness_error, abnormal.reason));
  }
  return is_device_healthy(name(unit) + ": " + abnormal.reason) ? Step::done : Step::stop;
}

// One case in a worker of its own.
Caretaker::Step Caretaker::ask_alone(const Unit& unit, int width) {
  const Stage stage = book_.has_attempt(unit, width) ? Stage::confirm : Stage::again;
  dismiss_worker();
  const Unit one = alone(unit, width);
  LeftOut left_out;
  std::string log;
  for (;;) {
    std::optional<Answer> answer = ask(one, stage, left_out);
    if (!answer) return Step::stop;
    const bool is_asked_again = can_leave_out(*answer, left_out);
    if (!is_asked_again) {
      if (!log.empty() && !answer->abnormal) answer->results.at(width)["log"] = log;
      settle_alone(unit, width, stage, *answer);
    }
    dismiss_worker();
    if (!answer->abnormal) return Step::done;
    const Abnormal& abnormal = *answer->abnormal;
    const bool is_healthy = is_device_healthy(name(case_of(unit, width)) + ": " + abnormal.reason);
    if (is_asked_again && !is_healthy) settle_alone(unit, width, stage, *answer);
    if (!is_healthy) return Step::stop;
    if (!is_asked_again) return Step::done;
    left_out[abnormal.form] = {abnormal.verdict, abnormal.reason};
    log = abnormal.log;
  }
}

// Did it end in another form of the call, one that was not known to do that?
bool Caretaker::can_leave_out(const Answer& answer, const LeftOut& left_out) {
  if (!answer.abnormal || answer.abnormal->form.empty() || left_out.contains(answer.abnormal->form)) return false;
  return is_abnormal(answer.abnormal->verdict) && answer.abnormal->verdict != CaseVerdict::harness_error;
}

void Caretaker::settle_alone(const Unit& unit, int width, Stage stage, const Answer& answer) {
  const std::string case_name = name(case_of(unit, width));
  const Record::Unit known = book_.known(unit);
  if (stage == Stage::confirm) {
    book_.write_result(confirmed(known.attempts.at(width), answer, case_name));
    return;
  }
  const auto ended = known.ended.find(width);
  const bool is_suspect = ended != known.ended.end() && ended->second.is_suspect;
  if (answer.abnormal) {
    if (is_suspect && !ended_again_) ended_again_ = width;
    Json line = verdict_line(case_name, answer.abnormal->verdict, answer.abnormal->reason);
    if (!answer.abnormal->log.empty()) line["log"] = answer.abnormal->log;
    book_.write_result(std::move(line));
    return;
  }
  Json result = answer.results.at(width);
  const CaseVerdict verdict = summary(result).verdict;
  if (verdict == CaseVerdict::fail) {
    book_.write(attempt_line(unit, width, result), true);
    return;
  }
  if (is_suspect && leaves_exit_code_zero(verdict)) {
    held_.emplace(width, std::move(result));
  } else {
    book_.write_result(std::move(result));
  }
}

// Who ended the unit, as far as anyone can tell: in flight then, and it did the same alone. A run that was gone on with
// finds that in its journal.
std::optional<int> Caretaker::culprit(const Unit& unit) const {
  if (ended_again_) return ended_again_;
  for (const auto& [width, ended] : book_.known(unit).ended) {
    if (ended.is_suspect && book_.has_result(unit, width) && is_abnormal(book_.verdict(unit, width))) return width;
  }
  return std::nullopt;
}

// Of several cases that were in flight one did it. Where that one is known, the others are what they are alone; where all of
// them are good alone, nobody knows, and none of them passes as if nothing had happened.
void Caretaker::settle_held(const Unit& unit) {
  const std::optional<int> by = culprit(unit);
  const Record::Unit known = book_.known(unit);
  for (auto& [width, result] : held_) {
    const std::string what = "in flight when the worker ended (" + known.ended.at(width).reason + ")";
    if (by) {
      result["reason"] = what + ", which v" + std::to_string(*by) + " does alone, too";
    } else {
      result["reason"] = what + "; alone: " + counted(result);
      result["verdict"] = name(CaseVerdict::flake);
    }
    book_.write_result(std::move(result));
  }
}

std::optional<Answer> Caretaker::ask(const Unit& unit, Stage stage, const LeftOut& left_out) {
  if (!worker_ && !open_worker()) return std::nullopt;
  Task task = options_.question;
  task.unit = unit;
  task.left_out = left_out;
  task.state = book_.state_for(unit, stage);
  if (task.state.is_null() && stage == Stage::confirm) {
    const Record::Unit known = book_.known(unit);
    if (const Json& part = part_to_ask(known.attempts.at(unit.widths.front())); !part.is_null())
      task.state = part.at("state");
  }
  book_.write_start(number_, unit, stage);
  Answer answer;
  const WorkerEvents events{
      .result =
          [&](const Json& result, int width) {
            answer.results[width] = result;
            if (stage != Stage::first || book_.has_result(unit, width)) return;
            if (summary(result).verdict != CaseVerdict::fail) {
              book_.write_result(result);
            } else if (!book_.has_attempt(unit, width)) {
              book_.write(attempt_line(unit, width, result), true);
            }
          },
      .checkpoint = [&](const Json& state) { book_.write(checkpoint_line(unit, stage, state), true); },
      .progress = [&](std::uint64_t done, std::uint64_t total,
                      std::uint64_t failed) { book_.tell_progress(number_, done, total, failed); },
      .stop = [&] { return should_stop(); },
  };
  const WorkerChild::End end = worker_->ask(task, events);
  if (end.stopped || end.abnormal) worker_.reset();
  if (end.stopped) return std::nullopt;
  answer.abnormal = end.abnormal;
  return answer;
}

bool Caretaker::open_worker() {
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
      book_.call_off("another device answers: " + differences.front());
      return false;
    }
    worker.reset();
    if (!is_device_healthy("a worker could not open the device: " + abnormal->reason)) return false;
    if (opening == kOpenings) {
      book_.call_off("no worker can open the device: " + abnormal->reason);
      return false;
    }
  }
}

bool Caretaker::is_device_healthy(const std::string& after) {
  worker_.reset();
  return classay::is_device_healthy(options_.health, book_, after);
}

}  // namespace classay
