#include "harness/commands/planted.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "harness/commands/batch.h"
#include "harness/planted/corpus.h"
#include "harness/planted/source.h"

namespace classay {
namespace {

using Json = nlohmann::ordered_json;
using planted::Plant;

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
