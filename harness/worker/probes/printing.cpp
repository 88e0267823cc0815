// Tests what kernels print (kernels/printing.h), for each type and vector width.
#include "kernels/printing.h"

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <utility>

#include "harness/journal/probe_kinds.h"
#include "harness/process/descriptors.h"
#include "harness/text/visible.h"
#include "harness/worker/lanes/lanes.h"
#include "harness/worker/probes/all_probes.h"
#include "suites/printf.h"

namespace classay {
namespace {

constexpr std::uint32_t kPoison = 0xfcfcfcfc;
constexpr std::size_t kShown = 8;  // violations; the others are only counted

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

struct Printed {
  FrontEnd front_end = FrontEnd::clc;
  Type type = Type::i32;
  int width = 1;
  std::string text;                     // output of the whole kernel
  std::vector<std::uint64_t> returned;  // by each call
};

Printed measure_output(Stream& stream, FrontEnd front_end, Type type, int width) {
  const std::vector<PrintfLine> lines = printf_lines(front_end, type, width);
  const std::vector<std::byte> values = values_of(lines, type, width);
  CapturedOutput output;
  stream.submit({.kernel = printing_kernel_name(width),
                 .items = 1,
                 .outputs = {lines.size() * sizeof(std::uint64_t)},
                 .inputs = {values},
                 .scalars = {},
                 .poison = kPoison});
  const Finished finished = stream.wait();
  Printed p{.front_end = front_end, .type = type, .width = width, .text = output.end(), .returned = {}};
  for (std::size_t i = 0; i < lines.size(); ++i) p.returned.push_back(element_at(finished.outputs.at(0), 8, i));
  return p;
}

// Returns the beginning of the text, which shows a vendor why a line is missing.
std::string printed_instead(const std::string& text) {
  constexpr std::size_t kBegin = 200;  // bytes
  if (text.empty()) return "; the kernel printed nothing at all";
  return fmt::format("; the {} bytes that the kernel printed begin with \"{}\"", text.size(),
                     visible(text.substr(0, kBegin)));
}

// Makes one sentence for all calls: a device that returns what C does, the number of characters, does so in each of them.
std::optional<std::string> violation_of_codes(const Printed& p, std::span<const PrintfLine> lines) {
  std::size_t calls = 0;
  std::vector<std::size_t> wrong;  // their first lines
  for (std::size_t i = 0; i < lines.size(); ++i) {
    if (lines[i].joins) continue;
    ++calls;
    if (p.returned[i] != 0) wrong.push_back(i);
  }
  if (wrong.empty()) return std::nullopt;
  return fmt::format("{} of {} calls of printf did not return 0; the first of them, \"{}\", returned {}", wrong.size(),
                     calls, lines[wrong.front()].directive(), static_cast<std::int64_t>(p.returned[wrong.front()]));
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

// The codes come first, since only the first violations are shown.
std::vector<std::string> violations(const Printed& p, std::span<const PrintfLine> lines) {
  std::vector<std::string> all;
  if (const auto codes = violation_of_codes(p, lines)) all.push_back(*codes);
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
    all.push_back(fmt::format("{} of {} lines lost the text before their directive; the first of them, \"{}\"{}",
                              headless.size(), lines.size(), headless.front(), printed_instead(p.text)));
  }
  all.insert(all.end(), wrong.begin(), wrong.end());
  return all;
}

ProbeFinding finding_of(const Printed& p) {
  const std::vector<PrintfLine> lines = printf_lines(p.front_end, p.type, p.width);
  std::vector<std::string> all = violations(p, lines);
  const std::size_t count = all.size();
  if (count > kShown) {
    all.resize(kShown);
    all.push_back(fmt::format("and {} more", count - kShown));
  }
  return {.violations = std::move(all), .details = probe_fields({{"lines", lines.size()}, {"wrong", count}})};
}

class PrintfProbe : public Probe {
 public:
  bool has_kind(std::string_view kind) const override { return kind == "printf"; }
  void run(Device& device, const ProbeTask& task, const Report& report) const override {
    const auto source = [&](const std::vector<int>& widths) {
      return writer(task.front_end).printing(task.format, widths, compiler_of(device.capabilities()));
    };
    const auto test = [&](int width, Stream& stream) {
      return finding_of(measure_output(stream, task.front_end, task.format, width));
    };
    run_widths(device, task, {.name = "printf", .source = source, .test = test}, [&](int width, ProbeFinding finding) {
      // A width that does not build has these fields too.
      if (!finding.details->contains("lines")) {
        Json fields = *finding.details;
        fields.update({{"lines", printf_lines(task.front_end, task.format, width).size()}, {"wrong", 1U}});
        finding.details = probe_fields(std::move(fields));
      }
      report(width, finding);
    });
  }
};

}  // namespace

const Probe& printf_probe() {
  static const PrintfProbe probe;
  return probe;
}

}  // namespace classay
