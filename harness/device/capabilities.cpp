#include "harness/device/capabilities.h"

#include <algorithm>
#include <nlohmann/json.hpp>
#include <stdexcept>

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

}  // namespace classay
