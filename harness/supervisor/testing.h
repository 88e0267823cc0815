// Makes results of a worker that tested a complete plan, for tests that change one field.
#pragma once

#include <string>

#include "harness/journal/case_result.h"
#include "harness/journal/tally_json.h"
#include "harness/journal/task.h"
#include "harness/supervisor/result_check.h"

namespace classay {

inline Task task_of(const char* case_name) {
  const Case c = *case_named(case_name);
  return {.unit = {.front_end = c.front_end, .row = c.row, .format = c.format, .mode = c.mode, .widths = {1, 2}},
          .state = nullptr};
}

// `failures` inputs fail with an error of 100 ulp; all other inputs have an error of 1 ulp. `count`: the first inputs of the
// plan; 0: all of them.
inline Json honest_result(const Task& task, std::uint64_t failures, std::uint64_t count = 0) {
  const Unit& unit = task.unit;
  const Plan plan = plan_of(task);
  Tally t;
  for (std::uint64_t i = 0; i < (count == 0 ? plan.count() : count); ++i) {
    const bool is_wrong = i < failures;
    t.add({.index = i, .inputs = plan.input(i), .got = i, .ulps = is_wrong ? 100.0 : 1.0},
          is_wrong ? Tally::Outcome::wrong : Tally::Outcome::right, static_cast<int>(i % 5), true);
  }
  Json line{{"kind", "result"},
            {"case", name(case_of(unit, 1))},
            {"verdict", failures > 0 ? "fail" : "pass"},
            {"reason", failures > 0 ? share_reason(failures, t.judged()) : ""},
            {"inputs", {{"plan", plan.text()}, {"count", t.judged()}, {"hash", "0xaa"}, {"exhaustive", false}}},
            {"counts",
             {{"judged", t.judged()},
              {"failed", t.failed()},
              {"undefined", t.undefined()},
              {"poor", t.poor()},
              {"unwritten", 0U},
              {"beyond_end", 0U},
              {"repeated", 0U},
              {"nondeterministic", 0U}}},
            {"max_ulp", {{"value", failures > 0 ? 100.0 : 1.0}}},
            {"limit", {{"text", "<= 4 ulp"}, {"value", 4.0}, {"edition", "clc-3.1"}, {"clause", "a clause"}}}};
  const Json fields = to_json(t, *unit.row, unit.format);
  for (const auto& [key, value] : fields.items()) {
    if (!line.at("counts").contains(key)) line[key] = value;
  }
  return to_json(case_result_from(line));
}

}  // namespace classay
