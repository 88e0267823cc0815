#include "harness/cli/list/device_list.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <string>
#include <string_view>
#include <tuple>
#include <vector>

#include "harness/cli/commands.h"
#include "harness/cli/terminal/terminal.h"
#include "harness/device/capabilities.h"
#include "harness/device/device_name.h"
#include "harness/process/host.h"
#include "harness/process/own_program.h"
#include "harness/supervisor/child_process.h"
#include "harness/text/usage_error.h"
#include "harness/text/visible.h"
#include "suites/nearest.h"

namespace classay {
namespace {

using Json = nlohmann::ordered_json;

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

SharedJson no_devices() { return std::make_shared<const Json>(Json::array()); }

std::vector<Identity> identities(const Json& devices) {
  std::vector<Identity> all;
  for (const Json& d : devices) all.push_back(identity_from(d));
  return all;
}

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
  return {.devices = shared(answered.answer->at("devices")), .error = answered.answer->value("error", "")};
}

DeviceList devices_for(const Machine& machine, const std::string& wanted, std::chrono::seconds timeout) {
  const Wanted form = wanted_from(wanted);
  DeviceList all;
  Json devices = Json::array();
  for (const BackendEntry* backend : may_mean(form)) {
    const DeviceList list = ask_devices(machine, *backend, form.device, timeout);
    for (const Json& d : *list.devices) devices.push_back(d);
    if (all.error.empty()) all.error = list.error;
    if (all.failed == nullptr) std::tie(all.misfortune, all.failed) = std::tie(list.misfortune, list.failed);
    if (!meant(form, identities(usable(*list.devices))).empty()) break;
  }
  all.devices = shared(std::move(devices));
  return all;
}

Json usable(const Json& devices) { return those_that(true, devices); }
Json unusable(const Json& devices) { return those_that(false, devices); }

SharedJson chosen_device(const Json& devices, const std::string& wanted) {
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
  return shared(std::move(device));
}

SharedJson usable_devices_for(const Machine& machine, const std::string& wanted, std::chrono::seconds timeout) {
  Json there = usable(*devices_for(machine, wanted, timeout).devices);
  return there.empty() ? nullptr : shared(std::move(there));
}

SharedJson device_for_listing(const std::string& wanted) {
  constexpr std::chrono::seconds kTimeout{60};
  const SharedJson there = usable_devices_for(Machine::here(own_program()), wanted, kTimeout);
  if (there == nullptr) throw UsageError("no usable device; `classay doctor` explains why");
  return chosen_device(*there, wanted);
}

namespace {

using Json = nlohmann::ordered_json;
namespace fs = std::filesystem;

constexpr const char* kOpencl = "opencl";  // its name in the registry

// A folder with one driver, for the ICD loader of a child.
class LoneDriver {
 public:
  explicit LoneDriver(const fs::path& icd) : folder_(new_temporary_folder("classay-driver-")) {
    fs::copy_file(icd, folder_ / icd.filename());
  }
  ~LoneDriver() {
    std::error_code ignored;
    fs::remove_all(folder_, ignored);
  }
  LoneDriver(const LoneDriver&) = delete;
  LoneDriver& operator=(const LoneDriver&) = delete;
  const fs::path& folder() const { return folder_; }

