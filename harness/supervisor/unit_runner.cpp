#include "harness/supervisor/unit_runner.h"

#include <algorithm>
#include <utility>

#include "harness/journal/run_header.h"
#include "harness/supervisor/job.h"

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

UnitRunner::UnitRunner(const UnitRunnerOptions& options, RunState& state, Host host, int number,
                       std::optional<TimeSource::Time> end)
    : options_(options), state_(state), host_(std::move(host)), number_(number), end_(end) {}

void UnitRunner::retire() {
  for (Worker* worker : {&worker_, &confirmer_}) {
    if (state_.is_interrupted()) worker->reset();
    dismiss(*worker);
  }
}

void UnitRunner::dismiss(Worker& worker) {
  if (worker) worker->dismiss();
  worker.reset();
}

bool UnitRunner::should_stop() const { return state_.is_over() || (end_ && host_.time->now() >= *end_); }

UnitRunner::Step UnitRunner::run(const Unit& unit) {
  if (should_stop()) return Step::stop;
  if (needs_first(unit)) {
    const Step first = run_first(unit);
    if (first != Step::done) return first;
  }
  const Step step = run_rest(unit);
  // Results held by an interrupted run are dropped; the resumed run runs these cases again.
  if (step == Step::done || state_.is_called_off()) record_held(unit);
  held_.clear();
  return step;
}

UnitRunner::Step UnitRunner::run_rest(const Unit& unit) {
  for (const int width : unit.widths) {
    // A case that fails alone gets one confirmation run.
    while (!state_.has_result(unit, width) && !held_.contains(width)) {
      if (should_stop() || run_alone(unit, width) == Step::stop) return Step::stop;
    }
  }
  return Step::done;
}

bool UnitRunner::needs_first(const Unit& unit) const {
  const Record::Unit known = state_.known(unit);
  return std::ranges::any_of(unit.widths, [&](int w) {
    return !state_.has_result(unit, w) && !known.attempts.contains(w) && !known.ended.contains(w);
  });
}

// Runs all widths of the unit. A failure is kept as an attempt; any other result is final. An end caused from outside proves
// nothing about the unit, so the unit resumes where it stopped.
UnitRunner::Step UnitRunner::run_first(const Unit& unit) {
  for (int tries = 1; needs_first(unit); ++tries) {
    if (should_stop()) return Step::stop;
    const std::optional<TaskOutput> output = run_task(unit, Stage::first);
    if (!output) return Step::stop;
    if (!output->abnormal) return Step::done;
    const Abnormal& end = *output->abnormal;
    const bool is_of_bundle = is_bundled(unit, Stage::first) && end.in_flight.empty() && end.blame != Blame::ours;
    if (is_of_bundle) ended_in_.insert(*bundle_of(unit));
    if (record_abnormal(unit, end, is_of_bundle, tries) == Step::stop) return Step::stop;
    if (waits_once(unit, end)) return Step::later;
  }
  return Step::done;
}

// `is_of_bundle`: the worker ended before a launch, perhaps while it built other builtins. That proves nothing about this
// unit, which runs again with its own program.
UnitRunner::Step UnitRunner::record_abnormal(const Unit& unit, const Abnormal& abnormal, bool is_of_bundle, int tries) {
  const bool is_healthy = is_device_healthy(name(unit) + ": " + abnormal.reason);
  if (state_.is_interrupted()) return Step::stop;
  const auto without_result = [&](int w) { return !state_.has_result(unit, w) && !state_.has_attempt(unit, w); };
  const CaseOutcome outcome = outcome_of(abnormal.verdict, abnormal.blame);
  std::vector<int> rest;
  if (!is_of_bundle && (outcome != CaseOutcome::outside || tries == kMaxRetries))
    std::ranges::copy_if(unit.widths, std::back_inserter(rest), without_result);
  std::vector<int> in_flight;
  if (outcome != CaseOutcome::outside)
    std::ranges::copy_if(abnormal.in_flight, std::back_inserter(in_flight), without_result);
  // Some case caused the end. If none is known to be in flight, all are suspects.
  const bool is_evidence = outcome != CaseOutcome::outside && outcome != CaseOutcome::resources;
  if (is_evidence && in_flight.empty() && abnormal.revoked.empty()) in_flight = rest;
  state_.write(AbnormalRecord{.unit = name(unit),
                              .verdict = abnormal.verdict,
                              .blame = abnormal.blame,
                              .reason = abnormal.reason,
                              .widths = rest,
                              .in_flight = in_flight,
                              .log = abnormal.log,
                              .ended = abnormal.ended});
  for (const int w : abnormal.revoked) {
    state_.write_result(
        {.case_name = name(case_of(unit, w)), .verdict = CaseVerdict::harness_error, .reason = abnormal.reason});
  }
  return is_healthy ? Step::done : Step::stop;
}

