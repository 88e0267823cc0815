// Whatever a worker says of a case, the supervisor believes it or has an objection; it never fails itself, and it believes
// no good verdict that the numbers beside it do not bear out.
#include "harness/fuzz/edits.h"
#include "harness/journal/record.h"
#include "harness/protocol/protocol.h"
#include "harness/protocol/tally_json.h"
#include "harness/run/worker_child.h"

namespace {

using namespace classay;  // NOLINT(google-build-using-namespace): a program of one file

Task asked() {
  const Case c = *case_named("clc/math/sin/f32/default/v1");
  return {.unit = {.row = c.row, .format = c.format, .widths = {1, 2}}, .state = nullptr};
}

// As a worker that asked all of the plan tells it.
Json answer(const Task& task, std::uint64_t failures) {
  const Unit& unit = task.unit;
  const Plan plan = plan_without_data(unit, task.tier, task.seed);
  Tally t;
  for (std::uint64_t i = 0; i < plan.count(); ++i) {
    t.add({.index = i, .inputs = plan.input(i), .got = i, .ulps = 1},
          i < failures ? Tally::Outcome::wrong : Tally::Outcome::right, static_cast<int>(i % 5), true);
  }
  Json line{{"kind", "result"},
            {"case", name(case_of(unit, 1))},
            {"verdict", failures > 0 ? "fail" : "pass"},
            {"reason", failures > 0 ? "wrong" : ""},
            {"inputs", {{"plan", plan.text()}, {"count", t.judged()}, {"hash", "0xaa"}, {"exhaustive", false}}},
            {"counts", {{"judged", t.judged()}, {"failed", t.failed()}, {"undefined", t.undefined()}}}};
  const Json fields = to_json(t, *unit.row, unit.format);
  for (const auto& [key, value] : fields.items()) {
    if (!line.at("counts").contains(key)) line[key] = value;
  }
  return line;
}

void check(const Task& task, const std::string& text) {
  const Json line = read_json_if(text).value_or(Json());
  if (!line.is_object()) return;  // as the reader of its lines has it
  int width = 0;
  if (!objection(line, task, width).empty()) return;
  fuzz::require(width == 1 || width == 2, "a case that was not asked is believed", text);
  const CaseVerdict verdict = *case_verdict_named(line.at("verdict").get<std::string>());
  if (verdict != CaseVerdict::pass && verdict != CaseVerdict::quality_warning) return;
  const Tally tally = tally_from(line);
  fuzz::require(tally.failed() == 0 && tally.judged() > 0, "a pass is believed that is none", text);
  fuzz::require(tally.judged() + tally.undefined() >= plan_without_data(task.unit, task.tier, task.seed).count(width),
                "a pass of less than the plan is believed", text);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  static const Task task = asked();
  static const std::array answers{answer(task, 0), answer(task, 3)};
  std::span<const std::uint8_t> bytes(data, size);
  if (bytes.empty()) return 0;
  const std::uint8_t how = bytes[0];
  bytes = bytes.subspan(1);
  if ((how & 1U) != 0) {
    check(task, std::string(bytes.begin(), bytes.end()));
  } else {
    check(task, fuzz::edited(answers.at((how >> 1U) & 1U), bytes, 4).dump());
  }
  return 0;
}
