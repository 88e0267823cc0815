#include <map>

#include "harness/cli/child_commands/children.h"
#include "harness/cli/help.h"

namespace classay {

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