CaseOutcome UnitRunner::first_outcome(const Unit& unit, int width) const {
  const Record::Unit known = state_.known(unit);
  if (known.attempts.contains(width)) return CaseOutcome::wrong;
  const auto ended = known.ended.find(width);
  if (ended == known.ended.end() || !ended->second.is_in_flight) return CaseOutcome::outside;
  const CaseOutcome outcome = outcome_of(ended->second.verdict, ended->second.blame);
  // A program of all widths that does not build is not evidence against a single width.
  return outcome == CaseOutcome::wrong ? CaseOutcome::ended : outcome;
}

// Runs one case alone until the outcome proves something, or kMaxRetries times; then the last one counts. The worker is
// fresh, except for confirmations: in a worker that has run others, only the same failure counts.
UnitRunner::Step UnitRunner::run_alone(const Unit& unit, int width) {
  const Stage stage = state_.has_attempt(unit, width) ? Stage::confirm : Stage::again;
  const CaseOutcome first = first_outcome(unit, width);
  LeftOut left_out;
  std::string log;
  int in_vain = 0;
  for (;;) {
    Worker& worker = worker_for(stage);
    const bool is_shared = stage == Stage::confirm && worker && in_vain == 0;
    if (!is_shared) dismiss(worker);
    std::optional<TaskOutput> output = run_task(alone(unit, width), stage, left_out);
    if (!output) return Step::stop;
    if (!output->abnormal) {
      if (stage != Stage::confirm) dismiss(worker);
      if (!log.empty()) output->results.at(width).log = log;
    }
    const bool is_healthy =
        !output->abnormal || is_device_healthy(name(case_of(unit, width)) + ": " + output->abnormal->reason);
    if (state_.is_interrupted()) return Step::stop;
    const bool is_repeated = stage != Stage::confirm || repeats(state_.known(unit).attempts.at(width), *output, width);
    if (!is_repeated) dismiss(worker_);  // its results may depend on its earlier tasks
    if (is_shared && is_healthy && !is_repeated) {
      dismiss(confirmer_);
      continue;
    }
    if (is_healthy && can_leave_out(*output, left_out)) {
      left_out[output->abnormal->form] = {output->abnormal->verdict, output->abnormal->reason};
      log = output->abnormal->log;
      continue;
    }
    const bool is_vain = meaning(first, outcome_of(*output, width)) == Meaning::nothing;
    if (is_vain && is_healthy && ++in_vain < kMaxRetries) continue;
    // The device is gone, so the verdict no longer depends on this case alone.
    if (!is_healthy && output->abnormal) {
      output->abnormal->verdict = verdict_without_device(output->abnormal->verdict, output->abnormal->blame);
    }
    if (!is_vain || is_healthy) record_alone(unit, width, first, *output);
    return is_healthy ? Step::done : Step::stop;
  }
}

// Returns whether the driver ended the worker in a call variant that is not left out yet.
bool UnitRunner::can_leave_out(const TaskOutput& output, const LeftOut& left_out) {
  if (!output.abnormal || output.abnormal->form.empty() || left_out.contains(output.abnormal->form)) return false;
  const CaseOutcome outcome = outcome_of(output.abnormal->verdict, output.abnormal->blame);
  return outcome == CaseOutcome::ended || outcome == CaseOutcome::resources;
}

