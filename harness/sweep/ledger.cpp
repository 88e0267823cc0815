#include "harness/sweep/ledger.h"

#include <stdexcept>
#include <utility>

#include "harness/run/tally_json.h"

namespace classay {
namespace {

Json record_json(const WidthRecord& r) {
  Json forms = Json::array();
  for (const FormRecord& f : r.forms) forms.push_back(to_json(f));
  return {{"width", r.width},
          {"tally", to_json(r.tally)},
          {"bitwise_equal", r.bitwise_equal},
          {"answers", r.answers},
          {"slow_path", r.slow_path},
          {"unwritten", r.unwritten},
          {"beyond_end", r.beyond_end},
          {"repeated", r.repeated},
          {"nondeterministic", r.nondeterministic},
          {"forms", std::move(forms)},
          {"device_seconds", r.device_seconds}};
}

WidthRecord record_from(const Json& j) {
  std::vector<FormRecord> forms;
  for (const Json& f : j.at("forms")) forms.push_back(form_record_from(f));
  return {.width = j.at("width"),
          .tally = tally_from(j.at("tally")),
          .bitwise_equal = j.at("bitwise_equal"),
          .answers = j.at("answers"),
          .slow_path = j.at("slow_path"),
          .unwritten = j.at("unwritten"),
          .beyond_end = j.at("beyond_end"),
          .repeated = j.at("repeated"),
          .nondeterministic = j.at("nondeterministic"),
          .forms = std::move(forms),
          .device_seconds = j.at("device_seconds")};
}

}  // namespace

std::uint64_t Ledger::failed() const {
  std::uint64_t sum = 0;
  for (const WidthRecord& r : widths) sum += r.tally.failed();
  return sum;
}

Json to_json(const Ledger& ledger) {
  Json widths = Json::array();
  for (const WidthRecord& r : ledger.widths) widths.push_back(record_json(r));
  return {{"first", ledger.first},
          {"end", ledger.end},
          {"next", ledger.next},
          {"seconds", ledger.seconds},
          {"judge_seconds", ledger.judge_seconds},
          {"build_seconds", ledger.build_seconds},
          {"widths", std::move(widths)},
          {"kernels", ledger.kernels}};
}

Ledger ledger_from(const Json& json, const std::vector<int>& widths) {
  Ledger ledger;
  try {
    ledger = {.first = json.at("first"),
              .end = json.at("end"),
              .next = json.at("next"),
              .seconds = json.at("seconds"),
              .judge_seconds = json.at("judge_seconds"),
              .build_seconds = json.at("build_seconds"),
              .widths = {},
              .kernels = json.at("kernels")};
    for (const Json& j : json.at("widths")) ledger.widths.push_back(record_from(j));
  } catch (const Json::exception& e) {
    throw std::invalid_argument(std::string("malformed state of a sweep: ") + e.what());
  }
  std::vector<int> found;
  for (const WidthRecord& r : ledger.widths) found.push_back(r.width);
  if (found != widths) throw std::invalid_argument("the state of a sweep is one of other widths");
  return ledger;
}

}  // namespace classay
