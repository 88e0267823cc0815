#include "kernels/il/barriers.h"

#include <fmt/format.h>

#include <array>

#include "kernels/il/body.h"
#include "kernels/il/kernel.h"

namespace classay::il {
namespace {

constexpr std::uint32_t kAcquireRelease = 0x8;
constexpr std::uint32_t kSequentiallyConsistent = 0x10;
constexpr std::uint32_t kWorkgroupMemory = 0x100;
constexpr std::uint32_t kCrossWorkgroupMemory = 0x200;

class Kernel {
 public:
  Kernel(ModuleText& module, const Compiler& compiler, const BarrierKernel& kernel, int number)
      : module_(module), compiler_(compiler), kernel_(kernel), body_(module, number) {}

  std::string text(std::uint64_t rounds, std::uint64_t most_in_group) {
    const std::string words = module_.pointer(Storage::global, Type::u32);
    const std::string head = kernel_head(module_, kernel_.name,
                                         {{body_.named("out"), words},
                                          {body_.named("places"), words},
                                          {body_.named("shared"), words},
                                          {body_.named("rounds"), module_.scalar(Type::u64)}},
                                         "%meeting", variables());
    if (kernel_.in_local) declare_cells(most_in_group);
    place();
    const std::string met = kernel_.place == BarrierPlace::branch ? begin_branch() : "";
    for_each_round([&](const std::string& round) { work(round, rounds); });
    if (!met.empty()) body_.line(fmt::format("OpBranch {0}\n{0} = OpLabel", met));
    return function() + head + body_.text();
  }

 private:
  bool is_of_sub_groups() const { return kernel_.execution == kSubgroupScope; }
  std::string ulong(std::string_view instruction, const std::string& x, const std::string& y) {
    return body_.ulong(fmt::format("{} {} {}", instruction, x, y));
  }
  std::string plus(const std::string& x, const std::string& y) { return ulong("OpIAdd", x, y); }
  std::string minus(const std::string& x, const std::string& y) { return ulong("OpISub", x, y); }
  std::string times(const std::string& x, const std::string& y) { return ulong("OpIMul", x, y); }
  std::string modulo(const std::string& x, const std::string& y) { return ulong("OpUMod", x, y); }
  std::string number(std::uint64_t n) { return body_.ulong_constant(n); }
  std::string select(const std::string& condition, const std::string& x, const std::string& y) {
    return body_.ulong(fmt::format("OpSelect {} {} {}", condition, x, y));
  }
  std::string is(std::string_view comparison, const std::string& x, const std::string& y) {
    return body_.result(module_.boolean(1), fmt::format("{} {} {}", comparison, x, y));
  }

  std::vector<std::string> variables() {
    std::vector<std::string> all;
    for (const std::string_view name : {"LocalInvocationId", "WorkgroupSize", "WorkgroupId", "NumWorkgroups"})
      all.push_back(module_.built_in(name, module_.vector(module_.size_type(), 3)));
    if (!is_of_sub_groups()) return all;
    for (const std::string_view name : {"SubgroupLocalInvocationId", "SubgroupSize", "NumSubgroups", "SubgroupId"})
      all.push_back(module_.built_in(name, module_.scalar(Type::u32)));
    return all;
  }

  std::array<std::string, 3> sides(std::string_view built_in) {
    const Type size = module_.size_type();
    const std::string all = body_.result(module_.vector(size, 3), fmt::format("OpLoad %{}", built_in));
    std::array<std::string, 3> of;
    for (int i = 0; i < 3; ++i) {
      const std::string one = body_.result(module_.scalar(size), fmt::format("OpCompositeExtract {} {}", all, i));
      of.at(static_cast<std::size_t>(i)) = size == Type::u64 ? one : body_.ulong("OpUConvert " + one);
    }
    return of;
  }
  std::string in_a_row(const std::array<std::string, 3>& id, const std::array<std::string, 3>& size) {
    return plus(times(plus(times(id[2], size[1]), id[1]), size[0]), id[0]);
  }
  std::string of_sub_group(std::string_view built_in) {
    return body_.ulong("OpUConvert " + body_.result(module_.scalar(Type::u32), fmt::format("OpLoad %{}", built_in)));
  }

  // The numbers of the work-item, as the kernels in OpenCL C compute them.
  void place() {
    const std::array<std::string, 3> size = sides("WorkgroupSize");
    const std::string line = in_a_row(sides("LocalInvocationId"), size);
    group_ = in_a_row(sides("WorkgroupId"), sides("NumWorkgroups"));
    const std::string all = times(times(size[0], size[1]), size[2]);
    const std::string base = times(group_, all);
    me_ = line;
    size_ = all;
    first_ = number(0);
    if (is_of_sub_groups()) place_in_sub_group(all);
    item_ = plus(plus(base, first_), me_);
    const std::string record = body_.times(plus(base, line), 3);
    store("places", record, item_);
    store("places", plus(record, number(1)), minus(item_, me_));
    store("places", plus(record, number(2)), size_);
  }
  // All sub-groups have the same size, except the last one, which may be smaller.
  void place_in_sub_group(const std::string& all) {
    me_ = of_sub_group("SubgroupLocalInvocationId");
    size_ = of_sub_group("SubgroupSize");
    const std::string id = of_sub_group("SubgroupId");
    const std::string last = minus(of_sub_group("NumSubgroups"), number(1));
    const std::string is_last = is("OpIEqual", id, last);
    first_ = select(is_last, minus(all, size_), times(id, size_));
  }

