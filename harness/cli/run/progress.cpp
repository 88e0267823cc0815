#include "harness/cli/run/progress.h"

#include <fmt/format.h>

#include <algorithm>

namespace classay {
namespace {

using std::chrono::duration;

std::string rate_text(double rate) {
  if (rate >= 1e9) return fmt::format("{:.2f} G/s", rate / 1e9);
  if (rate >= 1e6) return fmt::format("{:.1f} M/s", rate / 1e6);
  return fmt::format("{:.0f}/s", rate);
}

}  // namespace

std::string time_text(double seconds) {
  if (seconds < 60) return fmt::format("{:.1f} s", seconds);
  const auto whole = static_cast<std::uint64_t>(std::min(seconds, 1e9));
  if (whole < 3600) return fmt::format("{}:{:02} min", whole / 60, whole % 60);
  return fmt::format("{}:{:02} h", whole / 3600, whole / 60 % 60);
}

RunProgress::RunProgress(Weights weights, Clock::time_point start) : weights_(std::move(weights)), start_(start) {
  weights_.total = std::max(weights_.total, 1.0);
}

double RunProgress::Task::rate(Clock::time_point now) const {
  const double seconds = duration<double>(now - first_seen).count();
  return first_done && seconds > 0 ? static_cast<double>(done - *first_done) / seconds : 0;
}

void RunProgress::start(int worker, Task task) {
  Task& last = tasks_[worker];
  if (last.weight > 0) {
    weight_done_ += last.weight;
    done_after_ = duration<double>(task.start - start_).count();
  }
  last = std::move(task);
}

void RunProgress::started_probe(int worker, const std::string& case_name, Clock::time_point now) {
  start(worker, {.name = case_name, .weight = weights_.of_probe_case, .start = now, .first_seen = now});
}

void RunProgress::started(int worker, const Unit& unit, Stage stage, Clock::time_point now) {
  start(worker, {.name = unit.widths.size() == 1 ? name(case_of(unit, unit.widths[0])) : name(unit),
                 .stage = stage,
                 .weight = stage == Stage::first ? weights_.of_unit(unit) : 0,
                 .start = now,
                 .first_seen = now});
}

// Inputs before the checkpoint that a task resumes from do not count.
void RunProgress::progress(int worker, std::uint64_t done, std::uint64_t total, Clock::time_point now) {
  Task& task = tasks_[worker];
  if (!task.first_done) {
    task.first_done = done;
    task.first_seen = now;
  }
  task.done = done;
  task.total = total;
}

double RunProgress::weight_under_way() const {
  double weight = 0;
  for (const auto& [worker, task] : tasks_) weight += task.weight * task.share();
  return weight;
}

double RunProgress::share() const { return std::min(1.0, (weight_done_ + weight_under_way()) / weights_.total); }

std::optional<double> RunProgress::seconds_left() const {
  if (weight_done_ <= 0) return std::nullopt;
  return done_after_ / weight_done_ * std::max(0.0, weights_.total - weight_done_ - weight_under_way());
}

// With several workers, shows the one whose task started first.
std::string RunProgress::text(Clock::time_point now) const {
  const auto longest = std::ranges::min_element(tasks_, {}, [](const auto& t) { return t.second.start; });
  if (longest == tasks_.end()) return "";
  const Task& task = longest->second;
  std::string text = fmt::format("{:5.1f} %  {}", 100 * share(), task.name);
  if (task.stage != Stage::first) text += task.stage == Stage::again ? ", alone" : ", once more";
  text += ", " + time_text(duration<double>(now - task.start).count());
  if (tasks_.size() > 1) text += fmt::format(", 1 of {} workers", tasks_.size());
  double rate = 0;
  for (const auto& [worker, t] : tasks_) rate += t.rate(now);
  if (rate > 0) text += "  " + rate_text(rate);
  if (const std::optional<double> left = seconds_left()) text += fmt::format("  about {} left", time_text(*left));
  return text;
}

}  // namespace classay
