#include "harness/worker/probes/macros.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <limits>
#include <nlohmann/json.hpp>
#include <span>

#include "harness/device/build_log.h"
#include "harness/journal/probe_kinds.h"
#include "harness/worker/lanes/lanes.h"
#include "harness/worker/probes/all_probes.h"
#include "kernels/source.h"
#include "reference/number/real_scope.h"
#include "suites/constants.h"

namespace classay {
namespace {

constexpr std::string_view kLanguage = "-cl-std=CL1.2";
// These options, implied by -cl-fast-relaxed-math, do not define its macro.
constexpr std::string_view kUnsafe = "-cl-std=CL1.2 -cl-unsafe-math-optimizations -cl-finite-math-only -cl-mad-enable";
constexpr std::string_view kRelaxed = "-cl-std=CL1.2 -cl-fast-relaxed-math";
constexpr std::string_view kLanguage30 = "-cl-std=CL3.0";
constexpr std::size_t kWords = 3;  // per macro: whether it is defined, its value, whether its condition holds

// Extensions whose functions and types are tested.
constexpr std::array kExtensions = std::to_array<std::string_view>({
    "cl_khr_fp16",
    "cl_khr_fp64",
    "cl_khr_extended_bit_ops",
    "cl_khr_integer_dot_product",
    "cl_khr_int64_base_atomics",
    "cl_khr_int64_extended_atomics",
    "cl_khr_global_int32_base_atomics",
    "cl_khr_global_int32_extended_atomics",
    "cl_khr_local_int32_base_atomics",
    "cl_khr_local_int32_extended_atomics",
    "cl_khr_byte_addressable_store",
    "cl_khr_3d_image_writes",
    "cl_khr_subgroup_extended_types",
    "cl_khr_subgroup_non_uniform_vote",
    "cl_khr_subgroup_ballot",
    "cl_khr_subgroup_non_uniform_arithmetic",
    "cl_khr_subgroup_clustered_reduce",
    "cl_khr_subgroup_shuffle",
    "cl_khr_subgroup_shuffle_relative",
    "cl_khr_subgroup_rotate",
    "cl_khr_work_group_uniform_arithmetic",
});

// Features by their macros, and by their names in capabilities.h.
struct Feature {
  std::string_view macro;
  std::string_view name;
};
constexpr std::array kFeatures = std::to_array<Feature>({
    {"__opencl_c_images", "images"},
    {"__opencl_c_read_write_images", "read-write-images"},
    {"__opencl_c_generic_address_space", "generic-address-space"},
    {"__opencl_c_subgroups", "sub-groups"},
    {"__opencl_c_work_group_collective_functions", "work-group-collective-functions"},
    {"__opencl_c_pipes", "pipes"},
    {"__opencl_c_device_enqueue", "device-enqueue"},
    {"__opencl_c_atomic_order_acq_rel", "atomic-order-acq-rel"},
    {"__opencl_c_atomic_order_seq_cst", "atomic-order-seq-cst"},
    {"__opencl_c_atomic_scope_device", "atomic-scope-device"},
    {"__opencl_c_atomic_scope_all_devices", "atomic-scope-all-devices"},
    {"__opencl_c_integer_dot_product_input_4x8bit", "dot-product-4x8"},
});

// Returns 300 for OpenCL 3.0; nullopt if the version is unknown.
std::optional<std::int64_t> version_number(const Version& v) {
  return v.is_known() ? std::optional<std::int64_t>(100 * v.major + 10 * v.minor) : std::nullopt;
}

class Expected {
 public:
  explicit Expected(const Capabilities& device) : device_(device), version_(version_number(device.environment)) {}

  std::vector<Macro> all() {
    of_language();
    of_extensions();
    add("__FAST_RELAXED_MATH__", kUnsafe, std::nullopt);
    add("__FAST_RELAXED_MATH__", kRelaxed, 1);
    // "If the -cl-std build option is not specified, the highest OpenCL C 1.x language version supported".
    if (version_ >= 120) add("__OPENCL_C_VERSION__", "", 120);
    if (version_ >= 300) of_language_30();
    return std::move(all_);
  }

 private:
  using Value = Macro::Value;

