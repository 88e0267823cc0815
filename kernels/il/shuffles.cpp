#include "kernels/il/shuffles.h"

#include <fmt/format.h>

#include "kernels/il/body.h"
#include "kernels/il/kernel.h"

namespace classay::il {
namespace {

class Kernel {
 public:
  Kernel(ModuleText& module, Type type, std::uint64_t place)
      : module_(module), type_(type), index_(integer_type(width(type), false)), place_(place), body_(module, 1) {}

  std::string text(std::span<const Shuffle> all, std::string_view name) {
    const std::string ids = module_.ids("%global_id", "GlobalInvocationId");
    const std::string memory = module_.pointer(Storage::global, Type::u8);
    const std::string head = kernel_head(module_, std::string(name),
                                         {{body_.named("out"), memory}, {body_.named("in"), memory}}, "%shuffling", {ids});
    const std::string item = body_.first_id(ids);
    std::uint64_t operands = 0;
    for (const Shuffle& s : all) operands += static_cast<std::uint64_t>(s.sources) + 1;
    const std::string first_in = body_.times(item, operands * place_);
    const std::string first_out = body_.times(item, all.size() * place_);
    std::uint64_t operand = 0;
    for (std::size_t i = 0; i < all.size(); ++i) {
      const Shuffle& s = all[i];
      std::string words;
      for (int source = 0; source < s.sources; ++source) words += " " + loaded(type_, s.from, first_in, operand++);
      words += " " + loaded(index_, s.to, first_in, operand++);
      const std::string result = body_.result(module_.vector(type_, s.to),
                                              fmt::format("OpExtInst %std shuffle{}{}", s.sources == 1 ? "" : "2", words));
      body_.line(fmt::format("OpStore {} {} Aligned {}", place(type_, s.to, "out", first_out, i), result, bytes(s.to)));
    }
    return head + body_.text();
  }

 private:
  int bytes(int lanes) const { return lanes * width(type_) / 8; }
  std::string place(Type type, int lanes, std::string_view buffer, const std::string& first, std::uint64_t number) {
    const std::string at = body_.ulong(fmt::format("OpIAdd {} {}", first, body_.ulong_constant(number * place_)));
    return body_.result(module_.pointer(Storage::global, type, lanes), "OpBitcast " + body_.element(buffer, Type::u8, at));
  }
  std::string loaded(Type type, int lanes, const std::string& first, std::uint64_t number) {
    const std::string pointer = place(type, lanes, "in", first, number);
    return body_.result(module_.vector(type, lanes), fmt::format("OpLoad {} Aligned {}", pointer, bytes(lanes)));
  }

  ModuleText& module_;
  Type type_;
  Type index_;
  std::uint64_t place_;
  Body body_;
};

}  // namespace

Source shuffles_source(const Compiler& compiler, Type type, std::span<const Shuffle> all, std::string_view kernel,
                       std::uint64_t place) {
  ModuleText module(compiler);
  module.function(Kernel(module, type, place).text(all, kernel));
  return {.text = module.text(), .options = ""};
}

}  // namespace classay::il
