#include "kernels/il/float_controls.h"

#include <fmt/format.h>

#include <array>
#include <stdexcept>

#include "kernels/il/body.h"
#include "kernels/il/kernel.h"

namespace classay::il {
namespace {

constexpr int kLanes = 4;
constexpr int kReadLane = 2;

// SPIRV-Tools before 2024 do not know these numbers.
constexpr unsigned kFmaWord = 6U << 16U | 4427U;  // length and opcode of OpFmaKHR
constexpr unsigned kDefaultMode = 6028;           // FPFastMathDefault

class Kernel {
 public:
  Kernel(ModuleText& module, Type type, const FloatKernel& kernel, int number)
      : module_(module), type_(type), kernel_(kernel), body_(module, number) {}

  std::string text() {
    const std::string ids = module_.ids("%global_id", "GlobalInvocationId");
    const std::string pointer = module_.pointer(Storage::global, type_);
    const std::string head = kernel_head(
        module_, kernel_.name, {{body_.named("out"), pointer}, {body_.named("in"), pointer}}, "%float_kernel", {ids});
    if (kernel_.default_flags) {
      module_.execution_mode(fmt::format("OpExecutionModeId %{} !{}  {} {} ; FPFastMathDefault", kernel_.name, kDefaultMode,
                                         scalar(), module_.constant(Type::u32, *kernel_.default_flags)));
    }
    const std::string item = body_.first_id(ids);
    const std::string first = body_.times(item, kNumbers.size());
    for (std::size_t i = 0; i < kNumbers.size(); ++i) numbers_.push_back(loaded(first, i));
    const std::string base = body_.times(item, kernel_.steps.size());
    for (std::size_t i = 0; i < kernel_.steps.size(); ++i) store(base, i, value(kernel_.steps[i]));
    return head + body_.text();
  }

 private:
  static constexpr std::array<std::string_view, 3> kNumbers{"x", "y", "z"};

  std::string scalar() { return module_.scalar(type_); }
  int bytes() const { return width(type_) / 8; }
  std::string place(const std::string& base, std::size_t i) {
    return body_.ulong(fmt::format("OpIAdd {} {}", base, body_.ulong_constant(i)));
  }
  std::string loaded(const std::string& base, std::size_t i) {
    const std::string from = body_.element("in", type_, place(base, i));
    return body_.result(scalar(), fmt::format("OpLoad {} Aligned {}", from, bytes()));
  }
  void store(const std::string& base, std::size_t i, const std::string& value) {
    const std::string to = body_.element("out", type_, place(base, i));
    body_.line(fmt::format("OpStore {} {} Aligned {}", to, value, bytes()));
  }

  std::string decorated(const FloatStep& step, const std::string& result) {
    if (step.flags) module_.decoration(fmt::format("OpDecorate {} FPFastMathMode !{:#x}", result, *step.flags));
    return result;
  }
  std::string computed(const FloatStep& step, const std::string& instruction) {
    return decorated(step, body_.result(scalar(), instruction));
  }

  // An instruction that is given as words must not follow one with optional operands, which the words would become.
  std::string fused(const FloatStep& step, const std::string& of, const std::array<std::string, 3>& operands) {
    const std::string copied = body_.result(of, "OpCopyObject " + operands[0]);
    std::string result = body_.named(fmt::format("fma{}", next_++));
    body_.line(fmt::format("!{:#010x} {} {} {} {} {}  ; {} = OpFmaKHR", kFmaWord, of, result, copied, operands[1],
                           operands[2], result));
    return decorated(step, result);
  }

  // Each lane has a number of its own: the operands trade places.
  std::string fused_vectors(const FloatStep& step) {
    const auto vector_of = [&](std::size_t number, std::size_t filling) {
      std::vector<std::string> lanes(kLanes, numbers_[filling]);
      lanes[kReadLane] = numbers_[number];
      return body_.composed(type_, lanes);
    };
    const std::string all = fused(step, module_.vector(type_, kLanes), {vector_of(0, 1), vector_of(1, 2), vector_of(2, 0)});
    return body_.lane_of(type_, all, kLanes, kReadLane);
  }

  std::string value(const FloatStep& step) {
    const std::string& x = numbers_[0];
    const std::string& y = numbers_[1];
    const std::string& z = numbers_[2];
    const auto extended = [&](std::string_view words) { return computed(step, fmt::format("OpExtInst %std {}", words)); };
    switch (step.form) {
      case FloatForm::fma: return fused(step, scalar(), {x, y, z});
      case FloatForm::fma_of_vectors: return fused_vectors(step);
      case FloatForm::product_sum:
        return computed(step, fmt::format("OpFAdd {} {}", computed(step, fmt::format("OpFMul {} {}", x, y)), z));
      case FloatForm::sum_difference:
        return computed(step, fmt::format("OpFSub {} {}", computed(step, fmt::format("OpFAdd {} {}", x, y)), x));
      case FloatForm::sum_of_zero: return computed(step, fmt::format("OpFAdd {} {}", x, module_.constant(type_, 0)));
      case FloatForm::difference: return computed(step, fmt::format("OpFSub {} {}", x, x));
      case FloatForm::is_nan: {
        const std::string is =
            decorated(step, body_.result(module_.boolean(1), fmt::format("OpFUnordNotEqual {} {}", x, x)));
        return body_.result(scalar(), fmt::format("OpSelect {} {} {}", is, module_.constant(type_, format(type_).one()),
                                                  module_.constant(type_, 0)));
      }
      case FloatForm::fma_extended: return extended(fmt::format("fma {} {} {}", x, y, z));
      case FloatForm::fmax: return extended(fmt::format("fmax {} {}", x, y));
      case FloatForm::fmin: return extended(fmt::format("fmin {} {}", x, y));
      case FloatForm::fabs: return extended("fabs " + x);
      case FloatForm::floor: return extended("floor " + x);
    }
    throw std::invalid_argument("no such step");
  }

  ModuleText& module_;
  Type type_;
  const FloatKernel& kernel_;
  Body body_;
  std::vector<std::string> numbers_;
  int next_ = 0;
};

}  // namespace

std::string_view text(FloatForm form) {
  switch (form) {
    case FloatForm::fma: return "OpFmaKHR";
    case FloatForm::fma_of_vectors: return "OpFmaKHR of vectors of four";
    case FloatForm::product_sum: return "x * y + z by OpFMul and OpFAdd";
    case FloatForm::sum_difference: return "(x + y) - x by OpFAdd and OpFSub";
    case FloatForm::sum_of_zero: return "OpFAdd of x and 0";
    case FloatForm::difference: return "OpFSub of x and x";
    case FloatForm::is_nan: return "OpFUnordNotEqual of x and x";
    case FloatForm::fma_extended: return "fma of OpenCL.std";
    case FloatForm::fmax: return "fmax of x and y";
    case FloatForm::fmin: return "fmin of x and y";
    case FloatForm::fabs: return "fabs of x";
    case FloatForm::floor: return "floor of x";
  }
  throw std::invalid_argument("no such step");
}

Source float_controls_source(Type type, const Compiler& compiler, std::span<const FloatKernel> kernels,
                             std::span<const OptionalCapability> optional) {
  ModuleText module(compiler);
  for (const OptionalCapability& c : optional) {
    module.capability(c.name);
    module.extension(c.extension);
  }
  int number = 0;
  for (const FloatKernel& kernel : kernels) module.function(Kernel(module, type, kernel, ++number).text());
  return {.text = module.text(), .options = ""};
}

}  // namespace classay::il