  void add(std::string_view name, std::string_view options, std::optional<std::int64_t> right, Value value = Value::same) {
    all_.push_back({.name = std::string(name), .options = std::string(options), .right = right, .value = value});
  }
  static std::optional<std::int64_t> if_true(bool holds) { return holds ? std::optional<std::int64_t>(1) : std::nullopt; }

  void of_language() {
    // "For OpenCL devices with OpenCL version greater than OpenCL 2.0, it must be defined but may substitute any
    // implementation-defined integer value greater than 200, reflecting OpenCL 2.0" (3.1): 200 is accepted too.
    if (version_) {
      const bool is_open = *version_ > 200;
      add("__OPENCL_VERSION__", kLanguage, is_open ? 200 : *version_, is_open ? Value::no_less : Value::same);
    }
    add("__OPENCL_C_VERSION__", kLanguage, 120);
    add("CL_VERSION_1_0", kLanguage, 100);
    add("CL_VERSION_1_1", kLanguage, 110);
    add("CL_VERSION_1_2", kLanguage, 120);
    add("__ENDIAN_LITTLE__", kLanguage, if_true(device_.is_little_endian));
    add("__IMAGE_SUPPORT__", kLanguage, if_true(device_.has_feature("images")));
    add("__EMBEDDED_PROFILE__", kLanguage, if_true(device_.profile == Profile::embedded));
    add("__FAST_RELAXED_MATH__", kLanguage, std::nullopt);
    for (const char* const attributes : {"__kernel_exec", "kernel_exec"}) add(attributes, kLanguage, 1, Value::open);
  }

  // "Available in the language if and only if the extension is supported": only those whose functions and types are tested.
  void of_extensions() {
    for (const std::string_view name : kExtensions) add(name, kLanguage, if_true(device_.has_extension(name)), Value::open);
  }

  // "Feature macros must expand to the value 1"; "a feature macro must not be defined if the feature is not supported".
  void of_language_30() {
    add("__OPENCL_C_VERSION__", kLanguage30, 300);
    add("CL_VERSION_1_2", kLanguage30, 120);
    add("CL_VERSION_2_0", kLanguage30, 200);
    add("CL_VERSION_3_0", kLanguage30, 300);
    add("__opencl_c_fp64", kLanguage30, if_true(device_.f64.available));
    for (const auto& [macro, feature] : kFeatures) add(macro, kLanguage30, if_true(device_.has_feature(feature)));
    const bool must_have_int64 = device_.profile != Profile::embedded || device_.address_bits == 64;
    if (must_have_int64) add("__opencl_c_int64", kLanguage30, 1);
    add("__FAST_RELAXED_MATH__", kLanguage30, std::nullopt);
  }

