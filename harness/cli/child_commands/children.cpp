// Implements the children of a run and of the commands that list devices.

#include "harness/cli/child_commands/children.h"

#include <chrono>
#include <map>
#include <nlohmann/json.hpp>

#include "harness/cli/doctor/facts.h"
#include "harness/cli/help.h"
#include "harness/cli/run/run_line.h"
#include "harness/cli/terminal/terminal.h"
#include "harness/device/build_log.h"
#include "harness/device/capabilities.h"
#include "harness/device/registry.h"
#include "harness/journal/message.h"
#include "harness/journal/read_json.h"
#include "harness/process/descriptors.h"
#include "harness/process/host.h"
#include "harness/process/watch.h"
#include "harness/supervisor/machine.h"
#include "harness/text/inputs.h"
#include "harness/text/number.h"
#include "harness/text/usage_error.h"
#include "harness/worker/probes/health.h"
#include "harness/worker/probes/probe.h"
#include "harness/worker/search/device_search.h"
#include "harness/worker/sweep/ask.h"
#include "harness/worker/sweep/device_support.h"
#include "reference/number/real_scope.h"

namespace classay {

Child::Child() : Child(taken_standard_output()) {}

Child::Child(int output) : answers_(output, "standard output") {
  ending::watch();
  ending::rely_on_descriptor(kStandardInput);
  ending::rely_on_descriptor(output);
}

// A driver's message may not be UTF-8.
void Child::tell(const Json& line) {
  ending::check_descriptors();
  answers_.write(json_line(line));
  answers_.flush();
}

void Child::end(ExitCode code) {
  ending::mean_to_end();
  end_process(static_cast<int>(code));
}

ExitCode relay_command() {
  if (relay({.build = shared_json(own_build()), .host = shared_json(own_host())})) return ExitCode::promised;
  throw UsageError(
      "relay: no request received on standard input; use a command that forwards it, such as 'docker exec -i NAME classay'");
}

ExitCode worker_command(const WorkerOptions& options) {
  Child child;
  Lines tasks(kStandardInput, [] {});
  const Dialogue dialogue{.next_line = [&]() -> std::optional<std::string> {
                            const std::optional<std::string_view> line = tasks.next();
                            if (!line) ending::check_descriptors();  // end of the input, or a closed descriptor?
                            return std::optional<std::string>(line);
                          },
                          .tell = [&](const message::Any& m) { child.tell(to_json(m)); }};
  WorkerOptions searching = options;
  searching.search = certifying_search(options.known);
  searching.build = shared_json(own_build());
  serve(*all_backends(), searching, dialogue);
  Child::end();
}

ExitCode health_command(const std::string& device) {
  Child child;
  const std::string trouble = health_of(*all_backends(), device);
  child.tell({{"healthy", trouble.empty()}, {"message", trouble}});
  Child::end(trouble.empty() ? ExitCode::promised : ExitCode::unusable);
}

ExitCode probe_command(const ProbeRequest& request) {
  Child child;
  run_probes(*all_backends(), request, [&](const Json& finding) { child.tell(finding); });
  Child::end();
}

ExitCode list_devices_command(const std::string& device) {
  Child child;
  const Wanted wanted = wanted_from(device);
  Json result{{"devices", Json::array()}};
  try {
    const std::vector<Description> devices = devices_of(*may_mean(wanted).front(), wanted.device);
    for (const Description& d : devices) {
      Json& listed = result["devices"].emplace_back(to_json(d));
      if (!d.identity.type.empty()) listed["device_type"] = d.identity.type;
    }
    if (result["devices"].empty()) result["error"] = "the drivers that are installed have no device";
  } catch (const DeviceError& e) {
    result["error"] = e.what();
  }
  child.tell(result);
  Child::end();
}

// Runs inputs for `classay repro` in a child; the result is one line of JSON.

namespace {

std::vector<std::string> patterns(const Case& c, const ResultBits& bits) {
  const std::vector<Type> types = result_types(*c.row, c.format);
  std::vector<std::string> all;
  for (std::size_t k = 0; k < types.size(); ++k) all.push_back(pattern({types[k], bits.at(k)}));
  return all;
}

std::vector<std::vector<CrowdReply>> crowd_replies(const Case& c, const std::vector<std::vector<CrowdAnswer>>& crowds) {
  std::vector<std::vector<CrowdReply>> all;
  for (const std::vector<CrowdAnswer>& crowd : crowds) {
    std::vector<CrowdReply>& replies = all.emplace_back();
    for (const CrowdAnswer& a : crowd) {
      CrowdReply& reply = replies.emplace_back(CrowdReply{.work_items = a.work_items});
      for (const ResultBits& bits : a.results) reply.results.push_back(patterns(c, bits));
    }
  }
  return all;
}

// Includes the names of all other call variants.
ReproAnswer plain_answer(Device& device, const Case& c, const std::vector<Tuple>& inputs,
                         const std::vector<Tuple>& company) {
  const Replies all = ask(device, c, inputs, company);
  ReproAnswer answer{.device = shared(to_json(device.description())), .crowds = crowd_replies(c, all.crowds)};
  for (const Reply& r : all.replies) {
    answer.replies.push_back({.input = input_text(c, r.input),
                              .sent = patterns(c, r.sent),
                              .literal = patterns(c, r.literal),
                              .literal_was_written = r.literal_was_written,
                              .literal_unbuilt = r.literal_unbuilt});
  }
  for (const CallForm form : call_forms(*c.row, c.front_end, device.capabilities(), device.group_limits())) {
    if (has_form(form, c.width)) answer.forms.emplace_back(name(form));
  }
  return answer;
}

}  // namespace

ExitCode ask_command(const AskOptions& options) {
  Child child;
  ReproAnswer answer;
  try {
    const std::optional<Case> c = case_named(options.name);
    if (!c) throw std::invalid_argument("this version does not have the case '" + options.name + "'");
    std::vector<Tuple> inputs;
    for (const std::string& text : options.inputs) inputs.push_back(read_input(*c, text));
    const std::unique_ptr<Device> device = all_backends()->open(options.device);
    if (const auto why = unsupported(device->capabilities(), *c)) throw DeviceError(Fault::unusable, *why);
    if (options.form.empty()) {
      const std::optional<Tier> tier = tier_named(options.constants);
      answer = plain_answer(*device, *c, inputs, tier ? constants_of(*c, *tier, options.seed) : std::vector<Tuple>());
    } else {
      answer.crowds = crowd_replies(*c, ask_in_form(*device, *c, inputs, call_form_named(options.form)));
    }
  } catch (const DeviceError& e) {
    answer = {.error = e.what()};
    if (e.fault() == Fault::build) answer = {.error = "does not build: " + build_reason(e.what()), .log = e.what()};
  } catch (const std::exception& e) {
    answer = {.error = e.what()};
  }
  child.tell(to_json(answer));
  Child::end();
}

// The child of `classay search`: reports progress a few times a second, then the worst input it found.

ExitCode find_worst_command(const std::string& device_name) {
  Child child;
  Json answer;
  try {
    Lines lines(kStandardInput, [] {});
    const SearchQuestion asked = search_question_from(read_json(lines.next().value_or("")));
    Task task = asked.task;
    const Unit& unit = task.unit;
    const Case c = case_of(unit, unit.widths.front());
    const std::unique_ptr<Device> device = all_backends()->open(device_name);
    const Json description = to_json(device->description());
    if (asked.takes_edition_of_device) {
      task.edition = editions_for(device_identity_from(description)).of(unit.front_end);
    }
    if (const auto why = unsupported(device->capabilities(), c)) throw DeviceError(Fault::unusable, *why);
    const RealScope scope;
    const SearchEffort effort{.inputs = asked.inputs, .seed = asked.seed};
    std::vector<Tuple> known;
    for (const std::string& text : asked.known) known.push_back(read_input(c, text));
    using Clock = std::chrono::steady_clock;
    Clock::time_point told;
    SearchAnswer found{.case_name = name(c), .edition = task.edition, .device = shared(description)};
    found.found = searched(*device, task, effort, known, [&](const SearchResult& so_far) {
      if (Clock::now() - told < std::chrono::milliseconds(200)) return;
      told = Clock::now();
      child.tell({{"measured", so_far.measured}, {"worst", so_far.worst.empty() ? 0 : so_far.worst.front().error}});
    });
    if (asked.compare) found.sampled = sampled(*device, task, found.found.judged, effort.seed);
    answer = to_json(found);
  } catch (const std::exception& e) {
    answer = {{"error", e.what()}, {"found", nullptr}};
  }
  child.tell(answer);
  Child::end();
}

void add_children(CLI::App& app, ChildWords& words) {
  CLI::App* ask = app.add_subcommand("ask", "")->group("");
  ask->add_option("--device", words.ask.device);
  ask->add_option("--case", words.ask.name);
  add_list_option(*ask, "--input", words.ask.inputs, "");
  ask->add_option("--form", words.ask.form);
  ask->add_option("--constants", words.ask.constants);
  ask->add_option("--seed", words.ask.seed);
  app.add_subcommand("relay", "")->group("");
  CLI::App* trial = app.add_subcommand("try-library", "")->group("");
  trial->add_option("--library", words.trial.library)->required();
  add_list_option(*trial, "--function", words.trial.functions, "");
  trial->add_flag("--opencl-loader", words.trial.is_opencl_loader);
  CLI::App* worker = app.add_subcommand("worker", "")->group("");
  worker->add_option("--device", words.worker.device);
  worker->add_option("--dump-kernels", words.worker.dump_kernels);
  worker->add_option("--known", words.worker.known);
  worker->add_option("--checkpoint-seconds", words.worker.checkpoint_seconds);
  for (const char* name : {"health", "try", "find-worst", "list-devices"}) {
    app.add_subcommand(name, "")->group("")->add_option("--device", words.worker.device);
  }
  CLI::App* probe = app.add_subcommand("probe", "")->group("");
  probe->add_option("--device", words.probe.device);
  std::map<std::string, Tier> tiers;
  for (const Tier t : kTiers) tiers.emplace(name(t), t);
  probe->add_option("--tier", words.probe.tier)->transform(CLI::CheckedTransformer(tiers));
  probe->add_option("cases", words.probe.cases);
}

std::optional<ExitCode> run_child(const CLI::App& app, const ChildWords& words) {
  const std::string& device = words.worker.device;
  const auto is_given = [&](const char* name) { return app.get_subcommand(name)->parsed(); };
  if (is_given("ask")) return ask_command(words.ask);
  if (is_given("find-worst")) return find_worst_command(device);
  if (is_given("relay")) return relay_command();
  if (is_given("try-library")) doctor::try_library(words.trial);
  if (is_given("worker")) return worker_command(words.worker);
  // `try` runs before a run, `health` during one.
  if (is_given("health") || is_given("try")) return health_command(device);
  if (is_given("probe")) return probe_command(words.probe);
  if (is_given("list-devices")) return list_devices_command(device);
  return std::nullopt;
}

}  // namespace classay
