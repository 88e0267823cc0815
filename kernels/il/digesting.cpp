#include "kernels/il/digesting.h"

#include <fmt/format.h>

#include <string>
#include <vector>

#include "kernels/digest.h"
#include "kernels/il/body.h"
#include "kernels/il/kernel.h"

namespace classay::il {
namespace {

// Shifts the upper half of a ulong down. Intel's translator requires that a shift has the type of the shifted number.
constexpr std::uint64_t kHighHalf = 32;

class Kernel {
 public:
  Kernel(ModuleText& module, const Digested& digested) : module_(module), digested_(digested), body_(module, 1) {}

  std::string text() {
    const std::vector<std::string> ids{module_.ids("%global_id", "GlobalInvocationId"),
                                       module_.ids("%global_size", "GlobalSize")};
    const std::string head = kernel_head(module_, kDigestingKernel, parameters(), "%kernel", ids);
    const std::string me = body_.first_id("%global_id");
    const std::string step = body_.first_id("%global_size");
    const std::string last_at = body_.named("last_item");
    for (std::size_t c = 0; c < digested_.bytes.size(); ++c) last_.push_back(load(c, last_at, body_.named("last_lane")));
    store("sum", number(0));
    store("has_other_padding", number(0));
    loop("item", me, body_.named("items"), step, [this](const std::string& item) {
      loop("lane", number(0), body_.named("width"), number(1), [&](const std::string& lane) { add(item, lane); });
    });
    const std::string to = body_.times(me, kDigestingNumbers);
    write(to, loaded("sum"));
    write(binary("OpIAdd", to, number(1)), loaded("has_other_padding"));
    return head + body_.text();
  }

 private:
  static Type type_of(int bytes) { return integer_type(bytes * 8, false); }

  std::vector<Parameter> parameters() {
    const auto pointer = [&](Type type) { return module_.pointer(Storage::global, type); };
    std::vector<Parameter> all{{body_.named("sums"), pointer(Type::u64)}};
    for (std::size_t c = 0; c < digested_.bytes.size(); ++c) {
      all.push_back({body_.named(fmt::format("out{}", c)), pointer(type_of(digested_.bytes[c]))});
    }
    const auto add = [&](const std::string& name) { all.push_back({body_.named(name), module_.scalar(Type::u64)}); };
    for (const char* name : {"first", "count", "shift", "width", "items", "last_item", "last_lane"}) add(name);
    for (std::size_t c = 0; c < digested_.bytes.size(); ++c) add(fmt::format("stride{}", c));
    return all;
  }

  std::string number(std::uint64_t n) { return body_.ulong_constant(n); }
  std::string word(std::uint32_t n) { return module_.constant(Type::u32, n); }
  std::string binary(const char* operation, const std::string& a, const std::string& b) {
    return body_.ulong(fmt::format("{} {} {}", operation, a, b));
  }
  std::string of_words(const char* operation, const std::string& a, const std::string& b) {
    return body_.result(module_.scalar(Type::u32), fmt::format("{} {} {}", operation, a, b));
  }
  std::string narrowed(const std::string& x) { return body_.result(module_.scalar(Type::u32), "OpUConvert " + x); }
  std::string condition(const char* operation, const std::string& a, const std::string& b) {
    return body_.result(module_.boolean(1), fmt::format("{} {} {}", operation, a, b));
  }
  std::string selected(const std::string& condition, const std::string& yes, const std::string& no) {
    return body_.ulong(fmt::format("OpSelect {} {} {}", condition, yes, no));
  }

  // Private variables.
  std::string place(const std::string& name) { return body_.variable(name, module_.scalar(Type::u64)); }
  void store(const std::string& name, const std::string& value) {
    body_.line(fmt::format("OpStore {} {} Aligned 8", place(name), value));
  }
  std::string loaded(const std::string& name) { return body_.ulong(fmt::format("OpLoad {} Aligned 8", place(name))); }

  void write(const std::string& at, const std::string& value) {
    body_.line(fmt::format("OpStore {} {} Aligned 8", body_.element("sums", Type::u64, at), value));
  }
  std::string load(std::size_t component, const std::string& item, const std::string& lane) {
    const int bytes = digested_.bytes[component];
    const std::string begin = binary("OpIMul", item, body_.named(fmt::format("stride{}", component)));
    const std::string from = body_.element(fmt::format("out{}", component), type_of(bytes), binary("OpIAdd", begin, lane));
    return body_.result(module_.scalar(type_of(bytes)), fmt::format("OpLoad {} Aligned {}", from, bytes));
  }

