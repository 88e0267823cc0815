// `classay list`: lists the cases, or the table of builtins itself.
#include <fmt/format.h>

#include <algorithm>
#include <functional>
#include <nlohmann/json.hpp>
#include <sstream>

#include "harness/cli/answer/limit_table.h"
#include "harness/cli/case_hint.h"
#include "harness/cli/commands.h"
#include "harness/cli/list/coverage.h"
#include "harness/cli/list/filters.h"
#include "harness/cli/list/planted.h"
#include "harness/cli/list/spirv.h"
#include "harness/cli/list/vacuous.h"
#include "harness/cli/terminal/lines.h"
#include "harness/journal/probe_kinds.h"
#include "harness/text/arguments.h"
#include "suites/cases.h"

namespace classay {
namespace {

using Json = nlohmann::ordered_json;

// A case name has six parts.
Json case_json(const std::string& case_name) {
  Json line{{"case", case_name}};
  std::istringstream parts(case_name);
  std::string part;
  for (const char* const field : {"front_end", "group", "name", "format", "mode"}) {
    std::getline(parts, part, '/');
    line[field] = part;
  }
  std::getline(parts, part);
  line["width"] = std::stoi(part.substr(1));
  return line;
}

bool list_cases(const ListOptions& options, Filters& filters, Terminal& out) {
  bool any = false;
  const auto tell = [&](const std::string& case_name) {
    if (!filters.let_pass({case_name})) return;
    any = true;
    out.write(options.json ? json_line(case_json(case_name)) : case_name + "\n");
  };
  Cases cases(table());
  while (const std::optional<Case> c = cases.next()) tell(name(*c));
  for (const ProbeCase& c : all_probe_cases()) tell(name(c));
  return any;
}

template <class T>
Json or_null(const std::optional<T>& value) {
  return value ? Json(*value) : Json(nullptr);
}

std::string builtin_json(const Row& row, std::optional<Edition> edition) {
  Json formats = Json::array();
  Json limits = Json::array();
  for (Type format : row.formats) {
    formats.push_back(info(format).name);
    if (row.truth == nullptr) continue;
    for (const LimitCell& cell : limit_cells(row, format, kModes, edition)) {
      limits.push_back({{"format", info(format).name},
                        {"edition", name(cell.edition)},
                        {"profile", name(cell.profile)},
                        {"mode", name(cell.mode)},
                        {"text", cell.text},
                        {"clause", cell.clause}});
    }
  }
  return json_line(Json{{"name", row.name},
                        {"clc", row.clc.empty() ? row.name : row.clc},
                        {"number", or_null(row.number)},
                        {"unsigned_number", or_null(row.unsigned_number)},
                        {"opcodes", std::vector<int>(row.opcodes.begin(), row.opcodes.end())},
                        {"group", name(row.group)},
                        {"signature", signature_text(row)},
                        {"formats", formats},
                        {"section", row.section},
                        {"limits", limits}});
}

// Formats with the same limit text, which are printed together.
struct FormatGroup {
  std::vector<std::string_view> formats;
  std::vector<LimitLine> lines;
};

std::vector<FormatGroup> format_groups(const Row& row, std::optional<Edition> edition) {
  const auto alike = [](const LimitLine& a, const LimitLine& b) {
    return a.text == b.text && a.modes == b.modes && a.places == b.places;
  };
  std::vector<FormatGroup> groups;
  for (Type format : row.formats) {
    std::vector<LimitLine> lines = limit_lines(limit_cells(row, format, kModes, edition));
    const auto same = [&](const FormatGroup& g) { return std::ranges::equal(g.lines, lines, alike); };
    const auto found = std::ranges::find_if(groups, same);
    if (found != groups.end()) {
      found->formats.push_back(info(format).name);
    } else {
      groups.push_back({{info(format).name}, std::move(lines)});
    }
  }
  return groups;
}

std::string numbers_text(const Row& row) {
  std::string text;
  if (row.number) text += fmt::format("OpenCL.std {}", *row.number);
  if (row.unsigned_number) text += fmt::format(", {} unsigned", *row.unsigned_number);
  if (!row.opcodes.empty()) {
    text += fmt::format("{}opcode{} {}", text.empty() ? "" : "; ", row.opcodes.size() == 1 ? "" : "s",
                        fmt::join(row.opcodes, ", "));
  }
  return text.empty() ? "no number" : text;
}

std::string builtin_text(const Row& row, std::optional<Edition> edition, const Terminal& out) {
  std::string text =
      fmt::format("{}  {}, {}\n", out.paint(Style::strong, signature_text(row)), name(row.group), numbers_text(row));
  if (row.truth == nullptr) return text + "  has no result to judge\n";
  for (const FormatGroup& group : format_groups(row, edition)) {
    text += fmt::format("  {}\n", fmt::join(group.formats, " "));
    text += limits_text(group.lines, out);
  }
  return text;
}

bool list_builtins(const ListOptions& options, Filters& filters, Terminal& out) {
  bool any = false;
  for (const Row& row : table()) {
    if (!filters.let_pass({row.name, fmt::format("{}/{}", name(row.group), row.name)})) continue;
    any = true;
    out.write(options.json ? builtin_json(row, options.edition) : builtin_text(row, options.edition, out));
  }
  return any;
}

}  // namespace

ExitCode list_command(const ListOptions& options, const Streams& streams) {
  Filters filters(options.filters);
  const auto listed = [](bool any) { return any ? ExitCode::promised : ExitCode::nothing; };
  ExitCode code = ExitCode::promised;
  try {
    code = options.coverage        ? listed(list_coverage(options, filters, streams))
           : options.spirv         ? list_spirv(options, filters, streams)
           : options.unconstrained ? listed(list_vacuous(options, filters, streams))
           : options.defects       ? listed(list_planted(options, filters, streams))
           : options.builtins      ? listed(list_builtins(options, filters, streams.out))
                                   : listed(list_cases(options, filters, streams.out));
    streams.out.flush();
  } catch (const Terminal::Closed&) {
    return ExitCode::promised;
  }
  streams.err.write(filters.complaints([&](const std::string& glob) -> std::string {
    if (options.spirv) return "; globs match names of capabilities such as 'Float16'";
    if (options.defects) return "; globs match names, builtins or classes of defects such as 'sqrt-*' or 'ties'";
    return options.builtins || options.coverage || options.unconstrained ? builtin_hint(glob) : case_hint(glob);
  }));
  return code;
}

}  // namespace classay
