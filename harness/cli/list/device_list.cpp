#include "harness/cli/list/device_list.h"

#include <fmt/format.h>

#include <tuple>

#include "harness/device/describe.h"
#include "harness/process/own_program.h"
#include "harness/supervisor/child_answer.h"
#include "harness/text/usage_error.h"

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

}  // namespace

DeviceList ask_devices(const Machine& machine, const BackendEntry& backend, const std::string& device,
                       std::chrono::seconds timeout, const std::vector<std::string>& environment) {
  std::vector<std::string> words{"list-devices"};
  const std::string which = std::string(backend.prefix) + (backend.is_listed ? "" : device);
  if (!which.empty()) words.insert(words.end(), {"--device", which});
  ChildCommand command = machine.child(std::move(words));
  command.environment = environment;
  const ChildAnswer answered = ask_child_until_it_tells(command, "devices", timeout, "the devices can not be listed");
  if (answered.answer.is_null()) return {.misfortune = answered.misfortune, .hangs = answered.timed_out, .failed = &backend};
  return {.devices = answered.answer.at("devices"), .error = answered.answer.value("error", "")};
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
    throw UsageError(fmt::format("--device {}: no device has this type; there {}:\n{}", wanted,
                                 devices.size() == 1 ? "is" : "are", choices(all)));
  }
  if (found.empty()) {
    throw UsageError(
        fmt::format("no device is called '{}'; there {}:\n{}", wanted, devices.size() == 1 ? "is" : "are", choices(all)));
  }
  if (found.size() > 1) {
    throw UsageError(fmt::format("'{}' is more than one device; give its address:\n{}", wanted, choices(found)));
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
  if (there.empty()) throw UsageError("there is no device that can be used; `classay devices` asks each driver alone");
  return chosen_device(there, wanted);
}

}  // namespace classay
