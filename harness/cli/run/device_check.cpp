#include "harness/cli/run/device_check.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <chrono>
#include <nlohmann/json.hpp>
#include <span>
#include <sstream>
#include <stdexcept>
#include <vector>

#include "harness/cli/list/device_list.h"
#include "harness/cli/run/run_line.h"
#include "harness/device/registry.h"
#include "harness/journal/probe_kinds.h"
#include "harness/process/interrupts.h"
#include "harness/supervisor/child_process.h"
#include "harness/text/usage_error.h"
#include "harness/text/visible.h"
#include "harness/worker/selfcheck/selfcheck.h"
#include "tools/inject/corpus.h"

namespace classay {
namespace {

std::string last_words(const std::string& log) {
  constexpr std::size_t kLines = 5;
  std::vector<std::string> lines;
  std::istringstream in(log);
  for (std::string line; std::getline(in, line);) {
    if (line.find_first_not_of(" \t\r") != std::string::npos) lines.push_back("  " + line + "\n");
  }
  const std::size_t first = lines.size() - std::min(lines.size(), kLines);
  return fmt::format("{}", fmt::join(std::span(lines).subspan(first), ""));
}

// Returns the OpenCL drivers that end the process that loads them, and how to run without them.
std::string bad_drivers() {
  std::string text;
  const Json all = listed_one_by_one(kListingTimeout);
  for (const Json& d : unusable(all)) {
    text += fmt::format("classay: {}: cannot be used: {}\n", visible(d.value("unusable", "")), visible(d.value("why", "")));
  }
  if (text.empty() || usable(all).empty()) return text;
  return text + fmt::format("classay: OCL_ICD_VENDORS: set it to a folder with only the other .icd files of {}\n",
                            visible(vendors_folder().string()));
}

using std::chrono::milliseconds;
using Clock = std::chrono::steady_clock;

// 0: the deadline has passed.
milliseconds time_until(Clock::time_point deadline) {
  return std::max(milliseconds(0), std::chrono::duration_cast<milliseconds>(deadline - Clock::now()));
}

}  // namespace

SharedJson devices_there(const RunOptions& options, const Machine& machine, const Streams& streams) {
  const DeviceList list = devices_for(machine, options.device, kListingTimeout);
  for (const Json& d : unusable(*list.devices)) {
    streams.err.write(
        fmt::format("classay: {} cannot be used: {}\n", visible(d.value("unusable", "")), visible(d.value("why", ""))));
  }
  if (Json there = usable(*list.devices); !there.empty()) return shared(std::move(there));
  std::string why = list.misfortune.empty() ? list.error : "listing the devices failed: " + list.misfortune;
  if (why.empty()) why = "no usable device";
  streams.err.write("classay: " + visible(why) + "; `classay doctor` explains why\n");
  streams.err.flush();
  const bool is_opencl = list.failed != nullptr && list.failed->prefix.empty();
  if (is_opencl && !machine.is_far() && options.program.empty()) streams.err.write(bad_drivers());
  return nullptr;
}

bool probe_device(const RunOptions& options, const Machine& machine, const DeviceIdentity& device, const Streams& streams) {
  if (!device.has_compiler && !takes_il(device)) return true;  // no test would have to build a program
  if (!options.plant.empty())
    return true;  // an injected defect may break that kernel, which proves nothing about the device
  const auto timeout = in_milliseconds(options.limits.check());
  const ChildAnswer tried = ask_child_until_it_tells(machine.child({"try", "--device", device.address}), "healthy", timeout,
                                                     "the check of the device failed");
  const bool has_answered = tried.answer != nullptr;
  if (has_answered && tried.answer->value("healthy", false)) return true;
  const std::string why = has_answered ? tried.answer->value("message", "") : tried.misfortune;
  streams.err.write(fmt::format("classay: {} cannot be used: it does not build and run a small kernel: {}\n{}",
                                visible(device.name), visible(why), last_words(tried.log)));
  return false;
}

ChildCommand probe_child(const Machine& machine, const std::string& device, Tier tier, std::span<const std::string> cases) {
  std::vector<std::string> words{"probe", "--device", device, "--tier", std::string(name(tier))};
  words.insert(words.end(), cases.begin(), cases.end());
  return machine.child(std::move(words));
}

int probe_work(const std::string& case_name, Tier tier) {
  return tier == Tier::full || tier == Tier::certify ? kind_of(probe_case_named(case_name)).work_in_full : 1;
}

void run_probe_group(const Session& session, const ProbeGroup& cases, const ReportProbe& report, RunListener& listener,
                     std::optional<Clock::time_point> deadline) {
  const RunOptions& options = session.options;
  const std::string& address = session.run.device.address;
  const ProbeChildren children{
      .child = [&](std::span<const std::string> left) { return probe_child(session.machine, address, options.tier, left); },
      .patience =
          [&] {
            const milliseconds patience = in_milliseconds(options.limits.patience) * probe_work(cases.front(), options.tier);
            return deadline ? std::min(patience, time_until(*deadline)) : patience;
          },
      .is_stopped = [&] { return is_stopped_soon(listener); },
      .pauses = {milliseconds(1000), milliseconds(5000), milliseconds(15'000)}};
  run_probe_children(cases, children, report);
}

namespace {

SelfCheck checked() { return self_check(loops_in_use(), judge_of_runs()); }

Json checked_there(const Machine& machine) {
  constexpr std::chrono::minutes kTimeout{10};  // enough for a slow board
  const std::string trouble = "the self-check on that machine failed to run";
  const ChildAnswer asked = ask_child_until_it_tells(machine.child({"selfcheck", "--json"}), "passed", kTimeout, trouble);
  if (asked.answer == nullptr) throw ConnectionError(trouble + ": " + asked.misfortune);
  return *asked.answer;
}

std::string shown(const SelfCheck& check) {
  std::string all = fmt::format("known calls   {} one by one, {} at once\n", check.calls, check.batched);
  all += fmt::format("loops         {} compared with the plain ones\n", check.loops);
  all += fmt::format("sets          {}\n", fmt::join(check.sets, ", "));
  if (!check.float_environment.empty()) {
    all += fmt::format("restored      the program began in another floating-point environment: it {}\n",
                       check.float_environment);
  }
  for (const std::string& fault : check.faults) all += fmt::format("wrong         {}\n", fault);
  return all + (check.passed() ? "passed\n" : "FAILED: this program does not start runs on this machine\n");
}

}  // namespace

ExitCode selfcheck_command(bool json, const Streams& streams) {
  const SelfCheck check = checked();
  streams.out.write(json ? to_json(check).dump() + "\n" : shown(check));
  return check.passed() ? ExitCode::promised : ExitCode::failed;
}

SharedJson passed_selfcheck(const Machine& machine) {
  const Json check = machine.is_far() ? checked_there(machine) : to_json(checked());
  if (check.at("passed") == true) return shared(check);
  const std::vector<std::string> faults = check.at("faults");
  const std::string more = faults.size() == 1 ? "" : fmt::format(", and {} more", faults.size() - 1);
  throw std::runtime_error(fmt::format(
      "the self-check failed: {}{}. No case was run, because verdicts would not be reliable; `classay selfcheck` shows "
      "all, and --cpu baseline does without the loops for wider instruction sets",
      faults.front(), more));
}

Planted::Planted(const planted::Plant& plant)
    : planting(plant), described{.name = plant.name, .wrong = plant.wrong, .hash = planting.hash()} {
  take_along(planting.file());
}

Planted::~Planted() { take_along({}); }

std::unique_ptr<Planted> planted_by(const RunOptions& options) {
  if (options.plant.empty()) return nullptr;
  if (!options.baseline.empty())
    throw UsageError("--inject and --baseline cannot be used together: a baseline describes the device without defects");
  return std::make_unique<Planted>(planted::plant_named(planted::corpus(), options.plant));
}

bool is_before_driver(const RunOptions& options, const Planted* planted, const DeviceIdentity& device,
                      const Streams& streams) {
  if (options.plant.empty() || !options.program.empty()) return true;
  const bool is_for_clspv = backend_named(device.backend).front_end == FrontEnd::clspv;
  if (is_for_clspv && planted != nullptr && planted->planting.changes_clspv()) return true;
  if (device.driver.ends_with(planted::planted_driver("", options.plant))) return true;
  streams.err.write(is_for_clspv ? "classay: nothing was planted: classay_plant_clspv is not next to the program\n"
                                 : "classay: nothing was planted: OpenCL as it is here loads no layers (OPENCL_LAYERS)\n");
  return false;
}

void tell_plant(const RunHeader& run, const Streams& streams) {
  if (!run.plant) return;
  streams.err.write(fmt::format("classay: INJECTED DEFECT {}: {}. The results do not describe the device\n",
                                visible(run.plant->name), visible(run.plant->wrong)));
  streams.err.flush();
}

}  // namespace classay
