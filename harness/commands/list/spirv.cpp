#include "harness/commands/list/spirv.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "harness/commands/list/device_list.h"
#include "harness/commands/terminal/json_line.h"
#include "harness/devices/capabilities.h"
#include "harness/process/own_program.h"
#include "harness/run/child_answer.h"
#include "kernels/il/environment.h"

namespace classay {
namespace {

using Json = nlohmann::ordered_json;

constexpr std::chrono::seconds kBuildTimeout{60};

// 31 of 3.1.
int number(const Version& v) { return 10 * v.major + v.minor; }

std::string version_text(int version) { return fmt::format("{}.{}", version / 10, version % 10); }

il::Environment environment_of(const Capabilities& d) {
  il::Environment e{.opencl = number(d.environment),
                    .spirv = {},
                    .is_full_profile = d.profile == Profile::full,
                    .address_bits = static_cast<int>(d.address_bits),
                    .features = d.features,
                    .extensions = d.extensions};
  for (const Version& v : d.spirv) e.spirv.push_back(number(v));
  if (d.f64.available) e.features.emplace_back("f64");
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
  return Chosen{capabilities, device, environment_of(capabilities)};
}

// What is found of a requirement. Without a device there is only what the document says.
struct Found {
  std::string state = "by the document";  // "required", "not required"
  std::string says;                       // "yes", "no", "not asked": CL_DEVICE_SPIRV_CAPABILITIES_KHR
  std::string builds;                     // "yes", "no"; "" where it need not
  std::string why;                        // of what does not build
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
  if (f.state != "required") return f;
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
  std::string text = fmt::format("{:<31} {:<13} says {:<9} {}", r.capability, f->state, f->says,
                                 f->builds.empty()    ? ""
                                 : f->builds == "yes" ? "is built"
                                                      : "is NOT built");
  while (text.ends_with(' ')) text.pop_back();
  text += f->state == "required" ? "" : fmt::format("  ({}, SPIR-V {})", r.when, version_text(r.spirv));
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
    line["required"] = f->state == "required";
    line["says"] = f->says == "no query" ? Json() : Json(f->says == "yes");
    line["built"] = f->builds.empty() ? Json() : Json(f->builds == "yes");
    line["why"] = f->why.empty() ? Json() : Json(f->why);
  }
  return json_line(line);
}

std::string versions_text(const il::Environment& e) {
  std::vector<std::string> missing;
  for (const int version : il::required_versions(e.opencl)) {
    if (!e.spirv.empty() && std::ranges::find(e.spirv, version) == e.spirv.end()) missing.push_back(version_text(version));
  }
  return missing.empty() ? "" : fmt::format("; it has to take {} too", fmt::join(missing, ", "));
}

std::string head(const Chosen& c) {
  std::vector<std::string> versions;
  for (const int v : c.environment.spirv) versions.push_back(version_text(v));
  const std::string takes =
      versions.empty() ? std::string("none (CL_DEVICE_IL_VERSION is empty)") : fmt::format("{}", fmt::join(versions, " "));
  return fmt::format(
      "{}  OpenCL {}, {}\nVersions of SPIR-V: {}{}\nAddressing model Physical{}, memory model OpenCL, execution model "
      "Kernel\n\n",
      c.described.value("name", ""), version_text(c.environment.opencl), c.described.value("profile", ""), takes,
      versions_text(c.environment), c.environment.address_bits);
}

}  // namespace

bool list_spirv(const ListOptions& options, Filters& filters, const Streams& streams) {
  const std::optional<Chosen> device = chosen(options.device);
  const il::Environment anyone{.opencl = 31, .spirv = {}, .features = {}, .extensions = {}};
  if (device && !options.json) streams.out.write(head(*device));
  bool any = false;
  for (const il::Requirement& r : il::requirements()) {
    if (!filters.let_pass({r.capability})) continue;
    any = true;
    const std::optional<Found> f = device ? std::optional(found(r, *device)) : std::nullopt;
    streams.out.write(options.json ? requirement_json(r, f, device ? device->environment : anyone) : requirement_text(r, f));
    streams.out.flush();
  }
  return any;
}

}  // namespace classay
