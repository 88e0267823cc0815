#include "suites/vacuous/vacuous.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>
#include <tuple>

#include "reference/judge/judge.h"
#include "suites/cases.h"
#include "suites/judge_promise.h"
#include "suites/stated_limit.h"
#include "suites/vacuous/gross_calls.h"
#include "suites/vacuous/reasons.h"

namespace classay::vacuous {
namespace {

constexpr int kCalls = 32;

// Returns everything that determines the verdict. Cells with equal text are judged once.
std::string question(const Promise& p, const Arithmetic& a) {
  std::string all = fmt::format("{};{};{};{};{};{};{};{};{};", text(p.limit), p.is_of_another, p.keeps_range,
                                p.core_operation, p.rounding_in_call, p.rounds_either_way, static_cast<int>(p.flushing),
                                p.quotient_bits, p.overflows != nullptr);
  if (std::holds_alternative<Derived>(p.limit)) all += fmt::format("{};", p.context);
  all += fmt::format("{};{};{};{};{};{};{};", static_cast<int>(a.rounding), a.flushes, a.must_flush, a.nans, a.infinities,
                     a.zero_signs, a.edge_rules);
  for (const Rule& rule : p.rules) all.append(rule.sentence()).append(rule.is_advice() ? "?" : ";");
  return all;
}

Share share(const Promise& p, const Arithmetic& a, const Row& row, Type format, std::span<const GrossCall> calls) {
  Share s;
  for (const GrossCall& c : calls) {
    for (const std::vector<Bits>& results : c.results) {
      ++s.asked;
      switch (judge(p, call_of(row, format, c.args, lanes_of(row)), results, a).verdict) {
        case Verdict::wrong: break;
        case Verdict::right: ++s.right; break;
        case Verdict::undefined: ++s.undefined; break;
        case Verdict::poor: ++s.poor; break;
      }
    }
  }
  return s;
}

// Returns the modes of both front ends, in the order of the modes.
std::vector<Mode> modes_of(const Row& row, Type format) {
  std::set<Mode> all;
  for (const FrontEnd front_end : kFrontEnds) {
    if (!speaks(front_end, row, format)) continue;
    for (const Mode m : modes(front_end, row, format)) all.insert(m);
  }
  return {all.begin(), all.end()};
}

template <class T>
std::string names(const std::vector<T>& all) {
  std::string text;
  for (const T& one : all) text.append(text.empty() ? "" : ", ").append(name(one));
  return text;
}

template <class T>
void add(std::vector<T>& all, const T& one) {
  if (std::ranges::find(all, one) == all.end()) all.push_back(one);
}

// Groups the cells of a builtin and format: first per mode, by share and reason; then modes with the same places.
std::vector<Line> lines_of(const std::vector<const Cell*>& cells) {
  std::vector<Line> by_mode;
  for (const Cell* c : cells) {
    const std::string_view reason = reason_for(*c);
    const auto is_it = [&](const Line& l) {
      return l.modes.front() == c->mode && l.share == c->share && l.reason == reason;
    };
    auto at = std::ranges::find_if(by_mode, is_it);
    if (at == by_mode.end()) {
      at = by_mode.insert(at,
                          Line{.row = c->row, .format = c->format, .modes = {c->mode}, .share = c->share, .reason = reason});
    }
    at->places.insert({c->edition, c->profile});
  }
  std::vector<Line> all;
  for (const Line& l : by_mode) {
    const auto is_it = [&](const Line& o) { return o.places == l.places && o.share == l.share && o.reason == l.reason; };
    const auto at = std::ranges::find_if(all, is_it);
    if (at == all.end()) {
      all.push_back(l);
    } else {
      add(at->modes, l.modes.front());
    }
  }
  return all;
}

}  // namespace

std::vector<Cell> cells(const Row& row) {
  std::vector<Cell> all;
  if (row.truth == nullptr) return all;
  for (const Type format : row.formats) {
    const std::vector<GrossCall> calls = gross_calls(row, format, kCalls);
    std::map<std::string, Share> known;  // keyed by question()
    const auto cell = [&](Edition edition, Profile profile, Mode mode) -> Cell {
      const Promise p = promise(row, format, edition, profile, mode, lanes_of(row));
      const Arithmetic a = arithmetic(mode, format, {});
      const auto [at, is_new] = known.try_emplace(question(p, a));
      if (is_new) at->second = share(p, a, row, format, calls);
      return {&row, format, edition, profile, mode, p.limit, p.is_of_another, at->second};
    };
    for (const Edition edition : kEditions) {
      for (const Profile profile : kProfiles) {
        for (const Mode mode : modes_of(row, format)) all.push_back(cell(edition, profile, mode));
      }
    }
  }
  return all;
}

std::vector<Line> lines(const std::vector<Cell>& cells) {
  std::vector<Line> all;
  for (auto at = cells.begin(); at != cells.end();) {
    const auto end =
        std::find_if(at, cells.end(), [&](const Cell& c) { return c.row != at->row || c.format != at->format; });
    std::vector<const Cell*> open;
    for (; at != end; ++at) {
      if (at->share.passed() > 0 || at->share.asked == 0) open.push_back(&*at);
    }
    for (Line& l : lines_of(open)) all.push_back(std::move(l));
  }
  return all;
}

// Lists the editions with both profiles first, then those with one.
std::string places_text(const Line& line) {
  std::vector<Edition> both;
  std::vector<Edition> full;
  std::vector<Edition> embedded;
  for (const Edition e : kEditions) {
    const bool in_full = line.places.contains({e, Profile::full});
    const bool in_embedded = line.places.contains({e, Profile::embedded});
    if (in_full && in_embedded) both.push_back(e);
    if (in_full && !in_embedded) full.push_back(e);
    if (in_embedded && !in_full) embedded.push_back(e);
  }
  std::string text = both.size() == kEditions.size() ? "all" : names(both);
  const auto append = [&](const std::vector<Edition>& some, Profile p) {
    if (!some.empty())
      text +=
          fmt::format("{}{} {}", text.empty() ? "" : "; ", some.size() == kEditions.size() ? "all" : names(some), name(p));
  };
  append(full, Profile::full);
  append(embedded, Profile::embedded);
  return text;
}

std::string modes_text(const Line& line) {
  const bool is_all = line.modes == modes_of(*line.row, line.format);
  return is_all && line.modes.size() > 1 ? "all" : names(line.modes);
}

std::string share_text(const Share& s) {
  if (s.asked == 0) return "nothing to ask";
  std::string text;
  const auto append = [&](int n, std::string_view what) {
    if (n > 0) text += fmt::format("{}{} {}", text.empty() ? "" : ", ", n, what);
  };
  append(s.right, "right");
  append(s.undefined, "undefined");
  append(s.poor, "quality-warning");
  return fmt::format("{} % of {}: {}", (100 * s.passed() + s.asked - 1) / s.asked, s.asked, text);
}

}  // namespace classay::vacuous
