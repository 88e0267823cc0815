#include "kernels/il/kernel.h"

#include <fmt/format.h>

#include <algorithm>

#include "kernels/arguments.h"
#include "kernels/il/instruction.h"
#include "kernels/il/mode.h"
#include "kernels/signature_call.h"

namespace classay::il {
namespace {

constexpr std::array<std::string_view, 4> kScalars{"first", "count", "shift", "seed"};
// Work-items of a group whose slots are in local memory: each has its own.
constexpr std::uint64_t kGroup = 64;

// The body of a kernel: a line after the other, each result with a name that its width makes its own.
class Kernel {
 public:
  Kernel(ModuleText& module, const Asked& asked, int width)
      : module_(module),
        row_(*asked.row),
        instruction_(*instruction(row_, asked.format, width)),
        mode_(mode_words(asked.mode)),
        width_(width),
        pointer_(asked.pointer),
        arguments_(held(argument_types(row_, asked.format))),
        results_(held(result_types(row_, asked.format, width))),
        last_stride_(static_cast<std::uint64_t>(output_stride(asked, width, results_.size() - 1))) {
    if (!instruction_.capability.empty()) module_.capability(instruction_.capability);
    if (!instruction_.extension.empty()) module_.extension(instruction_.extension);
    if (!mode_.capability.empty()) module_.capability(mode_.capability);
    if (!mode_.extension.empty()) module_.extension(mode_.extension);
  }

  std::string text() {
    const std::string name = kernel_name(width_);
    const std::string_view local = uses_local() ? " %local_id" : "";
    module_.entry_point(fmt::format("OpEntryPoint Kernel %{0} \"{0}\" %global_id{1}", name, local));
    execution_modes(name);
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

  // In the one dimension that launches have.
  std::string first_id(std::string_view ids) {
    const std::string all = result(module_.vector(Type::u64, 3), fmt::format("OpLoad {}", ids));
    return ulong(fmt::format("OpCompositeExtract {} 0", all));
  }

  void execution_modes(const std::string& name) {
    const auto add = [&](const std::string& mode) {
      module_.execution_mode(fmt::format("OpExecutionMode %{} {}", name, mode));
    };
    if (row_.contraction == Contraction::off) add("ContractionOff");
    if (uses_local()) add(fmt::format("LocalSize {} 1 1", kGroup));
    if (!mode_.execution_mode.empty()) add(fmt::format("{} {}", mode_.execution_mode, width(results_[0])));
  }

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
    const std::string item = first_id("%global_id");
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

  // Through a pointer.
  bool has_second_result() const { return results_.size() > 1; }
  bool uses_local() const { return pointer_ == PointerTo::local_memory; }
  std::uint64_t lanes() const { return static_cast<std::uint64_t>(width_); }
  // Of the result: one where lanes become one number.
  int result_lanes() const { return result_count(row_, width_) / static_cast<int>(results_.size()); }
  std::string result_type() { return module_.vector(results_[0], result_lanes()); }

  // The types in buffers: those that OpenCL C has there too.
  std::vector<Type> held(std::vector<Type> types) const {
    for (Type& t : types) {
      if (held_as(row_, t) != info(t).clc) t = integer_type(classay::width(t), false);
    }
    return types;
  }

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
    const int stored = result_lanes();
    const bool is_last = component + 1 == results_.size();
    const std::uint64_t stride = is_last ? last_stride_ : static_cast<std::uint64_t>(stored);
    const std::string base = ulong(fmt::format("OpIMul {} {}", item, ulong_constant(stride)));
    for (int lane = 0; lane < stored; ++lane) {
      const std::string at = ulong(fmt::format("OpIAdd {} {}", base, ulong_constant(static_cast<std::uint64_t>(lane))));
      const std::string one =
          stored == 1 ? value : result(module_.scalar(type), fmt::format("OpCompositeExtract {} {}", value, lane));
      const std::string to = element(fmt::format("out{}", component), type, at);
      line(fmt::format("OpStore {} {} Aligned {}", to, one, width(type) / 8));
    }
  }

  void call(const std::vector<std::string>& arguments, const std::string& item) {
    switch (row_.signature) {
      case Signature::load: return store(0, loaded(arguments[0], arguments_[0], item), item);
      case Signature::load_half: return store(0, loaded(arguments[0], Type::f16, item), item);
      case Signature::store: return store(0, stored(arguments[0], results_[0], item), item);
      case Signature::store_half: return store(0, stored(arguments[0], Type::f16, item), item);
      case Signature::reduce: return store(0, reduced(arguments[0]), item);
      case Signature::select:
        if (!instruction_.is_extended) return store(0, selected(arguments), item);
        break;
      default: break;
    }
    if (instruction_.name == "OpVectorTimesScalar") return store(0, scaled(arguments), item);
    if (row_.contraction != Contraction::none) return store(0, expression(arguments), item);
    if (instruction_.name.starts_with("OpShift")) return store(0, shifted(arguments), item);
    if (has_second_result()) return call_with_pointer(arguments, item);
    const std::string words = instruction_words(arguments);
    store(0, instruction_.gives_boolean ? of_boolean(words, results_[0]) : decorated(result(result_type(), words)), item);
  }

