#include "harness/supervisor/supervisor.h"

#include <algorithm>
#include <atomic>
#include <exception>
#include <nlohmann/json.hpp>
#include <optional>
#include <thread>
#include <utility>

#include "harness/supervisor/confirmation.h"

namespace classay {

Supervisor::Supervisor(SupervisorOptions options, RecordSink journal, Record& record, RunListener& listener, Host host)
    : options_(std::move(options)),
      host_(std::move(host)),
      state_(std::move(journal), record, listener, options_.baseline, options_.repro, *host_.time) {}

RunEnd Supervisor::run(const std::vector<Unit>& units, const std::vector<std::string>& probe_cases) {
  deal(units);
  std::vector<std::string> cases = probe_cases;
  for (const Unit& unit : units) {
    for (const int w : unit.widths) cases.push_back(name(case_of(unit, w)));
  }
  const RunEnd end = how_it_ended(cases);
  if (end == RunEnd::unusable) give_up(units);
  if (end != RunEnd::interrupted) state_.write_end(cases);
  return end;
}

bool Supervisor::is_finished(const Unit& unit) const {
  return std::ranges::all_of(unit.widths, [&](int w) { return state_.has_result(unit, w); });
}

// Each runner takes the next free unit. A unit that lost the device runs again after the following unit. An exception in one
// runner ends all.
void Supervisor::deal(const std::vector<Unit>& units) {
  std::atomic<std::size_t> next = 0;
  const auto run_units = [&](int number) {
    UnitRunner runner(options_.runner, state_, host_, number, options_.deadline);
    std::optional<std::size_t> lost;
    for (std::size_t i = next++; i < units.size() || lost; i = next++) {
      std::vector<std::size_t> turn;
      if (i < units.size()) turn.push_back(i);
      if (lost) turn.push_back(*std::exchange(lost, std::nullopt));
      for (const std::size_t unit : turn) {
        const UnitRunner::Step step = is_finished(units[unit]) ? UnitRunner::Step::done : runner.run(units[unit]);
        if (step == UnitRunner::Step::stop) return runner.retire();
        if (step == UnitRunner::Step::later) lost = unit;
      }
    }
    runner.retire();
  };
  std::vector<std::exception_ptr> thrown(static_cast<std::size_t>(options_.workers));
  const auto guarded = [&](int number) {
    try {
      run_units(number);
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

// The device is gone. Cases in flight get the verdict for its loss, failures stay failures, and the rest is missing.
void Supervisor::give_up(const std::vector<Unit>& units) {
  const std::string why = state_.why_unusable();
  const auto give_up_case = [&](const Unit& unit, const Record::Unit& known, int width) {
    const std::string case_name = name(case_of(unit, width));
    const auto ended = known.ended.find(width);
    if (const auto attempt = known.attempts.find(width); attempt != known.attempts.end()) {
      state_.write_result(unconfirmed(*attempt->second, why));
    } else if (ended != known.ended.end() && ended->second.is_in_flight) {
      const CaseVerdict verdict = verdict_without_device(ended->second.verdict, ended->second.blame);
      state_.write_result({.case_name = case_name, .verdict = verdict, .reason = ended->second.reason});
    } else {
      state_.write_result({.case_name = case_name, .verdict = CaseVerdict::missing, .reason = why});
    }
  };
  for (const Unit& unit : units) {
    const Record::Unit known = state_.known(unit);
    for (const int w : unit.widths) {
      if (!state_.has_result(unit, w)) give_up_case(unit, known, w);
    }
  }
}

}  // namespace classay
