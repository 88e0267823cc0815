#include "harness/worker/probes/modules.h"

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "harness/device/registry.h"
#include "harness/journal/probe_kinds.h"
#include "harness/worker/probes/all_probes.h"
#include "kernels/il/source.h"

namespace classay {
namespace {

// Returns 31 for 3.1.
int number(const Version& v) { return 10 * v.major + v.minor; }

template <class T>
bool contains(const std::vector<T>& all, T one) {
  return std::ranges::find(all, one) != all.end();
}

std::optional<bool> what_it_says(const Capabilities& d, const il::Requirement& r) {
  if (!d.spirv_capabilities) return std::nullopt;
  return contains(*d.spirv_capabilities, il::capability_number(r.capability));
}

void try_module(Device& device, const std::string& text, int version, TakenModule& result) {
  try {
    device.build({.source = "", .il = il::assembled(text, version), .options = ""});
    result.builds = true;
  } catch (const DeviceError& e) {
    if (e.fault() != Fault::build && e.fault() != Fault::refused) throw;
    result.builds = false;
    result.why = e.what();
  }
}

const il::Requirement& plainest(il::Rules rules) {
  return *std::ranges::find(il::requirements(rules), "Kernel", &il::Requirement::capability);
}

// Returns the device's errors.
std::vector<std::string> violations(const TakenModule& t, const std::string& what) {
  std::vector<std::string> all;
  if (!t.is_required) return all;
  if (t.says == false) all.push_back("the driver does not list " + what + ", which it has to");
  if (t.builds == false) all.push_back("a module of " + what + " is refused: " + t.why.substr(0, t.why.find('\n')));
  return all;
}

ProbeFinding finding_of(const TakenModule& t, const std::string& what, const std::string& when) {
  if (!t.is_required) {
    const char* const built = t.builds == true ? "; such a module still builds" : "";
    return {.unsupported = fmt::format("not required of this device ({}){}", when, built), .data = probe_fields(to_json(t))};
  }
  ProbeFinding finding{.violations = violations(t, what), .data = probe_fields(to_json(t))};
  if (!t.fails()) finding.notes = {fmt::format("required ({}), and built", when)};
  if (!t.why.empty()) finding.details = log_field(t.why);
  return finding;
}

}  // namespace

il::Environment environment_of(const Description& device) {
  const Capabilities& d = device.capabilities;
  il::Environment e{.rules = backend_named(device.identity.backend).il_rules,
                    .opencl = number(d.environment),
                    .spirv = {},
                    .is_full_profile = d.profile == Profile::full,
                    .address_bits = static_cast<int>(d.address_bits),
                    .features = d.features,
                    .extensions = d.extensions};
  for (const Version& v : d.spirv) e.spirv.push_back(number(v));
  if (d.f64.available) e.features.emplace_back("f64");
  if (d.f16.available) e.features.emplace_back("f16");
  return e;
}

std::vector<int> missing_versions(const il::Environment& e) {
  std::vector<int> missing;
  // Level Zero leaves the versions to the device.
  if (e.rules == il::Rules::level_zero || e.spirv.empty()) return missing;
  std::ranges::copy_if(il::required_versions(e.opencl), std::back_inserter(missing),
                       [&](int version) { return !contains(e.spirv, version); });
  return missing;
}

TakenModule taken(Device& device, const il::Requirement& r) {
  const il::Environment e = environment_of(device.description());
  TakenModule result{
      .is_required = il::is_required(r, e), .says = what_it_says(device.capabilities(), r), .builds = {}, .why = ""};
  const bool is_tried = result.is_required || (e.rules == il::Rules::level_zero && !e.spirv.empty());
  if (is_tried) try_module(device, il::proof(r, e), r.spirv, result);
  return result;
}

TakenModule taken_version(Device& device, int version) {
  const il::Environment e = environment_of(device.description());
  const bool is_listed = contains(e.spirv, version);
  TakenModule result{
      .is_required = is_listed || contains(missing_versions(e), version), .says = is_listed, .builds = {}, .why = ""};
  if (result.is_required) try_module(device, il::proof(plainest(e.rules), e), version, result);
  return result;
}

Json to_json(const TakenModule& t) {
  const auto known = [](const std::optional<bool>& b) { return b ? Json(*b) : Json(); };
  return {{"required", t.is_required}, {"says", known(t.says)}, {"built", known(t.builds)}, {"why", t.why}};
}

TakenModule taken_from(const Json& json) {
  const auto known = [&](const char* key) {
    return json.at(key).is_null() ? std::nullopt : std::optional(json.at(key).get<bool>());
  };
  return {.is_required = json.at("required").get<bool>(),
          .says = known("says"),
          .builds = known("built"),
          .why = json.at("why").get<std::string>()};
}

namespace {

class ModulesProbe : public FormatProbe {
 public:
  bool has_kind(std::string_view kind) const override {
    return kind.starts_with(kCapabilityKind) || kind.starts_with(kVersionKind);
  }
  ProbeFinding test(Device& device, const ProbeTask& task) const override {
    const std::string_view kind = task.kind.name;
    const std::string named(kind.substr(kind.find('-') + 1));
    if (kind.starts_with(kVersionKind)) {
      const TakenModule t = taken_version(device, 10 * (named.front() - '0') + (named.back() - '0'));
      return finding_of(t, "SPIR-V " + named, "the versions that the device lists, and those of its environment");
    }
    const std::span<const il::Requirement> all = il::requirements(backend_named(device.identity().backend).il_rules);
    const auto r = std::ranges::find(all, named, &il::Requirement::capability);
    if (r == all.end()) return {.unsupported = "the document of this device's environment does not name it"};
    return finding_of(taken(device, *r), "the capability " + named, std::string(r->when));
  }
};

}  // namespace

const Probe& modules_probe() {
  static const ModulesProbe probe;
  return probe;
}

}  // namespace classay
