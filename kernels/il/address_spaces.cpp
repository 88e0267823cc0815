#include "kernels/il/address_spaces.h"

#include <fmt/format.h>

#include <array>

#include "kernels/il/body.h"
#include "kernels/il/kernel.h"

namespace classay::il {
namespace {

constexpr std::array kStorages{Storage::global, Storage::local, Storage::function};
constexpr std::array<std::string_view, 3> kClasses{"CrossWorkgroup", "Workgroup", "Function"};
constexpr std::size_t kSpaces = kStorages.size();
constexpr std::uint64_t kMine = 3;  // elements of the private array

// Bits of memory semantics, with the words of the results.
constexpr std::uint32_t kWorkgroupMemory = 0x100;
constexpr std::uint32_t kCrossWorkgroupMemory = 0x200;
constexpr std::uint32_t kLocalFlag = 1;
constexpr std::uint32_t kGlobalFlag = 2;

class Kernel {
 public:
  Kernel(ModuleText& module, const AddressSpaceKernel& kernel, const AddressSpaceSizes& sizes, MemoryQuery query, int number)
      : module_(module), kernel_(kernel), sizes_(sizes), query_(query), body_(module, number) {}

  std::string text() {
    const std::string ids = module_.ids("%global_id", "GlobalInvocationId");
    const std::string local_ids = module_.ids("%local_id", "LocalInvocationId");
    const std::string head = kernel_head(module_, kernel_.name,
                                         {{body_.named("out"), module_.pointer(Storage::global, Type::u32)},
                                          {body_.named("memory"), module_.pointer(Storage::global, Type::u8)},
                                          {body_.named("turn"), module_.scalar(Type::u64)}},
                                         "%addressing", {ids, local_ids});
    module_.execution_mode(fmt::format("OpExecutionMode %{} LocalSize {} 1 1", kernel_.name, sizes_.group));
    item_ = body_.first_id(ids);
    me_ = body_.first_id(local_ids);
    point();
    convert();
    return head + body_.text();
  }

 private:
  std::string number(std::uint64_t n) { return body_.ulong_constant(n); }
  std::string word(std::uint32_t n) { return module_.constant(Type::u32, n); }
  std::string plus(const std::string& x, const std::string& y) { return body_.ulong(fmt::format("OpIAdd {} {}", x, y)); }
  std::string is(std::string_view comparison, const std::string& x, const std::string& y) {
    return body_.result(module_.boolean(1), fmt::format("{} {} {}", comparison, x, y));
  }
  std::string select(const std::string& type, const std::string& condition, const std::string& x, const std::string& y) {
    return body_.result(type, fmt::format("OpSelect {} {} {}", condition, x, y));
  }
  std::string word_of(std::string_view instruction, const std::string& x, const std::string& y) {
    return body_.result(module_.scalar(Type::u32), fmt::format("{} {} {}", instruction, x, y));
  }
  std::string pointer(Storage storage) { return module_.pointer(storage, kernel_.type, kernel_.width); }
  std::string address(const std::string& pointer) {
    const std::string at = body_.result(module_.scalar(module_.size_type()), "OpConvertPtrToU " + pointer);
    return module_.size_type() == Type::u64 ? at : body_.ulong("OpUConvert " + at);
  }
  std::string byte_of(Storage storage, const std::string& pointer) {
    return body_.result(module_.pointer(storage, Type::u8), "OpBitcast " + pointer);
  }
  void store(const std::string& byte, const std::string& ulong) {
    const std::string value = body_.result(module_.scalar(Type::u8), "OpUConvert " + ulong);
    body_.line(fmt::format("OpStore {} {} Volatile|Aligned 1", byte, value));
  }
  std::string loaded(const std::string& byte) {
    const std::string value = body_.result(module_.scalar(Type::u8), fmt::format("OpLoad {} Volatile|Aligned 1", byte));
    return body_.result(module_.scalar(Type::u32), "OpUConvert " + value);
  }

  std::string far(const std::string& item) {
    return body_.result(pointer(Storage::global),
                        "OpBitcast " + body_.element("memory", Type::u8, body_.times(item, sizes_.place)));
  }
  std::string near(const std::string& me) {
    return body_.result(pointer(Storage::local), fmt::format("OpInBoundsAccessChain {} {}", body_.named("near"), me));
  }

  // Makes the work-item's pointer in each space, and the generic pointer to one of them.
  void point() {
    const std::string element = module_.vector(kernel_.type, kernel_.width);
    module_.global(fmt::format("{} = OpVariable {} Workgroup", body_.named("near"),
                               module_.pointer_to(Storage::local, module_.array(element, sizes_.group))));
    const std::string mine = body_.variable("mine", module_.array(element, kMine));
    own_ = {far(item_), near(me_),
            body_.result(pointer(Storage::function), fmt::format("OpInBoundsAccessChain {} {}", mine, number(1)))};
    const std::string turned = body_.ulong(fmt::format("OpUMod {} {}", plus(item_, body_.named("turn")), number(kSpaces)));
    std::array<std::string, kSpaces> generic;
    for (std::size_t s = 0; s < kSpaces; ++s) {
      generic.at(s) = body_.result(pointer(Storage::generic), "OpPtrCastToGeneric " + own_.at(s));
      const std::string its = kernel_.space == kSpaces ? turned : number(kernel_.space);
      is_it_.at(s) = is("OpIEqual", its, number(s));
    }
    if (kernel_.space < kSpaces) {
      generic_ = generic.at(kernel_.space);
    } else {
      const std::string of_two = select(pointer(Storage::generic), is_it_[1], generic[1], generic[2]);
      generic_ = select(pointer(Storage::generic), is_it_[0], generic[0], of_two);
    }
    store(byte_of(Storage::generic, generic_), number(0));
  }

