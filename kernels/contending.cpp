#include "kernels/contending.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>

namespace classay {
namespace {

using Name = AtomicName;

struct Words {
  Name name;
  std::string_view legacy;          // the name after "atomic_" or "atom_"
  std::string_view arguments;       // arguments of the legacy function, after the pointer
  std::string_view explicit_order;  // the part between "atomic_" and "_explicit"
};
constexpr std::array kWords = std::to_array<Words>({
    {Name::add, "add", ", x", "fetch_add"},
    {Name::sub, "sub", ", x", "fetch_sub"},
    {Name::exchange, "xchg", ", x", "exchange"},
    {Name::increment, "inc", "", ""},
    {Name::decrement, "dec", "", ""},
    {Name::compare_exchange, "cmpxchg", ", y, x", "compare_exchange_strong"},
    {Name::min, "min", ", x", "fetch_min"},
    {Name::max, "max", ", x", "fetch_max"},
    {Name::bit_and, "and", ", x", "fetch_and"},
    {Name::bit_or, "or", ", x", "fetch_or"},
    {Name::bit_xor, "xor", ", x", "fetch_xor"},
    {Name::compare_exchange_weak, "", "", "compare_exchange_weak"},
    {Name::store, "", "", "store"},
    {Name::test_and_set, "", "", "flag_test_and_set"},
});
constexpr std::array<std::string_view, 4> kExtensionsOf32{
    "cl_khr_global_int32_base_atomics", "cl_khr_global_int32_extended_atomics", "cl_khr_local_int32_base_atomics",
    "cl_khr_local_int32_extended_atomics"};
constexpr const Words& words(Name name) { return kWords.at(static_cast<std::size_t>(name)); }

std::string_view instruction(Name name, Type type) {
  switch (name) {
    case Name::add: return is_float(type) ? "OpAtomicFAddEXT" : "OpAtomicIAdd";
    case Name::sub: return "OpAtomicISub";
    case Name::exchange: return "OpAtomicExchange";
    case Name::increment: return "OpAtomicIIncrement";
    case Name::decrement: return "OpAtomicIDecrement";
    case Name::compare_exchange: return "OpAtomicCompareExchange";
    case Name::min: return is_float(type) ? "OpAtomicFMinEXT" : is_signed(type) ? "OpAtomicSMin" : "OpAtomicUMin";
    case Name::max: return is_float(type) ? "OpAtomicFMaxEXT" : is_signed(type) ? "OpAtomicSMax" : "OpAtomicUMax";
    case Name::bit_and: return "OpAtomicAnd";
    case Name::bit_or: return "OpAtomicOr";
    case Name::bit_xor: return "OpAtomicXor";
    case Name::compare_exchange_weak: return "OpAtomicCompareExchangeWeak";
    case Name::store: return "OpAtomicStore";
    case Name::test_and_set: return "OpAtomicFlagTestAndSet";
  }
  return "";
}

std::string cell_in_global(Type type, AtomicStyle style, Name name, std::size_t k) {
  if (is_legacy(style)) return fmt::format("(volatile global {}*)out + {}", info(type).clc, k);
  const std::string of = name == Name::test_and_set ? "flag" : std::string(info(type).clc);
  return fmt::format("(volatile global atomic_{}*)out + {}", of, k);
}

std::string cell_in_local(Name name, std::size_t k) {
  return name == Name::test_and_set ? "&flag" : fmt::format("cells + {}", k);
}

// "The order argument shall not be memory_order_acquire, nor memory_order_acq_rel."
AtomicOrder order_of_store(AtomicOrder order) {
  if (order == AtomicOrder::acquire) return AtomicOrder::relaxed;
  return order == AtomicOrder::acq_rel ? AtomicOrder::release : order;
}

// "The failure argument shall not be memory_order_release nor memory_order_acq_rel", and "shall be no stronger than the
// success argument".
AtomicOrder order_of_failure(AtomicOrder order) {
  if (order == AtomicOrder::release) return AtomicOrder::relaxed;
  return order == AtomicOrder::acq_rel ? AtomicOrder::acquire : order;
}

// Returns the arguments of an explicit function after the operands.
std::string order_words(AtomicForm form, Name name, std::string_view scope) {
  if (form.style == AtomicStyle::implicit_order) return "";
  const AtomicOrder order = name == Name::store ? order_of_store(form.order) : form.order;
  const std::string failure =
      is_comparison(name) ? fmt::format(", memory_order_{}", classay::name(order_of_failure(form.order))) : "";
  return fmt::format(", memory_order_{}{}, memory_scope_{}", classay::name(order), failure, scope);
}

// Writes the call of an OpenCL C 2.0 function with the widest scope that the memory has. A compare-exchange call stores the
// value that it found. It stores the complement if the returned flag contradicts that value. A weak compare-exchange is
// repeated, because it may fail spuriously.
std::string call_of_2_0(Type type, AtomicForm form, Name name, const std::string& cell, std::string_view scope,
                        const std::string& to) {
  const std::string function = function_name(FrontEnd::clc, form.style, name, type);
  const std::string order = order_words(form, name, scope);
  const std::string exchange = fmt::format("{}({}, &e, x{})", function, cell, order);
  // A compare-exchange call compares bits.
  const std::string_view bits = info(integer_type(width(type), false)).clc;
  const std::string same = is_float(type) ? fmt::format("as_{0}(e) == as_{0}(y)", bits) : "e == y";
  const std::string other = is_float(type) ? fmt::format("as_{}(~as_{}(e))", info(type).clc, bits) : "~e";
  switch (name) {
    case Name::compare_exchange:
      return fmt::format("  {{ {} e = y; const bool done = {}; {} = done == ({}) ? e : {}; }}\n", info(type).clc, exchange,
                         to, same, other);
    case Name::compare_exchange_weak:
      return fmt::format(
          "  {{ {0} e; bool done; do {{ e = y; done = {1}; }} while (!done && {3}); {2} = done && !({3}) ? {4} : e; }}\n",
          info(type).clc, exchange, to, same, other);
    case Name::store: return fmt::format("  {}({}, x{}); {} = x;\n", function, cell, order, to);
    case Name::test_and_set: return fmt::format("  {} = {}({}{}) ? 1 : 0;\n", to, function, cell, order);
    default: return fmt::format("  {} = {}({}, x{});\n", to, function, cell, order);
  }
}

std::string call(Type type, AtomicForm form, Name name, const std::string& cell, std::string_view scope,
                 const std::string& to) {
  if (!is_legacy(form.style)) return call_of_2_0(type, form, name, cell, scope, to);
  return fmt::format("  {} = {}({}{});\n", to, function_name(FrontEnd::clc, form.style, name, type), cell,
                     words(name).arguments);
}

// Initialises local memory. An atomic half has no atomic_init.
std::string begun(Type type, AtomicStyle style, FirstValue value) {
  const std::string first = fmt::format("in[2 * {}]", kContendingItems);
  if (is_legacy(style)) return "cells[i] = " + first;
  if (type != Type::f16 && value == FirstValue::initialised) return fmt::format("atomic_init(cells + i, {})", first);
  return fmt::format("atomic_store_explicit(cells + i, {}, memory_order_relaxed, memory_scope_work_group)", first);
}

std::string cleared_flag(AtomicStyle style) {
  if (style == AtomicStyle::implicit_order) return "atomic_flag_clear(&flag);";
  return "atomic_flag_clear_explicit(&flag, memory_order_relaxed, memory_scope_work_group);";
}

// Reads the final value.
std::string loaded(AtomicStyle style, Name name, std::size_t k) {
  if (is_legacy(style)) return fmt::format("cells[{}]", k);
  const bool is_flag = name == Name::test_and_set;
  if (style == AtomicStyle::implicit_order) {
    return is_flag ? "atomic_flag_test_and_set(&flag) ? 1 : 0" : fmt::format("atomic_load(cells + {})", k);
  }
  constexpr std::string_view kOrder = "memory_order_relaxed, memory_scope_work_group";
  if (is_flag) return fmt::format("atomic_flag_test_and_set_explicit(&flag, {}) ? 1 : 0", kOrder);
  return fmt::format("atomic_load_explicit(cells + {}, {})", k, kOrder);
}

}  // namespace

std::string_view name(AtomicOrder order) {
  constexpr std::array<std::string_view, 5> kNames{"relaxed", "acquire", "release", "acq_rel", "seq_cst"};
  return kNames.at(static_cast<std::size_t>(order));
}

std::string function_name(FrontEnd front_end, AtomicStyle style, AtomicName name, Type type) {
  if (front_end == FrontEnd::il) return std::string(instruction(name, type));
  if (style == AtomicStyle::explicit_order) return fmt::format("atomic_{}_explicit", words(name).explicit_order);
  if (style == AtomicStyle::implicit_order) return fmt::format("atomic_{}", words(name).explicit_order);
  const bool is_extension = style == AtomicStyle::extension || (width(type) == 64 && !is_float(type));
  return fmt::format("{}_{}", is_extension ? "atom" : "atomic", words(name).legacy);
}

Source contending_source(Type type, AtomicForm form, std::span<const Contender> all, const std::string& options,
                         FirstValue first) {
  const bool is_old = is_legacy(form.style);
  const bool has_flag = std::ranges::find(all, Name::test_and_set, &Contender::name) != all.end();
  std::string text = extension_lines(type);
  if (form.style == AtomicStyle::extension) {
    for (const std::string_view extension : kExtensionsOf32) text += extension_lines(std::string(extension));
  }
  for (const char* const extension :
       {"cl_khr_int64_base_atomics", "cl_khr_int64_extended_atomics", "cl_ext_float_atomics"}) {
    const bool is_float_one = std::string_view(extension) == "cl_ext_float_atomics";
    if (is_float(type) ? is_float_one || width(type) == 64 : width(type) == 64 && !is_float_one) {
      text += extension_lines(std::string(extension));
    }
  }
  text += fmt::format(
      R"(
kernel void {5}(global {0}* out, global const {0}* in) {{
  volatile local {6}{0} cells[{1}];{7}
  const size_t item = get_global_id(0);
  const {0} x = in[2 * item], y = in[2 * item + 1];
  global {0}* to = out + {1} + item * {2};
  if (get_local_id(0) == 0) {{
    for (uint i = 0; i < {1}; ++i) {4};{8}
  }}
  barrier(CLK_LOCAL_MEM_FENCE);
)",
      info(type).clc, all.size(), contending_row(all.size()), kContendingItems, begun(type, form.style, first),
      kContendingKernel, is_old ? "" : "atomic_", has_flag ? "\n  volatile local atomic_flag flag;" : "",
      has_flag ? "\n    " + cleared_flag(form.style) : "");
  for (std::size_t i = 0; i < all.size(); ++i) {
    const Name name = all[i].name;
    const auto to = [&](std::size_t part) { return fmt::format("to[{}]", part * all.size() + i); };
    if (all[i].in_global) text += call(type, form, name, cell_in_global(type, form.style, name, i), "device", to(0));
    if (all[i].in_local) text += call(type, form, name, cell_in_local(name, i), "work_group", to(1));
  }
  text += "  barrier(CLK_LOCAL_MEM_FENCE);\n";
  for (std::size_t i = 0; i < all.size(); ++i) {
    text += fmt::format("  to[{}] = {};\n", 2 * all.size() + i, loaded(form.style, all[i].name, i));
  }
  text += fmt::format("  to[{}] = ({})(item - get_local_id(0));\n}}\n", 3 * all.size(), info(type).clc);
  return {.text = text, .options = options};
}

}  // namespace classay
