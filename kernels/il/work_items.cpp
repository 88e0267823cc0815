#include "kernels/il/work_items.h"

#include <fmt/format.h>

#include "kernels/il/body.h"
#include "kernels/il/kernel.h"

namespace classay::il {
namespace {

constexpr int kComponents = 3;
constexpr std::string_view kWorkDim = "WorkDim";

class Kernel {
 public:
  Kernel(ModuleText& module, std::span<const RecordedBuiltIn> recorded, int number)
      : module_(module), recorded_(recorded), body_(module, number) {}

  std::string text(const WorkItemKernel& kernel, std::uint64_t words, std::uint32_t counted_from) {
    std::vector<std::string> ids;
    for (const RecordedBuiltIn& r : recorded_) ids.push_back(variable(r));
    const std::string head = kernel_head(module_, kernel.name,
                                         {{body_.named("count"), module_.pointer(Storage::global, Type::u32)},
                                          {body_.named("out"), module_.pointer(Storage::global, Type::u64)},
                                          {body_.named("places"), module_.scalar(Type::u64)},
                                          {body_.named("zero"), module_.scalar(Type::u64)}},
                                         "%recording", ids);
    const std::string place = taken(counted_from);
    body_.go_on_if(body_.result(module_.boolean(1), fmt::format("OpULessThan {} {}", place, body_.named("places"))));
    const std::string first = body_.times(place, words);
    for (const RecordedBuiltIn& r : recorded_) record(r, first, kernel.variable == r.builtin);
    return head + body_.text();
  }

 private:
  // WorkDim is a 32-bit number, and all others have the type size_t.
  std::string type_of(const RecordedBuiltIn& r) {
    if (r.builtin == kWorkDim) return module_.scalar(Type::u32);
    return module_.vector(module_.size_type(), r.is_vector ? kComponents : 1);
  }
  std::string variable(const RecordedBuiltIn& r) { return module_.built_in(r.builtin, type_of(r)); }

  std::string taken(std::uint32_t counted_from) {
    const std::string word = module_.scalar(Type::u32);
    const std::string before = body_.result(word, fmt::format("OpAtomicIIncrement {} {} {}", body_.named("count"),
                                                              module_.atomic_scope(Storage::global), number(0)));
    return body_.ulong("OpUConvert " + body_.result(word, fmt::format("OpISub {} {}", before, number(counted_from))));
  }

  void record(const RecordedBuiltIn& r, const std::string& first, bool is_selected_by_variable) {
    const std::string value = body_.result(type_of(r), "OpLoad " + variable(r));
    if (!r.is_vector) return store(first, r.word, value, r.builtin == kWorkDim ? Type::u32 : module_.size_type());
    for (int i = 0; i < kComponents; ++i) {
      const std::string component = is_selected_by_variable ? fmt::format("OpVectorExtractDynamic {} {}", value, place_of(i))
                                                            : fmt::format("OpCompositeExtract {} {}", value, i);
      store(first, r.word + static_cast<std::uint64_t>(i), body_.result(module_.scalar(module_.size_type()), component),
            module_.size_type());
    }
  }

  std::string place_of(int component) {
    return body_.ulong(
        fmt::format("OpIAdd {} {}", body_.named("zero"), body_.ulong_constant(static_cast<std::uint64_t>(component))));
  }

  void store(const std::string& first, std::uint64_t word, const std::string& value, Type type) {
    const std::string wide = type == Type::u64 ? value : body_.ulong("OpUConvert " + value);
    const std::string at = body_.ulong(fmt::format("OpIAdd {} {}", first, body_.ulong_constant(word)));
    body_.line(fmt::format("OpStore {} {} Aligned 8", body_.element("out", Type::u64, at), wide));
  }

  std::string number(std::uint32_t n) { return module_.constant(Type::u32, n); }

  ModuleText& module_;
  std::span<const RecordedBuiltIn> recorded_;
  Body body_;
};

}  // namespace

Source work_items_source(const Compiler& compiler, std::span<const WorkItemKernel> kernels,
                         std::span<const RecordedBuiltIn> recorded, std::uint64_t words, std::uint32_t counted_from) {
  ModuleText module(compiler);
  int number = 0;
  for (const WorkItemKernel& k : kernels) module.function(Kernel(module, recorded, ++number).text(k, words, counted_from));
  return {.text = module.text(), .options = ""};
}

}  // namespace classay::il
