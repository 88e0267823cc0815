// Parses any state of a sweep and any task. Each is rejected with one of our messages, or written back unchanged.
#include <nlohmann/json.hpp>

#include "harness/journal/tally_json.h"
#include "harness/journal/task.h"
#include "harness/journal/unit.h"
#include "harness/worker/sweep/ledger.h"
#include "tools/fuzz/edits.h"

namespace {

using namespace classay;  // NOLINT(google-build-using-namespace): a program of one file

Ledger ledger() {
  Ledger l{.first = 0, .end = 40, .next = 20, .only = {{.first = 0, .count = 20}}, .seconds = 1};
  l.cuts = {{.after = 3, .level = 2}};
  l.kernels = {{"table", "ab"}};
  l.by_width = {{"table", {.reason = "no", .log = "no"}}};
  WidthRecord r{.width = 1, .failed_in = {{.batch = {.first = 0, .count = 20}, .failed = 1}}, .answers = 7};
  for (std::uint64_t i = 0; i < 4; ++i) {
    const Tally::Outcome outcome = i == 0 ? Tally::Outcome::wrong : Tally::Outcome::right;
    r.tally.add({.index = i, .inputs = {i}, .got = i, .ulps = 1}, outcome, 0, true);
  }
  r.unbuilt = {{.program = "literals", .first = 3, .inputs = 4, .failure = {.reason = "no", .log = "no"}}};
  l.widths.push_back(std::move(r));
  return l;
}

Json task() {
  const Case c = *case_named("clc/math/sin/f32/default/v1");
  Task t{.unit = {.row = c.row, .format = c.format, .widths = {1}}, .shard = {.index = 1, .of = 4}};
  t.left_out["reversed"] = {.verdict = CaseVerdict::crash, .reason = "no", .log = "no"};
  t.state = shared(to_json(ledger()));
  return to_json(t);
}

template <class Read>
void check(const std::string& text, Read read) {
  try {
    read(read_json(text));
  } catch (const std::invalid_argument& e) {
    const std::string_view why(e.what());
    fuzz::require(!why.empty() && why.find("json.exception") == std::string_view::npos, "not our words", text);
  }
}

void check_state(const Json& state) {
  const Ledger l = ledger_from(state, {1});
  const Json written = to_json(l);
  fuzz::require(to_json(ledger_from(read_json(written.dump()), {1})) == written, "it is not written as it was",
                state.dump());
  inputs_of_part(&state);
  for (const WidthRecord& r : l.widths) {
    unasked_inputs(r);
    only_failed(l, r);
  }
}

void check_task(const Json& json) {
  const Task t = task_from(json);
  fuzz::require(t.shard.index < t.shard.of && !t.unit.widths.empty(), "a task without inputs", json.dump());
  inputs_of_part(t.state.get());
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  static const Json state_in_order = to_json(ledger());
  static const Json task_in_order = task();
  std::span<const std::uint8_t> bytes(data, size);
  if (bytes.empty()) return 0;
  const std::uint8_t how = bytes[0];
  bytes = bytes.subspan(1);
  if ((how & 1U) != 0) {
    const std::string text(bytes.begin(), bytes.end());
    check(text, check_state);
    check(text, check_task);
  } else if ((how & 2U) != 0) {
    check(fuzz::edited(state_in_order, bytes, 4).dump(), check_state);
  } else {
    check(fuzz::edited(task_in_order, bytes, 4).dump(), check_task);
  }
  return 0;
}
