#include "harness/commands/list/spirv.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "harness/commands/list/device_list.h"
#include "harness/commands/terminal/json_line.h"
#include "harness/devices/capabilities.h"
#include "harness/process/own_program.h"
#include "harness/run/child_answer.h"
#include "harness/text/visible.h"
#include "kernels/il/environment.h"

namespace classay {
namespace {

using Json = nlohmann::ordered_json;

constexpr std::chrono::seconds kBuildTimeout{60};

// 31 of 3.1.
int number(const Version& v) { return 10 * v.major + v.minor; }

std::string version_text(int version) { return fmt::format("{}.{}", version / 10, version % 10); }

il::Environment environment_of(const Capabilities& d, il::Rules rules) {
  il::Environment e{.rules = rules,
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

struct Chosen {
  Capabilities capabilities;
  Json described;
  il::Environment environment;
};

std::optional<Chosen> chosen(const std::optional<std::string>& wanted) {
  if (!wanted) return std::nullopt;
  const Json device = device_for_listing(*wanted);
  const Capabilities capabilities = capabilities_from(device);
  return Chosen{capabilities, device, environment_of(capabilities, il::rules_of(device.value("backend", "")))};
}

// What is found of a requirement. Without a device there is only what the document says.
struct Found {
  std::string state = "by the document";  // "required", "not required"
  std::string says;                       // "yes", "no", "not asked": CL_DEVICE_SPIRV_CAPABILITIES_KHR
  std::string builds;                     // "yes", "no"; "" where it need not
  std::string why;                        // of what does not build

  bool is_required() const { return state == "required"; }
  // It has to build, and a driver that lists what it has lists it.
  bool fails() const { return is_required() && (builds == "no" || says == "no"); }
  std::string_view verdict() const { return !is_required() ? "" : fails() ? "fail" : "pass"; }
};

std::string what_it_says(const il::Requirement& r, const Capabilities& d) {
  if (!d.spirv_capabilities) return "no query";
  const std::vector<std::uint32_t>& all = *d.spirv_capabilities;
  return std::ranges::find(all, il::capability_number(r.capability)) == all.end() ? "no" : "yes";
}

Found found(const il::Requirement& r, const Chosen& c) {
  Found f{.state = il::is_required(r, c.environment) ? "required" : "not required",
          .says = what_it_says(r, c.capabilities),
          .builds = "",
          .why = ""};
  // By the guide of Level Zero what is optional is there "for devices supporting" a flag: whether it is there without it is
  // told too.
  if (!f.is_required() && (c.environment.rules == il::Rules::opencl || c.capabilities.spirv.empty())) return f;
  const Json question{{"module", il::proof(r, c.environment)}, {"version", r.spirv}};
  const ChildAnswer answered =
      ask_child({own_program(), "build-il", "--device", c.described.at("address").get<std::string>()}, "built",
                kBuildTimeout, {.question = question.dump(), .other = {}});
  const bool is_built = answered.answer.is_object() && answered.answer.at("built").get<bool>();
  f.builds = is_built ? "yes" : "no";
  if (!is_built) f.why = answered.answer.is_object() ? answered.answer.value("why", "") : answered.misfortune;
  return f;
}

std::string first_line(const std::string& text) { return text.substr(0, text.find('\n')); }

std::string requirement_text(const il::Requirement& r, const std::optional<Found>& f) {
  const std::string since =
      fmt::format("SPIR-V {}{}{}", version_text(r.spirv), r.extension.empty() ? "" : ", ", r.extension);
  if (!f) return fmt::format("{:<31} {:<48} {}\n", r.capability, since, r.when);
  std::string text = fmt::format("{:<5} {:<31} {:<13} says {:<9} {}", f->verdict(), r.capability, f->state, f->says,
                                 f->builds.empty()    ? ""
                                 : f->builds == "yes" ? "is built"
                                                      : "is NOT built");
  while (text.ends_with(' ')) text.pop_back();
  if (!f->is_required() && f->builds == "yes") text += " all the same";
  text += f->is_required() ? "" : fmt::format("  ({}, SPIR-V {})", r.when, version_text(r.spirv));
  return text + (f->why.empty() ? "" : ": " + first_line(f->why)) + "\n";
}

std::string requirement_json(const il::Requirement& r, const std::optional<Found>& f, const il::Environment& e) {
  Json line{{"capability", r.capability},
            {"number", il::capability_number(r.capability)},
            {"spirv", version_text(r.spirv)},
            {"extension", r.extension.empty() ? Json() : Json(r.extension)},
            {"when", r.when},
            {"module", il::proof(r, e)}};
  if (f) {
    line["required"] = f->is_required();
    line["says"] = f->says == "no query" ? Json() : Json(f->says == "yes");
    line["built"] = f->builds.empty() ? Json() : Json(f->builds == "yes");
    line["why"] = f->why.empty() ? Json() : Json(f->why);
    line["verdict"] = f->verdict().empty() ? Json() : Json(f->verdict());
  }
  return json_line(line);
}

// Of SPIR-V, as far as the document says. Level Zero leaves them to the device.
std::vector<std::string> missing_versions(const il::Environment& e) {
  std::vector<std::string> missing;
  if (e.rules == il::Rules::level_zero) return missing;
  for (const int version : il::required_versions(e.opencl)) {
    if (!e.spirv.empty() && std::ranges::find(e.spirv, version) == e.spirv.end()) missing.push_back(version_text(version));
  }
  return missing;
}

std::string head(const Chosen& c) {
  std::vector<std::string> versions;
  for (const int v : c.environment.spirv) versions.push_back(version_text(v));
  const std::string takes = versions.empty() ? std::string("none") : fmt::format("{}", fmt::join(versions, " "));
  const std::vector<std::string> missing = missing_versions(c.environment);
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
  const std::vector<std::string> missing = device ? missing_versions(device->environment) : std::vector<std::string>();
  if (options.json && !missing.empty()) {
    streams.err.write(fmt::format("the device has to take SPIR-V {} too\n", fmt::join(missing, ", ")));
  }
  bool fails = !missing.empty();
  for (const il::Requirement& r : il::requirements(device ? device->environment.rules : il::Rules::opencl)) {
    if (!filters.let_pass({r.capability})) continue;
    any = true;
    const std::optional<Found> f = device ? std::optional(found(r, *device)) : std::nullopt;
    fails = fails || (f && f->fails());
    streams.out.write(options.json ? requirement_json(r, f, device ? device->environment : anyone) : requirement_text(r, f));
    streams.out.flush();
  }
  if (!any) return ExitCode::nothing;
  return fails ? ExitCode::unexpected : ExitCode::promised;
}

}  // namespace classay
