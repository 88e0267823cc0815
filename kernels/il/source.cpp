#include "kernels/il/source.h"

#include <fmt/format.h>

#include <algorithm>
#include <stdexcept>

#include "kernels/arguments.h"
#include "kernels/il/instruction.h"
#include "kernels/il/module_text.h"

namespace classay::il {
namespace {

bool goes_lane_by_lane(Signature s) {
  switch (s) {
    case Signature::unary:
    case Signature::binary:
    case Signature::ternary:
    case Signature::real_int:
    case Signature::real_to_int:
    case Signature::code_to_real:
    case Signature::real_and_real:
    case Signature::real_and_int:
    case Signature::remquo:
    case Signature::int_unary:
    case Signature::int_binary:
    case Signature::int_ternary:
    case Signature::int_widen:
    case Signature::int_to_unsigned:
    case Signature::int_binary_to_unsigned:
    case Signature::compare:
    case Signature::classify:
    case Signature::bitselect: return true;
    default: return false;
  }
}

bool has_second_result(Signature s) {
  return s == Signature::real_and_real || s == Signature::real_and_int || s == Signature::remquo;
}

constexpr std::array<std::string_view, 4> kScalars{"first", "count", "shift", "seed"};

// The body of a kernel: a line after the other, each result with a name that its width makes its own.
class Kernel {
 public:
  Kernel(ModuleText& module, const Asked& asked, const Instruction& instruction, int width)
      : module_(module),
        asked_(asked),
        instruction_(instruction),
        width_(width),
        arguments_(argument_types(*asked.row, asked.format)),
        results_(result_types(*asked.row, asked.format, width)) {}

  std::string text() {
    const std::string name = kernel_name(width_);
    module_.entry_point(fmt::format("OpEntryPoint Kernel %{0} \"{0}\" %global_id", name));
    head(name);
    work();
    body_ += "OpBranch %done" + mine() + "\n%done" + mine() + " = OpLabel\nOpReturn\nOpFunctionEnd\n";
    return variables_.insert(0, head_) + body_;
  }

 private:
  std::string mine() const { return fmt::format("_v{}", width_); }
  std::string named(std::string_view name) const { return fmt::format("%{}{}", name, mine()); }

  void line(const std::string& text) { body_ += text + "\n"; }
  // A result of a type.
  std::string result(const std::string& type, const std::string& instruction) {
    std::string name = fmt::format("%t{}{}", next_++, mine());
    const std::size_t space = std::min(instruction.find(' '), instruction.size());
    line(fmt::format("{} = {} {}{}", name, instruction.substr(0, space), type, instruction.substr(space)));
    return name;
  }
  std::string ulong(const std::string& instruction) { return result(module_.scalar(Type::u64), instruction); }
  std::string ulong_constant(std::uint64_t n) { return module_.constant(Type::u64, n); }

  void head(const std::string& name) {
    std::vector<std::string> types;
    std::vector<std::string> names;
    for (std::size_t c = 0; c < results_.size(); ++c) {
      types.push_back(module_.pointer(Storage::global, results_[c]));
      names.push_back(named(fmt::format("out{}", c)));
    }
    for (std::size_t a = 0; a < arguments_.size(); ++a) {
      types.push_back(module_.pointer(Storage::global, arguments_[a]));
      names.push_back(named(argument_name(a) + "_in"));
    }
    for (const std::string_view scalar : kScalars) {
      types.push_back(module_.scalar(Type::u64));
      names.push_back(named(scalar));
    }
    const std::string type = module_.function_type(types, fmt::format("%kernel_of_{}", info(results_[0]).name));
    head_ = fmt::format("%{} = OpFunction {} None {}\n", name, module_.void_type(), type);
    for (std::size_t p = 0; p < types.size(); ++p) {
      head_ += fmt::format("{} = OpFunctionParameter {}\n", names[p], types[p]);
    }
    head_ += fmt::format("%begin{} = OpLabel\n", mine());
  }

  // Items from q = ((count + width - 1) / width) | 1 on do nothing.
  void work() {
    const std::string id = result(module_.vector(Type::u64, 3), "OpLoad %global_id");
    const std::string item = ulong(fmt::format("OpCompositeExtract {} 0", id));
    const std::string sum = ulong(fmt::format("OpIAdd {} {}", named("count"), ulong_constant(lanes() - 1)));
    const std::string quotient = ulong(fmt::format("OpUDiv {} {}", sum, ulong_constant(lanes())));
    const std::string q = ulong(fmt::format("OpBitwiseOr {} {}", quotient, ulong_constant(1)));
    const std::string is_mine = result(module_.boolean(1), fmt::format("OpULessThan {} {}", item, q));
    line(fmt::format("OpBranchConditional {} {} {}", is_mine, named("work"), named("done")));
    line(named("work") + " = OpLabel");
    std::vector<std::string> inputs;
    for (int lane = 0; lane < width_; ++lane) inputs.push_back(input_of(lane, item, q));
    std::vector<std::string> arguments;
    for (std::size_t a = 0; a < arguments_.size(); ++a) arguments.push_back(argument(a, inputs));
    call(arguments, item);
  }

  std::uint64_t lanes() const { return static_cast<std::uint64_t>(width_); }

