#include "harness/worker/sweep/worker.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <charconv>
#include <chrono>
#include <cstdlib>
#include <filesystem>
#include <new>
#include <nlohmann/json.hpp>
#include <thread>

#include "harness/device/build_log.h"
#include "harness/device/capabilities.h"
#include "harness/device/driver_call.h"
#include "harness/device/registry.h"
#include "harness/journal/case_result.h"
#include "harness/journal/task.h"
#include "harness/process/host.h"
#include "harness/process/safe_file.h"
#include "harness/process/system.h"
#include "harness/text/usage_error.h"
#include "harness/worker/sweep/data_files.h"
#include "harness/worker/sweep/device_support.h"
#include "harness/worker/sweep/result.h"
#include "harness/worker/sweep/sweep.h"

namespace classay {
namespace {

message::Fault told(Fault fault) {
  switch (fault) {
    case Fault::unusable: return message::Fault::unusable;
    case Fault::build: return message::Fault::build;
    case Fault::out_of_resources: return message::Fault::resources;
    case Fault::lost: return message::Fault::lost;
    case Fault::refused: return message::Fault::refused;
    case Fault::misreported: return message::Fault::misreported;
  }
  return message::Fault::refused;
}

void tell(const Dialogue& dialogue, const CaseResult& result) { dialogue.tell(message::Result{shared(to_json(result))}); }

// If not all widths are alike, units of one name have different programs, which are named after their first width.
std::string name_of_program(const Unit& unit) {
  const std::span<const int> alike = widths_alike(*unit.row, unit.format, unit.widths.front());
  return alike.size() == widths(*unit.row).size() ? name(unit) : name(case_of(unit, unit.widths.front()));
}

void dump(const std::string& folder, const Unit& unit, std::string_view kind, const std::string& text) {
  std::filesystem::create_directories(folder);
  std::string file = name_of_program(unit) + "-" + std::string(kind) + ".cl";
  std::ranges::replace(file, '/', '-');
  write_file(std::filesystem::path(folder) / file, text);
}

// Reports at most a few times a second.
class Progress {
 public:
  explicit Progress(const Dialogue& dialogue) : dialogue_(dialogue) {}
  void operator()(std::uint64_t done, std::uint64_t total, std::uint64_t failed) {
    const auto now = std::chrono::steady_clock::now();
    if (done != total && now - last_ < std::chrono::milliseconds(200)) return;
    last_ = now;
    dialogue_.tell(message::Progress{done, total, failed});
  }

 private:
  const Dialogue& dialogue_;
  std::chrono::steady_clock::time_point last_;
};

// The sweep has a state after every batch; only some are worth sending.
class Checkpoints {
 public:
  Checkpoints(const Dialogue& dialogue, double seconds) : dialogue_(dialogue), seconds_(seconds) {}
  void operator()(const Ledger& ledger) {
    if (!pace_) pace_.emplace(seconds_, ledger.next);
    const std::chrono::duration<double> now = std::chrono::steady_clock::now() - start_;
    if (!pace_->is_due(now.count(), ledger.next)) return;
    const SharedJson state = state_of(ledger);
    dialogue_.tell(message::Checkpoint{state});
    pace_->tell(now.count(), ledger.next, state->dump().size());
  }

