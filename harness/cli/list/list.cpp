// `classay list`: lists the cases, or the table of builtins itself.

#include "harness/cli/list/list.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <functional>
#include <nlohmann/json.hpp>
#include <sstream>

#include "harness/cli/answer/limit_table.h"
#include "harness/cli/commands.h"
#include "harness/cli/parse_error.h"
#include "harness/cli/terminal/terminal.h"
#include "harness/journal/probe_kinds.h"
#include "harness/text/arguments.h"
#include "suites/cases.h"
#include "suites/plan.h"
#include "suites/vacuous/open_calls.h"
#include "suites/vacuous/reasons.h"
#include "tools/inject/corpus.h"
#include "tools/inject/source.h"

namespace classay {
namespace {

using Json = nlohmann::ordered_json;

std::string line_json(const vacuous::Line& l) {
  Json places = Json::array();
  for (const auto& [edition, profile] : l.places) places.push_back({{"edition", name(edition)}, {"profile", name(profile)}});
  Json modes = Json::array();
  for (const Mode m : l.modes) modes.push_back(name(m));
  return json_line(Json{{"name", l.row->name},
                        {"format", info(l.format).name},
                        {"places", places},
                        {"modes", modes},
                        {"asked", l.share.asked},
                        {"right", l.share.right},
                        {"undefined", l.share.undefined},
                        {"quality_warning", l.share.poor},
                        {"reason", l.reason.empty() ? Json() : Json(l.reason)}});
}

std::string line_text(const vacuous::Line& l) {
  return fmt::format("{:<21} {:<4} {} ({})\n{:>28}{}; {}\n", l.row->name, info(l.format).name, share_text(l.share),
                     l.reason.empty() ? "no reason" : l.reason, "", places_text(l), modes_text(l));
}

void add(std::vector<std::string_view>& all, std::string_view one) {
  if (!one.empty() && std::ranges::find(all, one) == all.end()) all.push_back(one);
}

std::string reasons_text(const std::vector<std::string_view>& used) {
  std::string text;
  const auto tell = [&](const auto& reasons) {
    for (const auto& r : reasons) {
      if (std::ranges::find(used, r.name) != used.end()) text += fmt::format("  ({})  {}\n", r.name, r.why);
    }
  };
  tell(vacuous::reasons());
  tell(vacuous::open_reasons());
  return text;
}

std::string open_json(const vacuous::OpenCalls& o) {
  Json editions = Json::array();
  for (const Edition e : o.editions) editions.push_back(name(e));
  return json_line(Json{{"name", o.row->name},
                        {"format", info(o.format).name},
                        {"editions", editions},
                        {"asked", o.asked},
                        {"open", o.open},
                        {"example", o.example},
                        {"reason", o.reason.empty() ? Json() : Json(o.reason)}});
}

std::string open_text(const vacuous::OpenCalls& o) {
  std::string editions;
  for (const Edition e : o.editions) editions.append(editions.empty() ? "" : ", ").append(name(e));
  return fmt::format("{:<21} {:<4} {} of {} calls at boundaries are open, as {} ({})\n{:>28}{}\n", o.row->name,
                     info(o.format).name, o.open, o.asked, o.example, o.reason.empty() ? "no reason" : o.reason, "",
                     o.editions.size() == kEditions.size() ? "all" : editions);
}

}  // namespace

bool list_vacuous(const ListOptions& options, Filters& filters, const Streams& streams) {
  bool any = false;
  std::vector<std::string_view> used;
  for (const Row& row : table()) {
    if (!filters.let_pass({row.name, fmt::format("{}/{}", name(row.group), row.name)})) continue;
    for (const vacuous::Line& l : vacuous::lines(vacuous::cells(row))) {
      any = true;
      add(used, l.reason);
      streams.out.write(options.json ? line_json(l) : line_text(l));
    }
    for (const vacuous::OpenCalls& o : vacuous::open_calls(row)) {
      any = true;
      add(used, o.reason);
      streams.out.write(options.json ? open_json(o) : open_text(o));
    }
  }
  if (any && !options.json) streams.out.write("\n" + reasons_text(used));
  return any;
}

namespace {

using Json = nlohmann::ordered_json;
using planted::Plant;

// Number of inputs per tier of a case that shows the defect; "all" for exhaustive tiers. Empty for defects that depend on
// launches, because the number of inputs does not predict them.
Json inputs_by_tier(const Plant& p) {
  std::string glob = p.cases.front();
  if (glob.ends_with('*')) glob.replace(glob.size() - 1, 1, "v1");
  const std::optional<Case> c = case_named(glob);
  if (p.share.empty() || !c) return {};
  Json inputs = Json::object();
  for (const Tier tier : kTiers) {
    const Plan plan = plan_without_data({c->front_end, c->row, c->format, c->mode, {c->width}}, tier, 1);
    inputs[std::string(name(tier))] = plan.exhaustive() ? Json("all") : Json(plan.count());
  }
  return inputs;
}

std::string line_json(const Plant& p) {
  Json formats = Json::array();
  for (const Type t : p.formats) formats.push_back(info(t).name);
  return json_line(Json{{"name", p.name},
                        {"builtin", p.row == nullptr ? Json() : Json(p.row->name)},
                        {"formats", formats},
                        {"class", p.kind},
                        {"wrong", p.wrong},
                        {"clause", p.clause},
                        {"verdict", name(p.verdict)},
                        {"tier", p.tier ? Json(name(*p.tier)) : Json()},
                        {"share", p.share.empty() ? Json() : Json(p.share)},
                        {"inputs", inputs_by_tier(p)},
                        {"cases", p.cases},
                        {"options", p.options},
                        {"file", written(planted::layer_file(p))}});
}

std::string line_text(const Plant& p) {
  return fmt::format("{:<32} {:<18} {:<8} {}\n", p.name, p.kind, p.tier ? name(*p.tier) : "passes", p.wrong);
}

}  // namespace

bool list_planted(const ListOptions& options, Filters& filters, const Streams& streams) {
  bool any = false;
  for (const Plant& p : planted::corpus()) {
    if (!filters.let_pass({p.name, p.row == nullptr ? "" : p.row->name, p.kind})) continue;
    any = true;
    streams.out.write(options.json ? line_json(p) : line_text(p));
  }
  return any;
}

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
