#include "kernels/il/contending.h"

#include <fmt/format.h>

#include "kernels/il/body.h"
#include "kernels/il/kernel.h"

namespace classay::il {
namespace {

using Name = AtomicName;

class Kernel {
 public:
  Kernel(ModuleText& module, Type type, std::span<const Contender> all)
      : module_(module), type_(type), all_(all), body_(module, 1) {}

  std::string text() {
    const std::string numbers = module_.pointer(Storage::global, type_);
    const std::vector<std::string> ids{module_.ids("%global_id", "GlobalInvocationId"),
                                       module_.ids("%local_id", "LocalInvocationId")};
    const std::string head = kernel_head(module_, kContendingKernel,
                                         {{body_.named("out"), numbers}, {body_.named("in"), numbers}}, "%contending", ids);
    declare_cells();
    item_ = body_.first_id("%global_id");
    const std::string local = body_.first_id("%local_id");
    const std::string place = body_.times(item_, 2);
    x_ = loaded(body_.element("in", type_, place));
    y_ = loaded(body_.element("in", type_, plus(place, 1)));
    row_ = plus(body_.times(item_, contending_row(all_.size())), all_.size());
    begin_cells(local);
    for (std::size_t i = 0; i < all_.size(); ++i) {
      if (all_[i].in_global)
        change(i, 0, body_.element("out", type_, body_.ulong_constant(i)), module_.atomic_scope(Storage::global));
      if (all_[i].in_local) change(i, 1, cell(i), local_scope());
    }
    body_.barrier();
    for (std::size_t i = 0; i < all_.size(); ++i) store(2 * all_.size() + i, last(i));
    store(3 * all_.size(), number(body_.ulong(fmt::format("OpISub {} {}", item_, local))));
    return head + body_.text();
  }

 private:
  bool is_flag(std::size_t i) const { return all_[i].name == Name::test_and_set; }
  std::string word(std::uint32_t n) { return module_.constant(Type::u32, n); }
  std::string local_scope() { return module_.atomic_scope(Storage::local); }
  std::string one_of() { return module_.scalar(type_); }
  std::string plus(const std::string& x, std::uint64_t n) {
    return body_.ulong(fmt::format("OpIAdd {} {}", x, body_.ulong_constant(n)));
  }
  std::string loaded(const std::string& pointer) {
    return body_.result(one_of(), fmt::format("OpLoad {} Aligned {}", pointer, width(type_) / 8));
  }
  void store(std::size_t place, const std::string& value) {
    body_.line(
        fmt::format("OpStore {} {} Aligned {}", body_.element("out", type_, plus(row_, place)), value, width(type_) / 8));
  }
  std::string number_of(const std::string& predicate) {
    return body_.result(one_of(),
                        fmt::format("OpSelect {} {} {}", predicate, module_.constant(type_, 1), module_.constant(type_, 0)));
  }
  // Converts a number of a work-item to the type of the cells.
  std::string number(const std::string& ulong) {
    if (is_float(type_)) return body_.result(one_of(), "OpConvertUToF " + ulong);
    return width(type_) == 64 ? ulong : body_.result(one_of(), "OpUConvert " + ulong);
  }

  void declare_cells() {
    cells_ = module_.array(one_of(), all_.size());
    const std::string pointer = module_.pointer_to(Storage::local, cells_);
    module_.global(fmt::format("%cells = OpVariable {} Workgroup", pointer));
  }
  std::string cell(std::size_t i) {
    return body_.result(module_.pointer(Storage::local, type_),
                        fmt::format("OpInBoundsAccessChain %cells {}", body_.ulong_constant(i)));
  }
  // The first work-item of a group initialises the cells.
  void begin_cells(const std::string& local) {
    const std::string is_first =
        body_.result(module_.boolean(1), fmt::format("OpIEqual {} {}", local, body_.ulong_constant(0)));
    body_.line(fmt::format("OpSelectionMerge %begun None\nOpBranchConditional {} %begin_cells %begun", is_first));
    body_.line("%begin_cells = OpLabel");
    const std::string first = loaded(body_.element("in", type_, body_.ulong_constant(2 * kContendingItems)));
    for (std::size_t i = 0; i < all_.size(); ++i) {
      if (is_flag(i)) {
        body_.line(fmt::format("OpAtomicFlagClear {} {} {}", cell(i), local_scope(), word(0)));
      } else {
        body_.line(fmt::format("OpStore {} {} Aligned {}", cell(i), first, width(type_) / 8));
      }
    }
    body_.line("OpBranch %begun\n%begun = OpLabel");
    body_.barrier();
  }

  void change(std::size_t i, std::size_t part, const std::string& pointer, const std::string& scope) {
    const Name name = all_[i].name;
    const std::string function = function_name(FrontEnd::il, AtomicStyle::legacy, name, type_);
    const std::string head = fmt::format("{} {} {} {}", function, pointer, scope, word(0));
    const std::size_t place = part * all_.size() + i;
    switch (name) {
      case Name::increment:
      case Name::decrement: return store(place, body_.result(one_of(), head));
      case Name::compare_exchange:
      case Name::compare_exchange_weak:
        return store(place, body_.result(one_of(), fmt::format("{} {} {} {}", head, word(0), x_, y_)));
      case Name::test_and_set: return store(place, number_of(body_.result(module_.boolean(1), head)));
      case Name::store: body_.line(fmt::format("{} {}", head, x_)); return store(place, x_);
      default: return store(place, body_.result(one_of(), fmt::format("{} {}", head, x_)));
    }
  }

  std::string last(std::size_t i) {
    const std::string operands = fmt::format("{} {} {}", cell(i), local_scope(), word(0));
    if (is_flag(i)) return number_of(body_.result(module_.boolean(1), "OpAtomicFlagTestAndSet " + operands));
    return is_float(type_) ? loaded(cell(i)) : body_.result(one_of(), "OpAtomicLoad " + operands);
  }

  ModuleText& module_;
  Type type_;
  std::span<const Contender> all_;
  Body body_;
  std::string cells_, item_, row_, x_, y_;
};

// Declares the requirements of a module in addition to its type.
void declare_needs(ModuleText& module, Type type, std::span<const Contender> all) {
  if (width(type) == 64 && !is_float(type)) module.capability("Int64Atomics");
  if (!is_float(type)) return;
  for (const Contender& c : all) {
    if (c.name == Name::add) {
      module.capability(fmt::format("AtomicFloat{}AddEXT", width(type)));
      module.extension(width(type) == 16 ? "SPV_EXT_shader_atomic_float16_add" : "SPV_EXT_shader_atomic_float_add");
    }
    if (c.name == Name::min || c.name == Name::max) {
      module.capability(fmt::format("AtomicFloat{}MinMaxEXT", width(type)));
      module.extension("SPV_EXT_shader_atomic_float_min_max");
    }
  }
}

}  // namespace

Source contending_source(Type type, std::span<const Contender> all, const Compiler& compiler) {
  ModuleText module(compiler);
  declare_needs(module, type, all);
  module.function(Kernel(module, type, all).text());
  return {.text = module.text(), .options = ""};
}

}  // namespace classay::il