  // first + min((lane + shift) % width * q + item, count - 1)
  std::string input_of(int lane, const std::string& item, const std::string& q) {
    const std::string moved =
        ulong(fmt::format("OpIAdd {} {}", named("shift"), ulong_constant(static_cast<std::uint64_t>(lane))));
    const std::string section = ulong(fmt::format("OpUMod {} {}", moved, ulong_constant(lanes())));
    const std::string start = ulong(fmt::format("OpIMul {} {}", section, q));
    const std::string at = ulong(fmt::format("OpIAdd {} {}", start, item));
    const std::string last = ulong(fmt::format("OpISub {} {}", named("count"), ulong_constant(1)));
    const std::string is_there = result(module_.boolean(1), fmt::format("OpULessThan {} {}", at, named("count")));
    const std::string which = ulong(fmt::format("OpSelect {} {} {}", is_there, at, last));
    return ulong(fmt::format("OpIAdd {} {}", named("first"), which));
  }

  std::string element(std::string_view buffer, Type type, const std::string& at) {
    return result(module_.pointer(Storage::global, type), fmt::format("OpInBoundsPtrAccessChain {} {}", named(buffer), at));
  }

  std::string composed(Type type, const std::vector<std::string>& lanes) {
    if (width_ == 1) return lanes[0];
    return result(module_.vector(type, width_), fmt::format("OpCompositeConstruct {}", fmt::join(lanes, " ")));
  }

  std::string argument(std::size_t a, const std::vector<std::string>& inputs) {
    const Type type = arguments_[a];
    std::vector<std::string> lanes;
    for (const std::string& i : inputs) {
      const std::string from = element(argument_name(a) + "_in", type, i);
      lanes.push_back(result(module_.scalar(type), fmt::format("OpLoad {} Aligned {}", from, width(type) / 8)));
    }
    return composed(type, lanes);
  }

  void store(std::size_t component, const std::string& value, const std::string& item) {
    const Type type = results_[component];
    const std::string base = ulong(fmt::format("OpIMul {} {}", item, ulong_constant(lanes())));
    for (int lane = 0; lane < width_; ++lane) {
      const std::string at = ulong(fmt::format("OpIAdd {} {}", base, ulong_constant(static_cast<std::uint64_t>(lane))));
      const std::string one =
          width_ == 1 ? value : result(module_.scalar(type), fmt::format("OpCompositeExtract {} {}", value, lane));
      const std::string to = element(fmt::format("out{}", component), type, at);
      line(fmt::format("OpStore {} {} Aligned {}", to, one, width(type) / 8));
    }
  }

  void call(std::vector<std::string> arguments, const std::string& item) {
    const Type type = results_[0];
    if (has_second_result(asked_.row->signature)) {
      variables_ += fmt::format("{} = OpVariable {} Function\n", named("second"),
                                module_.pointer(Storage::function, results_[1], width_));
      arguments.push_back(named("second"));
    }
    const std::string words = fmt::format("{}{} {}", instruction_.is_extended ? "OpExtInst %std " : "", instruction_.name,
                                          fmt::join(arguments, " "));
    const std::string value =
        instruction_.gives_boolean ? of_boolean(words, type) : result(module_.vector(type, width_), words);
    store(0, value, item);
    if (!has_second_result(asked_.row->signature)) return;
    store(1, result(module_.vector(results_[1], width_), "OpLoad " + named("second")), item);
  }

  // As OpenCL C has it: 1 in a scalar, all bits in a lane.
  std::string of_boolean(const std::string& words, Type type) {
    const std::string truth = result(module_.boolean(width_), words);
    const std::string yes = module_.constant(type, width_, width_ == 1 ? 1 : mask(type));
    const std::string no = module_.constant(type, width_, 0);
    return result(module_.vector(type, width_), fmt::format("OpSelect {} {} {}", truth, yes, no));
  }

  ModuleText& module_;
  const Asked& asked_;
  const Instruction& instruction_;
  int width_;
  std::vector<Type> arguments_;
  std::vector<Type> results_;
  std::string head_;
  std::string variables_;
  std::string body_;
  int next_ = 0;
};

}  // namespace

bool has_source(const Row& row, Type format) {
  return row.truth != nullptr && goes_lane_by_lane(row.signature) && instruction(row, format).has_value();
}

Source source(const Asked& asked, int address_bits) {
  if (!has_source(*asked.row, asked.format)) {
    throw std::invalid_argument(fmt::format("no SPIR-V for {} of {}", asked.row->name, info(asked.format).name));
  }
  if (asked.making != Making::table || asked.pointer != PointerTo::private_memory) {
    throw std::invalid_argument("SPIR-V takes its arguments from buffers, and second results through private memory");
  }
  ModuleText module;
  for (const std::string_view name : {"Addresses", "Kernel", "Int64"}) module.capability(name);
  module.decoration("OpDecorate %global_id BuiltIn GlobalInvocationId");
  module.decoration("OpDecorate %global_id Constant");
  const std::string id_type = module.pointer(Storage::input, Type::u64, 3);
  module.global(fmt::format("%global_id = OpVariable {} Input", id_type));
  const Instruction of_row = *instruction(*asked.row, asked.format);
  if (!of_row.capability.empty()) module.capability(of_row.capability);
  if (!of_row.extension.empty()) module.extension(of_row.extension);
  for (const int width : asked.widths) module.function(Kernel(module, asked, of_row, width).text());
  return {.text = module.text(address_bits), .options = build_options(asked.mode)};
}

}  // namespace classay::il
