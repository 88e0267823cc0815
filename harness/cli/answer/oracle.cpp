// `classay oracle`: prints the truth about calls.
#include <fmt/format.h>

#include <map>
#include <nlohmann/json.hpp>

#include "harness/cli/answer/answer.h"
#include "harness/cli/answer/limit_table.h"
#include "harness/cli/terminal/terminal.h"
#include "harness/text/arguments.h"
#include "reference/truth/truth.h"

namespace classay {
namespace {

using Json = nlohmann::ordered_json;

// Modes with limits of their own; -cl-unsafe-math-optimizations has the relaxed limits.
constexpr std::array kTables{Mode::standard, Mode::relaxed, Mode::correct_div_sqrt};

// Builds the output that all calls of a builtin and format share only once.
class Limitations {
 public:
  const std::string& json(const ParsedCall& call) {
    return remember(json_, call, [&](const std::vector<LimitCell>& cells) { return limits_json(cells); });
  }
  const std::string& text(const ParsedCall& call, const Terminal& out) {
    return remember(text_, call, [&](const std::vector<LimitCell>& cells) { return limits_text(limit_lines(cells), out); });
  }

 private:
  using Shelf = std::map<std::pair<const Row*, Type>, std::string>;

  template <class Write>
  static const std::string& remember(Shelf& shelf, const ParsedCall& call, Write&& write) {
    const std::pair key{call.row, call.format};
    const auto found = shelf.find(key);
    return found != shelf.end() ? found->second
                                : shelf.emplace(key, write(limit_cells(*call.row, call.format, kTables))).first->second;
  }

  Shelf json_;
  Shelf text_;
};

Json prescribed_json(const std::vector<Prescribed>& all, const std::vector<Component>& components) {
  if (all.empty()) return nullptr;
  const Prescribed& p = all.front();
  Json results = Json::array();
  for (const std::vector<Truth>& alternative : p.alternatives) {
    Json list = Json::array();
    for (std::size_t i = 0; i < alternative.size(); ++i) {
      list.push_back(prescribed_text(alternative[i], components[i % components.size()].type));
    }
    results.push_back(one_or_list(list));
  }
  return {{"results", results}, {"clause", p.clause}, {"rule", p.sentence}};
}

template <class Of>
Json of_each(const std::vector<Component>& components, Of&& of) {
  Json list = Json::array();
  for (const Component& c : components) list.push_back(of(c));
  return one_or_list(list);
}

// "any" has no enclosure and no ulp, so both are null in JSON.
Json or_null(bool has, const std::string& text) { return has ? Json(text) : Json(nullptr); }

std::string answer_json(const ParsedCall& call, const std::string& limits) {
  const std::vector<Component> all = components(call);
  const auto is_known = [](const Component& c) { return !c.is_any; };
  Json j{{"name", call.row->name}, {"format", info(call.format).name}, {"args", arguments_json(call)}};
  j["low"] = of_each(all, [&](const Component& c) { return or_null(is_known(c), c.value.low); });
  j["high"] = of_each(all, [&](const Component& c) { return or_null(is_known(c), c.value.high); });
  for (std::size_t i = 0; i < kRoundings.size(); ++i) {
    j[std::string(name(kRoundings[i]))] = of_each(all, [&](const Component& c) {
      return or_null(c.rounded[i].has_value(), pattern({c.type, c.rounded[i].value_or(0)}));
    });
  }
  j["exact"] = of_each(all, [&](const Component& c) { return is_known(c) && c.exact; });
  j["ulp"] = of_each(
      all, [](const Component& c) { return or_null(c.ulp.has_value(), fmt::format("0x1p{:+}", c.ulp.value_or(0))); });
  j["prescribed"] = prescribed_json(prescribed(call), all);
  if (!call.notes.empty()) j["notes"] = call.notes;
  std::string line = json_line(j);
  line.resize(line.rfind('}'));
  return line + ",\"limits\":" + limits + "}\n";
}

// "rne, rtp  0x3f800000  0x1p+0  1": modes with the same result share a line.
std::string rounded_lines(const Component& c) {
  std::string text;
  std::array<bool, kRoundings.size()> told{};
  for (std::size_t i = 0; i < kRoundings.size(); ++i) {
    if (told[i]) continue;
    std::string modes;
    for (std::size_t k = i; k < kRoundings.size(); ++k) {
      if (c.rounded[k] != c.rounded[i]) continue;
      told[k] = true;
      modes += fmt::format("{}{}", modes.empty() ? "" : " ", name(kRoundings[k]));
    }
    const std::string value = c.rounded[i] ? in_words({c.type, *c.rounded[i]}) : "";
    text += fmt::format("  {:<15}  {}\n", modes, value);
  }
  return text;
}

std::string component_text(const Component& c, const Terminal& out) {
  if (c.is_any) {
    return "  exact value      any: the specifications leave the result undefined for these arguments\n";
  }
  const bool in_full = c.value.low == c.value.high;
  const char* exactness = !c.is_real || !c.exact ? "" : in_full ? ", exactly" : ", exactly known";
  std::string text = fmt::format("  exact value      {}{}\n", out.paint(Style::strong, between(c.value)), exactness);
  if (!is_float(c.type)) return text + fmt::format("  {:<15}  {}\n", "pattern", pattern({c.type, c.integer}));
  if (c.ulp) text += fmt::format("  ulp              2^{}\n", *c.ulp);
  return text + rounded_lines(c);
}

std::string prescribed_text(const ParsedCall& call) {
  std::string text;
  for (const Prescribed& p : prescribed(call)) {
    std::vector<std::string_view> titles;
    for (Edition e : p.editions) titles.push_back(title(e));
    text += fmt::format("  prescribed       {}   {}, in {}\n", p.sentence, p.clause, fmt::join(titles, ", "));
  }
  return text;
}

std::string argument_lines(const ParsedCall& call) {
  std::string text;
  for (std::size_t i = 0; i < call.arguments.size(); ++i) {
    for (std::size_t lane = 0; lane < call.arguments[i].size(); ++lane) {
      std::string label(parameter_name(*call.row, i));
      if (call.arguments[i].size() > 1) label += fmt::format("[{}]", lane);
      text += fmt::format("  {:<15}  {}\n", label, in_words(call.arguments[i][lane]));
    }
  }
  for (const std::string& note : call.notes) text += fmt::format("  note             {}\n", note);
  return text;
}

std::string answer_text(const ParsedCall& call, const std::string& limits, const Terminal& out) {
  const std::vector<Component> all = components(call);
  std::string text = out.paint(Style::strong, call_text(call)) + "\n" + argument_lines(call);
  for (std::size_t i = 0; i < all.size(); ++i) {
    if (all.size() > 1) text += fmt::format(" result {} of {}\n", i + 1, all.size());
    text += component_text(all[i], out);
  }
  if (all.size() > 1) text += " promises\n";
  return text + prescribed_text(call) + "  limits\n" + limits;
}

}  // namespace

ExitCode oracle_command(const OracleOptions& options, const Streams& streams) {
  const BatchOptions batch{
      .words = options.words,
      .reading = {.notation = options.bits ? Notation::bits : Notation::value},
      .json = options.json,
  };
  Limitations limits;
  bool first = true;
  return answer_calls(batch, streams, [&](const ParsedCall& call, bool) -> Answer {
    if (options.json) return {answer_json(call, limits.json(call))};
    const std::string separator = first ? "" : "\n";
    first = false;
    return {separator + answer_text(call, limits.text(call, streams.out), streams.out)};
  });
}

}  // namespace classay
