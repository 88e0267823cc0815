#include "kernels/il/body.h"

#include <fmt/format.h>

#include <algorithm>

namespace classay::il {

std::string Body::named(std::string_view name) const {
  return fmt::format("%{}_{}v{}", name, is_of_literals_ ? "fold_" : "", width_);
}

void Body::line(const std::string& text) { lines_ += text + "\n"; }

std::string Body::result(const std::string& type, std::string_view instruction) {
  std::string name = named(fmt::format("t{}", next_++));
  const std::size_t space = std::min(instruction.find(' '), instruction.size());
  line(fmt::format("{} = {} {}{}", name, instruction.substr(0, space), type, instruction.substr(space)));
  return name;
}

void Body::go_on_if(const std::string& condition) {
  const std::string next = named(fmt::format("go_on{}", next_++));
  line(fmt::format("OpBranchConditional {} {} {}", condition, next, named("done")));
  line(next + " = OpLabel");
}

std::string Body::first_id(std::string_view ids) {
  const Type size = module_.size_type();
  const std::string all = result(module_.vector(size, 3), fmt::format("OpLoad {}", ids));
  std::string first = result(module_.scalar(size), fmt::format("OpCompositeExtract {} 0", all));
  return size == Type::u64 ? first : ulong("OpUConvert " + first);
}

std::string Body::variable(std::string_view name, const std::string& type) {
  std::string of_width = named(name);
  const std::string declaration =
      fmt::format("{} = OpVariable {} Function\n", of_width, module_.pointer_to(Storage::function, type));
  if (variables_.find(declaration) == std::string::npos) variables_ += declaration;
  return of_width;
}

std::string Body::element(std::string_view buffer, Type type, const std::string& at) {
  return result(module_.pointer(Storage::global, type), fmt::format("OpInBoundsPtrAccessChain {} {}", named(buffer), at));
}

std::string Body::composed(Type type, const std::vector<std::string>& lanes) {
  if (lanes.size() == 1) return lanes[0];
  return result(module_.vector(type, static_cast<int>(lanes.size())),
                fmt::format("OpCompositeConstruct {}", fmt::join(lanes, " ")));
}

std::string Body::lane_of(Type type, const std::string& vector, int lanes, int lane) {
  if (lanes == 1) return vector;
  return result(module_.scalar(type), fmt::format("OpCompositeExtract {} {}", vector, lane));
}

std::string Body::as(Type from, Type to, const std::string& value, int lanes) {
  const bool is_one_type = is_float(from) == is_float(to);  // integer types have no sign
  return is_one_type ? value : result(module_.vector(to, lanes), "OpBitcast " + value);
}

std::string Body::times(const std::string& x, std::uint64_t n) {
  return ulong(fmt::format("OpIMul {} {}", x, ulong_constant(n)));
}

void Body::barrier() {
  constexpr std::uint32_t kWorkgroup = 2;
  line(fmt::format("OpControlBarrier {0} {0} {1}", module_.constant(Type::u32, kWorkgroup), module_.barrier_semantics()));
}

std::string Body::text() const {
  const std::string done = named("done");
  return fmt::format("{} = OpLabel\n{}{}OpBranch {}\n{} = OpLabel\nOpReturn\nOpFunctionEnd\n", named("begin"), variables_,
                     lines_, done, done);
}

}  // namespace classay::il