  std::string word(const std::string& ulong) { return body_.result(module_.scalar(Type::u32), "OpUConvert " + ulong); }
  void store(std::string_view buffer, const std::string& at, const std::string& ulong) {
    store_word(body_.element(buffer, Type::u32, at), word(ulong));
  }
  void store_word(const std::string& pointer, const std::string& value) {
    body_.line(fmt::format("OpStore {} {} Aligned 4", pointer, value));
  }
  std::string loaded(const std::string& pointer) {
    return body_.result(module_.scalar(Type::u32), fmt::format("OpLoad {} Aligned 4", pointer));
  }

  void declare_cells(std::uint64_t count) {
    const std::string type = module_.pointer_to(Storage::local, module_.array(module_.scalar(Type::u32), count));
    module_.global(fmt::format("{} = OpVariable {} Workgroup", body_.named("cells"), type));
  }
  std::string cell(const std::string& at) {
    return body_.result(module_.pointer(Storage::local, Type::u32),
                        fmt::format("OpInBoundsAccessChain {} {}", body_.named("cells"), at));
  }

  std::string begin_branch() {
    const std::string met = body_.named("met");
    const std::string taken = body_.named("taken");
    const std::string is_even = is("OpIEqual", modulo(group_, number(2)), number(0));
    body_.line(fmt::format("OpSelectionMerge {} None\nOpBranchConditional {} {} {}\n{} = OpLabel", met, is_even, taken, met,
                           taken));
    return met;
  }

  template <class Work>
  void for_each_round(Work work) {
    const std::string next = body_.variable("next", module_.scalar(Type::u64));
    const std::string head = body_.named("head");
    const std::string inside = body_.named("inside");
    const std::string end = body_.named("end");
    body_.line(fmt::format("OpStore {} {} Aligned 8\nOpBranch {}\n{} = OpLabel", next, number(0), head, head));
    const std::string round = body_.ulong(fmt::format("OpLoad {} Aligned 8", next));
    const std::string has_more = is("OpULessThan", round, body_.named("rounds"));
    body_.line(fmt::format("OpLoopMerge {} {} None\nOpBranchConditional {} {} {}\n{} = OpLabel", end, inside, has_more,
                           inside, end, inside));
    work(round);
    body_.line(fmt::format("OpStore {} {} Aligned 8\nOpBranch {}\n{} = OpLabel", next, plus(round, number(1)), head, end));
  }

  void work(const std::string& round, std::uint64_t rounds) {
    const std::string value = word(plus(ulong("OpShiftLeftLogical", plus(round, number(1)), number(24)), item_));
    if (kernel_.in_local) store_word(cell(plus(first_, me_)), value);
    if (kernel_.in_global) store_word(body_.element("shared", Type::u32, item_), value);
    meet();
    const std::string from = other(round);
    const auto in_global = [&] { return loaded(body_.element("shared", Type::u32, plus(minus(item_, me_), from))); };
    std::string got = kernel_.in_local ? loaded(cell(plus(first_, from))) : in_global();
    if (kernel_.in_local && kernel_.in_global) {
      const std::string is_same = is("OpIEqual", got, in_global());
      got = body_.result(module_.scalar(Type::u32),
                         fmt::format("OpSelect {} {} {}", is_same, got, module_.constant(Type::u32, 0xffffffff)));
    }
    store_word(body_.element("out", Type::u32, plus(body_.times(item_, rounds), round)), got);
    meet();
  }

  std::string other(const std::string& round) {
    const std::string near = modulo(plus(plus(me_, number(1)), round), size_);
    const std::string far = modulo(plus(me_, ulong("OpUDiv", size_, number(2))), size_);
    const std::string opposite = minus(minus(size_, number(1)), me_);
    const std::string turn = modulo(round, number(3));
    return select(is("OpIEqual", turn, number(0)), near, select(is("OpIEqual", turn, number(1)), far, opposite));
  }

  std::string barrier() {
    std::uint32_t semantics = compiler_.environment.major == 1 ? kSequentiallyConsistent : kAcquireRelease;
    if (kernel_.in_local) semantics |= kWorkgroupMemory;
    if (kernel_.in_global) semantics |= kCrossWorkgroupMemory;
    const auto constant = [&](std::uint32_t n) { return module_.constant(Type::u32, n); };
    return fmt::format("OpControlBarrier {} {} {}", constant(kernel_.execution), constant(kernel_.memory),
                       constant(semantics));
  }

  void meet() {
    if (kernel_.place != BarrierPlace::function) return body_.line(barrier());
    (void)body_.result(module_.void_type(), fmt::format("OpFunctionCall {}", body_.named("meet")));
  }
  std::string function() {
    if (kernel_.place != BarrierPlace::function) return "";
    const std::string type = module_.declared("%nothing", "OpTypeFunction " + module_.void_type());
    return fmt::format("{} = OpFunction {} None {}\n{} = OpLabel\n{}\nOpReturn\nOpFunctionEnd\n", body_.named("meet"),
                       module_.void_type(), type, body_.named("met_in"), barrier());
  }

  ModuleText& module_;
  const Compiler& compiler_;
  const BarrierKernel& kernel_;
  Body body_;
  std::string group_, me_, size_, first_, item_;
};

}  // namespace

Source barriers_source(const Compiler& compiler, std::span<const BarrierKernel> kernels, std::uint64_t rounds,
                       std::uint64_t most_in_group) {
  ModuleText module(compiler);
  int number = 0;
  for (const BarrierKernel& k : kernels) module.function(Kernel(module, compiler, k, ++number).text(rounds, most_in_group));
  return {.text = module.text(), .options = ""};
}

}  // namespace classay::il
