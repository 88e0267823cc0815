// The commands, as functions of their options: what `main` calls once the command line is read, and what tests can call.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "harness/commands/exit_code.h"
#include "harness/commands/terminal/terminal.h"
#include "harness/protocol/protocol.h"
#include "suites/documents.h"

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
  bool coverage = false;
  bool vacuous = false;
  bool spirv = false;
  bool planted = false;
  std::optional<std::string> device;  // whose coverage, or SPIR-V
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

struct DoctorOptions {
  unsigned timeout = 10;   // seconds for one driver
  std::string root = "/";  // another folder in tests
  bool json = false;
};
ExitCode doctor_command(const DoctorOptions& options, const Streams& streams);
ExitCode first_page_command(const Streams& streams);  // without arguments

struct ReproOptions {
  std::vector<std::string> words;  // DIR CASE, or nothing
  std::string device;
  std::string name;  // of the case
  std::vector<std::string> inputs;
  std::string constants;  // a tier: among the constants of a run of it, and
  std::uint64_t seed = 1;
  std::string edition;
  std::string profile;
  std::string emit;        // a folder
  std::string worker;      // as RunOptions
  unsigned timeout = 120;  // seconds for the driver to answer
};
ExitCode repro_command(const ReproOptions& options, const Streams& streams);

struct BenchOptions {
  std::vector<std::string> filters;
  std::string device;
  unsigned inputs = 1U << 19;  // more than a sweep sends: they are made on the device
  bool whole = false;          // ask every input instead, or
  Shard shard;                 // this part of them
  bool reference = false;      // measure no device but the reference, and
  unsigned samples = 10'000;   // compare so many values of each function with MPFR's
  unsigned threads = 0;        // judge answers that lie in memory on so many, in wall time; 0: on one, in its own
  bool json = false;
  std::string check;  // compare with the ratios of this file
  std::string suite;  // measure nothing, but say what the builtins of this run took
};
ExitCode bench_command(const BenchOptions& options, const Streams& streams);
ExitCode bench_reference_command(const BenchOptions& options, const Streams& streams);
ExitCode bench_suite_command(const BenchOptions& options, const Streams& streams);

struct SearchOptions {
  std::vector<std::string> words;  // NAME FORMAT
  std::string device;
  std::string mode = "default";
  std::string edition = "clc-3.1";
  std::string profile = "full";
  int width = 1;
  std::uint64_t inputs = std::uint64_t{1} << 18;
  std::uint64_t seed = 1;
  std::vector<std::string> known;  // folders of runs and searches
  std::string out;                 // a folder
  std::string worker;              // as RunOptions
  bool compare = false;            // with as many inputs drawn at random
  bool json = false;
  unsigned timeout = 3600;  // seconds
};
ExitCode search_command(const SearchOptions& options, const Streams& streams);

inline constexpr int kMostWorkers = 256;

// How long a case may take, in seconds.
struct CaseLimits {
  double case_time = 0;        // cut short, if need be; 0: as long as it takes
  double timeout = 300;        // without a sign of life it hangs
  double short_timeout = 300;  // the same, where the builtin hung before in this run
  double patience = 300;       // for children that say nothing until they are done, whatever a hang of cases is said to be:
  static constexpr double kLeastPatience = 60;
};

// What `run` asks for; a journal's first line has it too.
struct RunOptions {
  std::string device;                // empty: the first
  std::string out;                   // empty: a new folder with the date
  std::vector<std::string> filters;  // empty: all
  std::vector<Mode> modes;           // empty: the default mode, and what else mode_choice() says
  Tier tier = Tier::quick;
  std::optional<Edition> edition;  // nullopt: what the device's version says, for each front end its own
  std::optional<Profile> profile;  // nullopt: what the device says
  std::uint64_t seed = 1;
  Shard shard;
  std::optional<double> time_budget;  // seconds
  CaseLimits limits;
  std::vector<std::string> known;  // folders of runs and searches
  std::string baseline;            // a file; empty: none
  std::string stated;              // a file with limits; empty: none
  std::string plant;               // a defect that is put into the device's programs; empty: none
  std::string dump_kernels;        // a folder
  int workers = 0;                 // at a time; 0: as many as suit tier and device
  double progress = 30;            // seconds of silence after which it says what goes on; 0: never
  bool models = true;              // false: every result is judged by the oracle
  bool compare_on_device = false;  // widths, by digests that the device makes
  bool with_il = false;            // SPIR-V, too, where no filter names a front end
  std::string backend;             // of the device, as the registry calls it; empty: as `device` says
  bool list = false;
  bool json = false;
  bool html = false;    // pages for a browser, when it has ended
  std::string recover;  // a shell command that is run when the device stops responding; empty: none. Not in the journal
  std::string worker;   // the command that reaches this program where the device is; empty: here
  std::string program;  // stands in for this program as all of its children; for tests
};
ExitCode run_command(const RunOptions& wanted, const Streams& streams);

struct ResumeOptions {
  std::string directory;
  std::optional<int> workers;  // nullopt: as many as the run had
  bool whole = false;          // what is partial is asked in full, too
  bool json = false;
  bool html = false;    // as of a run
  std::string recover;  // as of a run
  std::string worker;   // another command than the run had; empty: that one
  std::string program;
};
ExitCode resume_command(const ResumeOptions& options, const Streams& streams);

struct MergeOptions {
  std::string out;
  std::vector<std::string> in;
  std::vector<std::string> filters;  // of the run that runs of other cases are parts of
  bool no_filter = false;            // that run had none
};
ExitCode merge_command(const MergeOptions& options, const Streams& streams);

}  // namespace classay
