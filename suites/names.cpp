// Returns the names of the enumerations, as in case names, and finds rows by name.
#include <utility>
#include <vector>

#include "suites/nearest.h"
#include "suites/row.h"

namespace classay {
namespace {

constexpr std::array<std::string_view, 12> kGroups{"math",       "half",       "native", "common",  "geometric", "integer",
                                                   "relational", "conversion", "memory", "shuffle", "operator",  "misc"};
constexpr std::array<std::string_view, 6> kEditionNames{"clc-2.0", "spirv-2.2", "clc-3.1", "spirv-3.1", "clspv", "none"};
constexpr std::array<std::string_view, 6> kEditionTitles{"OpenCL C 2.0",           "SPIR-V environment 2.2", "OpenCL C 3.1",
                                                         "SPIR-V environment 3.1", "OpenCL C 1.2 on Vulkan", "no document"};
constexpr std::array<std::string_view, 2> kProfileNames{"full", "embedded"};
constexpr std::array<std::string_view, 21> kModeNames{"default",
                                                      "relaxed",
                                                      "ftz",
                                                      "correct-div-sqrt",
                                                      "unsafe",
                                                      "finite",
                                                      "mad-enable",
                                                      "no-signed-zeros",
                                                      "opt-disable",
                                                      "not-nan",
                                                      "not-inf",
                                                      "nsz",
                                                      "allow-recip",
                                                      "fast",
                                                      "allow-contract",
                                                      "allow-reassoc",
                                                      "denorm-preserve",
                                                      "denorm-flush-to-zero",
                                                      "rounding-rte",
                                                      "rounding-rtz",
                                                      "signed-zero-inf-nan-preserve"};

template <class E, std::size_t N>
std::string_view name_in(const std::array<std::string_view, N>& names, E e) {
  return names[static_cast<std::size_t>(e)];
}

template <class E, std::size_t N>
std::optional<E> named_in(const std::array<std::string_view, N>& names, std::string_view s) {
  const auto at = std::ranges::find(names, s);
  if (at == names.end()) return std::nullopt;
  return static_cast<E>(at - names.begin());
}

// Returns the Damerau-Levenshtein distance: insertions, deletions, replacements, and swaps of neighbours.
std::size_t distance(std::string_view a, std::string_view b) {
  std::vector<std::size_t> before_last(b.size() + 1);
  std::vector<std::size_t> last(b.size() + 1);
  std::vector<std::size_t> row(b.size() + 1);
  for (std::size_t j = 0; j <= b.size(); ++j) last[j] = j;
  for (std::size_t i = 1; i <= a.size(); ++i) {
    row[0] = i;
    for (std::size_t j = 1; j <= b.size(); ++j) {
      row[j] = std::min({last[j] + 1, row[j - 1] + 1, last[j - 1] + (a[i - 1] == b[j - 1] ? 0 : 1)});
      const bool swapped = i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1];
      if (swapped) row[j] = std::min(row[j], before_last[j - 2] + 1);
    }
    std::swap(before_last, last);
    std::swap(last, row);
  }
  return last[b.size()];
}

}  // namespace

std::string_view name(Group g) { return name_in(kGroups, g); }
std::string_view name(Edition e) { return name_in(kEditionNames, e); }
std::string_view title(Edition e) { return name_in(kEditionTitles, e); }
std::string_view name(Profile p) { return name_in(kProfileNames, p); }
std::string_view name(Mode m) { return name_in(kModeNames, m); }

std::optional<Edition> edition_named(std::string_view s) { return named_in<Edition>(kEditionNames, s); }
std::optional<Profile> profile_named(std::string_view s) { return named_in<Profile>(kProfileNames, s); }
std::optional<Mode> mode_named(std::string_view s) { return named_in<Mode>(kModeNames, s); }

const Row* find(std::string_view name) {
  for (const Row& row : table()) {
    if (row.name == name) return &row;
  }
  return nullptr;
}

const Row* find(std::string_view name, Type format) {
  for (const Row& row : table()) {
    if ((row.name == name || row.clc == name) && row.formats.contains(format)) return &row;
  }
  return nullptr;
}

std::string nearest_name(std::string_view name, std::span<const std::string_view> names) {
  constexpr std::size_t kMost = 2;
  std::size_t least = kMost + 1;
  std::string_view best;
  for (const std::string_view other : names) {
    const std::size_t longer = std::max(name.size(), other.size());
    if (longer - std::min(name.size(), other.size()) >= least) continue;
    const std::size_t differences = distance(name, other);
    if (differences >= least || differences > std::max<std::size_t>(longer / 3, 1) || differences == longer) continue;
    least = differences;
    best = other;
  }
  return std::string(best);
}

std::string did_you_mean(std::string_view name, std::span<const std::string_view> names) {
  const std::string nearest = nearest_name(name, names);
  return nearest.empty() ? "" : "; did you mean '" + nearest + "'?";
}

std::string did_you_mean_builtin(std::string_view name) {
  std::vector<std::string_view> names;
  for (const Row& row : table()) names.push_back(row.name);
  return did_you_mean(name, names);
}

}  // namespace classay
