#include "harness/supervisor/supervisor.h"

#include <algorithm>
#include <atomic>
#include <exception>
#include <iterator>
#include <numeric>
#include <optional>
#include <thread>
#include <utility>

#include "harness/supervisor/confirmation.h"
#include "harness/supervisor/probe_children.h"

namespace classay {

Supervisor::Supervisor(SupervisorOptions options, RecordSink journal, Record& record, RunListener& listener, Host host)
    : options_(std::move(options)),
      host_(std::move(host)),
      state_(std::move(journal), record, listener, options_.baseline, options_.repro, *host_.time) {}

RunEnd Supervisor::run(std::span<const Job> jobs) {
  deal(jobs);
  std::vector<std::string> cases;
  for (const Job& job : jobs) std::ranges::move(cases_of(job), std::back_inserter(cases));
  const RunEnd end = how_it_ended(cases);
  if (end == RunEnd::unusable) give_up(jobs);
  if (end != RunEnd::interrupted) state_.write_end(cases);
  return end;
}

UnitRunner::Step Supervisor::run_job(const Job& job, UnitRunner& runner, int number) {
  const std::vector<std::string> cases = cases_of(job);
  if (std::ranges::all_of(cases, [&](const std::string& c) { return state_.has_result(c); })) return UnitRunner::Step::done;
  const auto* unit = std::get_if<Unit>(&job);
  return unit != nullptr ? runner.run(*unit) : run_probes(cases, number);
}

// A case that is running at the deadline is left out.
UnitRunner::Step Supervisor::run_probes(const ProbeGroup& cases, int number) {
  ProbeGroup open;
  std::ranges::copy_if(cases, std::back_inserter(open), [&](const std::string& c) { return !state_.has_result(c); });
  if (state_.is_over() || is_out_of_time()) return UnitRunner::Step::stop;
  std::size_t reported = 0;
  state_.report_probe(number, open.front());
  options_.run_probes(open, [&](const std::string& case_name, const ChildAnswer& answer) {
    if (++reported < open.size()) state_.report_probe(number, open[reported]);
    if (state_.is_over() || (answer.timed_out && is_out_of_time())) return;
    if (answer.is_lost) return state_.call_off(case_name + ": " + answer.misfortune);
    state_.write_result(probe_result(case_name, answer, options_.runner.facts));
  });
  return UnitRunner::Step::done;
}

// Each worker takes the next free turn. A unit that lost the device runs again after the following turn. An exception in one
// worker ends all.
void Supervisor::deal(std::span<const Job> jobs) {
  const std::vector<std::size_t> turns = turns_of(jobs, options_.runner.task.bundled);
  std::atomic<std::size_t> next = 0;
  const auto run_jobs = [&](int number) {
    UnitRunner runner(options_.runner, state_, host_, number, options_.deadline);
    std::optional<std::size_t> lost;
    for (std::size_t i = next++; i < turns.size() || lost; i = next++) {
      std::vector<std::size_t> turn;
      if (i < turns.size()) turn.resize((i + 1 < turns.size() ? turns[i + 1] : jobs.size()) - turns[i]);
      if (i < turns.size()) std::iota(turn.begin(), turn.end(), turns[i]);
      if (lost) turn.push_back(*std::exchange(lost, std::nullopt));
      for (const std::size_t job : turn) {
        const UnitRunner::Step step = run_job(jobs[job], runner, number);
        if (step == UnitRunner::Step::stop) return runner.retire();
        if (step == UnitRunner::Step::later) lost = job;
      }
    }
    runner.retire();
  };
  std::vector<std::exception_ptr> thrown(static_cast<std::size_t>(options_.workers));
  const auto guarded = [&](int number) {
    try {
      run_jobs(number);
    } catch (...) {
      thrown[static_cast<std::size_t>(number)] = std::current_exception();
      state_.call_off();
    }
  };
  {
    std::vector<std::jthread> others;
    for (int number = 1; number < options_.workers; ++number) others.emplace_back(guarded, number);
    guarded(0);
  }
  for (const std::exception_ptr& e : thrown) {
    if (e) std::rethrow_exception(e);
  }
}

RunEnd Supervisor::how_it_ended(const std::vector<std::string>& cases) const {
  if (std::ranges::all_of(cases, [&](const std::string& c) { return state_.has_result(c); })) return RunEnd::complete;
  // The interruption may be the reason why the device does not respond, so it comes first.
  if (state_.is_interrupted()) return RunEnd::interrupted;
  return state_.why_unusable().empty() ? RunEnd::out_of_time : RunEnd::unusable;
}

// A case in flight gets the verdict for the loss of the device, and a failure stays a failure. Returns false for others.
bool Supervisor::write_ended(const Unit& unit, int width, const std::string& case_name) {
  const Record::Unit known = state_.known(unit);
  const auto ended = known.ended.find(width);
  if (const auto attempt = known.attempts.find(width); attempt != known.attempts.end()) {
    state_.write_result(unconfirmed(attempt->second, state_.why_unusable()));
  } else if (ended != known.ended.end() && ended->second.is_in_flight) {
    const CaseVerdict verdict = verdict_without_device(ended->second.verdict, ended->second.blame);
    state_.write_result({.case_name = case_name, .verdict = verdict, .reason = ended->second.reason});
  } else {
    return false;
  }
  return true;
}

// The device is gone: what did not run is missing.
void Supervisor::give_up(std::span<const Job> jobs) {
  for (const Job& job : jobs) {
    const auto* unit = std::get_if<Unit>(&job);
    const std::vector<std::string> cases = cases_of(job);
    for (std::size_t i = 0; i < cases.size(); ++i) {
      if (state_.has_result(cases[i])) continue;
      if (unit != nullptr && write_ended(*unit, unit->widths[i], cases[i])) continue;
      state_.write_result({.case_name = cases[i], .verdict = CaseVerdict::missing, .reason = state_.why_unusable()});
    }
  }
}

}  // namespace classay