  std::string instruction_words(const std::vector<std::string>& arguments) const {
    return fmt::format("{}{} {}", instruction_.is_extended ? "OpExtInst %std " : "", instruction_.name,
                       fmt::join(arguments, " "));
  }

  std::string decorated(std::string value) {
    for (const std::string& d : instruction_.decorations) module_.decoration(fmt::format("OpDecorate {} {}", value, d));
    if (!mode_.flag.empty()) module_.decoration(fmt::format("OpDecorate {} FPFastMathMode {}", value, mode_.flag));
    return value;
  }
  std::string computed(std::string_view operation, const std::string& x, const std::string& y) {
    return decorated(result(result_type(), fmt::format("{} {} {}", operation, x, y)));
  }

  // a * b + c with the signs of the row, an operation after the other.
  std::string expression(const std::vector<std::string>& arguments) {
    std::string product = computed("OpFMul", arguments[0], arguments[1]);
    if (row_.clc.starts_with("+-*")) return computed("OpFSub", arguments[2], product);
    if (row_.negates_product) product = decorated(result(result_type(), "OpFNegate " + product));
    return computed(row_.negates_addend ? "OpFSub" : "OpFAdd", product, arguments[2]);
  }

  // Each lane with its own number, whose product with the others is of no interest.
  std::string scaled(const std::vector<std::string>& arguments) {
    std::vector<std::string> lanes;
    for (int lane = 0; lane < width_; ++lane) {
      const std::string one =
          result(module_.scalar(arguments_[1]), fmt::format("OpCompositeExtract {} {}", arguments[1], lane));
      const std::string product = computed(instruction_.name, arguments[0], one);
      lanes.push_back(result(module_.scalar(results_[0]), fmt::format("OpCompositeExtract {} {}", product, lane)));
    }
    return composed(results_[0], lanes);
  }

  // SPIR-V promises nothing of a shift by the width or more. OpenCL C has as many low bits of the amount as tell the places
  // of the type, and a scalar is promoted first ("Shift Operators"): what its compilers write is asked.
  std::string shifted(std::vector<std::string> arguments) {
    const Type own = results_[0];
    const bool is_promoted = width_ == 1 && width(own) < 32;
    const Type type = is_promoted ? integer_type(32, is_signed(own)) : own;
    const std::string types = module_.vector(type, width_);
    const std::string widened = is_signed(own) ? "OpSConvert " : "OpUConvert ";
    for (std::string& a : arguments) a = is_promoted ? result(types, widened + a) : a;
    const std::string places = module_.constant(type, width_, static_cast<Bits>(width(type) - 1));
    const std::string amount = result(types, fmt::format("OpBitwiseAnd {} {}", arguments[1], places));
    const std::string all = result(types, fmt::format("{} {} {}", instruction_.name, arguments[0], amount));
    return is_promoted ? result(result_type(), "OpUConvert " + all) : all;
  }

  // OpSelect goes by booleans; OpenCL C's ?: by a scalar that is not 0, or the top bit of a lane.
  std::string selected(const std::vector<std::string>& arguments) {
    const std::string zero = module_.constant(arguments_[2], width_, 0);
    const std::string comparison = width_ == 1 ? "OpINotEqual" : "OpSLessThan";
    const std::string which = result(module_.boolean(width_), fmt::format("{} {} {}", comparison, arguments[2], zero));
    return result(result_type(), fmt::format("OpSelect {} {} {}", which, arguments[1], arguments[0]));
  }

  // A variable of the work-item's own.
  std::string variable(std::string_view name, Type type) {
    std::string of_width = named(name);
    variables_ += fmt::format("{} = OpVariable {} Function\n", of_width, module_.pointer(Storage::function, type, width_));
    return of_width;
  }

  void call_with_pointer(std::vector<std::string> arguments, const std::string& item) {
    arguments.push_back(slot("second", results_[1], item));
    store(0, result(result_type(), instruction_words(arguments)), item);
    if (pointer_ == PointerTo::global_memory) return;  // it lies in the output
    store(1, result(module_.vector(results_[1], width_), "OpLoad " + arguments.back()), item);
  }

