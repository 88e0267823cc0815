#include "kernels/il/copying.h"

#include <fmt/format.h>

#include "kernels/copying.h"
#include "kernels/il/body.h"
#include "kernels/il/kernel.h"

namespace classay::il {
namespace {

constexpr std::uint64_t kGroup = kCopyingItems / kCopyingParts;

class Kernel {
 public:
  Kernel(ModuleText& module, Type type, int width) : module_(module), type_(type), width_(width), body_(module, width) {}

  std::string text() {
    const std::string name = copying_kernel_name(width_);
    module_.execution_mode(fmt::format("OpExecutionMode %{} LocalSize {} 1 1", name, kGroup));
    const std::string vector = module_.vector(type_, width_);
    const std::string vectors = module_.pointer(Storage::global, type_, width_);
    const std::vector<std::string> ids{module_.ids("%group_id", "WorkgroupId"),
                                       module_.ids("%local_id", "LocalInvocationId")};
    const std::string head = kernel_head(module_, name, {{body_.named("out"), vectors}, {body_.named("in"), vectors}},
                                         fmt::format("%copies_of_{}", vector.substr(1)), ids);
    declare_room(vector);
    const std::string part = body_.first_id("%group_id");
    me_ = body_.first_id("%local_id");
    const std::string from = moved(Storage::global, body_.named("in"), body_.times(part, kCopiedFrom));
    const std::string to = moved(Storage::global, body_.named("out"), body_.times(part, kCopiedTo));
    for_each_byte("fill", [&](const std::string& i) {
      store_byte(byte_at(Storage::local, room(0), i), module_.constant(Type::u8, static_cast<Bits>(kFilledBefore)));
    });
    body_.barrier();
    const std::string none = module_.declared("%no_event", "OpConstantNull " + event_type());
    const std::string side_by_side = copy(room(1), from, 1, none);
    const std::string apart = copy(room(kSecondInRoom), at(from, kCopiedVectors), kCopyingStep, none);
    wait_for({side_by_side, apart});
    for_each_byte("show", [&](const std::string& i) {
      const std::string byte =
          body_.result(module_.scalar(Type::u8), fmt::format("OpLoad {} Aligned 1", byte_at(Storage::local, room(0), i)));
      store_byte(byte_at(Storage::global, to, i), byte);
    });
    const std::string first = copy(at(to, kCopyingRoom + 1), room(1), 1, none);
    wait_for({copy(at(to, kCopyingRoom + kSecondInRoom), room(kSecondInRoom), kCopyingStep, first)});
    return head + body_.text();
  }

 private:
  std::uint64_t room_bytes() const {
    const auto lanes = static_cast<std::uint64_t>(width_ == 3 ? 4 : width_);
    return kCopyingRoom * lanes * static_cast<std::uint64_t>(classay::width(type_) / 8);
  }
  std::string event_type() { return module_.declared("%event", "OpTypeEvent"); }

  void declare_room(const std::string& vector) {
    const std::string type = module_.pointer_to(Storage::local, module_.array(vector, kCopyingRoom));
    module_.global(fmt::format("{} = OpVariable {} Workgroup", body_.named("room"), type));
  }
  std::string moved(Storage storage, const std::string& pointer, const std::string& vectors) {
    return body_.result(module_.pointer(storage, type_, width_),
                        fmt::format("OpInBoundsPtrAccessChain {} {}", pointer, vectors));
  }
  std::string at(const std::string& global, std::uint64_t vectors) {
    return moved(Storage::global, global, body_.ulong_constant(vectors));
  }
  std::string room(std::uint64_t vectors) {
    return body_.result(module_.pointer(Storage::local, type_, width_),
                        fmt::format("OpInBoundsAccessChain {} {}", body_.named("room"), body_.ulong_constant(vectors)));
  }
  std::string byte_at(Storage storage, const std::string& pointer, const std::string& i) {
    const std::string bytes = module_.pointer(storage, Type::u8);
    const std::string first = type_ == Type::u8 && width_ == 1 ? pointer : body_.result(bytes, "OpBitcast " + pointer);
    return body_.result(bytes, fmt::format("OpInBoundsPtrAccessChain {} {}", first, i));
  }
  void store_byte(const std::string& pointer, const std::string& value) {
    body_.line(fmt::format("OpStore {} {} Aligned 1", pointer, value));
  }

  // The work-items of the group share the bytes of the buffer in local memory.
  template <class Work>
  void for_each_byte(const std::string& name, Work work) {
    const std::string next = body_.variable("next", module_.scalar(Type::u64));
    const auto label = [&](std::string_view which) { return body_.named(fmt::format("{}_{}", name, which)); };
    body_.line(fmt::format("OpStore {} {} Aligned 8", next, me_));
    body_.line(fmt::format("OpBranch {0}\n{0} = OpLabel", label("head")));
    const std::string i = body_.ulong(fmt::format("OpLoad {} Aligned 8", next));
    const std::string is_inside =
        body_.result(module_.boolean(1), fmt::format("OpULessThan {} {}", i, body_.ulong_constant(room_bytes())));
    body_.line(fmt::format("OpLoopMerge {} {} None", label("end"), label("body")));
    body_.line(fmt::format("OpBranchConditional {} {} {}", is_inside, label("body"), label("end")));
    body_.line(label("body") + " = OpLabel");
    work(i);
    const std::string after = body_.ulong(fmt::format("OpIAdd {} {}", i, body_.ulong_constant(kGroup)));
    body_.line(fmt::format("OpStore {} {} Aligned 8", next, after));
    body_.line(fmt::format("OpBranch {}\n{} = OpLabel", label("head"), label("end")));
  }

  // `step` is the stride in global memory.
  std::string copy(const std::string& to, const std::string& from, std::uint64_t step, const std::string& after) {
    const auto size = [&](std::uint64_t n) { return module_.constant(module_.size_type(), n); };
    return body_.result(event_type(), fmt::format("OpGroupAsyncCopy {} {} {} {} {} {}", workgroup(), to, from,
                                                  size(kCopiedVectors), size(step), after));
  }

  void wait_for(const std::vector<std::string>& events) {
    const std::string count = module_.constant(Type::u32, events.size());
    const std::string list =
        body_.variable(fmt::format("events{}", events.size()), module_.array(event_type(), events.size()));
    const std::string pointer = module_.pointer_to(Storage::function, event_type());
    std::string first;
    for (std::size_t i = 0; i < events.size(); ++i) {
      const std::string place =
          body_.result(pointer, fmt::format("OpInBoundsAccessChain {} {}", list, body_.ulong_constant(i)));
      body_.line(fmt::format("OpStore {} {}", place, events[i]));
      if (i == 0) first = place;
    }
    body_.line(fmt::format("OpGroupWaitEvents {} {} {}", workgroup(), count, first));
  }

  std::string workgroup() { return module_.constant(Type::u32, 2); }

  ModuleText& module_;
  Type type_;
  int width_;
  Body body_;
  std::string me_;
};

}  // namespace

Source copying_source(Type type, const Compiler& compiler, std::span<const int> widths) {
  ModuleText module(compiler);
  for (const int width : widths) module.function(Kernel(module, type, width).text());
  return {.text = module.text(), .options = ""};
}

}  // namespace classay::il
