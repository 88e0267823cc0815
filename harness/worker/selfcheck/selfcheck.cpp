#include "harness/worker/selfcheck/selfcheck.h"

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <optional>
#include <stdexcept>

#include "harness/worker/selfcheck/loops_agree.h"
#include "reference/cpu/float_environment.h"
#include "reference/cpu/usable.h"

namespace classay {
namespace {

template <class Table>
void check_loops(std::string_view what, std::span<const Table* const> tables, SelfCheck& check) {
  const Traces plain = traces(*tables.front());
  for (const Table* const table : tables.subspan(1)) {
    for (const std::string& loop : differing(plain, traces(*table))) {
      check.faults.push_back(fmt::format("{}, '{}': the loop for {} has a different result than the plain one", what, loop,
                                         name_of(table->set)));
    }
    check.loops += plain.size();
  }
}

// `ask` returns the fault; empty: none.
template <class Ask>
void check_verdict(const std::string& what, SelfCheck& check, Ask ask) {
  std::string fault;
  try {
    fault = ask();
  } catch (const std::exception& e) {
    fault = std::string("could not be judged: ") + e.what();
  }
  if (!fault.empty()) check.faults.push_back(what + " " + fault);
}

void check_call(const KnownCall& call, const KnownJudge& judge, SelfCheck& check) {
  check_verdict(text(call), check, [&] {
    const Verdict got = judge.verdict(call);
    return got == call.verdict ? "" : fmt::format("is {} and was judged {}", name(call.verdict), name(got));
  });
  ++check.calls;
}

void check_batch(const KnownBatch& batch, const KnownJudge& judge, SelfCheck& check) {
  check_verdict(fmt::format("{} f32 by {}", batch.builtin, batch.how), check, [&]() -> std::string {
    const std::vector<Bits> found = judge.wrong(batch);
    const Bits wrong = batch.arguments[batch.wrong][0];
    if (std::ranges::find(found, wrong) == found.end()) return fmt::format("does not find the wrong result at {:#x}", wrong);
    return found.size() == 1 ? "" : "finds right results wrong";
  });
  check.batched += batch.results.size();
}

// Restores the environment, so that the remaining checks are valid.
void check_environment(std::string_view when, SelfCheck& check) {
  const std::optional<FloatEnvironment> found = restore_float_environment();
  if (found)
    check.faults.push_back(fmt::format("the floating-point environment {} the check: it {}", when, text_of(*found)));
}

}  // namespace

SelfCheck self_check(const LoopTables& tables, const KnownJudge& judge) {
  SelfCheck check;
  if (const auto& found = float_environment_at_start()) check.float_environment = text_of(*found);
  check_environment("before", check);
  for (const LaneLoops* const table : tables.lanes) check.sets.emplace_back(name_of(table->set));
  check_loops("lanes", tables.lanes, check);
  check_loops("results in bulk", tables.bulk, check);
  check_loops("remainders", tables.remainders, check);
  check_loops("certified values", tables.kernels, check);
  for (const KnownCall& call : known_calls()) check_call(call, judge, check);
  for (const KnownBatch& batch : known_batches()) check_batch(batch, judge, check);
  check_environment("after", check);
  return check;
}

Json to_json(const SelfCheck& check) {
  Json json{{"passed", check.passed()}, {"calls", check.calls}, {"batched", check.batched},
            {"loops", check.loops},     {"sets", check.sets},   {"faults", check.faults}};
  if (!check.float_environment.empty()) json["float_environment"] = check.float_environment;
  return json;
}

}  // namespace classay
