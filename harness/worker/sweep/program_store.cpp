#include "harness/worker/sweep/program_store.h"

#include <algorithm>
#include <iterator>

#include "harness/device/build_log.h"
#include "harness/journal/task.h"
#include "harness/worker/sweep/asker.h"
#include "harness/worker/sweep/device_support.h"
#include "suites/plan/bundle.h"
#include "suites/plan/small_tier.h"
#include "suites/signature.h"

namespace classay {
namespace {

constexpr std::size_t kLongestLog = std::size_t{64} << 10;
// The bundles of some builtins whose turns alternate, and the programs of a unit.
constexpr std::size_t kMostKept = 8;

CaseVerdict verdict_for(CompilerEnd end) {
  switch (end) {
    case CompilerEnd::crashed: return CaseVerdict::crash;
    case CompilerEnd::hung: return CaseVerdict::timeout;
    case CompilerEnd::refused: break;
  }
  return CaseVerdict::fail;
}

BuildFailure failure_of(const std::string& said, CompilerEnd end) {
  BuildFailure failure{.reason = build_reason(said), .log = said.substr(0, kLongestLog), .verdict = verdict_for(end)};
  if (said.size() > kLongestLog) failure.log += "\n... cut after " + std::to_string(kLongestLog) + " bytes";
  return failure;
}

std::string text_of(const Source& source) { return "// Build options: " + source.options + "\n" + source.text; }

// The unit of the widths that the tier runs.
Unit unit_of(const Bundled& builtin, const Task& task) {
  Unit unit{
      .front_end = task.unit.front_end, .row = builtin.row, .format = builtin.format, .mode = task.unit.mode, .widths = {}};
  std::ranges::copy_if(widths(*builtin.row), std::back_inserter(unit.widths),
                       [&](int width) { return !is_left_to_larger_tiers(*builtin.row, builtin.format, width, task.tier); });
  return unit;
}

// A task of some inputs, or of widths that the tier leaves to others, has another program.
bool may_share(const Device& device, const Task& task) {
  const Unit& unit = task.unit;
  const auto is_left_out = [&](int width) { return is_left_to_larger_tiers(*unit.row, unit.format, width, task.tier); };
  return task.bundled && task.tier == Tier::smoke && !is_of_part(task) && device.compiles_at_launch() &&
         writer(unit.front_end).several != nullptr && std::ranges::none_of(unit.widths, is_left_out);
}

BuildResult built_of(Device& device, const std::string& name, const Source& source, FrontEnd front_end) {
  try {
    return device.build(module_of(source, front_end));
  } catch (const DeviceError& e) {
    if (e.fault() != Fault::build) throw;
    return failure_of("program '" + name + "': " + e.what(), e.compiler());
  }
}

}  // namespace

Compiler compiler_of(const Capabilities& device) {
  return {.address_bits = static_cast<int>(device.address_bits),
          .environment = device.environment,
          .language = device.newest(),
          .extensions = device.extensions};
}

Module module_of(const Source& source, FrontEnd front_end) {
  const auto assembled = writer(front_end).assembled;
  if (assembled != nullptr) return {.source = "", .il = assembled(source.text), .options = source.options};
  return {.source = source.text, .il = {}, .options = source.options};
}

Bundle::Bundle(const Device& device, const Task& task, std::size_t number) {
  const std::span<const Bundled> all = bundled_with(number);
  literals_.reserve(all.size());
  for (const Bundled& builtin : all) {
    const Unit unit = unit_of(builtin, task);
    const bool is_written = writer(unit.front_end).written(*unit.row, unit.format) == Written::yes;
    if (!is_written || unsupported(device.capabilities(), case_of(unit, unit.widths.front()))) continue;
    literals_.push_back(literals_of(plan_without_data(unit, task.tier, task.seed)));
    Asked asked = asked_in(task.tier, unit);
    asked.together = widths_together(*unit.row, unit.format, unit.widths);
    asked.literals = literals_.back();
    asked.prefix = std::string(builtin.row->name) + "_";
    asked_.push_back(std::move(asked));
  }
  if (!asked_.empty()) source_ = writer(task.unit.front_end).several(asked_, compiler_of(device.capabilities()));
}

const std::string* Bundle::prefix_of(const Asked& one, std::span<const Tuple> literals) const {
  const auto found = std::ranges::find(asked_, one.row, &Asked::row);
  const bool has = found != asked_.end() && found->widths == one.widths && std::ranges::equal(found->literals, literals);
  return has ? &found->prefix : nullptr;
}

void ProgramStore::begin_task() {
  used_.clear();
  failed_.clear();
}

BuildResult ProgramStore::build(const std::string& name, const Source& source, FrontEnd front_end,
                                const OnProgram& on_program) {
  const std::string text = text_of(source);
  if (const auto failed = failed_.find(text); failed != failed_.end()) return failed->second;
  if (const auto kept = std::ranges::find(kept_, text, [](const auto& k) { return k.first; }); kept != kept_.end()) {
    if (used_.insert(kept->second.get()).second && on_program) on_program(name, text);
    kept_.splice(kept_.begin(), kept_, kept);
    return kept->second;
  }
  if (on_program) on_program(name, text);
  BuildResult built = built_of(device_, name, source, front_end);
  if (const auto* failure = std::get_if<BuildFailure>(&built)) {
    failed_.emplace(text, *failure);
    return built;
  }
  kept_.emplace_front(text, std::get<std::shared_ptr<Program>>(built));
  build_seconds_ += kept_.front().second->build_seconds();
  used_.insert(kept_.front().second.get());
  if (kept_.size() > kMostKept) kept_.pop_back();
  return built;
}

std::shared_ptr<Program> ProgramStore::build(const Bundle& bundle, const OnProgram& on_program) {
  BuildResult built = build(std::string(Bundle::kName), bundle.source(), FrontEnd::clc, on_program);
  if (auto* const program = std::get_if<std::shared_ptr<Program>>(&built)) return std::move(*program);
  refused_.insert(&bundle);
  return nullptr;
}

const Bundle* ProgramStore::bundle_for(const Task& task) {
  if (!may_share(device_, task)) return nullptr;
  const auto number = bundle_of(*task.unit.row, task.unit.format);
  if (!number) return nullptr;
  std::unique_ptr<Bundle>& bundle = bundles_[{*number, task.unit.mode}];
  if (!bundle) bundle = std::make_unique<Bundle>(device_, task, *number);
  return refused_.contains(bundle.get()) || bundle->source().text.empty() ? nullptr : bundle.get();
}

}  // namespace classay