  const Capabilities& device_;
  std::optional<std::int64_t> version_;
  std::vector<Macro> all_;
};

std::string source_of(std::span<const Macro> all) {
  std::string text = "kernel void macros(global long* out) {\n";
  for (std::size_t i = 0; i < all.size(); ++i) {
    const std::string_view value = all[i].value == Macro::Value::open ? "1" : std::string_view(all[i].name);
    const std::size_t at = kWords * i;
    const std::string holds =
        fmt::format("#if {0}\n  out[{1}] = 1;\n#else\n  out[{1}] = 0;\n#endif\n", condition_of(all[i]), at + 2);
    // A condition with a macro that should not be defined, or should be, is not evaluated.
    const std::string none = fmt::format("  out[{}] = 1;\n", at + 2);
    text += fmt::format("#ifdef {0}\n  out[{1}] = 1; out[{2}] = {3};\n{4}#else\n  out[{1}] = 0; out[{2}] = 0;\n{5}#endif\n",
                        all[i].name, at, at + 1, value, all[i].right ? holds : none, all[i].right ? none : holds);
  }
  return text + "}\n";
}

void find(Device& device, std::span<Macro> all) {
  const auto outputs = run_once(device, {.source = source_of(all), .il = {}, .options = all.front().options},
                                {.kernel = "macros", .items = 1, .outputs = {kWords * all.size() * sizeof(std::int64_t)}});
  for (std::size_t i = 0; i < all.size(); ++i) {
    const auto word = [&](std::size_t w) { return element_at(outputs.at(0), 8, kWords * i + w); };
    if (word(0) > 1) throw DeviceError(Fault::refused, "the kernel that writes the macros down wrote nothing");
    if (word(0) == 1) all[i].found = static_cast<std::int64_t>(word(1));
    all[i].fails_in_if = word(2) == 0;
  }
}

// If a device rejects a build's options, only the macros of that build fail. (Every device takes those of the first build.)
void find_in_a_build(Device& device, std::span<Macro> all) {
  try {
    find(device, all);
  } catch (const DeviceError& e) {
    if (e.fault() != Fault::build) throw;
    for (Macro& m : all) m.unbuilt = build_reason(e.what());
  }
}

std::string shown(const std::optional<std::int64_t>& value) { return value ? std::to_string(*value) : "not defined"; }

std::string should_be(const Macro& m) {
  if (!m.right) return "not defined";
  return m.value == Macro::Value::open ? "defined" : shown(m.right) + (m.value == Macro::Value::no_less ? " or more" : "");
}

bool is_right(const Macro& m) {
  if (m.found.has_value() != m.right.has_value()) return false;
  return !m.right || m.value == Macro::Value::open || *m.found == *m.right ||
         (m.value == Macro::Value::no_less && *m.found > *m.right);
}

}  // namespace

std::vector<Macro> expected_macros(const Capabilities& device) { return Expected(device).all(); }

std::string number_in_if(std::int64_t value) {
  // The least number has no constant.
  if (value == std::numeric_limits<std::int64_t>::min()) return fmt::format("(-{} - 1)", -(value + 1));
  return std::to_string(value);
}

std::string condition_of(const Macro& macro) {
  if (!macro.right) return macro.name + " == 0";
  if (macro.value == Macro::Value::open) return fmt::format("defined({})", macro.name);
  const char* const sign = macro.value == Macro::Value::no_less ? ">=" : "==";
  return fmt::format("{} {} {}", macro.name, sign, number_in_if(*macro.right));
}

std::optional<std::string> violation(const Macro& macro) {
  const std::string with = macro.options.empty() ? "without options" : "with " + macro.options;
  if (!macro.unbuilt.empty()) return fmt::format("{} is not known {}: {}", macro.name, with, macro.unbuilt);
  const bool is_value_right = is_right(macro);
  if (is_value_right && !macro.fails_in_if) return std::nullopt;
  const std::string found = macro.found && macro.value == Macro::Value::open ? "defined" : shown(macro.found);
  if (is_value_right) {
    return fmt::format("{} is {} {}, but #if {} is false", macro.name, found, with, condition_of(macro));
  }
  return fmt::format("{} is {} {}, and should be {}", macro.name, found, with, should_be(macro));
}

namespace {

std::vector<Macro> measure_macros(Device& device) {
  std::vector<Macro> all = expected_macros(device.capabilities());
  for (auto first = all.begin(); first != all.end();) {
    const auto end = std::find_if(first, all.end(), [&](const Macro& m) { return m.options != first->options; });
    first == all.begin() ? find(device, {first, end}) : find_in_a_build(device, {first, end});
    first = end;
  }
  return all;
}

class MacrosProbe : public FormatProbe {
 public:
  bool has_kind(std::string_view kind) const override { return kind == "macros"; }
  ProbeFinding test(Device& device, const ProbeTask& /*task*/) const override {
    ProbeFinding finding;
    Json values = Json::array();
    for (const Macro& m : measure_macros(device)) {
      if (auto why = violation(m)) finding.violations.push_back(std::move(*why));
      values.push_back({{"name", m.name}, {"options", m.options}, {"value", m.found ? Json(*m.found) : Json()}});
    }
    finding.details = probe_fields({{"values", std::move(values)}});
    return finding;
  }
};

}  // namespace

const Probe& macros_probe() {
  static const MacrosProbe probe;
  return probe;
}

namespace {

// The constants of the language that a device's compiler defines, found like the macros.

constexpr std::size_t kConstantWords =
    4;  // per constant: whether it is defined, its size, its bits, whether its condition holds

// Returns a condition of #if that holds for the right value; empty if the language does not call the macro "suitable for
// use in #if": one that is not an integer, and the results of ilogb.
std::string condition_of(const Constant& c) {
  if (is_float(c.type) || c.may_miss || c.name.starts_with("FP_")) return "";
  const auto value = static_cast<std::int64_t>(c.right.front());
  const bool is_unsigned = c.name.starts_with("U");
  return fmt::format("{} == {}", c.name, is_unsigned ? fmt::format("{}u", c.right.front()) : number_in_if(value));
}

// Returns an expression for the constant's bits as an unsigned number.
std::string bits_of(const Constant& c) {
  if (!is_float(c.type)) return fmt::format("(ulong)(long)({})", c.name);
  const std::string_view as = width(c.type) == 16 ? "ushort" : width(c.type) == 32 ? "uint" : "ulong";
  return fmt::format("(ulong)as_{}(({})({}))", as, info(c.type).clc, c.name);
}

std::string source_of(Type format, const std::vector<Constant>& all) {
  std::string text = extension_lines(format);
  text += "kernel void constants(global ulong* out) {\n";
  for (std::size_t i = 0; i < all.size(); ++i) {
    const std::size_t at = kConstantWords * i;
    text += fmt::format(
        "#ifdef {0}\n  out[{1}] = 1; out[{2}] = sizeof({0}); out[{3}] = {4};\n"
        "#else\n  out[{1}] = 0; out[{2}] = 0; out[{3}] = 0;\n#endif\n",
        all[i].name, at, at + 1, at + 2, bits_of(all[i]));
    const std::string condition = condition_of(all[i]);
    text += fmt::format("#if {}\n  out[{}] = 1;\n#else\n  out[{}] = 0;\n#endif\n", condition.empty() ? "1" : condition,
                        at + 3, at + 3);
  }
  return text + "}\n";
}

std::string shown(const Constant& c, Bits pattern) {
  if (!is_float(c.type)) return std::to_string(static_cast<std::int64_t>(pattern));
  return hex_float(format(c.type), pattern);
}

struct FoundConstant {
  Constant constant;
  bool is_defined = false;
  unsigned bytes = 0;  // sizeof
  Bits pattern = 0;    // of its type; an integer as 64 bits
  bool fails_in_if = false;
};

std::vector<FoundConstant> found_constants(Device& device, Type format) {
  const std::vector<Constant> all = constants(format);
  const auto outputs =
      run_once(device, {.source = source_of(format, all), .il = {}, .options = ""},
               {.kernel = "constants", .items = 1, .outputs = {kConstantWords * all.size() * sizeof(std::uint64_t)}});
  std::vector<FoundConstant> found;
  for (std::size_t i = 0; i < all.size(); ++i) {
    const auto word = [&](std::size_t w) { return element_at(outputs.at(0), 8, kConstantWords * i + w); };
    if (word(0) > 1) throw DeviceError(Fault::refused, "the kernel that writes the constants down wrote nothing");
    found.push_back({.constant = all[i],
                     .is_defined = word(0) == 1,
                     .bytes = static_cast<unsigned>(word(1)),
                     .pattern = word(2),
                     .fails_in_if = word(3) == 0});
  }
  return found;
}

std::optional<std::string> violation(const FoundConstant& found) {
  const Constant& c = found.constant;
  if (!found.is_defined) return c.may_miss ? std::nullopt : std::optional(c.name + " is not defined");
  const unsigned bytes = is_float(c.type) ? static_cast<unsigned>(width(c.type)) / 8 : found.bytes;
  if (found.bytes != bytes) return fmt::format("{} has {} bytes, a {} has {}", c.name, found.bytes, info(c.type).clc, bytes);
  if (is_right(c, found.pattern)) {
    if (!found.fails_in_if) return std::nullopt;
    return fmt::format("{} is {}, but #if {} is false", c.name, shown(c, found.pattern), condition_of(c));
  }
  return fmt::format("{} is {}, not {}", c.name, shown(c, found.pattern), shown(c, c.right.front()));
}

class ConstantsProbe : public FormatProbe {
 public:
  bool has_kind(std::string_view kind) const override { return kind == "constants"; }
  ProbeFinding test(Device& device, const ProbeTask& task) const override {
    ProbeFinding finding;
    Json values = Json::array();
    for (const FoundConstant& f : found_constants(device, task.format)) {
      if (auto why = violation(f)) finding.violations.push_back(std::move(*why));
      values.push_back({{"name", f.constant.name}, {"value", f.is_defined ? Json(shown(f.constant, f.pattern)) : Json()}});
    }
    finding.details = probe_fields({{"values", std::move(values)}});
    return finding;
  }
};

}  // namespace

const Probe& constants_probe() {
  static const ConstantsProbe probe;
  return probe;
}

}  // namespace classay
