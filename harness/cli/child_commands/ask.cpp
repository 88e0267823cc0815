// Runs inputs for `classay repro` in a child; the result is one line of JSON.
#include "harness/worker/sweep/ask.h"

#include "harness/cli/child_commands/child.h"
#include "harness/cli/child_commands/children.h"
#include "harness/device/build_log.h"
#include "harness/device/describe.h"
#include "harness/device/registry.h"
#include "harness/journal/message.h"
#include "harness/text/inputs.h"
#include "harness/text/number.h"
#include "harness/worker/sweep/unsupported.h"

namespace classay {
namespace {

std::vector<std::string> patterns(const Case& c, const ResultBits& bits) {
  const std::vector<Type> types = result_types(*c.row, c.format);
  std::vector<std::string> all;
  for (std::size_t k = 0; k < types.size(); ++k) all.push_back(pattern({types[k], bits.at(k)}));
  return all;
}

std::vector<std::vector<CrowdReply>> crowd_replies(const Case& c, const std::vector<std::vector<CrowdAnswer>>& crowds) {
  std::vector<std::vector<CrowdReply>> all;
  for (const std::vector<CrowdAnswer>& crowd : crowds) {
    std::vector<CrowdReply>& replies = all.emplace_back();
    for (const CrowdAnswer& a : crowd) {
      CrowdReply& reply = replies.emplace_back(CrowdReply{.work_items = a.work_items});
      for (const ResultBits& bits : a.results) reply.results.push_back(patterns(c, bits));
    }
  }
  return all;
}

// Includes the names of all other call variants.
ReproAnswer plain_answer(Device& device, const Case& c, const std::vector<Tuple>& inputs,
                         const std::vector<Tuple>& company) {
  const Replies all = ask(device, c, inputs, company);
  ReproAnswer answer{.device = shared(to_json(device.description())), .crowds = crowd_replies(c, all.crowds)};
  for (const Reply& r : all.replies) {
    answer.replies.push_back({.input = input_text(c, r.input),
                              .sent = patterns(c, r.sent),
                              .literal = patterns(c, r.literal),
                              .literal_was_written = r.literal_was_written,
                              .literal_unbuilt = r.literal_unbuilt});
  }
  for (const CallForm form : call_forms(*c.row, c.front_end, device.capabilities(), device.group_limits())) {
    if (has_form(form, c.width)) answer.forms.emplace_back(name(form));
  }
  return answer;
}

}  // namespace

ExitCode ask_command(const AskOptions& options) {
  Child child;
  ReproAnswer answer;
  try {
    const std::optional<Case> c = case_named(options.name);
    if (!c) throw std::invalid_argument("this version does not have the case '" + options.name + "'");
    std::vector<Tuple> inputs;
    for (const std::string& text : options.inputs) inputs.push_back(read_input(*c, text));
    const std::unique_ptr<Device> device = all_backends()->open(options.device);
    if (const auto why = unsupported(device->capabilities(), *c)) throw DeviceError(Fault::unusable, *why);
    if (options.form.empty()) {
      const std::optional<Tier> tier = tier_named(options.constants);
      answer = plain_answer(*device, *c, inputs, tier ? constants_of(*c, *tier, options.seed) : std::vector<Tuple>());
    } else {
      answer.crowds = crowd_replies(*c, ask_in_form(*device, *c, inputs, call_form_named(options.form)));
    }
  } catch (const DeviceError& e) {
    answer = {.error = e.what()};
    if (e.fault() == Fault::build) answer = {.error = "does not build: " + build_reason(e.what()), .log = e.what()};
  } catch (const std::exception& e) {
    answer = {.error = e.what()};
  }
  child.tell(to_json(answer));
  Child::end();
}

}  // namespace classay
