// Runs inputs for `classay repro` in a child; the result is one line of JSON.
#include "harness/worker/sweep/ask.h"

#include "harness/cli/child_commands/child.h"
#include "harness/cli/child_commands/children.h"
#include "harness/device/build_log.h"
#include "harness/device/describe.h"
#include "harness/device/registry.h"
#include "harness/text/inputs.h"
#include "harness/text/numerals.h"
#include "harness/worker/sweep/unsupported.h"

namespace classay {
namespace {

Json patterns(const Case& c, const ResultBits& bits) {
  const std::vector<Type> types = result_types(*c.row, c.format);
  Json all = Json::array();
  for (std::size_t k = 0; k < types.size(); ++k) all.push_back(pattern({types[k], bits.at(k)}));
  return all;
}

Json crowds_json(const Case& c, const std::vector<std::vector<CrowdAnswer>>& crowds) {
  Json all = Json::array();
  for (const std::vector<CrowdAnswer>& crowd : crowds) {
    Json answers = Json::array();
    for (const CrowdAnswer& a : crowd) {
      Json results = Json::array();
      for (const ResultBits& bits : a.results) results.push_back(patterns(c, bits));
      answers.push_back({{"work_items", a.work_items}, {"results", std::move(results)}});
    }
    all.push_back(std::move(answers));
  }
  return all;
}

// Includes the names of all other call variants.
Json plain_answer(Device& device, const Case& c, const std::vector<Tuple>& inputs, const std::vector<Tuple>& company) {
  const Replies all = ask(device, c, inputs, company);
  Json replies = Json::array();
  for (const Reply& r : all.replies) {
    replies.push_back({{"input", input_text(c, r.input)},
                       {"sent", patterns(c, r.sent)},
                       {"literal", patterns(c, r.literal)},
                       {"literal_was_written", r.literal_was_written},
                       {"literal_unbuilt", r.literal_unbuilt}});
  }
  Json forms = Json::array();
  for (const CallForm form : call_forms(*c.row, c.front_end, device.capabilities(), device.group_limits())) {
    if (has_form(form, c.width)) forms.push_back(name(form));
  }
  return {{"device", to_json(device.description())},
          {"replies", std::move(replies)},
          {"crowds", crowds_json(c, all.crowds)},
          {"forms", std::move(forms)}};
}

}  // namespace

ExitCode ask_command(const AskOptions& options) {
  Child child;
  Json answer;
  try {
    const std::optional<Case> c = case_named(options.name);
    if (!c) throw std::invalid_argument("there is no case '" + options.name + "'");
    std::vector<Tuple> inputs;
    for (const std::string& text : options.inputs) inputs.push_back(read_input(*c, text));
    const std::unique_ptr<Device> device = all_backends()->open(options.device);
    if (const auto why = unsupported(device->capabilities(), *c)) throw DeviceError(Fault::unusable, *why);
    if (options.form.empty()) {
      const std::optional<Tier> tier = tier_named(options.constants);
      answer = plain_answer(*device, *c, inputs, tier ? constants_of(*c, *tier, options.seed) : std::vector<Tuple>());
    } else {
      answer = {{"crowds", crowds_json(*c, ask_in_form(*device, *c, inputs, call_form_named(options.form)))}};
    }
  } catch (const DeviceError& e) {
    answer = {{"error", e.what()}, {"crowds", Json::array()}};
    if (e.fault() == Fault::build) {
      answer["error"] = "does not build: " + build_reason(e.what());
      answer["log"] = e.what();
    }
  } catch (const std::exception& e) {
    answer = {{"error", e.what()}, {"crowds", Json::array()}};
  }
  child.tell(answer);
  Child::end();
}

}  // namespace classay
