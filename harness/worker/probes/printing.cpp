#include "harness/worker/probes/printing.h"

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <utility>

#include "harness/text/visible.h"
#include "harness/worker/lanes/lanes.h"
#include "harness/worker/probes/captured_output.h"
#include "kernels/printing.h"

namespace classay {
namespace {

constexpr std::uint32_t kPoison = 0xfcfcfcfc;
constexpr std::size_t kShown = 8;  // objections; the others are only counted

std::vector<std::byte> values_of(std::span<const PrintfLine> lines, Type type, int width) {
  const int element = classay::width(type) / 8;
  std::vector<std::byte> bytes(lines.size() * static_cast<std::size_t>(width * element));
  for (std::size_t i = 0; i < lines.size(); ++i) {
    for (std::size_t lane = 0; lane < lines[i].values.size(); ++lane) {
      put_element(bytes, element, i * static_cast<std::size_t>(width) + lane, lines[i].values[lane]);
    }
  }
  return bytes;
}

Programs programs_of(Device& device, FrontEnd front_end, Type type) {
  const auto source = [&](const std::vector<int>& widths) {
    return writer(front_end).printing(type, widths, compiler_of(device.capabilities()));
  };
  const std::vector<int> all(kVectorWidths.begin(), kVectorWidths.end());
  return {device, {.name = "printf", .front_end = front_end, .held = all, .asked = all, .source = source}, 1, {}};
}

}  // namespace

std::vector<Printed> printed(Device& device, FrontEnd front_end, Type type) {
  Programs programs = programs_of(device, front_end, type);
  std::vector<Printed> all;
  for (const int width : kVectorWidths) {
    if (const auto failed = programs.unbuilt().find(width); failed != programs.unbuilt().end()) {
      all.push_back(
          {.front_end = front_end, .type = type, .width = width, .text = "", .returned = {}, .unbuilt = failed->second});
      continue;
    }
    const std::vector<PrintfLine> lines = printf_lines(front_end, type, width);
    const std::vector<std::byte> values = values_of(lines, type, width);
    CapturedOutput output;
    Stream& stream = programs.stream(width);
    stream.submit({.kernel = printing_kernel_name(width),
                   .items = 1,
                   .outputs = {lines.size() * sizeof(std::uint64_t)},
                   .inputs = {values},
                   .scalars = {},
                   .poison = kPoison});
    const Finished finished = stream.wait();
    Printed p{.front_end = front_end, .type = type, .width = width, .text = output.end(), .returned = {}, .unbuilt = {}};
    for (std::size_t i = 0; i < lines.size(); ++i) p.returned.push_back(element_at(finished.outputs.at(0), 8, i));
    all.push_back(std::move(p));
  }
  return all;
}

namespace {

// Returns the beginning of the text, which shows a vendor why a line is missing.
std::string printed_instead(const std::string& text) {
  constexpr std::size_t kBegin = 200;  // bytes
  if (text.empty()) return "; the kernel printed nothing at all";
  return fmt::format("; the {} bytes that the kernel printed begin with \"{}\"", text.size(),
                     visible(text.substr(0, kBegin)));
}

// Makes one sentence for all calls: a device that returns what C does, the number of characters, does so in each of them.
std::optional<std::string> objection_to_codes(const Printed& p, std::span<const PrintfLine> lines) {
  const auto is_code = [](std::uint64_t code) { return code != 0; };
  const auto first = std::ranges::find_if(p.returned, is_code);
  if (first == p.returned.end()) return std::nullopt;
  return fmt::format("{} of {} calls of printf did not return 0; the first of them, \"{}\", returned {}",
                     std::ranges::count_if(p.returned, is_code), lines.size(),
                     lines[static_cast<std::size_t>(first - p.returned.begin())].directive(),
                     static_cast<std::int64_t>(*first));
}

struct PrintedLine {
  std::string text;       // the output of the directive
  bool is_begun = false;  // the line has its begin mark
  std::size_t end = 0;    // in the whole text
};

// A line with its end mark has been printed, even if some text before its directive is lost.
std::optional<PrintedLine> printed_line(const std::string& text, std::size_t line, std::size_t from) {
  const std::size_t end = text.find(end_mark(line) + "\n", from);
  if (end == std::string::npos) return std::nullopt;
  const std::string mark = begin_mark(line);
  const std::size_t begin = text.find(mark, from);
  if (begin < end) {
    const std::size_t at = begin + mark.size();
    return PrintedLine{.text = text.substr(at, end - at), .is_begun = true, .end = end};
  }
  const std::size_t newline = text.rfind('\n', end);
  const std::size_t at = newline == std::string::npos ? 0 : newline + 1;
  return PrintedLine{.text = text.substr(at, end - at), .is_begun = false, .end = end};
}

}  // namespace

// The codes come first, since only the first objections are shown.
std::vector<std::string> objections(const Printed& p) {
  if (p.unbuilt) return {"does not build: " + p.unbuilt->reason};
  const std::vector<PrintfLine> lines = printf_lines(p.front_end, p.type, p.width);
  std::vector<std::string> all;
  if (const auto codes = objection_to_codes(p, lines)) all.push_back(*codes);
  std::vector<std::string> wrong;
  std::vector<std::string> headless;
  bool is_first_missing = true;
  std::size_t from = 0;
  for (std::size_t i = 0; i < lines.size(); ++i) {
    const std::optional<PrintedLine> line = printed_line(p.text, i, from);
    if (!line) {
      const std::string instead = std::exchange(is_first_missing, false) ? printed_instead(p.text) : "";
      wrong.push_back("printf(\"" + lines[i].directive() + "\") printed nothing, or not in its turn" + instead);
      continue;
    }
    from = line->end;
    if (!line->is_begun) headless.push_back(lines[i].directive());
    if (const auto why = objection(p.type, lines[i], line->text)) wrong.push_back(*why);
  }
  if (!headless.empty()) {
    all.push_back(fmt::format("{} of {} calls of printf lost the text before their directive; the first of them, \"{}\"{}",
                              headless.size(), lines.size(), headless.front(), printed_instead(p.text)));
  }
  all.insert(all.end(), wrong.begin(), wrong.end());
  return all;
}

Json to_json(const Printed& p) {
  std::vector<std::string> all = objections(p);
  const std::size_t count = all.size();
  if (count > kShown) {
    all.resize(kShown);
    all.push_back(fmt::format("and {} more", count - kShown));
  }
  Json json{{"format", info(p.type).name},
            {"width", p.width},
            {"lines", printf_lines(p.front_end, p.type, p.width).size()},
            {"wrong", count},
            {"objections", all}};
  if (p.unbuilt) json["log"] = p.unbuilt->log;
  return json;
}

}  // namespace classay
