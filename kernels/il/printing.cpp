#include "kernels/il/printing.h"

#include <fmt/format.h>

#include "kernels/il/body.h"
#include "kernels/il/kernel.h"
#include "kernels/printing.h"

namespace classay::il {
namespace {

class PrintingKernel {
 public:
  PrintingKernel(ModuleText& module, Type type, int width)
      : module_(module), type_(type), width_(width), body_(module, width) {}

  std::string text() {
    const std::vector<Parameter> parameters{{body_.named("out"), module_.pointer(Storage::global, Type::u64)},
                                            {body_.named("in"), module_.pointer(Storage::global, type_)}};
    const std::string head = kernel_head(module_, printing_kernel_name(width_), parameters, "%kernel", {});
    const std::vector<PrintfLine> lines = printf_lines(FrontEnd::il, type_, width_);
    for (std::size_t i = 0; i < lines.size(); ++i) {
      if (!lines[i].joins) say(lines, i);
    }
    return head + body_.text();
  }

 private:
  // Calls printf for the lines from `i` on that are in one call.
  void say(std::span<const PrintfLine> lines, std::size_t i) {
    std::string operands = operand(lines[i], i);
    for (std::size_t k = i + 1; k < lines.size() && lines[k].joins; ++k) operands += operand(lines[k], k);
    const std::string code =
        body_.result(module_.scalar(Type::i32), fmt::format("OpExtInst %std printf {}{}", format_of(lines, i), operands));
    const std::string to = body_.element("out", Type::u64, body_.ulong_constant(i));
    body_.line(fmt::format("OpStore {} {} Aligned 8", to, body_.ulong("OpSConvert " + code)));
  }

  // "format must be a pointer(constant) to i8": to the first character, not to the array.
  std::string format_of(std::span<const PrintfLine> lines, std::size_t i) {
    const std::string all = module_.constant_text(call_format(lines, i), body_.named(fmt::format("format{}", i)));
    return body_.result(module_.pointer(Storage::constant, Type::u8),
                        fmt::format("OpInBoundsAccessChain {} {}", all, body_.ulong_constant(0)));
  }

  std::string operand(const PrintfLine& line, std::size_t i) {
    if (!line.literal.empty())
      return " " + module_.constant(Type::i32, static_cast<Bits>(std::stol(line.literal)) & mask(Type::i32));
    return line.values.empty() ? "" : " " + promoted(value(i));
  }

  std::string value(std::size_t i) {
    std::vector<std::string> lanes;
    for (int lane = 0; lane < width_; ++lane) {
      const std::size_t at = i * static_cast<std::size_t>(width_) + static_cast<std::size_t>(lane);
      const std::string from = body_.element("in", type_, body_.ulong_constant(at));
      lanes.push_back(body_.result(module_.scalar(type_), fmt::format("OpLoad {} Aligned {}", from, width(type_) / 8)));
    }
    return body_.composed(type_, lanes);
  }

  // Scalars of hh and h are "OpTypeInt with Width equal to 32", and a half is "OpTypeFloat with Width equal to 32". Vectors
  // are not promoted. Neither is a float on a device with doubles, although OpenCL C would promote it.
  std::string promoted(const std::string& value) {
    if (width_ > 1 || width(type_) >= 32) return value;
    if (is_float(type_)) return body_.result(module_.scalar(Type::f32), "OpFConvert " + value);
    return body_.result(module_.scalar(Type::i32), (is_signed(type_) ? "OpSConvert " : "OpUConvert ") + value);
  }

  ModuleText& module_;
  Type type_;
  int width_;
  Body body_;
};

}  // namespace

Source printing_source(Type type, const Compiler& compiler, std::span<const int> widths) {
  ModuleText module(compiler);
  for (const int width : widths) module.function(PrintingKernel(module, type, width).text());
  return {.text = module.text(), .options = ""};
}

}  // namespace classay::il
