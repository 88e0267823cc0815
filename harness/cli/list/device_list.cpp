#include "harness/cli/list/device_list.h"

#include <fmt/format.h>

#include <tuple>

#include "harness/device/describe.h"
#include "harness/device/short_name.h"
#include "harness/process/own_program.h"
#include "harness/supervisor/child_answer.h"
#include "harness/text/usage_error.h"
#include "suites/nearest.h"

namespace classay {
namespace {

using Json = nlohmann::ordered_json;

std::vector<Identity> identities(const Json& devices) {
  std::vector<Identity> all;
  for (const Json& d : devices) all.push_back(identity_from(d));
  return all;
}

Json those_that(bool are_usable, const Json& devices) {
  Json all = Json::array();
  for (const Json& d : devices) {
    if (d.contains("unusable") != are_usable) all.push_back(d);
  }
  return all;
}

// All words that name one of the devices: addresses, short names of drivers, names.
std::vector<std::string> names_of(const std::vector<Identity>& devices) {
  std::vector<std::string> names;
  for (const Identity& d : devices) names.insert(names.end(), {d.address, std::string(short_name(d.platform)), d.name});
  return names;
}

}  // namespace

DeviceList ask_devices(const Machine& machine, const BackendEntry& backend, const std::string& device,
                       std::chrono::seconds timeout, const std::vector<std::string>& environment) {
  std::vector<std::string> words{"list-devices"};
  const std::string which = std::string(backend.prefix) + (backend.is_listed ? "" : device);
  if (!which.empty()) words.insert(words.end(), {"--device", which});
  ChildCommand command = machine.child(std::move(words));
  command.environment = environment;
  const ChildAnswer answered = ask_child_until_it_tells(command, "devices", timeout, "the devices cannot be listed");
  if (answered.answer == nullptr)
    return {.misfortune = answered.misfortune, .hangs = answered.timed_out, .failed = &backend};
  return {.devices = answered.answer->at("devices"), .error = answered.answer->value("error", "")};
}

DeviceList devices_for(const Machine& machine, const std::string& wanted, std::chrono::seconds timeout) {
  const Wanted form = wanted_from(wanted);
  DeviceList all;
  for (const BackendEntry* backend : may_mean(form)) {
    const DeviceList list = ask_devices(machine, *backend, form.device, timeout);
    for (const Json& d : list.devices) all.devices.push_back(d);
    if (all.error.empty()) all.error = list.error;
    if (all.failed == nullptr) std::tie(all.misfortune, all.failed) = std::tie(list.misfortune, list.failed);
    if (!meant(form, identities(usable(list.devices))).empty()) break;
  }
  return all;
}

Json usable(const Json& devices) { return those_that(true, devices); }
Json unusable(const Json& devices) { return those_that(false, devices); }

Json chosen_device(const Json& devices, const std::string& wanted) {
  const std::vector<Identity> all = identities(devices);
  const std::vector<Identity> found = meant(wanted_from(wanted), all);
  if (found.empty() && is_device_type(wanted_from(wanted).device)) {
    throw UsageError(fmt::format("--device: no device of type '{}'; choose one of\n{}", wanted, choices(all)));
  }
  if (found.empty()) {
    const std::vector<std::string> names = names_of(all);
    const std::string hint = did_you_mean(wanted, std::vector<std::string_view>(names.begin(), names.end()));
    throw UsageError(fmt::format("--device: no device '{}'{}\n{}", wanted,
                                 hint.empty() ? "; choose one of" : hint + " All devices:", choices(all)));
  }
  if (found.size() > 1) {
    throw UsageError(
        fmt::format("--device: '{}' matches several devices; choose one by its address\n{}", wanted, choices(found)));
  }
  Json device = devices.at(0);
  for (const Json& d : devices) {
    if (identity_from(d).address == found.front().address) device = d;
  }
  device.erase("device_type");  // only selects the device; journals do not contain it
  return device;
}

Json device_for_listing(const std::string& wanted) {
  constexpr std::chrono::seconds kTimeout{60};
  const Json there = usable(devices_for(Machine::here(own_program()), wanted, kTimeout).devices);
  if (there.empty()) throw UsageError("no usable device; `classay doctor` explains why");
  return chosen_device(there, wanted);
}

}  // namespace classay
