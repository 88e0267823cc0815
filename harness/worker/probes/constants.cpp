#include "harness/worker/probes/constants.h"

#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "harness/worker/lanes/lanes.h"
#include "kernels/source.h"
#include "reference/number/real.h"

namespace classay {
namespace {

constexpr std::size_t kWords = 3;  // per constant: whether it is defined, its size, its bits

// Returns an expression for the constant's bits as an unsigned number.
std::string bits_of(const Constant& c) {
  if (!is_float(c.type)) return fmt::format("(ulong)(long)({})", c.name);
  const std::string_view as = width(c.type) == 16 ? "ushort" : width(c.type) == 32 ? "uint" : "ulong";
  return fmt::format("(ulong)as_{}(({})({}))", as, info(c.type).clc, c.name);
}

std::string source_of(Type format, const std::vector<Constant>& all) {
  std::string text = extension_lines(format);
  text += "kernel void constants(global ulong* out) {\n";
  for (std::size_t i = 0; i < all.size(); ++i) {
    const std::size_t at = kWords * i;
    text += fmt::format(
        "#ifdef {0}\n  out[{1}] = 1; out[{2}] = sizeof({0}); out[{3}] = {4};\n"
        "#else\n  out[{1}] = 0; out[{2}] = 0; out[{3}] = 0;\n#endif\n",
        all[i].name, at, at + 1, at + 2, bits_of(all[i]));
  }
  return text + "}\n";
}

std::string shown(const Constant& c, Bits pattern) {
  if (!is_float(c.type)) return std::to_string(static_cast<std::int64_t>(pattern));
  return hex_float(format(c.type), pattern);
}

}  // namespace

std::vector<FoundConstant> found_constants(Device& device, Type format) {
  const std::vector<Constant> all = constants(format);
  const std::unique_ptr<Program> program = device.build({.source = source_of(format, all), .il = {}, .options = ""});
  const std::unique_ptr<Stream> stream = device.stream(*program, 1);
  const std::size_t bytes = kWords * all.size() * sizeof(std::uint64_t);
  stream->submit({.kernel = "constants", .items = 1, .outputs = {bytes}, .inputs = {}, .scalars = {}, .poison = 0xfcfcfcfc});
  const Finished finished = stream->wait();
  std::vector<FoundConstant> found;
  for (std::size_t i = 0; i < all.size(); ++i) {
    const auto word = [&](std::size_t w) { return element_at(finished.outputs.at(0), 8, kWords * i + w); };
    if (word(0) > 1) throw DeviceError(Fault::refused, "the kernel that writes the constants down wrote nothing");
    found.push_back(
        {.constant = all[i], .is_defined = word(0) == 1, .bytes = static_cast<unsigned>(word(1)), .pattern = word(2)});
  }
  return found;
}

std::optional<std::string> objection(const FoundConstant& found) {
  const Constant& c = found.constant;
  if (!found.is_defined) return c.may_miss ? std::nullopt : std::optional(c.name + " is not defined");
  const unsigned bytes = is_float(c.type) ? static_cast<unsigned>(width(c.type)) / 8 : found.bytes;
  if (found.bytes != bytes) return fmt::format("{} has {} bytes, a {} has {}", c.name, found.bytes, info(c.type).clc, bytes);
  if (is_right(c, found.pattern)) return std::nullopt;
  return fmt::format("{} is {}, not {}", c.name, shown(c, found.pattern), shown(c, c.right.front()));
}

Json to_json(Type format, const std::vector<FoundConstant>& all) {
  Json objections = Json::array();
  Json values = Json::array();
  for (const FoundConstant& f : all) {
    if (const auto why = objection(f)) objections.push_back(*why);
    values.push_back({{"name", f.constant.name}, {"value", f.is_defined ? Json(shown(f.constant, f.pattern)) : Json()}});
  }
  return {{"format", info(format).name}, {"objections", objections}, {"values", values}};
}

}  // namespace classay
