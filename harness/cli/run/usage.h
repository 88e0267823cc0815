// Declares the options of run, resume and merge.
#pragma once

#include <CLI/CLI.hpp>
#include <optional>
#include <span>
#include <string>
#include <vector>

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
  std::vector<std::string> patterns;  // positional globs
  std::vector<std::string> excluded;
  std::string case_list;  // a file
  std::vector<std::string> ranges;
  std::string shard = "1/1";
  std::string time_budget;
  std::string case_time;
  std::string timeout;
  std::string progress = "30s";
  std::string compare_on_device = "auto";
  bool no_case_limit = false;
};

void add_run_command(CLI::App& app, RunWords& words);
// Returns the options of `run` that the words are. `after`: the words after "--", which are globs. Throws UsageError.
RunOptions read_run_words(const RunWords& words, std::span<const std::string> after);
void add_resume_command(CLI::App& app, RunWords& words);
void add_merge_command(CLI::App& app, RunWords& words);

// Runs the given command; nullopt: none was given. `after`: as above. Throws UsageError.
std::optional<ExitCode> run_given_command(const CLI::App& app, RunWords& words, std::span<const std::string> after,
                                          const Streams& streams);

}  // namespace classay
