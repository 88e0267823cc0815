// The commands, as functions of their options: what `main` calls once the command line is read, and what tests can call.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "harness/commands/exit_code.h"
#include "harness/commands/terminal.h"
#include "harness/sweep/worker.h"
#include "suites/row.h"

namespace classay {

// Where a command writes: results to `out`, what is wrong to `err`.
struct Streams {
  Terminal& out;
  Terminal& err;
};

struct ListOptions {
  std::vector<std::string> filters;
  std::optional<Edition> edition;
  bool builtins = false;
  bool json = false;
};
ExitCode list_command(const ListOptions& options, const Streams& streams);

struct OracleOptions {
  std::vector<std::string> words;  // NAME FORMAT ARG..., or [NAME [FORMAT]] -
  bool bits = false;
  bool json = false;
};
ExitCode oracle_command(const OracleOptions& options, const Streams& streams);

struct JudgeOptions {
  std::vector<std::string> words;  // NAME FORMAT ARG... = RESULT..., or [NAME [FORMAT]] -
  Edition edition = Edition::clc31;
  Profile profile = Profile::full;
  Mode mode = Mode::standard;
  bool flushes = false;
  bool toward_zero = false;
  bool bits = false;
  bool json = false;
};
ExitCode judge_command(const JudgeOptions& options, const Streams& streams);

struct DevicesOptions {
  unsigned timeout = 60;  // seconds for one driver to answer
  bool json = false;
};
ExitCode devices_command(const DevicesOptions& options, const Streams& streams);

// What a run starts as children (hidden): both end the process.
ExitCode worker_command(const WorkerOptions& options);
ExitCode probe_command(const std::string& device);

// What `devices` runs in a child: loads the drivers, prints one line of JSON, ends the process.
ExitCode probe_devices_command(const Streams& streams);

}  // namespace classay
