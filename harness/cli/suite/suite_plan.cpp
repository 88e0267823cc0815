#include "harness/cli/suite/suite_plan.h"

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <map>
#include <set>

#include "harness/cli/commands.h"
#include "harness/cli/help.h"
#include "harness/cli/parse_error.h"
#include "harness/cli/run/session.h"
#include "harness/cli/run/usage.h"
#include "harness/cli/suite/runs.h"
#include "harness/journal/baseline.h"
#include "harness/supervisor/probe_children.h"
#include "harness/text/arguments.h"
#include "harness/text/number.h"
#include "harness/text/shell_word.h"
#include "harness/text/visible.h"

namespace classay {
namespace {

namespace fs = std::filesystem;
using Kind = SuiteEntry::Kind;

// A parser of the options of `classay run`.
struct RunParser {
  CLI::App app{"", "classay"};
  RunWords words;
  RunParser() {
    app.allow_windows_style_options(false);
    add_run_command(app, words);
  }

  const CLI::App& command() const { return *app.get_subcommand("run"); }

  // Throws UsageError.
  RunOptions parse(const std::vector<std::string>& options) {
    std::vector<std::string> reversed(options.rbegin(), options.rend());
    reversed.emplace_back("run");
    try {
      app.parse(reversed);
    } catch (const CLI::ParseError& e) {
      throw explained(app, e);
    }
    return read_run_words(words, {});
  }
};

const SuiteFile::Refused& refused_options() {
  static const SuiteFile::Refused kRefused{
      {"dry-run", "write it on the command line"},
      {"help", "write it on the command line"},
      {"json", "write it on the command line"},
      {"quiet", "write it on the command line"},
      {"verbose", "write it on the command line"},
      {"html", "write html = \"html\" in the table [outputs]"},
      {"junit", "write junit = \"junit.xml\" in the table [outputs]"},
      {"out", "write it once, at the beginning of the file"},
      {"label", "the label of a run is its name"},
  };
  return kRefused;
}

std::vector<std::string> option_names(const CLI::App& command) {
  std::vector<std::string> names;
  for (const CLI::Option* option : command.get_options()) {
    for (const std::string& name : option->get_lnames()) {
      if (!is_old_name("--" + name) && !refused_options().contains(name)) names.push_back(name);
    }
  }
  return names;
}

bool is_path(const CLI::Option& option) { return option.get_type_name() == "FILE" || option.get_type_name() == "DIR"; }

// The words of an option, and their check as far as they do not depend on further options.
std::vector<std::string> words_of(const SuiteFile& suite, const SuiteOption& option, const CLI::App& command) {
  const std::string dashed = "--" + option.key;
  const CLI::Option& known = *command.get_option(dashed);
  const bool is_flag = known.get_expected_max() == 0;
  const bool is_list = known.get_multi_option_policy() == CLI::MultiOptionPolicy::TakeAll;
  if (is_flag != option.flag.has_value()) {
    throw suite.error(option.place, fmt::format("'{}' needs {}", option.key,
                                                is_flag ? "true or false, without quotes" : "a value such as a string"));
  }
  if (is_flag) return *option.flag ? std::vector{dashed} : std::vector<std::string>();
  if (option.is_list && !is_list) {
    throw suite.error(option.place, fmt::format("'{}' takes one value; write it without brackets", option.key));
  }
  std::vector<std::string> words;
  for (const std::string& value : option.values) {
    const std::string word =
        is_path(known) ? (suite.file().parent_path() / value).lexically_normal().generic_string() : value;
    if (is_path(known) && option.key != "dump-kernels") {
      try {
        require_path("'" + option.key + "'", word);
      } catch (const UsageError& e) {
        throw suite.error(option.place, e.what());
      }
    }
    words.push_back(dashed + "=" + word);
  }
  try {
    RunParser().parse(words);
  } catch (const UsageError& e) {
    throw suite.error(option.place, e.what());
  }
  return words;
}

// All cases that the options may select, on any device.
std::set<std::string> cases_of(const RunOptions& options) {
  const std::vector<Glob> globs = read_globs(options.filters);
  const OpenFrontEnds all(kFrontEnds.begin(), kFrontEnds.end());
  std::set<std::string> names;
  for (const Unit& unit : select(globs, mode_choice(options.modes, options.tier), options.tier, all).units) {
    for (const int width : unit.widths) names.insert(name(case_of(unit, width)));
  }
  for (std::string& c : chosen_probe_cases(globs, all)) names.insert(std::move(c));
  return names;
}

// One `classay run`, with the cases of its entries.
class RunPlanner {
 public:
  RunPlanner(const SuiteFile& suite, const SuiteRun& run, const std::string& today)
      : suite_(suite), run_(run), today_(today) {}

