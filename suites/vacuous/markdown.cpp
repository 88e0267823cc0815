#include <fmt/format.h>

#include <algorithm>

#include "suites/vacuous/open_calls.h"
#include "suites/vacuous/reasons.h"
#include "suites/vacuous/vacuous.h"

namespace classay::vacuous {
namespace {

constexpr std::string_view kIntroduction = R"(# What passes whatever it is

Made from the table of builtins and the table of reasons (`suites/vacuous/reasons.cpp`): change these, and then run
`CLASSAY_UPDATE_DOCS=1 suites_vacuous_test`. `classay list --vacuous` tells the same.

A promise that nothing can break is none. So each builtin is called at random with ordinary arguments, of magnitude 2^-4 to
2^4, and each call is given results that no one would take for right: a NaN, infinities, 2^60 (2^14 of half), the right result
negated, and off by a sixteenth (2^20 ulp of single precision); of integers other bits. That is done for every format, edition,
profile and mode, with the device's arithmetic as IEEE 754 has it. What is not judged wrong is listed here, with the reason that
a document gives for it. What is not listed is always judged wrong.

)";

std::string escaped(std::string_view s) {
  std::string result;
  for (const char c : s) {
    if (c == '*' || c == '<' || c == '[' || c == '|') result += '\\';
    result += c;
  }
  return result;
}

// Lines that differ only in the builtin.
struct Together {
  std::string builtins;
  std::string rest;
};

void add(std::vector<Together>& all, const Line& l) {
  std::string rest = fmt::format("{} | {} | {} | {} | {}", info(l.format).name, places_text(l), modes_text(l),
                                 share_text(l.share), l.reason);
  const auto at = std::ranges::find(all, rest, &Together::rest);
  if (at == all.end()) {
    all.push_back({std::string(l.row->name), std::move(rest)});
  } else {
    at->builtins.append(", ").append(l.row->name);
  }
}

}  // namespace

std::string markdown() {
  std::vector<Together> together;
  int builtins = 0;
  int never = 0;
  for (const Row& row : table()) {
    if (row.truth == nullptr) continue;
    const std::vector<Line> all = lines(cells(row));
    ++builtins;
    if (all.empty()) ++never;
    for (const Line& l : all) add(together, l);
  }
  std::string text(kIntroduction);
  text += fmt::format("Of {} builtins {} let nothing pass.\n\n## Reasons\n\n| reason | |\n|---|---|\n", builtins, never);
  for (const Reason& r : reasons()) text += fmt::format("| {} | {} |\n", r.name, escaped(r.why));
  text += "\n## Shares\n\n| builtin | format | editions, profiles | modes | passes | reason |\n|---|---|---|---|---|---|\n";
  for (const Together& t : together) text += fmt::format("| {} | {} |\n", t.builtins, t.rest);
  return text + open_markdown();
}

}  // namespace classay::vacuous
