#include "harness/worker/judging/plan_judging.h"

#include <array>

namespace classay {
namespace {

constexpr bool is_any(ValueSource) { return true; }

struct Judge {
  std::string_view name;
  bool (*takes)(ValueSource source);
  std::unique_ptr<BatchJudge> (*make)(const JudgedCase& c);
};

// The first that takes the source and can judge the case.
constexpr auto kJudges = std::to_array<Judge>({
    {"values", is_of_one_result, values_judge},
    {"excused", is_of_one_result, excused_judge},
    {"windows", is_in_windows, windows_judge},
    {"two results", is_of_two_results, two_results_judge},
    {"exact", is_any, exact_judge},
});

}  // namespace

std::optional<JudgePlan> plan_judging(const JudgedCase& c) {
  const ValueSource source = value_source(c.row, c.format);
  for (const Judge& judge : kJudges) {
    if (!judge.takes(source)) continue;
    if (std::unique_ptr<BatchJudge> made = judge.make(c)) return JudgePlan{judge.name, source, std::move(made)};
  }
  return std::nullopt;
}

}  // namespace classay
