#include "harness/cli/list/vacuous.h"

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "harness/cli/terminal/lines.h"
#include "suites/vacuous/open_calls.h"
#include "suites/vacuous/reasons.h"

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

}  // namespace classay
