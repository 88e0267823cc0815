#include "harness/devices/describe.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <vector>

#include "harness/devices/short_name.h"
#include "harness/text/visible.h"

namespace classay {
namespace {

using Json = nlohmann::ordered_json;

// Extensions that decide what can be asked.
constexpr std::array<std::string_view, 9> kExtensionsThatMatter{"cl_khr_fp16",
                                                                "cl_khr_fp64",
                                                                "cl_khr_il_program",
                                                                "cl_khr_extended_bit_ops",
                                                                "cl_khr_integer_dot_product",
                                                                "cl_khr_subgroups",
                                                                "cl_khr_spirv_queries",
                                                                "cl_khr_select_fprounding_mode",
                                                                "cl_khr_command_buffer"};

Json to_json(const FloatSupport& f) {
  if (!f.available) return nullptr;
  return {{"denormals", f.denormals},
          {"infinity_and_nan", f.infinity_and_nan},
          {"to_nearest", f.to_nearest},
          {"to_zero", f.to_zero},
          {"to_infinity", f.to_infinity},
          {"fma", f.fma},
          {"correctly_rounded_divide_sqrt", f.correctly_rounded_divide_sqrt},
          {"in_software", f.in_software}};
}

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

Json to_json(const DeviceIdentity& d) {
  if (!d.trouble.empty()) return {{"unusable", d.address}, {"why", d.trouble}};
  return {{"address", d.address},
          {"short_name", short_name(d.platform)},
          {"name", d.name},
          {"platform", d.platform},
          {"platform_version", d.platform_version},
          {"vendor", d.vendor},
          {"version", d.version},
          {"driver", d.driver},
          {"language_version", d.language_version},
          {"profile", d.profile},
          {"il_versions", d.il_versions},
          {"extensions", d.extensions},
          {"features", d.features},
          {"spirv_capabilities", d.spirv_capabilities ? Json(*d.spirv_capabilities) : Json()},
          {"f16", to_json(d.f16)},
          {"f32", to_json(d.f32)},
          {"f64", to_json(d.f64)},
          {"packed_dot_products", d.packed_dot_products},
          {"vector_dot_products", d.vector_dot_products},
          {"has_compiler", d.has_compiler},
          {"is_custom", d.is_custom},
          {"shares_memory", d.shares_memory},
          {"is_little_endian", d.is_little_endian},
          {"compute_units", d.compute_units},
          {"address_bits", d.address_bits},
          {"global_memory", d.global_memory},
          {"largest_allocation", d.largest_allocation},
          {"local_memory", d.local_memory}};
}

DeviceIdentity abilities_from(const Json& d) {
  DeviceIdentity device;
  for (const auto& [format, of] : kFloatSupports) {
    const Json& f = d.at(format);
    if (f.is_null()) continue;
    device.*of = {.available = true,
                  .denormals = f.at("denormals"),
                  .correctly_rounded_divide_sqrt = f.at("correctly_rounded_divide_sqrt")};
  }
  device.il_versions = d.at("il_versions").get<std::vector<std::string>>();
  device.extensions = d.at("extensions").get<std::vector<std::string>>();
  device.features = d.at("features").get<std::vector<std::string>>();
  if (const Json& all = d.at("spirv_capabilities"); !all.is_null()) {
    device.spirv_capabilities = all.get<std::vector<std::uint32_t>>();
  }
  device.version = d.at("version");
  device.profile = d.at("profile");
  device.address_bits = d.at("address_bits");
  device.language_version = d.at("language_version");
  device.packed_dot_products = d.at("packed_dot_products");
  device.vector_dot_products = d.at("vector_dot_products");
  device.has_compiler = d.at("has_compiler");
  return device;
}

bool knows_language_31(const DeviceIdentity& device) {
  constexpr std::string_view kLanguage = "OpenCL C ";
  const std::string_view version = device.language_version;
  return version.starts_with(kLanguage) && version.substr(kLanguage.size(), 3) >= "3.1";
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
  line("version", fmt::format("{}, driver {}, {}", text("version"), text("driver"), text("language_version")));
  line("profile", text("profile"));
  for (const auto& [format, of] : kFloatSupports) line(format, words(d.at(format)));
  line("IL", visible(joined(d.at("il_versions"), "none")));
  line("extensions", that_matter(d.at("extensions")));
  line("memory", fmt::format("{} MiB, {} MiB at once{}", d.value("global_memory", 0ULL) >> 20,
                             d.value("largest_allocation", 0ULL) >> 20,
                             d.value("shares_memory", false) ? ", shared with the host" : ""));
  if (!d.value("has_compiler", false)) line("compiler", "none: source programs can not be built");
  return all;
}

}  // namespace classay
