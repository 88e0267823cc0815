#include <fmt/format.h>

#include <algorithm>

#include "suites/vacuous/open_calls.h"
#include "suites/vacuous/reasons.h"
#include "suites/vacuous/vacuous.h"

namespace classay::vacuous {
namespace {

constexpr std::string_view kIntroduction = R"(# Unconstrained results

An unconstrained result is grossly wrong and still passes, because no clause of the specification excludes it. This page lists
all of them, each with its reason. `classay list --unconstrained` prints the same data.

The judge receives random calls with arguments of magnitude 2^-4 to 2^4, in every format, specification, profile and mode. The
device's arithmetic is that of IEEE 754. Each call has several grossly wrong results:

- a NaN and infinities
- 2^60 (half: 2^14)
- the negated right result
- the right result off by a sixteenth, which is 2^20 ulp of single precision
- for integers, different bits

A grossly wrong result that is not on this page is always judged wrong. The reasons are those of
`suites/vacuous/reasons.cpp`.

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

std::string tables() {
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
  std::string text = fmt::format(
      "{1} of {0} builtins have no unconstrained results.\n\n## Reasons\n\n| reason | |\n|---|---|\n", builtins, never);
  for (const Reason& r : reasons()) text += fmt::format("| {} | {} |\n", r.name, escaped(r.why));
  text += "\n## Shares\n\n| builtin | format | editions, profiles | modes | passes | reason |\n|---|---|---|---|---|---|\n";
  for (const Together& t : together) text += fmt::format("| {} | {} |\n", t.builtins, t.rest);
  return text + open_markdown();
}

std::string markdown() { return std::string(kIntroduction) + tables(); }

}  // namespace classay::vacuous