  PlannedRun planned(const fs::path& folder) {
    PlannedRun planned{.name = run_.name, .folder = folder / run_.name, .environment = run_.environment};
    const RunParser parser;
    for (const SuiteOption& option : run_.options) {
      const std::vector<std::string> words = words_of(suite_, option, parser.command());
      planned.words.insert(planned.words.end(), words.begin(), words.end());
    }
    const RunOptions options = checked(planned.words);
    const std::set<std::string> selected = run_.entries.empty() ? std::set<std::string>() : cases_of(options);
    std::set<std::string> left = selected;
    for (const SuiteEntry& entry : run_.entries) {
      if (entry.kind == Kind::skip) skip(entry, selected, left, planned);
    }
    for (const SuiteEntry& entry : run_.entries) {
      if (entry.kind != Kind::skip) expect(entry, left);
    }
    if (!lines_.empty()) add_baseline(options, planned);
    planned.words.push_back("--label=" + run_.name);
    planned.words.push_back("--out=" + planned.folder.generic_string());
    return planned;
  }

  // Number of cases by the place of each entry.
  const std::map<SuitePlace, std::uint64_t>& matched() const { return matched_; }

 private:
  template <class Check>
  void check(Check call) const {
    try {
      call();
    } catch (const std::runtime_error& e) {  // an error of the user in a file that an option names
      throw suite_.error(run_.place, fmt::format("run '{}': {}", run_.name, e.what()));
    }
  }

  RunOptions checked(const std::vector<std::string>& words) const {
    RunOptions options;
    check([&] {
      options = RunParser().parse(words);
      if (means_all(options.device)) throw UsageError("'device' names one device in a suite file; write a run per device");
      chosen_cases(options, inputs_for(options, std::nullopt));
      limits_for(options, std::nullopt);
      if (!options.baseline.empty()) Baseline::read(options.baseline);
    });
    return options;
  }

  std::vector<std::string> taken_from(const SuiteEntry& entry, const std::set<std::string>& cases) {
    std::vector<Glob> globs;
    try {
      globs = read_globs(entry.cases);
    } catch (const std::exception& e) {
      throw suite_.error(entry.place, e.what());
    }
    std::vector<std::string> taken;
    std::ranges::copy_if(cases, std::back_inserter(taken), [&](const std::string& c) { return selects(globs, c); });
    matched_[entry.place] += taken.size();
    return taken;
  }

  // An expired skip does not count: its cases run.
  void skip(const SuiteEntry& entry, const std::set<std::string>& selected, std::set<std::string>& left,
            PlannedRun& planned) {
    const std::vector<std::string> taken = taken_from(entry, selected);
    if (entry.expires < today_) return;
    for (const std::string& c : taken) planned.skipped += left.erase(c);
    for (const std::string& glob : entry.cases) planned.words.push_back("--exclude=" + glob);
  }

  void expect(const SuiteEntry& entry, const std::set<std::string>& cases) {
    for (const std::string& c : taken_from(entry, cases)) {
      const auto [other, is_new] = lines_.emplace(c, Line{entry.place, line_of(entry, c)});
      if (!is_new) {
        throw suite_.error(entry.place, fmt::format("{} has an entry already, at {}; remove one of them", c,
                                                    suite_.at(other->second.place)));
      }
    }
  }

  static std::string line_of(const SuiteEntry& entry, const std::string& case_name) {
    return fmt::format("{} {} {} {} {} {}", case_name, entry.verdict, entry.ulp.value_or("-"), entry.owner,
                       entry.issue.empty() ? "-" : entry.issue, entry.expires);
  }

