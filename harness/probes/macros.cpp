#include "harness/probes/macros.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <span>

#include "harness/lanes/lanes.h"

namespace classay {
namespace {

constexpr std::string_view kLanguage = "-cl-std=CL1.2";
constexpr std::string_view kRelaxed = "-cl-std=CL1.2 -cl-fast-relaxed-math";
constexpr std::size_t kWords = 2;  // of each: is it defined, its value

// 300 of "OpenCL 3.0 PoCL"; nullopt where it does not begin so.
std::optional<std::int64_t> version_number(std::string_view version) {
  constexpr std::string_view prefix = "OpenCL ";
  if (!version.starts_with(prefix)) return std::nullopt;
  version.remove_prefix(prefix.size());
  int major = 0;
  int minor = 0;
  const char* const end = version.data() + version.size();
  const auto [dot, error] = std::from_chars(version.data(), end, major);
  if (error != std::errc() || dot == end || *dot != '.') return std::nullopt;
  if (std::from_chars(dot + 1, end, minor).ec != std::errc()) return std::nullopt;
  return 100 * major + 10 * minor;
}

std::string source_of(std::span<const Macro> all) {
  std::string text = "kernel void macros(global long* out) {\n";
  for (std::size_t i = 0; i < all.size(); ++i) {
    text += fmt::format("#ifdef {0}\n  out[{1}] = 1; out[{2}] = {0};\n#else\n  out[{1}] = 0; out[{2}] = 0;\n#endif\n",
                        all[i].name, kWords * i, kWords * i + 1);
  }
  return text + "}\n";
}

void find(Device& device, std::span<Macro> all) {
  const std::unique_ptr<Program> program =
      device.build({.source = source_of(all), .il = {}, .options = all.front().options});
  const std::unique_ptr<Stream> stream = device.stream(*program, 1);
  const std::size_t bytes = kWords * all.size() * sizeof(std::int64_t);
  stream->submit({.kernel = "macros", .items = 1, .outputs = {bytes}, .inputs = {}, .scalars = {}, .poison = 0xfcfcfcfc});
  const Finished finished = stream->wait();
  for (std::size_t i = 0; i < all.size(); ++i) {
    const auto word = [&](std::size_t w) { return element_at(finished.outputs.at(0), 8, kWords * i + w); };
    if (word(0) > 1) throw DeviceError(Fault::refused, "the kernel that writes the macros down wrote nothing");
    if (word(0) == 1) all[i].found = static_cast<std::int64_t>(word(1));
  }
}

std::string shown(const std::optional<std::int64_t>& value) { return value ? std::to_string(*value) : "not defined"; }

}  // namespace

std::vector<Macro> expected_macros(const DeviceIdentity& device) {
  const auto if_true = [](bool holds) { return holds ? std::optional<std::int64_t>(1) : std::nullopt; };
  const bool has_images = std::ranges::find(device.features, "images") != device.features.end();
  std::vector<Macro> all;
  const auto add = [&](const char* name, std::string_view options, std::optional<std::int64_t> right) {
    all.push_back({.name = name, .options = std::string(options), .right = right});
  };
  if (const auto version = version_number(device.version)) add("__OPENCL_VERSION__", kLanguage, version);
  add("__OPENCL_C_VERSION__", kLanguage, 120);
  add("CL_VERSION_1_0", kLanguage, 100);
  add("CL_VERSION_1_1", kLanguage, 110);
  add("CL_VERSION_1_2", kLanguage, 120);
  add("__ENDIAN_LITTLE__", kLanguage, if_true(device.is_little_endian));
  add("__IMAGE_SUPPORT__", kLanguage, if_true(has_images));
  add("__FAST_RELAXED_MATH__", kLanguage, std::nullopt);
  add("__FAST_RELAXED_MATH__", kRelaxed, 1);
  return all;
}

std::vector<Macro> found_macros(Device& device) {
  std::vector<Macro> all = expected_macros(device.identity());
  const auto is_relaxed = [](const Macro& m) { return m.options == kRelaxed; };
  const auto relaxed = std::ranges::find_if(all, is_relaxed);
  find(device, {all.begin(), relaxed});
  find(device, {relaxed, all.end()});
  return all;
}

std::optional<std::string> objection(const Macro& macro) {
  if (macro.found == macro.right) return std::nullopt;
  return fmt::format("{} is {} with {}, and should be {}", macro.name, shown(macro.found), macro.options,
                     shown(macro.right));
}

Json to_json(const std::vector<Macro>& all) {
  Json objections = Json::array();
  Json values = Json::array();
  for (const Macro& m : all) {
    if (const auto why = objection(m)) objections.push_back(*why);
    values.push_back({{"name", m.name}, {"options", m.options}, {"value", m.found ? Json(*m.found) : Json()}});
  }
  return {{"format", "i32"}, {"objections", objections}, {"values", values}};
}

}  // namespace classay
