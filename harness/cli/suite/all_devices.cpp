#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <cstdlib>

#include "harness/cli/list/device_list.h"
#include "harness/cli/run/device_check.h"
#include "harness/cli/run/pages.h"
#include "harness/cli/run/reached.h"
#include "harness/cli/suite/runs.h"
#include "harness/device/capabilities.h"
#include "harness/device/device_name.h"
#include "harness/device/registry.h"
#include "harness/process/host.h"
#include "harness/text/usage_error.h"
#include "harness/text/visible.h"

namespace classay {
namespace {

namespace fs = std::filesystem;

// The short name of the driver, with the address if several devices have that name; the address without a short name.
std::vector<std::string> names_of(const std::vector<Identity>& devices) {
  std::vector<std::string> names;
  for (const Identity& d : devices) {
    const std::string_view driver = short_name(d.platform);
    const auto same = std::ranges::count_if(devices, [&](const Identity& o) { return short_name(o.platform) == driver; });
    const bool has_prefix = std::isdigit(static_cast<unsigned char>(d.address.front())) == 0;
    std::string name = driver.empty() && !has_prefix ? d.backend : std::string(driver);
    if (same > 1 || driver.empty()) name += (name.empty() ? "" : "-") + d.address;
    std::ranges::replace(name, ':', '-');
    names.push_back(name);
  }
  return names;
}

// All share the cores of this machine.
std::vector<std::string> environment_for(std::size_t devices) {
  if (std::getenv(kJudgingThreads) != nullptr) return {};
  return {fmt::format("{}={}", kJudgingThreads, std::max<std::size_t>(1, cores() / devices))};
}

void refuse_unclear(const RunOptions& run) {
  if (run.reporting.json) {
    throw UsageError(
        "--json cannot be used with --device all: the records of several runs would be mixed; read the journal of each");
  }
  if (!run.label.empty()) {
    throw UsageError("--label cannot be used with --device all: each run is labelled with the name of its device");
  }
  if (!run.dump_kernels.empty()) {
    throw UsageError("--dump-kernels cannot be used with --device all: the runs would overwrite each other's kernels");
  }
}

}  // namespace

bool means_all(std::string_view device) { return device == "all" || device.ends_with(":all"); }

ExitCode all_devices_command(const RunOptions& run, const std::vector<std::string>& words, const Streams& streams) {
  refuse_unclear(run);
  const std::optional<Machine> machine = reached(run.worker, run.program, streams);
  if (!machine) return ExitCode::unusable;
  RunOptions of_any = run;
  of_any.device = run.device.substr(0, run.device.size() - std::string_view("all").size());
  const SharedJson there = devices_there(of_any, *machine, streams);
  if (there == nullptr) return ExitCode::unusable;
  const std::vector<Identity> devices = identities(*there);

  const fs::path folder = run.out.empty() ? fs::path(folder_named_by_date()) : fs::path(run.out).lexically_normal();
  SeveralRuns all{.title = "Devices", .folder = folder, .are_at_once = true};
  const std::vector<std::string> names = names_of(devices);
  const std::vector<std::string> environment = environment_for(devices.size());
  for (std::size_t i = 0; i < devices.size(); ++i) {
    PlannedRun planned{.name = names[i], .folder = folder / names[i], .environment = environment, .words = words};
    planned.words.push_back("--device=" + devices[i].address);
    planned.words.push_back("--label=" + names[i]);
    planned.words.push_back("--out=" + planned.folder.generic_string());
    all.runs.push_back(std::move(planned));
  }
  PlannedRun same{.words = words};
  if (run.reporting.html) {
    all.outputs["html"] = "html";
    same.words.emplace_back("--html");
  }
  if (!run.reporting.junit.empty()) {
    all.outputs["junit"] = fs::absolute(run.reporting.junit).string();
    same.words.push_back("--junit=" + run.reporting.junit);
  }
  same.words.insert(same.words.end(), {"--device=" + run.device, "--out=" + folder.generic_string()});
  all.command = command_of(same);
  if (run.dry_run) {
    print_commands(all, streams);
    return ExitCode::promised;
  }
  for (std::size_t i = 0; i < devices.size(); ++i) {
    streams.out.write(fmt::format("{}  {}\n", names[i], visible(shown_name(devices[i].name, devices[i].platform))));
  }
  streams.out.write("\n");
  return make_runs(all, run.reporting, ExitCode::promised, streams);
}

}  // namespace classay