  void add_baseline(const RunOptions& options, PlannedRun& planned) const {
    const char* const clash = !options.baseline.empty()     ? "baseline"
                              : options.shard.of > 1        ? "shard"
                              : !options.input_list.empty() ? "inputs"
                              : !options.ranges.empty()     ? "range"
                                                            : nullptr;
    if (clash != nullptr) {
      throw suite_.error(run_.place,
                         fmt::format("run '{}': 'fails' and 'flakes' cannot be used with '{}': they are compared as "
                                     "a baseline with complete results; leave one out",
                                     run_.name, clash));
    }
    planned.known =
        fmt::format("classay-baseline 1\nplatform *\ndevice *\ndriver *\n\n# {}\n# case verdict ulp owner issue expires\n",
                    visible(suite_.file().string()));
    for (const auto& [case_name, line] : lines_) planned.known += line.text + "\n";
    planned.words.push_back("--baseline=" + known_file(planned.folder).generic_string());
  }

  struct Line {
    SuitePlace place;
    std::string text;
  };

  const SuiteFile& suite_;
  const SuiteRun& run_;
  const std::string& today_;
  std::map<SuitePlace, std::uint64_t> matched_;
  std::map<std::string, Line> lines_;  // baseline lines by case
};

// One sentence for each entry that no longer counts, or never did.
void add_notes(const SuiteFile& suite, const std::map<SuitePlace, std::uint64_t>& matched, const std::string& today,
               SuitePlan& plan) {
  std::set<SuitePlace> seen;
  for (const SuiteRun& run : suite.runs()) {
    for (const SuiteEntry& entry : run.entries) {
      if (!seen.insert(entry.place).second) continue;
      const std::string what =
          fmt::format("{}: the entry of {} for {}", suite.at(entry.place), name(entry.kind), in_quotes(entry.cases.front()));
      if (matched.at(entry.place) == 0) {
        plan.has_stale = true;
        plan.notes.push_back(what + " matches no case of its runs; correct or remove it");
      } else if (entry.expires < today) {
        plan.notes.push_back(fmt::format("{} expired on {} and no longer counts; {} is its owner", what, entry.expires,
                                         visible(entry.owner)));
      }
    }
  }
}

}  // namespace

SuiteFile read_suite(const fs::path& file) {
  require_path("run", file.string());
  const RunParser parser;
  return SuiteFile::read(file, option_names(parser.command()), refused_options());
}

fs::path folder_of(const SuiteFile& suite, const std::string& out) {
  if (!out.empty()) return fs::path(out).lexically_normal();
  if (!suite.out().empty()) return (suite.file().parent_path() / suite.out()).lexically_normal();
  return suite.file().stem();
}

SuitePlan plan_of(const SuiteFile& suite, const fs::path& folder, const std::string& today) {
  SuitePlan plan;
  std::map<SuitePlace, std::uint64_t> matched;
  for (const SuiteRun& run : suite.runs()) {
    RunPlanner planner(suite, run, today);
    plan.runs.push_back(planner.planned(folder));
    for (const auto& [place, count] : planner.matched()) matched[place] += count;
  }
  add_notes(suite, matched, today, plan);
  return plan;
}

// `classay run SUITE.toml`: makes the runs of a suite file.

ExitCode suite_command(const SuiteOptions& options, const Streams& streams) {
  const SuiteFile suite = read_suite(options.file);
  const std::filesystem::path folder = folder_of(suite, options.out);
  SuitePlan plan = plan_of(suite, folder, today());
  for (const std::string& note : plan.notes) streams.err.write("classay: " + note + "\n");
  const ExitCode least = plan.has_stale ? ExitCode::unexpected : ExitCode::promised;
  const SeveralRuns all{.title = "Suite",
                        .runs = std::move(plan.runs),
                        .folder = folder,
                        .outputs = suite.outputs(),
                        .command = fmt::format("classay run {} --out {}", shell_word(options.file), folder_word(folder))};
  if (!options.dry_run) return make_runs(all, options.reporting, least, streams);
  print_commands(all, streams);
  return least;
}

}  // namespace classay