void UnitRunner::record_alone(const Unit& unit, int width, CaseOutcome first, const TaskOutput& output) {
  const Record::Unit known = state_.known(unit);
  if (first == CaseOutcome::wrong) {
    state_.write_result(confirmed(known.attempts.at(width), output, width));
    return;
  }
  if (output.abnormal) {
    const Abnormal& abnormal = *output.abnormal;
    CaseResult result{.case_name = name(case_of(unit, width)), .verdict = abnormal.verdict, .reason = abnormal.reason};
    if (!abnormal.log.empty()) result.log = abnormal.log;
    result.ended = abnormal.ended;
    state_.write_result(result);
    return;
  }
  const CaseResult& result = output.results.at(width);
  const CaseOutcome second = outcome_of(output, width);
  if (second == CaseOutcome::wrong) {
    state_.write_attempt(unit, width, result);
  } else if (second == CaseOutcome::right && meaning(first, second) != Meaning::second) {
    held_.emplace(width, result);
  } else {
    state_.write_result(first == CaseOutcome::resources ? right_alone(result, known.ended.at(width), std::nullopt) : result);
  }
}

// Returns the width that ended the unit: it was in flight then and has the same outcome alone. nullopt: unknown. Units of
// other widths may have the same name.
std::optional<int> UnitRunner::culprit(const Unit& unit) const {
  for (const auto& [width, ended] : state_.known(unit).ended) {
    const bool is_of_unit = std::ranges::find(unit.widths, width) != unit.widths.end();
    const bool is_suspect = is_of_unit && ended.is_in_flight && state_.has_result(unit, width);
    if (is_suspect && outcome_of(state_.verdict(unit, width)) == outcome_of(ended.verdict, ended.blame)) return width;
  }
  return std::nullopt;
}

// If one of several cases in flight is known to have ended the worker, the others keep their results of the run alone. If
// all are good alone, the cause is unknown and the verdict of each depends on the first outcome (right_alone).
void UnitRunner::record_held(const Unit& unit) {
  const std::optional<int> by = culprit(unit);
  const Record::Unit known = state_.known(unit);
  for (const auto& [width, result] : held_) state_.write_result(right_alone(result, known.ended.at(width), by));
}

Task UnitRunner::task_for(const Unit& unit, Stage stage, const LeftOut& left_out) const {
  Task task = options_.task;
  task.unit = unit;
  task.edition = options_.editions.of(unit.front_end);
  task.limit = options_.stated.of(unit);
  task.range_limits = options_.stated.of_ranges(unit);
  task.calls = options_.inputs.of(unit);
  task.left_out = left_out;
  task.state = state_.state_for(unit, stage);
  task.bundled = is_bundled(unit, stage);
  if (stage != Stage::confirm) return task;
  // A confirmation runs the same inputs as the first run, however long that takes.
  task.case_time = 0;
  if (task.state == nullptr) {
    const Record::Unit known = state_.known(unit);
    const CaseResult& first = known.attempts.at(unit.widths.front());
    if (first.to_confirm) task.state = first.to_confirm->state;
    // With `auto`, times must not decide whether wrong digests are made again.
    const bool has_wrong_digests = first.counts && first.counts->wrong_digests.value_or(0) > 0;
    if (has_wrong_digests && task.compare_on_device == UseOfDigests::automatic) task.compare_on_device = UseOfDigests::never;
  }
  return task;
}

// A confirmation runs the program that failed, which the driver's cache may have. After an abnormal end, a case has its own
// program.
bool UnitRunner::is_bundled(const Unit& unit, Stage stage) const {
  const auto bundle = bundle_of(unit);
  const bool has_ended = stage != Stage::first && state_.known(unit).ended.contains(unit.widths.front());
  return options_.task.bundled && stage != Stage::again && !has_ended && bundle && !ended_in_.contains(*bundle);
}

WorkerEvents UnitRunner::events_for(const Unit& unit, Stage stage, TaskOutput& output) {
  return {
      .result =
          [this, &unit, stage, &output](const CaseResult& result, int width) {
            output.results[width] = result;
            if (stage != Stage::first || state_.has_result(unit, width)) return;
            if (outcome_of_result(result.verdict) != CaseOutcome::wrong) {
              state_.write_result(result);
            } else if (!state_.has_attempt(unit, width)) {
              state_.write_attempt(unit, width, result);
            }
          },
      .checkpoint =
          [this, &unit, stage](const SharedJson& state) {
            state_.write(CheckpointRecord{.unit = name(unit), .widths = unit.widths, .stage = stage, .state = state});
          },
      .progress = [this](std::uint64_t done, std::uint64_t total,
                         std::uint64_t failed) { state_.report_progress(number_, done, total, failed); },
      .stop = [this] { return should_stop(); },
  };
}

