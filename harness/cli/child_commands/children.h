// Runs this program as a child of itself: it loads drivers, which may crash or hang, prints lines of JSON and exits. The
// commands are hidden, because only other commands start them.
//
//   relay          starts one of the others on a remote machine        for all with --worker
//   worker         opens a device and runs tasks                       for run
//   health, try    the device still works, it works at all             for run
//   probe          runs probe cases (harness/journal/probe_kinds.h)   for run, list --spirv
//   ask            runs a few inputs of a case                         for repro
//   find-worst     finds the input with the largest error              for search
//   list-devices   lists the devices of a back end                     for all
//   try-library    loads a library and looks up its functions          for doctor
#pragma once

#include <CLI/CLI.hpp>
#include <optional>
#include <string>
#include <vector>

#include "harness/cli/terminal/terminal.h"
#include "harness/journal/read_json.h"
#include "harness/worker/probes/probe.h"
#include "harness/worker/sweep/worker.h"

namespace classay {

namespace doctor {
// A library that a child process loads, because loading a driver may crash, hang or end the process.
struct TrialRequest {
  std::string library;
  std::vector<std::string> functions{};  // functions that the library must export
  bool is_opencl_loader = false;         // loads a preloaded OpenCL first, and identifies the loader
};

}  // namespace doctor

// Writes the output of a child: lines of JSON on standard output. Drivers print to standard output freely, so it is
// redirected to standard error.
class Child {
 public:
  Child();  // construct before a driver is loaded

  void tell(const Json& line);
  // Ends at once, without clean-up by drivers, because some crash at exit.
  [[noreturn]] static void end(ExitCode code = ExitCode::promised);

 private:
  explicit Child(int output);

  Terminal answers_;
};

struct AskOptions {
  std::string device;
  std::string name;
  std::vector<std::string> inputs;
  std::string form;       // a call variant; empty: the plain call
  std::string constants;  // a tier: embed vectors among the constants of a run of it
  std::uint64_t seed = 1;
};

// Arguments as CLI11 reads them.
struct ChildWords {
  AskOptions ask;
  WorkerOptions worker;  // its `device` holds --device of every child
  ProbeRequest probe;
  doctor::TrialRequest trial;
};

void add_children(CLI::App& app, ChildWords& words);
// nullopt: none of them was given.
std::optional<ExitCode> run_child(const CLI::App& app, const ChildWords& words);

ExitCode relay_command();
ExitCode worker_command(const WorkerOptions& options);
ExitCode health_command(const std::string& device);
ExitCode probe_command(const ProbeRequest& request);
ExitCode ask_command(const AskOptions& options);
ExitCode find_worst_command(const std::string& device);    // reads {task, inputs, seed, compare, known}
ExitCode list_devices_command(const std::string& device);  // back end of `device`

}  // namespace classay
