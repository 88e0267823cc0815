// Declares the command line, and the commands as functions of their options, for `main` and for tests.
#pragma once

#include <chrono>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "harness/cli/terminal/terminal.h"
#include "harness/journal/task.h"
#include "harness/journal/unit.h"
#include "suites/documents.h"

namespace classay {

// Output streams of a command: results go to `out`, errors to `err`.
struct Streams {
  Terminal& out;
  Terminal& err;
};

struct ListOptions {
  std::vector<std::string> filters;
  std::optional<Edition> edition;
  bool builtins = false;
  bool coverage = false;
  bool unconstrained = false;
  bool spirv = false;
  bool defects = false;
  std::optional<std::string> device;  // report its coverage, or its SPIR-V support
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
  std::string device;                // list only this one; empty: all
  std::chrono::seconds timeout{60};  // per driver
  bool verbose = false;              // also print why a back end has no devices
  bool json = false;
};
ExitCode devices_command(const DevicesOptions& options, const Streams& streams);

struct DoctorOptions {
  std::chrono::seconds timeout{10};  // per driver
  std::string root = "/";            // tests use another folder
  bool json = false;
};
ExitCode doctor_command(const DoctorOptions& options, const Streams& streams);
ExitCode first_page_command(const Streams& streams);  // runs without arguments

struct ReproOptions {
  std::vector<std::string> words;  // DIR CASE, or nothing
  std::string device;
  std::string name;  // name of the case
  std::vector<std::string> inputs;
  std::string constants;  // a tier: embed the inputs among the constants of a run of it
  std::uint64_t seed = 1;
  std::string edition;
  std::string profile;
  std::string emit;                   // a folder
  std::string worker;                 // as in RunOptions
  std::chrono::seconds timeout{120};  // for the driver's result
  bool json = false;
  bool bisect = false;  // for `git bisect run`; see run_command_line
};
ExitCode repro_command(const ReproOptions& options, const Streams& streams);

struct BenchOptions {
  std::vector<std::string> filters;
  std::string device;
  unsigned inputs = 1U << 19;  // more than a sweep sends, because the device generates them
  bool whole = false;          // run every input instead, or
  Shard shard;                 // this part of them
  bool reference = false;      // measure the reference instead of a device, and
  unsigned samples = 10'000;   // compare this number of values per function with MPFR
  unsigned threads = 0;  // judge results in memory on this many threads, in wall time; 0: on one, in its processor time
  bool json = false;
  std::string check;  // compare with the ratios of this file
  std::string suite;  // report the times of this run's builtins instead
};
ExitCode bench_command(const BenchOptions& options, const Streams& streams);
ExitCode bench_reference_command(const BenchOptions& options, const Streams& streams);
ExitCode bench_suite_command(const BenchOptions& options, const Streams& streams);

struct SearchOptions {
  std::vector<std::string> words;  // NAME FORMAT
  std::string device;
  std::string mode = "default";
  std::string edition = "auto";  // or according to the device's version
  std::string profile = "full";
  int width = 1;
  std::uint64_t inputs = std::uint64_t{1} << 18;
  std::uint64_t seed = 1;
  std::vector<std::string> known;  // folders of runs and searches
  std::string out;                 // a folder
  std::string worker;              // as in RunOptions
  bool compare = false;            // also measure the same number of random inputs
  bool json = false;
  std::chrono::seconds timeout{3600};
};
ExitCode search_command(const SearchOptions& options, const Streams& streams);

inline constexpr int kMostWorkers = 256;

// The output of a run besides its journal.
struct Reporting {
  bool json = false;     // print the records of the journal
  bool quiet = false;    // print only failures and counts
  bool verbose = false;  // print every case, also on a terminal
  bool html = false;     // write HTML pages when the run has ended
  std::string junit;     // a file, written when the run has ended
  std::string prefix;    // of every line, if several runs share the output; empty: none
};

// Time limits of a case, in seconds.
struct CaseLimits {
  double case_time = 0;        // then the case is cut short; 0: no limit
  double timeout = 300;        // without progress; then the case counts as hung
  double short_timeout = 300;  // the same, for builtins that hung before in this run
  static constexpr double kLeastPatience = 60;
  static constexpr double kUsualPatience = 300;
  double patience = kUsualPatience;  // for children that are silent until done, even if `timeout` is shorter

