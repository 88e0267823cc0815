#include <fmt/format.h>

#include <algorithm>

#include "harness/worker/probes/atomics.h"
#include "harness/worker/probes/modules.h"

namespace classay {
namespace {

using Name = AtomicName;

constexpr std::string_view kBase = "cl_khr_int64_base_atomics";
constexpr std::string_view kExtended = "cl_khr_int64_extended_atomics";
constexpr std::string_view kBaseOf32 = "int32_base_atomics";
constexpr std::string_view kExtendedOf32 = "int32_extended_atomics";

bool is_extended(Name name) { return name >= Name::min && name <= Name::bit_xor; }
bool is_of_the_language(Name name) { return name <= Name::bit_xor; }

// OpenCL C 1.2 has atomic_xchg of float, and no other floating-point atomics.
bool has_legacy(const Capabilities& device, Name name, Type type) {
  if (!is_of_the_language(name)) return false;
  if (is_float(type)) return name == Name::exchange && type == Type::f32;
  return width(type) < 64 || device.has_extension(is_extended(name) ? kExtended : kBase);
}

// The same functions as those of the language, by the names that the extensions of OpenCL 1.0 had.
bool has_by_extension(const Capabilities& device, Name name, Type type, std::string_view memory) {
  if (!is_of_the_language(name) || is_float(type) || width(type) != 32) return false;
  return device.has_extension(fmt::format("cl_khr_{}_{}", memory, is_extended(name) ? kExtendedOf32 : kBaseOf32));
}

// Floating-point atomics depend on a query, except for all exchanges and stores: of double "if the cl_khr_int64_base_atomics
// and cl_khr_int64_extended_atomics extensions are supported".
bool has_float(const Capabilities& device, Name name, Type type, std::string_view memory) {
  const bool is_in_language =
      type == Type::f32 || (type == Type::f64 && device.has_extension(kBase) && device.has_extension(kExtended));
  const bool is_exchange = name == Name::exchange || name == Name::store;
  if ((is_exchange || is_comparison(name)) && is_in_language) return true;
  const char* const function = is_exchange                              ? "-exchange"
                               : name == Name::add || name == Name::sub ? "-add"
                               : name == Name::min || name == Name::max ? "-min-max"
                                                                        : "";
  return *function != 0 && device.has_feature(fmt::format("{}-atomic{}-{}", info(type).name, function, memory));
}

// SPIR-V has no subtraction of floats, and of half only exchanges.
bool is_in_float_extension(Name name, Type type) {
  return name == Name::add || name == Name::min || name == Name::max ||
         (type == Type::f16 && (name == Name::exchange || name == Name::store));
}

// A flag in global memory would first need a launch to clear it.
bool is_flag_asked(Type type, std::string_view memory) { return type == Type::u32 && memory == "local"; }

// OpenCL SPIR-V environment 3.x: scope Device is "for OpenCL 2.0, OpenCL 2.1, OpenCL 2.2, or OpenCL 3.0 devices supporting
// CL_DEVICE_ATOMIC_SCOPE_DEVICE". OpenCL C 2.0 and 3.0 have the same rule. OpenCL 1.2 has no other scope.
bool has_device_scope(const Capabilities& device) {
  return device.environment < Version{3, 0} || device.has_feature("atomic-scope-device");
}

// "In OpenCL C 3.0 or newer some uses require" a feature. Here every use of acquire, release and acq_rel requires it.
bool has_order(const Capabilities& device, AtomicOrder order) {
  if (order == AtomicOrder::relaxed) return true;
  return device.has_part_of_2_0(order == AtomicOrder::seq_cst ? "atomic-order-seq-cst" : "atomic-order-acq-rel");
}

bool has_of_2_0(const Capabilities& device, AtomicForm form, Name name, Type type, std::string_view memory) {
  if (!has_order(device, form.order)) return false;
  // A call without a scope has the scope of the device.
  const bool needs_device_scope = memory == "global" || form.style == AtomicStyle::implicit_order;
  if (needs_device_scope && !has_device_scope(device)) return false;
  if (name == Name::increment || name == Name::decrement) return false;
  if (name == Name::test_and_set) return is_flag_asked(type, memory);
  if (is_float(type)) return has_float(device, name, type, memory);
  return width(type) < 64 || (device.has_extension(kBase) && device.has_extension(kExtended));
}

bool takes_module_of(const Description& device, std::string_view capability) {
  const il::Environment e = environment_of(device);
  const std::span<const il::Requirement> all = il::requirements(e.rules);
  return std::ranges::any_of(all,
                             [&](const il::Requirement& r) { return r.capability == capability && il::is_required(r, e); });
}

bool has_instruction(const Description& device, Name name, Type type, std::string_view memory) {
  if (memory == "global" && !has_device_scope(device.capabilities)) return false;
  if (name == Name::test_and_set) return is_flag_asked(type, memory);
  // "Only 32-bit integer types are supported", except through extensions.
  if (is_float(type)) return is_in_float_extension(name, type) && has_float(device.capabilities, name, type, memory);
  return width(type) < 64 || takes_module_of(device, "Int64Atomics");
}

// "The OpenCL 2.0 atomic functions are supported", except for flags; "only 32-bit integer types are currently supported".
bool has_in_clspv(const AtomicsAsked& asked, Name name) {
  if (is_float(asked.type) || width(asked.type) != 32 || name == Name::test_and_set) return false;
  if (is_legacy(asked.form.style)) return is_of_the_language(name);
  return name != Name::increment && name != Name::decrement;
}

std::string not_in_clspv(const AtomicsAsked& asked) {
  const bool is_legacy_number = is_float(asked.type) && is_legacy(asked.form.style);
  return fmt::format("{}, {}", title(Edition::clspv),
                     is_legacy_number ? "Atomic Functions: the atomic_xchg() of a floating-point argument must not be used"
                                      : "OpenCL 2.0 Atomic Functions: only 32-bit integer types are supported");
}

bool has(const Description& device, const AtomicsAsked& asked, Name name, std::string_view memory) {
  if (asked.front_end == FrontEnd::clspv) return has_in_clspv(asked, name);
  if (asked.front_end == FrontEnd::il) return has_instruction(device, name, asked.type, memory);
  if (asked.form.style == AtomicStyle::legacy) return has_legacy(device.capabilities, name, asked.type);
  if (asked.form.style == AtomicStyle::extension) return has_by_extension(device.capabilities, name, asked.type, memory);
  return has_of_2_0(device.capabilities, asked.form, name, asked.type, memory);
}

}  // namespace

std::vector<Contender> contenders(const Description& device, const AtomicsAsked& asked) {
  std::vector<Contender> all;
  for (auto n = static_cast<std::size_t>(Name::add); n <= static_cast<std::size_t>(Name::test_and_set); ++n) {
    const auto name = static_cast<Name>(n);
    const Contender c{
        .name = name, .in_global = has(device, asked, name, "global"), .in_local = has(device, asked, name, "local")};
    if (c.in_global || c.in_local) all.push_back(c);
  }
  return all;
}

std::vector<AtomicForm> atomic_forms(const Description& device, FrontEnd front_end, std::string_view kind, Type type,
                                     Tier tier) {
  std::vector<AtomicForm> all;
  if (kind == "atomic") {
    all.push_back({.style = AtomicStyle::legacy});
    if (front_end == FrontEnd::clc) all.push_back({.style = AtomicStyle::extension});
  } else {
    for (auto n = static_cast<std::size_t>(AtomicOrder::relaxed); n <= static_cast<std::size_t>(AtomicOrder::seq_cst); ++n) {
      const auto order = static_cast<AtomicOrder>(n);
      const bool is_part = order == AtomicOrder::acquire || order == AtomicOrder::release;
      if (tier == Tier::smoke && is_part) continue;
      all.push_back({.style = AtomicStyle::explicit_order, .order = order});
    }
    all.push_back({.style = AtomicStyle::implicit_order, .order = AtomicOrder::seq_cst});
  }
  std::erase_if(all, [&](const AtomicForm& form) {
    return contenders(device, {.front_end = front_end, .form = form, .type = type}).empty();
  });
  return all;
}

std::optional<std::string> no_atomics(const Description& device, const AtomicsAsked& asked) {
  const bool is_explicit = asked.front_end == FrontEnd::clc && !is_legacy(asked.form.style);
  if (is_explicit && device.capabilities.newest().major < 2) return "its OpenCL C is before 2.0";
  if (!contenders(device, asked).empty()) return std::nullopt;
  if (asked.front_end == FrontEnd::clspv) return not_in_clspv(asked);
  if (!is_float(asked.type)) {
    // The long types of OpenCL C 2.0 need both extensions.
    const bool lacks_base = !device.capabilities.has_extension(kBase);
    return fmt::format("{} is not in CL_DEVICE_EXTENSIONS", lacks_base ? kBase : kExtended);
  }
  if (asked.front_end == FrontEnd::clc && !is_explicit) {
    return fmt::format("OpenCL C 1.2 has no atomic function of {}", info(asked.type).name);
  }
  const std::string_view width_in_words = asked.type == Type::f16 ? "HALF" : asked.type == Type::f32 ? "SINGLE" : "DOUBLE";
  return fmt::format("CL_DEVICE_{}_FP_ATOMIC_CAPABILITIES_EXT is 0, or the device lacks cl_ext_float_atomics",
                     width_in_words);
}

}  // namespace classay