  void convert() {
    std::string returned = word(0);
    std::string same = word(0);
    std::string stored = word(0);
    for (std::size_t s = 0; s < kSpaces; ++s) {
      const std::string type = pointer(kStorages.at(s));
      const std::string converted =
          body_.result(type, fmt::format("OpGenericCastToPtrExplicit {} {}", generic_, kClasses.at(s)));
      const std::string null = module_.declared(fmt::format("{}_null", type), fmt::format("OpConstantNull {}", type));
      const std::string is_some = is("OpINotEqual", address(converted), address(null));
      const std::string is_same = is("OpIEqual", address(converted), address(own_.at(s)));
      const std::string is_own = body_.result(module_.boolean(1), fmt::format("OpLogicalAnd {} {}", is_it_.at(s), is_same));
      const std::string bit = select(module_.scalar(Type::u32), is_some, word(1U << s), word(0));
      returned = word_of("OpBitwiseOr", returned, bit);
      same = select(module_.scalar(Type::u32), is_own, word(3), same);
      store_if(is_own, byte_of(kStorages.at(s), converted));
      stored = select(module_.scalar(Type::u32), is_it_.at(s), loaded(byte_of(kStorages.at(s), own_.at(s))), stored);
    }
    const std::string seen = kernel_.space < 2 ? exchanged() : word(0);
    const std::string fence = flags();
    const std::array results{returned, returned, same, stored, fence, fence, seen};
    for (std::uint64_t i = 0; i < sizes_.words; ++i) {
      const std::string at = plus(body_.times(item_, sizes_.words), number(i));
      body_.line(fmt::format("OpStore {} {} Aligned 4", body_.element("out", Type::u32, at), results.at(i)));
    }
  }

  void store_if(const std::string& condition, const std::string& byte) {
    const std::string taken = body_.named(fmt::format("taken{}", branches_));
    const std::string met = body_.named(fmt::format("met{}", branches_++));
    body_.line(fmt::format("OpSelectionMerge {} None\nOpBranchConditional {} {} {}\n{} = OpLabel", met, condition, taken,
                           met, taken));
    store(byte, plus(item_, number(1)));
    body_.line(fmt::format("OpBranch {0}\n{0} = OpLabel", met));
  }

  // Stores through the generic pointer, and loads what the next work-item of the group stored.
  std::string exchanged() {
    constexpr std::uint32_t kAcquireRelease = 0x8;
    constexpr std::uint32_t kWorkgroup = 2;
    store(byte_of(Storage::generic, generic_), plus(item_, number(101)));
    body_.line(fmt::format("OpControlBarrier {0} {0} {1}", word(kWorkgroup),
                           word(kAcquireRelease | kWorkgroupMemory | kCrossWorkgroupMemory)));
    const std::string next = body_.ulong(fmt::format("OpUMod {} {}", plus(me_, number(1)), number(sizes_.group)));
    const std::string first = body_.ulong(fmt::format("OpISub {} {}", item_, me_));
    return kernel_.space == 0 ? loaded(byte_of(Storage::global, far(plus(first, next))))
                              : loaded(byte_of(Storage::local, near(next)));
  }

  std::string flags() {
    if (query_ == MemoryQuery::none) return word(kLocalFlag | kGlobalFlag);
    const std::string semantics = body_.result(module_.scalar(Type::u32), "OpGenericPtrMemSemantics " + generic_);
    const auto flag = [&](std::uint32_t mask, std::uint32_t bit) {
      const std::string has = is("OpINotEqual", word_of("OpBitwiseAnd", semantics, word(mask)), word(0));
      return select(module_.scalar(Type::u32), has, word(bit), word(0));
    };
    return word_of("OpBitwiseOr", flag(kWorkgroupMemory, kLocalFlag), flag(kCrossWorkgroupMemory, kGlobalFlag));
  }

  ModuleText& module_;
  const AddressSpaceKernel& kernel_;
  const AddressSpaceSizes& sizes_;
  MemoryQuery query_;
  Body body_;
  std::string item_, me_, generic_;
  std::array<std::string, kSpaces> own_, is_it_;
  int branches_ = 0;
};

}  // namespace

Source address_spaces_source(const Compiler& compiler, std::span<const AddressSpaceKernel> kernels,
                             const AddressSpaceSizes& sizes, MemoryQuery query) {
  ModuleText module(compiler);
  int number = 0;
  for (const AddressSpaceKernel& k : kernels) module.function(Kernel(module, k, sizes, query, ++number).text());
  return {.text = module.text(), .options = ""};
}

}  // namespace classay::il
