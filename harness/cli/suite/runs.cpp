#include "harness/cli/suite/runs.h"

#include <fmt/format.h>

#include <array>
#include <chrono>
#include <memory>
#include <optional>
#include <system_error>
#include <thread>
#include <utility>

#include "harness/cli/run/pages.h"
#include "harness/journal/journal.h"
#include "harness/journal/record.h"
#include "harness/process/interrupts.h"
#include "harness/process/own_program.h"
#include "harness/process/process.h"
#include "harness/process/safe_file.h"
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
    const JournalContents contents = read_journal(journal, [&](const JournalLine& line) { record.apply(line.record); });
    return record.has_ended() && contents.missing.count() == 0 ? State::finished : State::begun;
  } catch (const std::exception&) {
    return State::begun;
  }
}

// Returns the states of all runs. Throws UsageError if a folder belongs to a different run, or nothing is left to do.
std::vector<State> states_of(const SeveralRuns& all) {
  std::vector<State> states;
  for (const PlannedRun& run : all.runs) {
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
        fmt::format("{}: contains all of these runs, and they have ended; choose another folder with --out, or remove it",
                    all.folder.string()));
  }
  return states;
}

std::vector<std::string> words_of(const PlannedRun& run, State state, const Reporting& how, const std::string& prefix,
                                  const Streams& streams) {
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
  if (how.json) words.emplace_back("--json");
  if (how.quiet) words.emplace_back("--quiet");
  if (how.verbose) words.emplace_back("--verbose");
  if (!prefix.empty()) words.push_back("--line-prefix=" + prefix);
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

// A run in its process.
class RunningRun {
 public:
  // `prefix`: of every line that it prints; empty: none. Throws std::runtime_error if its folder cannot be written, or it
  // does not start.
  RunningRun(const PlannedRun& run, State state, const Reporting& how, const std::string& prefix, const Streams& streams) {
    if (state == State::fresh) {
      fs::create_directories(run.folder);
      write_file(command_file(run.folder), command_of(run) + "\n");
      if (!run.known.empty()) write_file(known_file(run.folder), run.known);
    }
    child_.emplace(words_of(run, state, how, prefix, streams), run.environment, Process::Output::inherited);
    child_->close_input();
  }

  // nullopt: it has not ended. Passes an interrupt on.
  std::optional<Outcome> outcome() {
    if (const std::optional<Exit> end = child_->wait_until(Process::Clock::now())) return outcome_of(*end);
    if (Interrupts::came() && !is_stopping_) {
      child_->terminate();
      is_stopping_ = true;
    }
    return std::nullopt;
  }

 private:
  std::optional<Process> child_;
  bool is_stopping_ = false;
};

class Maker {
 public:
  Maker(const SeveralRuns& all, std::vector<State> states, const Reporting& how, const Streams& streams)
      : all_(all), states_(std::move(states)), how_(how), streams_(streams), outcomes_(all.runs.size()) {
    for (const PlannedRun& run : all.runs) widest_ = std::max(widest_, run.name.size());
  }

  // Returns an outcome per run.
  std::vector<Outcome> make() {
    const std::size_t at_once = all_.are_at_once ? all_.runs.size() : 1;
    std::size_t next = 0;
    while ((next < all_.runs.size() && !Interrupts::came()) || !running_.empty()) {
      while (running_.size() < at_once && next < all_.runs.size() && !Interrupts::came()) start(next++);
      std::erase_if(running_, [&](const auto& running) {
        const std::optional<Outcome> outcome = running.second->outcome();
        if (outcome) outcomes_[running.first] = *outcome;
        return outcome.has_value();
      });
      if (!running_.empty()) std::this_thread::sleep_for(kBetweenLooks);
    }
    return outcomes_;
  }

 private:
  void start(std::size_t i) {
    const PlannedRun& run = all_.runs[i];
    Terminal& heading = how_.json ? streams_.err : streams_.out;
    if (!all_.are_at_once)
      heading.write(fmt::format("{}Run {} of {}: {}\n", i == 0 ? "" : "\n", i + 1, all_.runs.size(), run.name));
    streams_.err.flush();
    streams_.out.flush();  // the child writes to the same files
    try {
      const std::string prefix = all_.are_at_once ? fmt::format("{:<{}}  ", run.name, widest_) : "";
      running_.emplace_back(i, std::make_unique<RunningRun>(run, states_[i], how_, prefix, streams_));
    } catch (const std::runtime_error& e) {
      streams_.err.write(fmt::format("classay: {}: {}\n", run.name, e.what()));
      outcomes_[i] = {.code = ExitCode::failed, .why = "did not start"};
    }
  }

  const SeveralRuns& all_;
  std::vector<State> states_;
  const Reporting& how_;
  const Streams& streams_;
  std::vector<Outcome> outcomes_;
  std::vector<std::pair<std::size_t, std::unique_ptr<RunningRun>>> running_;  // by index of the run
  std::size_t widest_ = 0;
};

// Writes the reports about all runs that have a journal. Returns false on error.
bool write_outputs(const SeveralRuns& all, const Streams& streams) {
  std::vector<std::string> runs;
  std::error_code error;  // classay-report reports it
  for (const PlannedRun& run : all.runs) {
    if (fs::exists(JournalWriter::file_of(run.folder), error)) runs.push_back(fs::absolute(run.folder).string());
  }
  if (runs.empty()) return all.outputs.empty();
  bool is_well = true;
  for (const auto& [command, file] : all.outputs) {
    const fs::path target = (all.folder / file).lexically_normal();
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

std::string summary_of(const SeveralRuns& all, const std::vector<Outcome>& outcomes) {
  std::size_t widest = 0;
  for (const PlannedRun& run : all.runs) widest = std::max(widest, run.name.size());
  std::string text = all.title + "\n";
  for (std::size_t i = 0; i < all.runs.size(); ++i) {
    const PlannedRun& run = all.runs[i];
    const Outcome& outcome = outcomes[i];
    const std::string code = outcome.code ? fmt::format("{}", static_cast<int>(*outcome.code)) : "-";
    const std::string what = !outcome.code         ? "not run"
                             : outcome.why.empty() ? std::string(meaning(*outcome.code))
                                                   : outcome.why;
    const std::string skipped = run.skipped > 0 ? fmt::format("; skips leave out up to {} cases", run.skipped) : "";
    text += fmt::format("  {:<{}}  {:>3}  {}{}; {}\n", run.name, widest, code, what, skipped, run.folder.string());
  }
  return text;
}

// "--name=VALUE" as a user types it.
std::string typed(const std::string& word) {
  const std::size_t at = word.find('=');
  if (at == std::string::npos) return word;
  const std::string value = word.substr(at + 1);
  return word.substr(0, at) + (value.starts_with('-') ? "=" : " ") + shell_word(value);
}

}  // namespace

fs::path known_file(const fs::path& folder) { return folder / "known.txt"; }
fs::path command_file(const fs::path& folder) { return folder / "command.txt"; }

std::string command_of(const PlannedRun& run) {
  std::string command;
  for (const std::string& variable : run.environment) {
    const std::size_t value = variable.find('=') + 1;
    command += variable.substr(0, value) + shell_word(variable.substr(value)) + " ";
  }
  command += "classay run";
  for (const std::string& word : run.words) command += " " + typed(word);
  return command;
}

void print_commands(const SeveralRuns& all, const Streams& streams) {
  for (const PlannedRun& run : all.runs) {
    streams.out.write(fmt::format("# {}{}\n{}\n", run.name,
                                  run.skipped > 0 ? fmt::format(": up to {} cases are skipped", run.skipped) : "",
                                  command_of(run)));
  }
}

ExitCode make_runs(const SeveralRuns& all, const Reporting& how, ExitCode least, const Streams& streams) {
  std::vector<State> states = states_of(all);
  if (!all.outputs.empty()) require_report_program("outputs");
  const Interrupts interrupts;
  const std::vector<Outcome> outcomes = Maker(all, std::move(states), how, streams).make();
  ExitCode code = Interrupts::came() ? ExitCode::interrupted : least;
  for (const Outcome& outcome : outcomes) code = outcome.code ? worse(code, *outcome.code) : code;
  Terminal& heading = how.json ? streams.err : streams.out;
  heading.write("\n" + summary_of(all, outcomes));
  heading.flush();
  if (Interrupts::came()) {
    streams.err.write(fmt::format("classay: interrupted; continue with the same command: {}\n", all.command));
    return code;
  }
  if (!write_outputs(all, streams)) code = worse(code, ExitCode::failed);
  return Interrupts::came() ? ExitCode::interrupted : code;
}

}  // namespace classay
