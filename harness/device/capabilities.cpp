#include "harness/device/capabilities.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <nlohmann/json.hpp>
#include <stdexcept>
#include <vector>

#include "harness/device/backend.h"
#include "harness/device/device_name.h"
#include "harness/device/registry.h"
#include "harness/text/visible.h"

namespace classay {
namespace {

using Json = nlohmann::ordered_json;

constexpr std::array<std::string_view, kAbilities.size()> kNames{"opencl-c",
                                                                 "spirv",
                                                                 "opencl-c-for-vulkan",
                                                                 "f16",
                                                                 "f64",
                                                                 "exact-divide-sqrt",
                                                                 "extended-bit-ops",
                                                                 "packed-dot-products",
                                                                 "vector-dot-products"};

constexpr std::string_view kModule = "SPIR-V_";
constexpr std::string_view kFull = "FULL_PROFILE";
constexpr std::string_view kEmbedded = "EMBEDDED_PROFILE";

struct Member {
  const char* name;
  bool FloatSupport::*of;
};
constexpr std::array kMembers{Member{"denormals", &FloatSupport::denormals},
                              Member{"infinity_and_nan", &FloatSupport::infinity_and_nan},
                              Member{"to_nearest", &FloatSupport::to_nearest},
                              Member{"to_zero", &FloatSupport::to_zero},
                              Member{"to_infinity", &FloatSupport::to_infinity},
                              Member{"fma", &FloatSupport::fma},
                              Member{"correctly_rounded_divide_sqrt", &FloatSupport::correctly_rounded_divide_sqrt},
                              Member{"in_software", &FloatSupport::in_software}};

Json to_json(const FloatSupport& f) {
  if (!f.available) return nullptr;
  Json json;
  for (const auto& [name, of] : kMembers) json[name] = f.*of;
  return json;
}

FloatSupport float_support_from(const Json& json) {
  FloatSupport f;
  if (json.is_null()) return f;
  f.available = true;
  for (const auto& [name, of] : kMembers) f.*of = json.at(name).get<bool>();
  return f;
}

bool contains(const std::vector<std::string>& all, std::string_view name) {
  return std::ranges::find(all, name) != all.end();
}

// nullopt: the front end needs no ability; functions are features.
std::optional<Ability> needed_for(FrontEnd front_end) {
  switch (front_end) {
    case FrontEnd::clc: return Ability::opencl_c;
    case FrontEnd::il: return Ability::spirv;
    case FrontEnd::clspv: return Ability::opencl_c_for_vulkan;
    case FrontEnd::c: return std::nullopt;
  }
  return std::nullopt;
}

}  // namespace

std::string function_feature(const Case& c) {
  return std::string(c.row->name) + "/" + std::string(info(c.format).name) + "/v" + std::to_string(c.width);
}

std::optional<std::string> Capabilities::lacks_front_end(FrontEnd f) const {
  const std::optional<Ability> needed = needed_for(f);
  if (!needed) {
    return has_feature(kFunctionsOfC) ? std::nullopt : std::optional<std::string>("it is not a library of C functions");
  }
  const auto why = lacks.find(*needed);
  return why == lacks.end() ? std::nullopt : std::optional(why->second);
}

bool Capabilities::has_feature(std::string_view name) const { return contains(features, name); }
bool Capabilities::has_extension(std::string_view name) const { return contains(extensions, name); }

void add(Json& device, const Capabilities& c) {
  Json modules = Json::array();
  for (const Version& v : c.spirv) modules.push_back(std::string(kModule) + name(v));
  Json lacks = Json::object();
  for (const auto& [ability, why] : c.lacks) lacks[std::string(kNames.at(static_cast<std::size_t>(ability)))] = why;
  device["profile"] = c.profile == Profile::full ? kFull : kEmbedded;
  device["environment"] = name(c.environment);
  device["language"] = name(c.language);
  device["newest_language"] = name(c.newest_language);
  device["il_versions"] = modules;
  device["extensions"] = c.extensions;
  device["features"] = c.features;
  device["spirv_capabilities"] = c.spirv_capabilities ? Json(*c.spirv_capabilities) : Json();
  for (const auto& [format, of] : kFloatSupports) device[std::string(format)] = to_json(c.*of);
  device["packed_dot_products"] = c.has(Ability::packed_dot_products);
  device["vector_dot_products"] = c.has(Ability::vector_dot_products);
  device["has_compiler"] = c.has(Ability::opencl_c) || c.has(Ability::opencl_c_for_vulkan);
  device["lacks"] = lacks;
  device["is_custom"] = c.is_custom;
  device["shares_memory"] = c.shares_memory;
  device["is_little_endian"] = c.is_little_endian;
  device["compute_units"] = c.compute_units;
  device["address_bits"] = c.address_bits;
  device["global_memory"] = c.global_memory;
  device["largest_allocation"] = c.largest_allocation;
  device["local_memory"] = c.local_memory;
}

Capabilities capabilities_from(const Json& device) {
  const auto version = [&](const char* key) { return version_after("", device.at(key).get<std::string>()); };
  Capabilities c{.environment = version("environment"),
                 .language = version("language"),
                 .newest_language = version("newest_language"),
                 .profile = device.at("profile").get<std::string>() == kEmbedded ? Profile::embedded : Profile::full,
                 .is_custom = device.at("is_custom"),
                 .extensions = device.at("extensions").get<std::vector<std::string>>(),
                 .features = device.at("features").get<std::vector<std::string>>(),
                 .shares_memory = device.at("shares_memory"),
                 .is_little_endian = device.at("is_little_endian"),
                 .compute_units = device.at("compute_units"),
                 .address_bits = device.at("address_bits"),
                 .global_memory = device.at("global_memory"),
                 .largest_allocation = device.at("largest_allocation"),
                 .local_memory = device.at("local_memory")};
  for (const Json& module : device.at("il_versions")) c.spirv.push_back(version_after(kModule, module.get<std::string>()));
  for (const auto& [format, of] : kFloatSupports) c.*of = float_support_from(device.at(std::string(format)));
  for (const Ability a : kAbilities) {
    const Json& lacks = device.at("lacks");
    const auto why = lacks.find(std::string(kNames.at(static_cast<std::size_t>(a))));
    if (why != lacks.end()) c.lacks[a] = why->get<std::string>();
  }
  if (const Json& all = device.at("spirv_capabilities"); !all.is_null()) {
    c.spirv_capabilities = all.get<std::vector<std::uint32_t>>();
  }
  return c;
}

namespace {

using Json = nlohmann::ordered_json;

// Extensions that decide which cases can run.
constexpr std::array<std::string_view, 9> kExtensionsThatMatter{"cl_khr_fp16",
                                                                "cl_khr_fp64",
                                                                "cl_khr_il_program",
                                                                "cl_khr_extended_bit_ops",
                                                                "cl_khr_integer_dot_product",
                                                                "cl_khr_subgroups",
                                                                "cl_khr_spirv_queries",
                                                                "cl_khr_select_fprounding_mode",
                                                                "cl_khr_command_buffer"};

std::string words(const Json& format) {
  if (format.is_null()) return "no";
  std::vector<std::string> all;
  all.emplace_back(format["denormals"].get<bool>() ? "denormals" : "no denormals");
  if (!format["infinity_and_nan"].get<bool>()) all.emplace_back("no infinities and NaN");
  for (const auto& [key, text] : {std::pair{"to_nearest", "nearest"}, {"to_zero", "zero"}, {"to_infinity", "infinity"}}) {
    if (format[key].get<bool>()) all.push_back(fmt::format("rounds to {}", text));
  }
  if (format["fma"].get<bool>()) all.emplace_back("fma");
  if (format["correctly_rounded_divide_sqrt"].get<bool>()) all.emplace_back("exact / and sqrt on request");
  if (format["in_software"].get<bool>()) all.emplace_back("in software");
  return fmt::format("{}", fmt::join(all, ", "));
}

std::string joined(const Json& list, std::string_view if_empty) {
  return list.empty() ? std::string(if_empty) : fmt::format("{}", fmt::join(list.get<std::vector<std::string>>(), " "));
}

std::string that_matter(const Json& extensions) {
  std::vector<std::string> all;
  for (const std::string_view name : kExtensionsThatMatter) {
    if (std::ranges::find(extensions, Json(name)) != extensions.end()) all.emplace_back(name);
  }
  return joined(Json(all), "none of those that matter here");
}

}  // namespace

Json to_json(const Description& device) {
  const Identity& who = device.identity;
  if (!who.trouble.empty()) return {{"backend", who.backend}, {"unusable", who.address}, {"why", who.trouble}};
  Json json{{"backend", who.backend},
            {"address", who.address},
            {"short_name", short_name(who.platform)},
            {"name", who.name},
            {"platform", who.platform},
            {"platform_version", who.platform_version},
            {"vendor", who.vendor},
            {"version", who.version},
            {"driver", who.driver},
            {"language_version", who.language_version}};
  if (!who.files.empty()) json["files"] = who.files;
  if (!who.symbols.empty()) json["symbols"] = who.symbols;
  add(json, device.capabilities);
  return json;
}

// A journal before 1.3 has no back end; it is of OpenCL.
Identity identity_from(const Json& device) {
  const auto text = [&](const char* key) { return device.value(key, std::string()); };
  return {.backend = device.value("backend", std::string(backend_table().front().name)),
          .address = text("address"),
          .trouble = text("why"),
          .platform = text("platform"),
          .platform_version = text("platform_version"),
          .name = text("name"),
          .vendor = text("vendor"),
          .driver = text("driver"),
          .version = text("version"),
          .language_version = text("language_version"),
          .type = text("device_type")};
}

std::string description(const Json& d) {
  const auto text = [&](const char* key) { return visible(d.value(key, std::string())); };
  std::string all = fmt::format("{}  {}  ({})\n", text("address"), text("name"), text("platform"));
  const auto line = [&](std::string_view what, const std::string& value) {
    all += fmt::format("     {:<11}{}\n", what, value);
  };
  if (const std::string_view short_one = short_name(text("platform")); !short_one.empty()) {
    line("short name", std::string(short_one));
  }
  if (const std::string type = text("device_type"); !type.empty()) line("type", type);
  const std::string language = text("language_version");
  line("version", fmt::format("{}, driver {}{}", text("version"), text("driver"), language.empty() ? "" : ", " + language));
  line("profile", text("profile"));
  for (const auto& [format, of] : kFloatSupports) line(format, words(d.at(format)));
  line("IL", visible(joined(d.at("il_versions"), "none")));
  line("extensions", that_matter(d.at("extensions")));
  line("memory", fmt::format("{} MiB, {} MiB at once{}", d.value("global_memory", 0ULL) >> 20,
                             d.value("largest_allocation", 0ULL) >> 20,
                             d.value("shares_memory", false) ? ", shared with the host" : ""));
  if (!d.value("has_compiler", false)) line("compiler", "none: programs cannot be built from source");
  return all;
}

}  // namespace classay
