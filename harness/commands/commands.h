// The commands, as functions of their options: what `main` calls once the command line is read, and what tests can call.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "harness/commands/exit_code.h"
#include "harness/commands/terminal.h"
#include "harness/run/protocol.h"
#include "suites/plan.h"
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

// What `run` asks for; a journal's first line has it too.
struct RunOptions {
  std::string device;                // empty: the first
  std::string out;                   // empty: a new folder with the date
  std::vector<std::string> filters;  // empty: all
  Tier tier = Tier::quick;
  std::optional<Edition> edition;  // nullopt: what the device's version says
  std::optional<Profile> profile;  // nullopt: what the device says
  std::uint64_t seed = 1;
  Shard shard;
  std::optional<double> time_budget;  // seconds
  double timeout = 300;               // seconds without a sign of life
  std::string dump_kernels;           // a folder
  bool list = false;
  bool json = false;
  std::string program;  // stands in for this program as worker, probe and list of devices; for tests
};
ExitCode run_command(const RunOptions& options, const Streams& streams);

struct ResumeOptions {
  std::string directory;
  bool json = false;
  std::string program;
};
ExitCode resume_command(const ResumeOptions& options, const Streams& streams);

struct MergeOptions {
  std::string out;
  std::vector<std::string> in;
};
ExitCode merge_command(const MergeOptions& options, const Streams& streams);

// What `devices` runs in a child: loads the drivers, prints one line of JSON, ends the process.
ExitCode probe_devices_command(const Streams& streams);

}  // namespace classay