  Storage storage() const {
    switch (pointer_) {
      case PointerTo::private_memory: return Storage::function;
      case PointerTo::local_memory: return Storage::local;
      case PointerTo::global_memory: return Storage::global;
      case PointerTo::generic_memory: return Storage::generic;
      case PointerTo::constant_memory: break;
    }
    throw std::invalid_argument("nothing is stored in constant memory");
  }

  // A pointer to a vector of the work-item's own, in the memory that is asked for; in global memory, in the last output.
  std::string slot(std::string_view name, Type type, const std::string& item) {
    const Storage in = storage();
    if (in == Storage::function) return variable(name, type);
    if (in == Storage::local) return slot_of_group(type);
    const std::string to = module_.pointer(in, type, width_);
    if (in == Storage::generic) return result(to, "OpPtrCastToGeneric " + variable(name, type));
    const std::size_t last = results_.size() - 1;
    const std::string at = ulong(fmt::format("OpIMul {} {}", item, ulong_constant(last_stride_)));
    std::string first = element(fmt::format("out{}", last), results_[last], at);
    return width_ == 1 && type == results_[last] ? first : result(to, "OpBitcast " + first);
  }

  std::string slot_of_group(Type type) {
    const std::string slots = named("slots");
    const std::string all = module_.pointer_to(Storage::local, module_.array(module_.vector(type, width_), kGroup));
    module_.global(fmt::format("{} = OpVariable {} Workgroup", slots, all));
    const std::string me = first_id("%local_id");
    return result(module_.pointer(Storage::local, type, width_), fmt::format("OpInBoundsAccessChain {} {}", slots, me));
  }

  // A pointer to the first element of a slot. Halves in memory need less of a device than arithmetic of halves.
  std::string element_pointer(const std::string& slot, Type type, bool is_half) {
    const std::string to = is_half ? module_.pointer_to_stored_half(storage()) : module_.pointer(storage(), type);
    return result(to, "OpBitcast " + slot);
  }
  std::string size_zero() { return module_.constant(module_.size_type(), 0); }

  // What is loaded from memory that holds the argument.
  std::string loaded(const std::string& argument, Type type, const std::string& item) {
    const std::string held = slot("slot", arguments_[0], item);
    line(fmt::format("OpStore {} {}", held, argument));
    const std::string from = element_pointer(held, type, row_.signature == Signature::load_half);
    const std::string n = instruction_.names_width ? fmt::format(" {}", width_) : "";
    return result(result_type(), fmt::format("OpExtInst %std {} {} {}{}", instruction_.name, size_zero(), from, n));
  }

  // What memory holds in which the argument was stored.
  std::string stored(const std::string& argument, Type type, const std::string& item) {
    const std::string held = slot("slot", results_[0], item);
    const std::string to = element_pointer(held, type, row_.signature == Signature::store_half);
    const std::string mode = instruction_.rounding.empty() ? "" : fmt::format(" {}", instruction_.rounding);
    result(module_.void_type(),
           fmt::format("OpExtInst %std {} {} {} {}{}", instruction_.name, argument, size_zero(), to, mode));
    return result(result_type(), "OpLoad " + held);
  }

  // OpAny and OpAll take booleans, and only vectors of them; OpenCL C's any and all look at sign bits.
  std::string reduced(const std::string& argument) {
    const std::string zero = module_.constant(arguments_[0], width_, 0);
    const std::string signs = fmt::format("OpSLessThan {} {}", argument, zero);
    if (width_ == 1) return of_boolean(signs, results_[0]);
    return of_boolean(fmt::format("{} {}", instruction_.name, result(module_.boolean(width_), signs)), results_[0]);
  }

  // As OpenCL C has it: 1 in a scalar, all bits in a lane.
  std::string of_boolean(const std::string& words, Type type) {
    const int n = result_lanes();
    const std::string truth = result(module_.boolean(n), words);
    const std::string yes = module_.constant(type, n, n == 1 ? 1 : mask(type));
    const std::string no = module_.constant(type, n, 0);
    return result(module_.vector(type, n), fmt::format("OpSelect {} {} {}", truth, yes, no));
  }

  ModuleText& module_;
  const Row& row_;
  Instruction instruction_;
  ModeWords mode_;
  int width_;
  PointerTo pointer_;
  std::vector<Type> arguments_;
  std::vector<Type> results_;
  std::uint64_t last_stride_;  // elements of the last output from a work-item to the next
  std::string head_;
  std::string variables_;
  std::string body_;
  int next_ = 0;
};

}  // namespace

std::string kernel_function(ModuleText& module, const Asked& asked, int width) {
  return Kernel(module, asked, width).text();
}

}  // namespace classay::il