std::optional<TaskOutput> UnitRunner::run_task(const Unit& unit, Stage stage, const LeftOut& left_out) {
  Worker& worker = worker_for(stage);
  if (!worker && !open(worker)) return std::nullopt;
  Task task = task_for(unit, stage, left_out);
  // A builtin that hung once gets a shorter timeout at each of its other widths and modes.
  const std::string hung_in = state_.hung_in(unit);
  const milliseconds silence = hung_in.empty() ? options_.limits.timeout : options_.short_timeout;
  const bool is_shorter = silence < options_.limits.timeout;
  if (is_shorter) task.case_time = std::min(task.case_time, duration<double>(silence).count());
  state_.write_start(number_, unit, stage);
  TaskOutput output;
  const WorkerEvents events = events_for(unit, stage, output);
  WorkerChild::End end = worker->ask(task, events, stage == Stage::confirm, silence);
  if (is_shorter && end.abnormal && end.abnormal->verdict == CaseVerdict::timeout) {
    end.abnormal->reason += " (with a shorter timeout, because the builtin had hung in " + hung_in + ")";
  }
  if (end.stopped || end.abnormal) worker.reset();
  if (end.is_worn && !end.abnormal) dismiss(worker);
  if (end.stopped || (end.abnormal && is_part_of_a_stop(*end.abnormal))) return std::nullopt;
  output.abnormal = end.abnormal;
  return output;
}

bool UnitRunner::is_part_of_a_stop(const Abnormal& abnormal) const {
  const CaseOutcome outcome = outcome_of(abnormal.verdict, abnormal.blame);
  const bool is_waited_for = outcome == CaseOutcome::outside || outcome == CaseOutcome::resources;
  return is_waited_for ? state_.is_interrupted_soon() : state_.is_interrupted();
}

bool UnitRunner::open(Worker& worker) {
  for (int opening = 1;; ++opening) {
    auto opened = std::make_unique<WorkerChild>(host_, options_.worker, options_.limits, options_.facts);
    const std::optional<Abnormal> abnormal = opened->open([&] { return should_stop(); });
    if (should_stop() || (abnormal && is_part_of_a_stop(*abnormal))) return false;
    if (!abnormal) {
      refuse_another_program(opened->hello().build);
      const std::vector<std::string> differences = device_differences(*options_.device, *opened->hello().device);
      if (differences.empty()) {
        worker = std::move(opened);
        return true;
      }
      state_.call_off("a different device responds: " + differences.front());
      return false;
    }
    opened.reset();
    if (abnormal->blame == Blame::ours && abnormal->ended) {
      throw HarnessError("a worker could not open the device, and the device is not the cause: " + abnormal->reason);
    }
    if (!is_device_healthy("a worker could not open the device: " + abnormal->reason)) return false;
    if (opening == kOpenings) {
      state_.call_off("no worker can open the device: " + abnormal->reason);
      return false;
    }
  }
}

// The program file can be replaced during a run, and a newer program may judge differently.
void UnitRunner::refuse_another_program(const SharedJson& build) const {
  const Json& is = or_null(build);
  const Json& wanted = or_null(options_.build);
  const bool is_nameless = are_equal(is, or_null(nullptr));
  if (are_equal(is, wanted) || (is_nameless && options_.may_be_nameless)) return;
  throw HarnessError("the worker runs a different build of classay: " + json_text(is) + " instead of " + json_text(wanted) +
                     "; all results so far are kept. Restore the program and continue with `classay resume`");
}

// Returns true once per unit: another unit runs first on the recovered device.
bool UnitRunner::waits_once(const Unit& unit, const Abnormal& abnormal) {
  return abnormal.verdict == CaseVerdict::device_lost && waited_.insert(name(unit)).second;
}

// An idle worker ends too: its connection to the device may be broken, or the device may be for one process only.
bool UnitRunner::is_device_healthy(const std::string& after) {
  worker_.reset();
  confirmer_.reset();
  return classay::is_device_healthy(options_.health, state_, host_, after);
}

}  // namespace classay