  // For the small kernel that checks a device: a minute, or the user's time limit if that is longer than usual.
  double check() const { return patience > kUsualPatience ? patience : kLeastPatience; }
};

// Options of `run`; the first record of a journal contains them too.
struct RunOptions {
  std::string device;                // empty: the first device
  std::string out;                   // empty: a new folder with the date
  std::string label;                 // the name of the run in reports; empty: none
  std::vector<std::string> filters;  // empty: all; those that begin with '!' exclude cases
  std::vector<Mode> modes;           // empty: the default mode and those that mode_choice() adds
  Tier tier = Tier::quick;
  std::optional<Edition> edition;  // nullopt: according to the device's version, per front end
  std::optional<Profile> profile;  // nullopt: as the device reports
  std::uint64_t seed = 1;
  Shard shard;
  std::optional<double> time_budget;  // seconds
  CaseLimits limits;
  std::vector<std::string> known;   // folders of runs and searches
  std::string baseline;             // a file; empty: none
  std::string stated;               // a file with limits; empty: none
  std::vector<std::string> ranges;  // one per argument, in order; empty: every value
  std::string input_list;           // a file with inputs, the only ones that run; empty: those of the tier
  std::string plant;                // a defect to inject into the device's programs; empty: none
  std::string dump_kernels;         // a folder
  int workers = 0;                  // parallel workers; 0: depends on tier and device
  double progress = 30;             // seconds of silence before a status line; 0: never
  bool models = true;               // false: every result is judged by the oracle
  UseOfDigests compare_on_device = UseOfDigests::automatic;
  bool with_il = false;  // also test SPIR-V where no filter names a front end
  std::string backend;   // back end of the device, by its name in the registry; empty: as in `device`
  bool dry_run = false;  // only list the cases
  Reporting reporting;
  std::string recover;  // shell command to run when the device stops responding; empty: none. Not in the journal
  std::string worker;   // command that starts this program on the device's machine; empty: this machine
  std::string program;  // replaces this program in all children; for tests
};
ExitCode run_command(const RunOptions& wanted, const Streams& streams);

// Runs on all devices that `run.device` means, at once. `words`: the other options, as for `run`.
ExitCode all_devices_command(const RunOptions& run, const std::vector<std::string>& words, const Streams& streams);

// A suite file: several runs (harness/cli/suite).
struct SuiteOptions {
  std::string file;
  std::string out;       // folder of all runs; empty: the file names it
  bool dry_run = false;  // only print the commands
  Reporting reporting;   // of each run; without reports
};
ExitCode suite_command(const SuiteOptions& options, const Streams& streams);

struct ResumeOptions {
  std::string directory;
  std::optional<int> workers;  // nullopt: as in the run
  bool whole = false;          // also complete partial cases
  Reporting reporting;
  std::string recover;  // as in RunOptions
  std::string worker;   // replaces the command of the run; empty: keeps it
  std::string program;
};
ExitCode resume_command(const ResumeOptions& options, const Streams& streams);

struct MergeOptions {
  std::string out;
  std::vector<std::string> in;
  std::vector<std::string> filters;  // filters of the joined run, whose parts ran different cases
  bool no_filter = false;            // the joined run has no filter
};
ExitCode merge_command(const MergeOptions& options, const Streams& streams);

// Reads options with CLI11 and runs the command. Maps every failure to an exit code of docs/cli.md. `words`: without the
// program's name. Writes to the streams and does not throw.
int run_command_line(std::span<const std::string> words, const Streams& streams);

std::string version_text();

}  // namespace classay
