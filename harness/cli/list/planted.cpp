#include "harness/cli/list/planted.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <nlohmann/json.hpp>

#include "harness/cli/terminal/lines.h"
#include "suites/cases.h"
#include "suites/plan.h"
#include "tools/inject/corpus.h"
#include "tools/inject/source.h"

namespace classay {
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

}  // namespace classay
