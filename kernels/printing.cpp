#include "kernels/printing.h"

#include <fmt/format.h>

namespace classay {
namespace {

std::string argument(const PrintfLine& line, int width, std::size_t at) {
  if (!line.literal.empty()) return line.specifier == 's' ? ", \"" + line.literal + "\"" : ", " + line.literal;
  if (line.values.empty()) return "";
  if (width == 1) return fmt::format(", in[{}]", at);
  return fmt::format(", vload{}({}, in)", width, at);
}

// Returns the text as a string literal of the language.
std::string quoted(std::string text) {
  for (std::size_t at; (at = text.find('\n')) != std::string::npos;) text.replace(at, 1, "\\n");
  return "\"" + text + "\"";
}

std::string kernel_text(Type type, int width) {
  std::string text = fmt::format("kernel void {}(global ulong* out, global const {}* in) {{\n", printing_kernel_name(width),
                                 info(type).clc);
  const std::vector<PrintfLine> lines = printf_lines(FrontEnd::clc, type, width);
  for (std::size_t i = 0; i < lines.size(); ++i) {
    if (lines[i].joins) continue;
    std::string arguments = argument(lines[i], width, i);
    for (std::size_t k = i + 1; k < lines.size() && lines[k].joins; ++k) arguments += argument(lines[k], width, k);
    text += fmt::format("  out[{}] = (ulong)(long)printf({}{});\n", i, quoted(call_format(lines, i)), arguments);
  }
  return text + "}\n";
}

}  // namespace

std::string begin_mark(std::size_t line) { return fmt::format("<{}|", line); }
std::string end_mark(std::size_t line) { return fmt::format("|{}>", line); }

std::string marked_format(const PrintfLine& line, std::size_t at) {
  return begin_mark(at) + line.directive() + end_mark(at) + "\n";
}

std::string call_format(std::span<const PrintfLine> lines, std::size_t at) {
  std::string format = marked_format(lines[at], at);
  for (std::size_t i = at + 1; i < lines.size() && lines[i].joins; ++i) format += marked_format(lines[i], i);
  return format;
}

std::string printing_kernel_name(int width) { return fmt::format("say_v{}", width); }

Source printing_source(Type type, std::span<const int> widths) {
  std::string text = extension_lines(type);
  for (const int width : widths) text += kernel_text(type, width);
  return {.text = text, .options = ""};
}

}  // namespace classay
