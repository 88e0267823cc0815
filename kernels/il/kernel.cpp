#include "kernels/il/kernel.h"

#include <fmt/format.h>

#include "kernels/arguments.h"
#include "kernels/il/mode.h"

namespace classay::il {
namespace {

constexpr std::array<std::string_view, 4> kScalars{"first", "count", "shift", "seed"};

class Kernel {
 public:
  Kernel(ModuleText& module, const Asked& asked, int width)
      : module_(module),
        asked_(asked),
        width_(width),
        body_(module, width, asked.making == Making::literals),
        call_(body_, asked) {}

  std::string text() {
    const std::string name = kernel_name(asked_.making, width_);
    execution_modes(name);
    const std::string head = head_of(name);
    work();
    return head + body_.text();
  }

 private:
  bool is_of_literals() const { return asked_.making == Making::literals; }
  bool uses_local() const { return asked_.pointer == PointerTo::local_memory; }
  bool is_constant() const { return asked_.pointer == PointerTo::constant_memory; }
  const std::vector<Type>& arguments() const { return call_.types().arguments; }
  const std::vector<Type>& results() const { return call_.types().results; }

  void execution_modes(const std::string& name) {
    const auto add = [&](const std::string& mode) {
      module_.execution_mode(fmt::format("OpExecutionMode %{} {}", name, mode));
    };
    if (asked_.row->contraction == Contraction::off) add("ContractionOff");
    if (uses_local()) add(fmt::format("LocalSize {} 1 1", kSlotsOfGroup));
    const std::string_view mode = mode_words(asked_.mode).execution_mode;
    if (!mode.empty()) add(fmt::format("{} {}", mode, classay::width(results()[0])));
  }

  std::string head_of(const std::string& name) {
    std::vector<std::string> ids{module_.ids("%global_id", "GlobalInvocationId")};
    if (uses_local()) ids.push_back(module_.ids("%local_id", "LocalInvocationId"));
    std::vector<Parameter> parameters;
    for (std::size_t c = 0; c < results().size(); ++c) {
      parameters.push_back({body_.named(fmt::format("out{}", c)), module_.pointer(Storage::global, results()[c])});
    }
    for (std::size_t a = 0; asked_.making == Making::table && a < arguments().size(); ++a) {
      parameters.push_back(
          {body_.named(argument_name(a) + "_in"), is_constant() ? module_.pointer(Storage::constant, arguments()[a])
                                                                : module_.pointer(Storage::global, arguments()[a], width_)});
    }
    for (const std::string_view scalar : kScalars) parameters.push_back({body_.named(scalar), module_.scalar(Type::u64)});
    const bool is_of_width = asked_.making == Making::table && width_ > 1 && !is_constant();
    const std::string type = fmt::format("%{}_of_{}{}", is_of_literals() ? "fold" : "kernel", info(results()[0]).name,
                                         is_of_width ? fmt::format("_v{}", width_) : "");
    return kernel_head(module_, name, parameters, type, ids);
  }

  // Work-items from q = ((count + width - 1) / width) | 1 on do nothing.
  void work() {
    if (is_of_literals()) return literal_work(body_, call_, asked_, body_.first_id("%global_id"));
    const auto lanes = static_cast<std::uint64_t>(width_);
    const std::string item = body_.first_id("%global_id");
    const std::string sum = body_.ulong(fmt::format("OpIAdd {} {}", body_.named("count"), body_.ulong_constant(lanes - 1)));
    const std::string quotient = body_.ulong(fmt::format("OpUDiv {} {}", sum, body_.ulong_constant(lanes)));
    const std::string q = body_.ulong(fmt::format("OpBitwiseOr {} {}", quotient, body_.ulong_constant(1)));
    body_.go_on_if(body_.result(module_.boolean(1), fmt::format("OpULessThan {} {}", item, q)));
    std::vector<std::string> arguments_read;
    for (std::size_t a = 0; a < arguments().size() && !is_constant(); ++a) arguments_read.push_back(argument(a, item));
    store(call_.results(arguments_read, item), item);
  }

  // A vector of three occupies the space of four.
  std::string argument(std::size_t a, const std::string& item) {
    const Type type = arguments()[a];
    const std::string from =
        body_.result(module_.pointer(Storage::global, type, width_),
                     fmt::format("OpInBoundsPtrAccessChain {} {}", body_.named(argument_name(a) + "_in"), item));
    const int bytes = input_stride(asked_, width_) * width(type) / 8;
    return body_.result(module_.vector(type, width_), fmt::format("OpLoad {} Aligned {}", from, bytes));
  }

  void store(const std::vector<std::string>& values, const std::string& item) {
    const int n = call_.types().result_lanes;
    for (std::size_t c = 0; c < values.size(); ++c) {
      std::vector<std::string> lanes;
      for (int lane = 0; lane < n; ++lane) lanes.push_back(body_.lane_of(results()[c], values[c], n, lane));
      const bool is_last = c + 1 == results().size();
      store_lanes(body_, c, results()[c], lanes, item, is_last ? output_stride(asked_, width_, c) : n);
    }
  }

  ModuleText& module_;
  const Asked& asked_;
  int width_;
  Body body_;
  CallText call_;
};

}  // namespace

std::string kernel_head(ModuleText& module, const std::string& name, const std::vector<Parameter>& parameters,
                        const std::string& type_name, const std::vector<std::string>& ids) {
  std::vector<std::string> types;
  for (const Parameter& p : parameters) types.push_back(p.type);
  const std::string type = module.function_type(types, type_name);
  module.entry_point(fmt::format("OpEntryPoint Kernel %{0} \"{0}\" {1}", name, fmt::join(ids, " ")));
  std::string head = fmt::format("%{} = OpFunction {} None {}\n", name, module.void_type(), type);
  for (const Parameter& p : parameters) head += fmt::format("{} = OpFunctionParameter {}\n", p.name, p.type);
  return head;
}

std::string kernel_function(ModuleText& module, const Asked& asked, int width) {
  return Kernel(module, asked, width).text();
}

void store_lanes(Body& body, std::size_t component, Type type, const std::vector<std::string>& lanes,
                 const std::string& item, int stride, std::string_view access) {
  const auto number = [&](std::size_t n) { return body.ulong_constant(n); };
  const std::string base = body.ulong(fmt::format("OpIMul {} {}", item, number(static_cast<std::size_t>(stride))));
  for (std::size_t lane = 0; lane < lanes.size(); ++lane) {
    const std::string at = body.ulong(fmt::format("OpIAdd {} {}", base, number(lane)));
    const std::string to = body.element(fmt::format("out{}", component), type, at);
    body.line(fmt::format("OpStore {} {} {}Aligned {}", to, lanes[lane], access, width(type) / 8));
  }
}

}  // namespace classay::il
