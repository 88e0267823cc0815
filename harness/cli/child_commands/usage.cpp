#include <map>

#include "harness/cli/child_commands/children.h"
#include "harness/cli/list_option.h"

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
  for (const char* name : {"health", "try", "arithmetic", "compiler", "language", "copies", "groups", "atomics", "images",
                           "modules", "components", "reinterpret", "spec-constants", "find-worst", "list-devices"}) {
    app.add_subcommand(name, "")->group("")->add_option("--device", words.worker.device);
  }
  std::map<std::string, FrontEnd> front_ends;
  for (const FrontEnd f : kFrontEnds) front_ends.emplace(name(f), f);
  for (const char* name : {"arithmetic", "language", "copies", "components", "reinterpret", "groups", "atomics", "images"}) {
    app.get_subcommand(name)->add_option("--front-end", words.front_end)->transform(CLI::CheckedTransformer(front_ends));
  }
  std::map<std::string, Type> formats;
  for (const Type t : kLanguageTypes) formats.emplace(info(t).name, t);
  for (const char* name : {"groups", "atomics", "images", "spec-constants"}) {
    app.get_subcommand(name)->add_option("--format", words.format)->transform(CLI::CheckedTransformer(formats));
  }
  for (const char* name : {"images", "modules", "spec-constants", "groups", "atomics"})
    app.get_subcommand(name)->add_option("--kind", words.kind);
  std::map<std::string, Tier> tiers;
  for (const Tier t : kTiers) tiers.emplace(name(t), t);
  app.get_subcommand("images")->add_option("--tier", words.tier)->transform(CLI::CheckedTransformer(tiers));
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
  if (is_given("arithmetic")) return arithmetic_command(device, words.front_end);
  if (is_given("compiler")) return compiler_command(device);
  if (is_given("language")) return language_command(device, words.front_end);
  if (is_given("components")) return moves_command(device, words.front_end, MoveKind::components);
  if (is_given("reinterpret")) return moves_command(device, words.front_end, MoveKind::reinterpretations);
  if (is_given("spec-constants")) return spec_constants_command(device, words.kind, words.format);
  if (is_given("copies")) return copies_command(device, words.front_end);
  if (is_given("groups")) return groups_command(device, words.front_end, words.kind, words.format);
  if (is_given("atomics")) return atomics_command(device, words.front_end, words.kind, words.format);
  if (is_given("images")) return images_command(device, words.front_end, words.kind, words.format, words.tier);
  if (is_given("modules")) return modules_command(device, words.kind);
  if (is_given("list-devices")) return list_devices_command(device);
  return std::nullopt;
}

}  // namespace classay
