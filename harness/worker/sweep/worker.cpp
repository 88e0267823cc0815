#include "harness/worker/sweep/worker.h"

#include <algorithm>
#include <chrono>
#include <cstdlib>
#include <filesystem>
#include <new>
#include <thread>

#include "harness/device/build_log.h"
#include "harness/device/describe.h"
#include "harness/device/driver_call.h"
#include "harness/device/registry.h"
#include "harness/journal/case_reasons.h"
#include "harness/journal/tally_json.h"
#include "harness/journal/task.h"
#include "harness/process/safe_file.h"
#include "harness/process/system.h"
#include "harness/worker/sweep/checkpoint_pace.h"
#include "harness/worker/sweep/hard_input_files.h"
#include "harness/worker/sweep/memory_growth.h"
#include "harness/worker/sweep/result.h"
#include "harness/worker/sweep/sweep.h"
#include "harness/worker/sweep/unsupported.h"

namespace classay {
namespace {

std::string_view fault_name(Fault fault) {
  switch (fault) {
    case Fault::unusable: return kFaultUnusable;
    case Fault::build: return kFaultBuild;
    case Fault::out_of_resources: return kFaultResources;
    case Fault::lost: return kFaultLost;
    case Fault::refused: return kFaultRefused;
    case Fault::misreported: return kFaultMisreported;
  }
  return kFaultRefused;
}

Json trouble(std::string_view fault, const std::string& message) {
  return {{"kind", "trouble"}, {"fault", fault}, {"message", message}};
}

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
    dialogue_.tell({{"kind", "progress"}, {"done", done}, {"total", total}, {"failed", failed}});
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
    const Json state = to_json(ledger);
    dialogue_.tell({{"kind", "checkpoint"}, {"state", state}});
    pace_->tell(now.count(), ledger.next, state.dump().size());
  }

 private:
  const Dialogue& dialogue_;
  double seconds_;
  std::chrono::steady_clock::time_point start_ = std::chrono::steady_clock::now();
  std::optional<CheckpointPace> pace_;
};

// Adds a search's findings to the result of the first width, at which it ran. A wrong result is repeated in whole vectors of
// its input.
void add_search(Json& result, const Json& found, const Unit& unit) {
  if (found.is_null()) return;
  result["search"] = found;
  const auto failed = found.at("failed").get<std::uint64_t>();
  const std::optional<CaseVerdict> verdict = case_verdict_named(result.at("verdict").get<std::string>());
  if (failed == 0 || (verdict != CaseVerdict::pass && verdict != CaseVerdict::quality_warning)) return;
  result["verdict"] = name(CaseVerdict::fail);
  result["reason"] = share_reason(failed, found.at("judged").get<std::uint64_t>()) + " in a search";
  Json vectors = Json::array();
  for (const Json& sample : found.at("first")) {
    vectors.push_back(std::vector<std::string>(static_cast<std::size_t>(unit.widths.front()), inputs_text(sample)));
  }
  result["vectors"] = std::move(vectors);
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
    Unit one = unit;
    one.widths = {width};
    dialogue.tell(unasked_results(one, CaseVerdict::unsupported, *why).front());
  }
  return left;
}

void do_task(Device& device, Task task, const WorkerOptions& options, const Dialogue& dialogue) {
  task.unit = supported(device, task.unit, dialogue);
  const Unit& unit = task.unit;
  if (unit.widths.empty()) return;
  const Plan plan = plan_of(task, hard_inputs(*unit.row, unit.format), windows_for(*unit.row, unit.format, task.seed));
  SweepEvents events{
      .launch =
          [&](int width) {
            dialogue.tell({{"kind", "launch"}, {"width", width}});
          },
      .progress = Progress(dialogue),
      .checkpoint = Checkpoints(dialogue, options.checkpoint_seconds),
      .form =
          [&](std::string_view form) {
            dialogue.tell({{"kind", "form"}, {"form", form}});
          },
      .program = {},
  };
  if (!options.dump_kernels.empty()) {
    events.program = [&](std::string_view kind, const std::string& text) { dump(options.dump_kernels, unit, kind, text); };
  }
  Sweep sweep(device, task, plan, judging_threads(), std::move(events));
  sweep.run();
  std::vector<Json> all = results(sweep, device_word(device.identity()));
  // A search runs at the first width, if that has a program.
  const bool is_searched =
      options.search && !is_of_part(task) && sweep.ledger().only.empty() && sweep.ledger().widths.front().unbuilt.empty();
  if (is_searched) add_search(all.front(), options.search(device, task), unit);
  const std::vector<std::string> notes = driver_notes();
  for (Json& r : all) {
    if (!notes.empty()) r["driver_notes"] = notes;
    dialogue.tell(r);
  }
}

}  // namespace

// The standard library returns 0 if the number is unknown.
unsigned judging_threads() {
  const char* const chosen = std::getenv(kJudgingThreads);
  const unsigned long most = chosen == nullptr ? 0 : std::strtoul(chosen, nullptr, 10);
  const unsigned cores = std::max(1U, std::thread::hardware_concurrency());
  return most == 0 ? cores : static_cast<unsigned>(std::min<unsigned long>(most, cores));
}

void serve(Backend& backend, const WorkerOptions& options, const Dialogue& dialogue) {
  try {
    const std::unique_ptr<Device> device = backend.open(options.device);
    dialogue.tell({{"kind", "hello"}, {"device", to_json(device->description())}, {"build", options.build}});
    MemoryGrowth growth(ending::machine_memory());
    while (const std::optional<std::string> line = dialogue.next_line()) {
      do_task(*device, task_from(read_json(*line)), options, dialogue);
      dialogue.tell({{"kind", "done"}, {"renew", growth.is_too_much(ending::resident_memory())}});
    }
  } catch (const DeviceError& e) {
    Json line = trouble(fault_name(e.fault()), e.what());
    if (e.fault() == Fault::build) line["reason"] = build_reason(e.what());
    dialogue.tell(line);
  } catch (const std::bad_alloc&) {
    dialogue.tell(trouble(kFaultResources, "out of memory"));
  } catch (const Json::exception& e) {
    dialogue.tell(trouble(kFaultHarness, in_words(e)));
  } catch (const std::exception& e) {
    dialogue.tell(trouble(kFaultHarness, e.what()));
  }
}

}  // namespace classay
