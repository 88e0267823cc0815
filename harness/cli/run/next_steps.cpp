#include "harness/cli/run/next_steps.h"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <utility>
#include <vector>

#include "harness/text/shell_word.h"

namespace classay {
namespace {

constexpr std::size_t kMostFilters = 20;  // more of them come from a file

using Step = std::pair<std::string, std::string>;  // purpose, command

std::string report(const EndedRun& run) { return run.report.empty() ? "classay-report" : run.report; }

Step after_complete(const EndedRun& run) {
  const auto next = std::next(std::ranges::find(kTiers, run.tier));
  if (next == kTiers.end()) {
    return {"writes a statement to fill in, for evidence", report(run) + " pack --statement-template > statement.txt"};
  }
  std::string command = fmt::format("classay run --device {} --tier {}", shell_word(run.device), name(*next));
  if (run.filters.size() > kMostFilters) return {"tests more inputs", command + " --case-list FILE"};
  for (const std::string& filter : run.filters) {
    const bool excludes = filter.starts_with('!');
    command += excludes ? " --exclude " + shell_word(filter.substr(1)) : " " + shell_word(filter);
  }
  return {"tests more inputs", command};
}

}  // namespace

std::string next_steps_text(const EndedRun& run) {
  const std::string folder = folder_word(run.folder);
  std::vector<Step> steps;
  if (!run.worst_case.empty()) {
    steps.emplace_back("shows the worst failure in detail",
                       fmt::format("classay repro {} {}", folder, shell_word(run.worst_case)));
  }
  if (!run.has_pages) {
    steps.emplace_back("writes pages for a browser",
                       fmt::format("{} html {} {}", report(run), folder_word(run.folder / "html"), folder));
  }
  steps.push_back(run.is_complete ? after_complete(run)
                                  : Step("runs the cases that were left out", "classay resume " + folder));
  std::string text = "Next\n";
  for (const auto& [purpose, command] : steps) text += fmt::format("  {}    # {}\n", command, purpose);
  return text;
}

}  // namespace classay
