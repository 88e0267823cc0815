#include "harness/worker/sweep/device_support.h"

#include <algorithm>
#include <array>

#include "kernels/il/environment.h"
#include "kernels/il/instruction.h"
#include "kernels/il/mode.h"
#include "kernels/source.h"
#include "suites/c_function.h"
#include "suites/judge_promise.h"

namespace classay {
namespace {

using Why = std::optional<std::string>;

Why lacks(const Capabilities& device, Ability ability) {
  const auto why = device.lacks.find(ability);
  return why == device.lacks.end() ? std::nullopt : std::optional(why->second);
}

struct OptionalType {
  Type type;
  Ability ability;
};
constexpr auto kOptionalTypes = std::to_array<OptionalType>({{Type::f16, Ability::f16}, {Type::f64, Ability::f64}});
constexpr bool is_optional(Type t) { return !info(t).extension.empty(); }
static_assert(covers(kOptionalTypes, types_that<is_optional>()), "unknown type");

Why lacks_type(const Capabilities& device, Type type) {
  return is_optional(type) ? lacks(device, line_of(kOptionalTypes, type).ability) : std::nullopt;
}

// Checks optional sections of the language.
Why lacks_section(const Capabilities& device, const Row& row) {
  if (row.section == kExtendedBits) return lacks(device, Ability::extended_bit_ops);
  if (row.section != kIntegerDot) return std::nullopt;
  const bool is_packed = row.signature == Signature::packed_dot || row.signature == Signature::packed_dot_sat;
  return lacks(device, is_packed ? Ability::packed_dot_products : Ability::vector_dot_products);
}

// Checks builtins that OpenCL C 2.0 added, without an extension for earlier versions.
Why lacks_language(const Capabilities& device, const Row& row) {
  const Version newest = device.newest();
  if (!row.newer || row.section == kIntegerDot || newest.major != 1) return std::nullopt;
  return "OpenCL C " + name(newest) + " is before 2.0, which brought it";
}

// Only SPIR-V cases have such a mode or type.
Why lacks_capabilities(const Capabilities& device, const Case& c) {
  std::vector<il::OptionalCapability> all = il::optional_capabilities(*c.row, c.format);
  const il::ModeWords words = il::mode_words(c.mode);
  if (!words.capability.empty()) all.push_back({words.capability, words.extension});
  for (const il::OptionalCapability& needed : all) {
    if (Why why = unsupported(device, needed)) return why;
  }
  return std::nullopt;
}

Why lacks_function(const Capabilities& device, const Case& c) {
  if (device.has_feature(function_feature(c))) return std::nullopt;
  const std::string name = c_function(*c.row, c.format)->name;
  return c.width == 1
             ? "the library has no " + name
             : "the library has no form of " + name + " for " + std::to_string(c.width) + " lanes that may run here";
}

}  // namespace

Why unsupported(const Capabilities& device, const il::OptionalCapability& needed) {
  const std::string what = std::string(needed.name) + " (" + std::string(needed.extension) + ")";
  if (!device.spirv_capabilities) {
    return "the device does not report " + what + ": it does not know CL_DEVICE_SPIRV_CAPABILITIES_KHR";
  }
  const std::vector<std::uint32_t>& all = *device.spirv_capabilities;
  const bool is_there = std::ranges::find(all, il::capability_number(needed.name)) != all.end();
  return is_there ? std::nullopt : Why(what + " is not in CL_DEVICE_SPIRV_CAPABILITIES_KHR");
}

Why unsupported(const Capabilities& device, FrontEnd front_end, Type type) {
  if (Why why = device.lacks_front_end(front_end)) return why;
  const std::optional<il::OptionalCapability> needed = il::optional_capability(type);
  return needed ? unsupported(device, *needed) : lacks_type(device, type);
}

Why unsupported(const Capabilities& device, const Case& c) {
  if (Why why = device.lacks_front_end(c.front_end)) return why;
  if (Why why = forbidden(c.front_end, *c.row, c.format, c.width)) return why;
  if (c.front_end == FrontEnd::c) return lacks_function(device, c);
  if (Why why = lacks_capabilities(device, c)) return why;
  if (c.mode == Mode::correct_div_sqrt) {
    if (Why why = lacks(device, Ability::exact_divide_sqrt)) return why;
  }
  if (Why why = lacks_section(device, *c.row)) return why;
  if (c.front_end == FrontEnd::clc) {
    if (Why why = lacks_language(device, *c.row)) return why;
  }
  // Check more than the case's format: a conversion has another result type, and loads and stores of half need no half
  // arithmetic.
  for (const std::string& extension : extensions(*c.row, c.format)) {
    const auto* const type = std::ranges::find(kTypes, extension, &TypeInfo::extension);
    if (type == kTypes.end()) continue;
    if (Why why = lacks_type(device, type->type)) return why;
  }
  return std::nullopt;
}

namespace {

constexpr auto support_of(Type format) {
  return std::ranges::find(kFloatSupports, info(computed_as(format)).name, &NamedSupport::format);
}
constexpr bool is_asked_about(Type format) { return support_of(format) != kFloatSupports.end(); }
static_assert(std::ranges::all_of(kFloatTypes, is_asked_about), "unknown format");

}  // namespace

const FloatSupport& support(const Capabilities& device, Type format) {
  if (!is_float(format)) return device.f32;  // not read for integers
  return device.*support_of(format)->of;
}

Arithmetic reported_arithmetic(const Capabilities& device, Type format) {
  const FloatSupport& said = support(device, format);
  Arithmetic a{.rounding = said.to_nearest ? Rounding::rne : Rounding::rtz, .flushes = !said.denormals};
  // "If CL_FP_INF_NAN is not set ... the value of the result is implementation-defined" (OpenCL API, Embedded Profile; A61).
  if (format == Type::f32 && device.profile == Profile::embedded && !said.infinity_and_nan) a.nans = a.infinities = false;
  return a;
}

Arithmetic reported_arithmetic(const Capabilities& device, const Row& row, Type format) {
  const Arithmetic a = reported_arithmetic(device, format);
  return converts_floats(row, format) ? of_conversion(a, reported_arithmetic(device, row.to)) : a;
}

}  // namespace classay