 private:
  fs::path folder_;
};

}  // namespace

fs::path vendors_folder() {
  const char* set = std::getenv("OCL_ICD_VENDORS");
  return set != nullptr && *set != '\0' ? set : "/etc/OpenCL/vendors";
}

std::vector<fs::path> files_in(const fs::path& folder, std::string_view extension) {
  std::error_code unreadable;
  std::vector<fs::path> all;
  for (fs::directory_iterator at(folder, unreadable), end; !unreadable && at != end; at.increment(unreadable)) {
    if (at->path().extension() == extension) all.push_back(at->path());
  }
  std::ranges::sort(all);
  return all;
}

DeviceList listed_alone(const fs::path& icd, std::chrono::seconds timeout) {
  const LoneDriver alone(icd);
  return ask_devices(Machine::here(own_program()), backend_named(kOpencl), "", timeout,
                     {"OCL_ICD_VENDORS=" + alone.folder().string()});
}

Json listed_one_by_one(std::chrono::seconds timeout) {
  Json all = Json::array();
  for (const fs::path& icd : files_in(vendors_folder(), ".icd")) {
    const DeviceList list = listed_alone(icd, timeout);
    const std::string wrong = list.misfortune.empty() ? list.error : list.misfortune;
    if (!wrong.empty()) all.push_back({{"backend", kOpencl}, {"unusable", icd.filename().string()}, {"why", wrong}});
    for (Json device : *list.devices) {
      device["address"] = "-";
      all.push_back(std::move(device));
    }
  }
  return all;
}

// `classay devices`: lists the devices of every back end, in a child process. The child loads all drivers at once, as an
// application would. If that fails, each OpenCL driver is listed alone, so that one that crashes or hangs costs only its own
// line.

namespace {

std::string shown(const Json& device, const Terminal& out) {
  if (!device.contains("unusable")) return description(device);
  return fmt::format("-    {}  {}\n", out.paint(Style::bad, "unusable"),
                     visible(device.value("unusable", "") + ": " + device.value("why", "")));
}

// The functions of a library, one per line.
std::string symbols_text(const Json& device) {
  const Json symbols = device.value("symbols", Json::object());
  std::string text;
  for (const auto& [function, symbol] : symbols.items()) {
    text += fmt::format("     {:<11}{:<20} {}\n", text.empty() ? "functions" : "", visible(function),
                        visible(symbol.get<std::string>()));
  }
  return text;
}

// A back end without devices, and why.
struct Missing {
  std::string_view title;
  std::string why;
};

// Returns the devices of a back end.
Json devices_told(const BackendEntry& backend, std::chrono::seconds timeout, std::vector<Missing>& missing,
                  const Streams& streams) {
  const DeviceList list = ask_devices(Machine::here(own_program()), backend, "", timeout);
  if (!list.error.empty()) missing.push_back({backend.title, list.error});
  if (list.misfortune.empty()) return *list.devices;
  if (!backend.prefix.empty()) {
    return {{{"backend", backend.name}, {"unusable", backend.title}, {"why", list.misfortune}}};
  }
  streams.err.write(fmt::format("classay: listing all drivers at once failed ({}); listing each driver alone\n",
                                visible(list.misfortune)));
  streams.err.flush();
  return listed_one_by_one(timeout);
}

// One line for all back ends, or one line for each with its reason.
std::string missing_text(const std::vector<Missing>& missing, bool verbose) {
  std::string text;
  std::vector<std::string_view> titles;
  for (const Missing& m : missing) {
    titles.push_back(m.title);
    text += fmt::format("classay: {}: {}\n", m.title, visible(m.why));
  }
  if (verbose || missing.empty()) return text;
  return fmt::format("not available: {} (`classay devices -v` prints why)\n", fmt::join(titles, ", "));
}

ExitCode one_device(const DevicesOptions& options, const Streams& streams) {
  const DeviceList list = devices_for(Machine::here(own_program()), options.device, options.timeout);
  if (const Json there = usable(*list.devices); !there.empty()) {
    const Json device = *chosen_device(there, options.device);
    streams.out.write(options.json ? json_line(device) : description(device) + symbols_text(device));
    return ExitCode::promised;
  }
  const std::string why = list.misfortune.empty() ? list.error : list.misfortune;
  streams.err.write(
      fmt::format("classay: {}\n", visible(why.empty() ? "no usable device; `classay doctor` explains why" : why)));
  return ExitCode::unusable;
}

}  // namespace

ExitCode devices_command(const DevicesOptions& options, const Streams& streams) {
  if (!options.device.empty()) return one_device(options, streams);
  bool any = false;
  std::vector<Missing> missing;
  for (const BackendEntry& backend : backend_table()) {
    if (!backend.is_listed) continue;  // its devices must be named explicitly
    for (const Json& device : devices_told(backend, options.timeout, missing, streams)) {
      any = any || !device.contains("unusable");
      streams.out.write(options.json ? json_line(device) : shown(device, streams.out));
    }
    streams.out.flush();
  }
  // Without any device, the reasons are what the user needs.
  streams.err.write(missing_text(missing, options.verbose || !any));
  return any ? ExitCode::promised : ExitCode::unusable;
}

}  // namespace classay
