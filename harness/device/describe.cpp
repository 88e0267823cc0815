#include "harness/device/describe.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <nlohmann/json.hpp>
#include <vector>

#include "harness/device/registry.h"
#include "harness/device/short_name.h"
#include "harness/text/visible.h"

namespace classay {
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
