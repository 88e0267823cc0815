#include "harness/commands/list/device_list.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "harness/devices/called.h"
#include "harness/run/child_answer.h"
#include "harness/run/own_program.h"
#include "harness/text/visible.h"
#include "harness/words/usage_error.h"

namespace classay {
namespace {

using Json = nlohmann::ordered_json;

std::string text_of(const Json& device, const char* key) { return device.value(key, std::string()); }

std::string listed(const std::vector<Json>& devices) {
  std::vector<std::string> lines;
  for (const Json& d : devices) {
    lines.push_back(visible(choice(text_of(d, "address"), text_of(d, "name"), text_of(d, "platform"))));
  }
  return fmt::format("{}", fmt::join(lines, "\n"));
}

}  // namespace

DeviceList ask_devices(const std::vector<std::string>& command, std::chrono::seconds timeout,
                       const std::vector<std::string>& environment) {
  const ChildAnswer answered =
      ask_child_until_it_tells(command, "devices", timeout, "the devices can not be listed", {.environment = environment});
  if (answered.answer.is_null()) return {.misfortune = answered.misfortune};
  return {.devices = answered.answer.at("devices"), .error = answered.answer.value("error", "")};
}

Json chosen_device(const Json& devices, const std::string& wanted) {
  if (wanted.empty()) return devices.at(0);
  const std::vector<Json> all = devices;
  for (const Json& d : all) {
    if (text_of(d, "address") == wanted) return d;
  }
  const std::vector<Json> found = meant(
      all, [&](const Json& d) { return called(wanted, text_of(d, "name"), text_of(d, "platform"), text_of(d, "version")); });
  if (found.size() == 1) return found[0];
  if (found.empty()) {
    throw UsageError(
        fmt::format("no device is called '{}'; there {}:\n{}", wanted, devices.size() == 1 ? "is" : "are", listed(all)));
  }
  throw UsageError(fmt::format("'{}' is more than one device; give its address:\n{}", wanted, listed(found)));
}

Json device_for_listing(const std::string& wanted) {
  constexpr std::chrono::seconds kTimeout{60};
  const DeviceList list = ask_devices({own_program(), "list-devices"}, kTimeout);
  Json usable = Json::array();
  for (const Json& d : list.devices) {
    if (!d.contains("unusable")) usable.push_back(d);
  }
  if (usable.empty()) throw UsageError("there is no device that can be used; `classay devices` asks each driver alone");
  return chosen_device(usable, wanted);
}

}  // namespace classay
