// `classay run SUITE.toml`: runs each entry of a suite file as a `classay run` of its own, because drivers read environment
// variables when they are loaded.
#include <fmt/format.h>

#include <array>
#include <chrono>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <optional>
#include <system_error>
#include <thread>

#include "harness/cli/commands.h"
#include "harness/cli/run/interrupts.h"
#include "harness/cli/run/pages.h"
#include "harness/cli/suite/suite_plan.h"
#include "harness/journal/baseline.h"
#include "harness/journal/journal.h"
#include "harness/journal/record.h"
#include "harness/process/own_program.h"
#include "harness/process/process.h"
#include "harness/text/safe_file.h"
#include "harness/text/shell_word.h"
#include "harness/text/usage_error.h"
#include "harness/text/visible.h"

namespace classay {
namespace {

namespace fs = std::filesystem;
using std::chrono::milliseconds;

constexpr std::size_t kLargestFile = std::size_t{64} << 20;
constexpr milliseconds kBetweenLooks{50};

enum class State : std::uint8_t { fresh, begun, finished };

// The outcome of a run; no code: the suite ended before it.
struct Outcome {
  std::optional<ExitCode> code;
  std::string why;  // it did not start, or did not end by itself
};

std::string_view meaning(ExitCode code) {
  switch (code) {
    case ExitCode::promised: return "as promised";
    case ExitCode::unexpected: return "a result is wrong, missing or unexpected";
    case ExitCode::usage: return "refused";
    case ExitCode::nothing: return "nothing ran";
    case ExitCode::unusable: return "no usable device";
    case ExitCode::interrupted: return "interrupted";
    case ExitCode::failed:
    case ExitCode::skipped: break;
  }
  return "classay failed, or output was lost";
}

std::string text_of(const fs::path& file) {
  try {
    return fs::exists(file) ? read_file(file, kLargestFile) : "";
  } catch (const FileError&) {
    return "";
  }
}

// A damaged journal counts as begun: `resume` reports the damage.
State state_of(const PlannedRun& run) {
  const fs::path journal = JournalWriter::file_of(run.folder);
  std::error_code unknown;
  if (!fs::exists(journal, unknown) && !unknown) return State::fresh;
  try {
    Record record;
    const JournalContents contents = read_journal(journal, [&](const Json& line) { record.apply(line); });
    return record.has_ended() && contents.missing.count() == 0 ? State::finished : State::begun;
  } catch (const std::exception&) {
    return State::begun;
  }
}

// Returns the states of all runs. Throws UsageError if a folder belongs to a different run, or nothing is left to do.
std::vector<State> states_of(const SuitePlan& plan, const fs::path& folder) {
  std::vector<State> states;
  for (const PlannedRun& run : plan.runs) {
    states.push_back(state_of(run));
    if (states.back() == State::fresh) continue;
    const std::string before = text_of(command_file(run.folder));
    const bool has_same_command = before == command_of(run) + "\n";
    if (has_same_command && text_of(known_file(run.folder)) == run.known) continue;
    throw UsageError(fmt::format("{}: contains a run with {}; choose another folder with --out, or remove this one",
                                 run.folder.string(),
                                 has_same_command ? "different entries of 'fails' or 'flakes'"
                                 : before.empty() ? "unknown options"
                                                  : "different options: " + visible(before.substr(0, before.find('\n')))));
  }
  if (std::ranges::all_of(states, [](State s) { return s == State::finished; })) {
    throw UsageError(
        fmt::format("{}: contains all runs of this suite, and they have ended; choose another folder with --out, or "
                    "remove it",
                    folder.string()));
  }
  return states;
}

std::vector<std::string> words_of(const PlannedRun& run, State state, const SuiteOptions& options, const Streams& streams) {
  std::vector<std::string> words{own_program()};
  if (state == State::fresh) {
    words.emplace_back("run");
    words.insert(words.end(), run.words.begin(), run.words.end());
  } else {
    words.insert(words.end(), {"resume", run.folder.string()});
    for (const std::string& word : run.words) {  // the journal does not have these
      if (word.starts_with("--recover=") || word.starts_with("--program=")) words.push_back(word);
    }
  }
  if (options.json) words.emplace_back("--json");
  if (options.quiet) words.emplace_back("--quiet");
  if (options.verbose) words.emplace_back("--verbose");
  words.emplace_back(streams.out.has_colour() ? "--color=always" : "--color=never");
  return words;
}

Outcome outcome_of(const Exit& end) {
  constexpr std::array kOwn{ExitCode::promised, ExitCode::unexpected, ExitCode::usage,      ExitCode::nothing,
                            ExitCode::failed,   ExitCode::unusable,   ExitCode::interrupted};
  for (const ExitCode code : kOwn) {
    if (end.signal == 0 && end.code == static_cast<int>(code)) return {.code = code, .why = ""};
  }
  return {.code = ExitCode::failed, .why = end.text()};
}

Outcome run_one(const PlannedRun& run, State state, const SuiteOptions& options, const Streams& streams) {
  try {
    if (state == State::fresh) {
      fs::create_directories(run.folder);
      write_file(command_file(run.folder), command_of(run) + "\n");
      if (!run.known.empty()) write_file(known_file(run.folder), run.known);
    }
    Process child(words_of(run, state, options, streams), run.environment, Process::Output::inherited);
    child.close_input();
    bool is_stopping = false;
    for (;;) {
      if (const std::optional<Exit> end = child.wait_until(Process::Clock::now())) return outcome_of(*end);
      if (Interrupts::came() && !is_stopping) {
        child.terminate();
        is_stopping = true;
      }
      std::this_thread::sleep_for(kBetweenLooks);
    }
  } catch (const std::runtime_error& e) {  // the folder cannot be written, or the child does not start
    streams.err.write(fmt::format("classay: {}: {}\n", run.name, e.what()));
    return {.code = ExitCode::failed, .why = "did not start"};
  }
}

void dry_run(const SuitePlan& plan, const Streams& streams) {
  for (const PlannedRun& run : plan.runs) {
    streams.out.write(fmt::format("# {}{}\n{}\n", run.name,
                                  run.skipped > 0 ? fmt::format(": up to {} cases are skipped", run.skipped) : "",
                                  command_of(run)));
  }
}

// Writes the reports about all runs that have a journal. Returns false on error.
bool write_outputs(const SuiteFile& suite, const SuitePlan& plan, const fs::path& folder, const Streams& streams) {
  std::vector<std::string> runs;
  std::error_code error;  // classay-report reports it
  for (const PlannedRun& run : plan.runs) {
    if (fs::exists(JournalWriter::file_of(run.folder), error)) runs.push_back(fs::absolute(run.folder).string());
  }
  if (runs.empty()) return suite.outputs().empty();
  bool is_well = true;
  for (const auto& [command, file] : suite.outputs()) {
    const fs::path target = (folder / file).lexically_normal();
    std::vector<std::string> words{command};
    if (command == "html") words.push_back(fs::absolute(target).string());
    words.insert(words.end(), runs.begin(), runs.end());
    if (command != "html") words.insert(words.end(), {"--out", fs::absolute(target).string()});
    if (command != "csv") words.emplace_back("--exit-zero");
    fs::create_directories(target.parent_path(), error);
    const std::string why = report_failure(words);
    streams.err.write(why.empty()
                          ? fmt::format("classay: {}: {}\n", command, target.string())
                          : fmt::format("classay: {}: {}: not written: {}\n", command, target.string(), visible(why)));
    is_well = is_well && why.empty();
  }
  return is_well;
}

std::string summary_of(const SuitePlan& plan, const std::vector<Outcome>& outcomes) {
  std::size_t widest = 0;
  for (const PlannedRun& run : plan.runs) widest = std::max(widest, run.name.size());
  std::string text = "Suite\n";
  for (std::size_t i = 0; i < plan.runs.size(); ++i) {
    const PlannedRun& run = plan.runs[i];
    const Outcome outcome = i < outcomes.size() ? outcomes[i] : Outcome();
    const std::string code = outcome.code ? fmt::format("{}", static_cast<int>(*outcome.code)) : "-";
    const std::string what = !outcome.code         ? "not run"
                             : outcome.why.empty() ? std::string(meaning(*outcome.code))
                                                   : outcome.why;
    const std::string skipped = run.skipped > 0 ? fmt::format("; skips leave out up to {} cases", run.skipped) : "";
    text += fmt::format("  {:<{}}  {:>3}  {}{}; {}\n", run.name, widest, code, what, skipped, run.folder.string());
  }
  return text;
}

}  // namespace

ExitCode suite_command(const SuiteOptions& options, const Streams& streams) {
  const SuiteFile suite = read_suite(options.file);
  const fs::path folder = folder_of(suite, options.out);
  const SuitePlan plan = plan_of(suite, folder, today());
  for (const std::string& note : plan.notes) streams.err.write("classay: " + note + "\n");
  const ExitCode least = plan.has_stale ? ExitCode::unexpected : ExitCode::promised;
  if (options.dry_run) {
    dry_run(plan, streams);
    return least;
  }
  const std::vector<State> states = states_of(plan, folder);
  if (!suite.outputs().empty()) require_report_program("outputs");
  Terminal& heading = options.json ? streams.err : streams.out;
  const Interrupts interrupts;
  std::vector<Outcome> outcomes;
  for (std::size_t i = 0; i < plan.runs.size() && !Interrupts::came(); ++i) {
    heading.write(fmt::format("{}Run {} of {}: {}\n", i == 0 ? "" : "\n", i + 1, plan.runs.size(), plan.runs[i].name));
    streams.err.flush();
    streams.out.flush();  // the child writes to the same files
    outcomes.push_back(run_one(plan.runs[i], states[i], options, streams));
  }
  ExitCode code = Interrupts::came() ? ExitCode::interrupted : least;
  for (const Outcome& outcome : outcomes) code = worse(code, *outcome.code);
  heading.write("\n" + summary_of(plan, outcomes));
  heading.flush();
  if (Interrupts::came()) {
    streams.err.write(fmt::format("classay: interrupted; continue with the same command: classay run {} --out {}\n",
                                  shell_word(options.file), folder_word(folder)));
    return code;
  }
  if (!write_outputs(suite, plan, folder, streams)) code = worse(code, ExitCode::failed);
  return Interrupts::came() ? ExitCode::interrupted : code;
}

}  // namespace classay
