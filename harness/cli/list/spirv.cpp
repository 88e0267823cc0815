#include <fmt/format.h>
#include <fmt/ranges.h>

#include <nlohmann/json.hpp>

#include "harness/cli/list/device_list.h"
#include "harness/cli/list/list.h"
#include "harness/cli/terminal/terminal.h"
#include "harness/device/capabilities.h"
#include "harness/journal/probe_kinds.h"
#include "harness/process/own_program.h"
#include "harness/supervisor/child_process.h"
#include "harness/text/visible.h"
#include "harness/worker/probes/modules.h"
#include "kernels/il/environment.h"

namespace classay {
namespace {

using Json = nlohmann::ordered_json;

constexpr std::chrono::seconds kBuildTimeout{60};

std::string version_text(int version) { return fmt::format("{}.{}", version / 10, version % 10); }

struct Chosen {
  Json described;
  il::Environment environment;
};

std::optional<Chosen> chosen(const std::optional<std::string>& wanted) {
  if (!wanted) return std::nullopt;
  const Json device = *device_for_listing(*wanted);
  return Chosen{device, environment_of({identity_from(device), capabilities_from(device)})};
}

TakenModule found(const il::Requirement& r, const Chosen& c) {
  const std::string kind = std::string(kCapabilityKind) + std::string(r.capability);
  const std::string case_name = name(ProbeCase{.front_end = FrontEnd::il, .kind = kind, .format = kNoFormat.front()});
  AnsweringChild child(
      Machine::here(own_program()).child({"probe", "--device", c.described.at("address").get<std::string>(), case_name}),
      kBuildTimeout);
  const ChildAnswer answered = child.next({"case", "error"}, kBuildTimeout);
  const Json module = answered.answer != nullptr ? answered.answer->value("data", Json()) : Json();
  if (module.is_object()) return taken_from(module);
  // A driver that crashes on a module does not accept it.
  const bool is_required = il::is_required(r, c.environment);
  const std::string why = answered.answer != nullptr ? answered.answer->value("error", "") : answered.misfortune;
  return {.is_required = is_required, .says = {}, .builds = is_required ? std::optional(false) : std::nullopt, .why = why};
}

std::string_view verdict(const TakenModule& t) { return !t.is_required ? "" : t.fails() ? "fail" : "pass"; }

std::string first_line(const std::string& text) { return text.substr(0, text.find('\n')); }

std::string requirement_text(const il::Requirement& r, const std::optional<TakenModule>& t) {
  const std::string since =
      fmt::format("SPIR-V {}{}{}", version_text(r.spirv), r.extension.empty() ? "" : ", ", r.extension);
  if (!t) return fmt::format("{:<31} {:<48} {}\n", r.capability, since, r.when);
  std::string text = fmt::format("{:<5} {:<31} {:<13} says {:<9} {}", verdict(*t), r.capability,
                                 t->is_required ? "required" : "not required",
                                 !t->says   ? "no query"
                                 : *t->says ? "yes"
                                            : "no",
                                 !t->builds   ? ""
                                 : *t->builds ? "is built"
                                              : "is NOT built");
  while (text.ends_with(' ')) text.pop_back();
  if (!t->is_required && t->builds == true) text += " nevertheless";
  text += t->is_required ? "" : fmt::format("  ({}, SPIR-V {})", r.when, version_text(r.spirv));
  return text + (t->why.empty() ? "" : ": " + first_line(t->why)) + "\n";
}

std::string requirement_json(const il::Requirement& r, const std::optional<TakenModule>& t, const il::Environment& e) {
  Json line{{"capability", r.capability},
            {"number", il::capability_number(r.capability)},
            {"spirv", version_text(r.spirv)},
            {"extension", r.extension.empty() ? Json() : Json(r.extension)},
            {"when", r.when},
            {"module", il::proof(r, e)}};
  if (t) {
    line.update(to_json(*t));
    if (t->why.empty()) line["why"] = nullptr;
    line["verdict"] = verdict(*t).empty() ? Json() : Json(verdict(*t));
  }
  return json_line(line);
}

std::vector<std::string> in_words(const std::vector<int>& versions) {
  std::vector<std::string> words;
  for (const int v : versions) words.push_back(version_text(v));
  return words;
}

std::string head(const Chosen& c) {
  const std::vector<std::string> versions = in_words(c.environment.spirv);
  const std::string takes = versions.empty() ? std::string("none") : fmt::format("{}", fmt::join(versions, " "));
  const std::vector<std::string> missing = in_words(missing_versions(c.environment));
  const std::string lacks = missing.empty() ? "" : fmt::format("; fail: it has to take {} too", fmt::join(missing, ", "));
  const bool is_opencl = c.environment.rules == il::Rules::opencl;
  const std::string api =
      is_opencl ? "OpenCL " + version_text(c.environment.opencl) : visible(c.described.value("version", ""));
  return fmt::format(
      "{}  {}, {}\nVersions of SPIR-V: {}{}\nAddressing model Physical{}, memory model OpenCL, execution model "
      "Kernel\n\n",
      visible(c.described.value("name", "")), api, c.described.value("profile", ""), takes, lacks,
      c.environment.address_bits);
}

}  // namespace

ExitCode list_spirv(const ListOptions& options, Filters& filters, const Streams& streams) {
  const std::optional<Chosen> device = chosen(options.device);
  const il::Environment anyone{.opencl = 31, .spirv = {}, .features = {}, .extensions = {}};
  if (device && !options.json) streams.out.write(head(*device));
  bool any = false;
  const std::vector<std::string> missing =
      device ? in_words(missing_versions(device->environment)) : std::vector<std::string>();
  if (options.json && !missing.empty()) {
    streams.err.write(fmt::format("the device has to take SPIR-V {} too\n", fmt::join(missing, ", ")));
  }
  bool fails = !missing.empty();
  for (const il::Requirement& r : il::requirements(device ? device->environment.rules : il::Rules::opencl)) {
    if (!filters.let_pass({r.capability})) continue;
    any = true;
    const std::optional<TakenModule> f = device ? std::optional(found(r, *device)) : std::nullopt;
    fails = fails || (f && f->fails());
    streams.out.write(options.json ? requirement_json(r, f, device ? device->environment : anyone) : requirement_text(r, f));
    streams.out.flush();
  }
  if (!any) return ExitCode::nothing;
  return fails ? ExitCode::unexpected : ExitCode::promised;
}

}  // namespace classay
