// Declares the options of run, resume and merge.
#pragma once

#include <CLI/CLI.hpp>
#include <optional>
#include <string>

#include "harness/cli/commands.h"

namespace classay {

// The words as CLI11 reads them, unparsed.
struct RunWords {
  RunOptions run;
  ResumeOptions resume;
  MergeOptions merge;
  std::string modes;
  std::string tier = "quick";
  std::string edition = "auto";
  std::string profile = "auto";
  std::string shard = "1/1";
  std::string time_budget;
  std::string case_time;
  std::string timeout;
  std::string progress = "30s";
  bool whole = false;
};

void add_run_commands(CLI::App& app, RunWords& words);

// Runs the given command; nullopt: none was given. Throws UsageError.
std::optional<ExitCode> run_given_command(const CLI::App& app, RunWords& words, const Streams& streams);

}  // namespace classay
