// `classay search`: finds the worst input of a builtin on a device, without knowledge of the function. A child runs the
// device, because it may crash.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>

#include "harness/cli/answer/answer.h"
#include "harness/cli/commands.h"
#include "harness/cli/list/device_list.h"
#include "harness/cli/parse_error.h"
#include "harness/cli/run/reached.h"
#include "harness/cli/terminal/terminal.h"
#include "harness/device/capabilities.h"
#include "harness/device/registry.h"
#include "harness/journal/message.h"
#include "harness/journal/tally_json.h"
#include "harness/process/descriptors.h"
#include "harness/supervisor/child_process.h"
#include "harness/text/arguments.h"
#include "harness/text/inputs.h"
#include "harness/worker/search/device_search.h"
#include "suites/judge_promise.h"

namespace classay {
namespace {

bool depends_on_device(const SearchOptions& options) { return options.edition == "auto"; }

Task task_of(const SearchOptions& options) {
  if (options.words.size() != 2) throw UsageError("search takes NAME FORMAT, such as exp f32; see classay search --help");
  const Prefix asked = read_prefix(options.words[0] + " " + options.words[1]);
  const Row* row = asked.row;
  const Type format = asked.format.value();
  if (is_of_patterns(*row, format)) {
    throw UsageError(
        fmt::format("{} of {} has no error in ulp to search: its results are right or wrong", row->name, info(format).name));
  }
  if (goes_across_lanes(row->signature)) {
    throw UsageError(fmt::format("{} cannot be searched: its inputs are complete vectors", row->name));
  }
  if (!has_plan(*row, format)) throw UsageError(fmt::format("{} cannot be searched: it has no plan of inputs", row->name));
  const BackendEntry* const backend = wanted_from(options.device).backend;
  const bool is_library = backend != nullptr && backend->front_end == FrontEnd::c;
  const Unit unit{.front_end = is_library ? FrontEnd::c : FrontEnd::clc,
                  .row = row,
                  .format = format,
                  .mode = read_mode(options.mode),
                  .widths = {options.width}};
  if (!case_named(name(case_of(unit, options.width)))) {
    throw UsageError("no case " + in_quotes(name(case_of(unit, options.width))) + "; `classay list` prints all names");
  }
  // The child decides where the edition depends on the device.
  return {.unit = unit,
          .edition = depends_on_device(options) ? Edition::none : read_edition(options.edition),
          .profile = read_profile(options.profile),
          .state = nullptr};
}

SearchQuestion question(const SearchOptions& options, const Task& task) {
  SearchQuestion question{.task = task,
                          .takes_edition_of_device = depends_on_device(options),
                          .inputs = options.inputs,
                          .seed = options.seed,
                          .compare = options.compare};
  const Case c = case_of(task.unit, options.width);
  for (const Tuple& t : beginnings(task.unit, options.seed, options.known)) question.known.push_back(input_text(c, t));
  return question;
}

// Updates one line on a terminal.
class Watch {
 public:
  explicit Watch(const Streams& streams) : streams_(streams), is_live_(is_terminal(kStandardError)) {}
  void operator()(const Json& line) {
    if (!is_live_ || !line.contains("measured")) return;
    streams_.err.erase_line();
    streams_.err.write(
        fmt::format("{} inputs, largest error {} ulp", line.at("measured").get<std::uint64_t>(), line.at("worst").dump()));
    streams_.err.flush();
    is_shown_ = true;
  }
  void clear() {
    if (is_shown_) streams_.err.erase_line();
  }

 private:
  const Streams& streams_;
  bool is_live_;
  bool is_shown_ = false;
};

std::string ulps_text(double ulps) {
  return std::isfinite(ulps) ? fmt::format("{:.6g} ulp", std::fabs(ulps)) : "not a number of ulp";
}

std::string of_search(std::string_view label, const SearchRecord& search) {
  std::string text = fmt::format("  {:<15} {:>12} inputs", label, search.judged);
  if (search.worst.empty()) return text + ", no error at all\n";
  text += fmt::format("   {}", ulps_text(search.worst.front().ulps));
  if (search.failed > 0) text += fmt::format("   {} wrong", search.failed);
  return text + "\n";
}

std::string in_text(const SearchAnswer& answer, const Task& task) {
  const Promise p = promise(*task.unit.row, task.unit.format, task.edition, task.profile, task.unit.mode);
  std::string text = of_search("search", answer.found);
  if (answer.sampled) text += of_search("plain sampling", *answer.sampled);
  text += fmt::format("  limit           {}, {}\n", classay::text(p.limit), p.clause);
  const std::vector<ResultSample>& shown = answer.found.first.empty() ? answer.found.worst : answer.found.first;
  const std::vector<Type> types = argument_types(*task.unit.row, task.unit.format);
  for (const ResultSample& sample : std::span(shown).first(std::min<std::size_t>(shown.size(), 4))) {
    std::string inputs;
    for (std::size_t a = 0; a < types.size(); ++a) {
      const Value v{types[a], read_pattern(sample.inputs.at(a), types[a])};
      inputs += (a == 0 ? "" : ", ") + pattern(v) + " (" + decimal(v) + ")";
    }
    text += fmt::format("    {}  at {}\n", ulps_text(sample.ulps), inputs);
  }
  return text;
}

std::vector<Tuple> worst_of(const SearchRecord& search, const Case& c) {
  std::vector<Tuple> all;
  for (const ResultSample& sample : search.worst) all.push_back(read_input(c, inputs_text(sample)));
  return all;
}

}  // namespace

ExitCode search_command(const SearchOptions& options, const Streams& streams) {
  Task task = task_of(options);
  for (const std::string& folder : options.known) require_path("--known", folder);
  Watch watch(streams);
  const std::optional<Machine> machine = reached(options.worker, "", streams);
  if (!machine) return ExitCode::unusable;
  const ChildAnswer asked = ask_child(machine->child({"find-worst", "--device", options.device}), "found", options.timeout,
                                      {.question = to_json(question(options, task)).dump(), .other = std::ref(watch)});
  watch.clear();
  const std::string trouble = asked.answer == nullptr ? asked.misfortune : asked.answer->value("error", "");
  if (!trouble.empty()) {
    streams.err.write("classay: " + trouble + "\n");
    return ExitCode::unusable;
  }
  const SearchAnswer answer = search_answer_from(*asked.answer);
  task.edition = answer.edition;
  const Case c = case_of(task.unit, options.width);
  if (!options.out.empty()) keep(options.out, task.unit, worst_of(answer.found, c));
  if (options.json) {
    streams.out.write(json_line(*asked.answer));
  } else {
    streams.out.write(name(c) + "\n" + description(*answer.device));
    streams.out.write(in_text(answer, task));
    if (!options.out.empty()) streams.out.write("  written to " + options.out + "/worst.jsonl\n");
  }
  return answer.found.failed > 0 ? ExitCode::unexpected : ExitCode::promised;
}

}  // namespace classay