 private:
  const Dialogue& dialogue_;
  double seconds_;
  std::chrono::steady_clock::time_point start_ = std::chrono::steady_clock::now();
  std::optional<CheckpointPace> pace_;
};

// Adds a search's findings to the result of the first width, at which it ran. A wrong result is repeated in whole vectors of
// its input.
void add_search(CaseResult& result, std::optional<SearchRecord> found, const Unit& unit) {
  if (!found) return;
  result.search = std::move(found);
  const SearchRecord& search = *result.search;
  const bool was_good = result.verdict == CaseVerdict::pass || result.verdict == CaseVerdict::quality_warning;
  if (search.failed == 0 || !was_good) return;
  result.verdict = CaseVerdict::fail;
  result.reason = share_reason(search.failed, search.judged) + " in a search";
  result.vectors.emplace();
  for (const ResultSample& sample : search.first) {
    result.vectors->emplace_back(static_cast<std::size_t>(unit.widths.front()),
                                 fmt::format("{}", fmt::join(sample.inputs, ",")));
  }
}

// Reports the widths that the device does not support, and returns the others.
Unit supported(const Device& device, const Unit& unit, const Dialogue& dialogue) {
  Unit left = unit;
  left.widths.clear();
  for (const int width : unit.widths) {
    const auto why = unsupported(device.capabilities(), case_of(unit, width));
    if (!why) {
      left.widths.push_back(width);
      continue;
    }
    tell(dialogue, {.case_name = name(case_of(unit, width)), .verdict = CaseVerdict::unsupported, .reason = *why});
  }
  return left;
}

void do_task(Device& device, ProgramStore& programs, Task task, const WorkerOptions& options, const Dialogue& dialogue) {
  task.unit = supported(device, task.unit, dialogue);
  const Unit& unit = task.unit;
  if (unit.widths.empty()) return;
  const Plan plan = plan_of(task, hard_inputs(*unit.row, unit.format), windows_for(*unit.row, unit.format, task.seed));
  SweepEvents events{
      .launch = [&](int width) { dialogue.tell(message::Launch{width}); },
      .progress = Progress(dialogue),
      .checkpoint = Checkpoints(dialogue, options.checkpoint_seconds),
      .form = [&](std::string_view form) { dialogue.tell(message::Form{std::string(form)}); },
      .program = {},
  };
  if (!options.dump_kernels.empty()) {
    events.program = [&](std::string_view kind, const std::string& text) { dump(options.dump_kernels, unit, kind, text); };
  }
  const std::unique_ptr<Sweep> ran = run_sweep(device, task, plan, judging_threads(), events, &programs);
  const Sweep& sweep = *ran;
  std::vector<CaseResult> all = results(sweep, device_word(device.identity()));
  // A search runs at the first width, if that has a program.
  const bool is_searched =
      options.search && !is_of_part(task) && sweep.ledger().only.empty() && sweep.ledger().widths.front().unbuilt.empty();
  if (is_searched) add_search(all.front(), options.search(device, task), unit);
  const std::vector<std::string> notes = driver_notes();
  for (CaseResult& r : all) {
    r.driver_notes = notes;
    tell(dialogue, r);
  }
}

}  // namespace

// The standard library returns 0 if the number is unknown.
unsigned judging_threads() {
  const char* const chosen = std::getenv(kJudgingThreads);
  const std::string_view text = chosen == nullptr ? "" : chosen;
  if (text.empty()) return cores();
  unsigned most = 0;
  const char* const end = text.data() + text.size();
  if (std::from_chars(text.data(), end, most) != std::from_chars_result{end, {}} || most == 0) {
    throw UsageError(fmt::format("{}: '{}' is not a number of threads; write a number from 1 on", kJudgingThreads, text));
  }
  return std::min(most, cores());
}

void serve(Backend& backend, const WorkerOptions& options, const Dialogue& dialogue) {
  try {
    const std::unique_ptr<Device> device = backend.open(options.device);
    dialogue.tell(message::Hello{shared(to_json(device->description())), options.build});
    ProgramStore programs(*device);
    MemoryGrowth growth(ending::machine_memory());
    while (const std::optional<std::string> line = dialogue.next_line()) {
      do_task(*device, programs, task_from(read_json(*line)), options, dialogue);
      dialogue.tell(message::Done{growth.is_too_much(ending::resident_memory())});
    }
  } catch (const DeviceError& e) {
    dialogue.tell(message::Trouble{told(e.fault()), e.what(), e.fault() == Fault::build ? build_reason(e.what()) : ""});
  } catch (const std::bad_alloc&) {
    dialogue.tell(message::Trouble{message::Fault::resources, "out of memory", ""});
  } catch (const Json::exception& e) {
    dialogue.tell(message::Trouble{message::Fault::harness, in_words(e), ""});
  } catch (const std::exception& e) {
    dialogue.tell(message::Trouble{message::Fault::harness, e.what(), ""});
  }
}

namespace {

constexpr double kBytesPerSecond = 100'000;  // on average: 1 MB per 10 s

}  // namespace

void CheckpointPace::tell(double now, std::uint64_t next, std::size_t bytes) {
  due_ = now + std::max(seconds_, static_cast<double>(bytes) / kBytesPerSecond);
  told_ = next;
}

std::uint64_t growth_allowed(std::uint64_t memory) {
  constexpr std::uint64_t kMiB = std::uint64_t{1} << 20;
  constexpr std::uint64_t kPart = 32;
  return std::clamp(memory / kPart, 128 * kMiB, 512 * kMiB);
}

bool MemoryGrowth::is_too_much(std::uint64_t resident) {
  if (first_ == 0) first_ = resident;
  return resident > first_ && resident - first_ > allowed_;
}

}  // namespace classay