  template <class Work>
  void loop(const std::string& name, const std::string& first, const std::string& end, const std::string& step, Work work) {
    const auto label = [&](std::string_view which) { return body_.named(fmt::format("{}_{}", name, which)); };
    store(name, first);
    body_.line(fmt::format("OpBranch {0}\n{0} = OpLabel", label("head")));
    const std::string i = loaded(name);
    const std::string is_inside = condition("OpULessThan", i, end);
    body_.line(fmt::format("OpLoopMerge {} {} None", label("end"), label("next")));
    body_.line(fmt::format("OpBranchConditional {} {} {}", is_inside, label("body"), label("end")));
    body_.line(label("body") + " = OpLabel");
    work(i);
    body_.line(fmt::format("OpBranch {0}\n{0} = OpLabel", label("next")));
    store(name, binary("OpIAdd", i, step));
    body_.line(fmt::format("OpBranch {}\n{} = OpLabel", label("head"), label("end")));
  }

  // Adds one element to the digest, or compares it with the last one if it is padding.
  void add(const std::string& item, const std::string& lane) {
    std::vector<std::string> components;
    for (std::size_t c = 0; c < digested_.bytes.size(); ++c) components.push_back(load(c, item, lane));
    const std::string turned = binary("OpIAdd", lane, body_.named("shift"));
    const std::string fits = condition("OpULessThan", turned, body_.named("width"));
    const std::string section = selected(fits, turned, binary("OpISub", turned, body_.named("width")));
    const std::string at = binary("OpIAdd", binary("OpIMul", section, body_.named("items")), item);
    const std::string is_input = condition("OpULessThan", at, body_.named("count"));
    const std::vector<DigestedWord> words = digested_words(digested_);
    const std::string begin = body_.times(binary("OpIAdd", body_.named("first"), at), words.size());
    std::string sum = number(0);
    for (std::size_t w = 0; w < words.size(); ++w) {
      sum = binary("OpIAdd", sum, digest_of(value_of(words[w], components), binary("OpIAdd", begin, number(w))));
    }
    store("sum", binary("OpIAdd", loaded("sum"), selected(is_input, sum, number(0))));
    std::string differs = number(0);
    for (std::size_t c = 0; c < components.size(); ++c) {
      differs = selected(condition("OpINotEqual", components[c], last_[c]), number(1), differs);
    }
    const std::string padding = selected(is_input, number(0), differs);
    store("has_other_padding", binary("OpBitwiseOr", loaded("has_other_padding"), padding));
  }

  std::string word_of(std::size_t component, const std::vector<std::string>& components) {
    return digested_.bytes[component] == 4 ? components[component] : narrowed(components[component]);
  }
  std::string value_of(const DigestedWord& of, const std::vector<std::string>& components) {
    if (!of.component) return word(0);
    if (of.is_high_half) return narrowed(binary("OpShiftRightLogical", components[*of.component], number(kHighHalf)));
    std::string low = word_of(*of.component, components);
    if (!of.upper_component) return low;
    return of_words("OpBitwiseOr", low, of_words("OpShiftLeftLogical", word_of(*of.upper_component, components), word(16)));
  }

  std::string folded(const std::string& x, std::uint32_t shift) {
    return of_words("OpBitwiseXor", x, of_words("OpShiftRightLogical", x, word(shift)));
  }
  std::string mixed(const std::string& x) {
    const std::string once = of_words("OpIMul", folded(x, 16), word(digest_words::kFirstFactor));
    return folded(of_words("OpIMul", folded(once, 15), word(digest_words::kSecondFactor)), 16);
  }

  std::string digest_of(const std::string& value, const std::string& at) {
    constexpr auto kGroup = static_cast<std::uint32_t>(digest_words::kGroup);
    const std::string place = of_words("OpUMod", narrowed(at), word(kGroup));
    const std::string group = binary("OpUDiv", at, number(kGroup));
    const std::string high = narrowed(binary("OpShiftRightLogical", group, number(kHighHalf)));
    const std::string key =
        of_words("OpBitwiseXor", mixed(narrowed(group)), mixed(of_words("OpIAdd", high, word(digest_words::kHighHalf))));
    const std::string twice = of_words("OpIAdd", place, place);
    const std::string of_place = of_words("OpBitwiseXor", mixed(of_words("OpIAdd", twice, word(1))), key);
    const std::string weight = of_words("OpBitwiseXor", mixed(of_words("OpIAdd", twice, word(2))), mixed(key));
    const auto widened = [&](const std::string& x) { return body_.ulong("OpUConvert " + x); };
    return binary("OpIMul", widened(of_words("OpBitwiseXor", value, of_place)),
                  widened(of_words("OpBitwiseOr", weight, word(1))));
  }

  ModuleText& module_;
  const Digested& digested_;
  Body body_;
  std::vector<std::string> last_;  // the last input's result: one value per component
};

}  // namespace

Source digesting_source(const Digested& digested, const Compiler& compiler) {
  ModuleText module(compiler);
  module.function(Kernel(module, digested).text());
  return {.text = module.text(), .options = ""};
}

}  // namespace classay::il
